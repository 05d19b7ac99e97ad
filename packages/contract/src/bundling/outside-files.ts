// Files in a bundle that belong to no package: a link in `node_modules`, or a path in a package's code, may lead to any
// file that whoever bundles can read, and what is in a bundle is the tool's.

import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { OWN, SDK } from "./module-kinds.ts";

const VIRTUAL = new RegExp(`^(?:${OWN}|${SDK}):`);
const IN_A_PACKAGE = `${sep}node_modules${sep}`;

/** A fault for each input that lies neither in the environment's folder nor in a `node_modules`. `inputs` are esbuild's, relative to `root`. */
export function outsideFiles(file: string, inputs: readonly string[], root: string): Diagnostic[] {
  const home = realpathSync(root) + sep;
  const outside = inputs
    .filter((input) => !VIRTUAL.test(input) && !/^(?:disabled|data|ignored):/.test(input))
    .map((input) => resolve(root, input))
    .filter((path) => !path.includes(IN_A_PACKAGE) && !realOf(path).startsWith(home));
  return outside.map((path) => ({
    code: "HAFT606",
    severity: "error",
    message: `\`${file}\` brings in ${path}, which lies outside of the project and belongs to no package`,
    hint: "install the package with `npm install` instead of linking it, or copy what it needs into the project",
    file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  }));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
