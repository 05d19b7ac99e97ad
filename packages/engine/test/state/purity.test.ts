import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../../src/state/", import.meta.url));
const ROOTS = ["evolve.ts", "decide.ts", "consequences.ts", "standing.ts"].map((name) => resolve(SOURCE, name));

/** A file and everything that it imports values from. */
async function reach(file: string, seen: Map<string, string>): Promise<void> {
  if (seen.has(file)) return;
  const text = await readFile(file, "utf8");
  seen.set(file, text);
  for (const [, what = "", from = ""] of text.matchAll(/^(?:import|export) ([^;]*?) from "([^"]+)"/gms)) {
    if (what.startsWith("type ")) continue;
    assert.ok(from.startsWith("."), `${file} imports ${from}: the core imports nothing but the core`);
    await reach(resolve(dirname(file), from), seen);
  }
}

const IMPURE: readonly [RegExp, string][] = [
  [/\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\b|\bhrtime\b/, "a clock"],
  [/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bcrypto\b/, "randomness"],
  [/\bprocess\b|\bfetch\(|\bsetTimeout\b|\bsetImmediate\b|\bconsole\b|\bawait\b|\basync\b/, "the outside"],
  [/^(?:let|var) /m, "mutable state of a module"],
  [/^(?:export )?const \w+(?:: [^=]+)? = new (?:Map|WeakMap|Array)\b/m, "a collection of a module"],
];

test("what folds and decides, and all that it imports, knows no clock, randomness, outside or module state", async () => {
  const files = new Map<string, string>();
  for (const root of ROOTS) await reach(root, files);
  assert.ok(files.size > ROOTS.length);
  for (const [file, text] of files) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").replace(/`[^`]*`|"[^"\n]*"/g, '""');
    for (const [pattern, what] of IMPURE) assert.doesNotMatch(code, pattern, `${file} uses ${what}`);
  }
});
