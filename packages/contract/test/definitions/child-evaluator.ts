// Evaluates bundles in a plain child process: for tests of the reading around it, without a sandbox.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DefinitionEvaluator } from "../../src/read/reader.ts";

const INSIDE = join(import.meta.dirname, "evaluate-inside.ts");

export const childEvaluator: DefinitionEvaluator = {
  async evaluate(code) {
    const folder = await mkdtemp(join(tmpdir(), "haft-definition-"));
    try {
      const entry = join(folder, "bundle.mjs");
      await writeFile(entry, code);
      const { stdout } = await promisify(execFile)(process.execPath, [INSIDE, entry], { timeout: 20_000 });
      const line = stdout.trim().split("\n").at(-1) ?? "";
      return JSON.parse(line);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
