// Places that the tests of the seeds' examples work with.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RunResult, runHaft } from "../cli/run-haft.ts";

/** The path of one of the examples. */
export const seed = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/seeds/${name}`, import.meta.url));

/** A folder of its own, in which `haft` keeps its store; removed with the disposal. */
export function workingFolder(): Disposable & {
  readonly path: string;
  haft(words: readonly string[], environment?: NodeJS.ProcessEnv): Promise<RunResult>;
} {
  const path = mkdtempSync(join(tmpdir(), "haft-seed-"));
  return {
    path,
    haft: (words, environment = {}) => runHaft(words, { folder: path, environment }),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
