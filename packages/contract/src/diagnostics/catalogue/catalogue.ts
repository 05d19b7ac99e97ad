// Every code there is, in order.

import { BUNDLE_CODES } from "./bundle-codes.ts";
import { DOCUMENTATION_CODES } from "./documentation-codes.ts";
import type { CatalogueEntry } from "./entry.ts";
import { MODULE_CODES } from "./module-codes.ts";
import { OPTION_CODES } from "./option-codes.ts";
import { PROVIDER_CODES } from "./provider-codes.ts";
import { SOURCE_CODES } from "./source-codes.ts";
import { TYPE_CODES } from "./type-codes.ts";
import { WAITING_CODES } from "./waiting-codes.ts";

/** The catalogue of diagnostics. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...SOURCE_CODES,
  ...DOCUMENTATION_CODES,
  ...TYPE_CODES,
  ...WAITING_CODES,
  ...OPTION_CODES,
  ...MODULE_CODES,
  ...BUNDLE_CODES,
  ...PROVIDER_CODES,
];
