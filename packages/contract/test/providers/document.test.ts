// The page about providers is made from the rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { providersPage } from "../../src/providers/document.ts";

it("docs/providers.md says what the rules say", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/providers.md"), "utf8");
  assert.equal(page, providersPage(), "run `node packages/contract/src/providers/document.ts`");
});
