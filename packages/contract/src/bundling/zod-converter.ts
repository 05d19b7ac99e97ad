// Zod 4 before 4.2, and `zod/mini`, have schemas that cannot turn themselves into JSON Schema; the function that does is
// part of the same package. A bundle made for reading a definition brings it along, under a symbol that the sdk's part
// inside knows (`haft.zod`).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

const CORE = /^(?<root>.*node_modules\/[^/]*zod[^/]*\/)v4\/core\/schemas\.c?js$/;
const MINI = /node_modules\/[^/]*zod[^/]*\/v4\/mini\//;

/** An entry that hands the function over and stands in front of the author's module, where its schemas need that. */
export function zodConverterEntry(file: string, metafile: Metafile, workingFolder: string): string | undefined {
  const inputs = Object.keys(metafile.inputs);
  const root = inputs.map((input) => CORE.exec(input)?.groups?.root).find((found) => found !== undefined);
  if (root === undefined) return undefined;
  const folder = join(workingFolder, root);
  if (!inputs.some((input) => MINI.test(input)) && !isBefore42(folder)) return undefined;
  return [
    `import { toJSONSchema } from ${JSON.stringify(join(folder, "v4/core/index.js"))};`,
    `import * as own from ${JSON.stringify(`./${file}`)};`,
    `globalThis[Symbol.for("haft.zod")] = { toJSONSchema };`,
    "export default own.default;",
  ].join("\n");
}

function isBefore42(folder: string): boolean {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const [major = 0, minor = 0] = String(version).split(".").map(Number);
  // 3.25 brings a Zod 4 as `zod/v4`.
  return major < 4 || (major === 4 && minor < 2);
}
