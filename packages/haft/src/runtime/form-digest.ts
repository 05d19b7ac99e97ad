// The digest of a module in the form that runs: what its calls are recorded with, so that an approval is of it (I5), and
// what is computed again from what is about to run.

import { createHash } from "node:crypto";
import type { BuiltModule } from "../toolsets/built-toolset.ts";

const known = new WeakMap<BuiltModule, string>();

/** SHA-256, in hex, over everything that a kept version has of a module. Computed once for each module that was read. */
export function formDigest(module: BuiltModule): string {
  const before = known.get(module);
  if (before !== undefined) return before;
  const { file, language, digest, imports, files, entry, sourceMap, plans, tools } = module;
  const whole = JSON.stringify([file, language, digest, imports, files, entry, sourceMap ?? null, plans, tools]);
  const made = createHash("sha256").update(whole).digest("hex");
  known.set(module, made);
  return made;
}
