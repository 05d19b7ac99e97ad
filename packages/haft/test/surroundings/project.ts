// A small project in a folder of its own, and ways to run `haft` in surroundings that the machine itself does not have:
// each changes only a mount or user namespace that ends with the command.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { HAFT, type RunResult } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

export const NOBODY = 65534;

/** Root can give a command other mounts and another user; elsewhere the tests that need that are skipped, saying so. */
export const needsRoot = process.getuid?.() === 0 ? {} : { skip: "needs root, to change mounts and users" };

export const GREET = pythonTool("greet(name: str)", "return f'hello {name}'", ["name"]);
const ADD = ['import { tool } from "haft";\n', typescriptTool("add(a: number)", "return a + 1;", ["a"])].join("\n");

/** A folder that is removed after the tests, with a tool of each language in `tools/`. */
export function project(name = "project"): string {
  const above = mkdtempSync(join(tmpdir(), "haft-surroundings-"));
  after(() => rmSync(above, { recursive: true, force: true }));
  chmodSync(above, 0o755);
  const folder = join(above, name);
  mkdirSync(join(folder, "tools"), { recursive: true });
  writeFileSync(join(folder, "tools/greet.py"), GREET);
  writeFileSync(join(folder, "tools/add.tools.ts"), ADD);
  return folder;
}

/** Gives a folder and what is in it to nobody. */
export function giveToNobody(folder: string): void {
  for (const path of ["", "tools", "tools/greet.py", "tools/add.tools.ts"])
    chownSync(join(folder, path), NOBODY, NOBODY);
}

export const GREETING = ["call", "greet", "--arg", "name=Ada"] as const;
export const ADDING = ["call", "add", "--arg", "a=1"] as const;

/**
 * Runs `haft` as the last words of a shell script; `"$@"` stands for the command in it. `prefix`: what runs the shell, such
 * as `unshare`.
 */
export async function haftIn(
  folder: string,
  words: readonly string[],
  script = 'exec "$@"',
  prefix: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<RunResult> {
  const line = [...prefix, "/bin/bash", "-c", script, "haft", process.execPath, HAFT, ...words];
  const child = spawn(line[0] ?? "", line.slice(1), {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on("error", reject);
  child.on("close", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
  const [exitCode, out, err] = await Promise.all([promise, text(child.stdout), text(child.stderr)]);
  return { exitCode, out, err };
}

/** In a mount namespace of its own. */
export const OWN_MOUNTS: readonly string[] = ["unshare", "--mount"];
/** As an ordinary user with a home in the folder. */
export const asNobody = (folder: string): readonly string[] => [
  ...["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"],
  ...["env", `HOME=${folder}`],
];

/** One message with a remedy, no stack and no fault of Haft's own. */
export function assertTold(result: RunResult, exitCode: number, ...what: readonly RegExp[]): void {
  assert.equal(result.exitCode, exitCode, result.err);
  for (const one of what) assert.match(result.err, one);
  assert.doesNotMatch(result.err, /fault of Haft|\n\s+at .*(?:file:|node:)/);
}
