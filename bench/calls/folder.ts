// A folder of a measurement's own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that is removed in the end. */
export function benchFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "haft-bench-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
