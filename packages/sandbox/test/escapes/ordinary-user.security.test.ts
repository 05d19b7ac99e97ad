// The same escape tests with the server as an ordinary user, and as root with everything in a folder that is closed to others.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { it } from "node:test";
import { promisify } from "node:util";
import { findProgram } from "../../src/levels/find-program.ts";
import { closedOnTheWay } from "../../src/state/reachable.ts";
import { missingFor, temporaryFolder } from "../harness.ts";

const run = promisify(execFile);
const UID = 54_323;
const isRoot = process.getuid?.() === 0;
const repository = join(import.meta.dirname, "../../../..");
const needsRoot = missingFor("bubblewrap") || (isRoot ? false : "needs root, to become somebody else");

/** Runs the escape tests as they are, by another user or from another place. */
async function escapes(place: string, environment: Record<string, string>, as?: number): Promise<string> {
  const tests = ["escapes", "surroundings"].map((name) =>
    join(place, `packages/sandbox/test/escapes/${name}.security.test.ts`),
  );
  const node = [process.execPath, "--test", "--test-reporter=tap", ...tests];
  const setpriv = findProgram("setpriv") ?? "setpriv";
  const line = as === undefined ? node : [setpriv, `--reuid=${as}`, `--regid=${as}`, "--clear-groups", ...node];
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const { stdout } = await run(line[0] ?? "", line.slice(1), {
    env: { ...inherited, ...environment },
    maxBuffer: 64 * 1024 * 1024,
    cwd: place,
  }).catch((fault: { stdout?: string }) => {
    throw new Error(fault.stdout?.match(/^\s*not ok .*$/gm)?.join("\n") ?? String(fault));
  });
  return stdout;
}

/** Copies what the tests need of the repository into a folder. */
function copyTo(folder: string): void {
  for (const part of ["packages/sandbox", "packages/sdk", "packages/python", "packages/contract"]) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.includes("node_modules"),
    });
  }
  for (const name of ["@haft", "esbuild", "@esbuild"])
    cpSync(join(repository, "node_modules", name), join(folder, "node_modules", name), {
      recursive: true,
      verbatimSymlinks: true,
    });
}

it("an ordinary user's server holds every escape", { skip: needsRoot }, async () => {
  using folder = temporaryFolder(0o755);
  const unreachable =
    closedOnTheWay(repository, { uid: UID, gid: UID }) ?? closedOnTheWay(process.execPath, { uid: UID, gid: UID });
  const place = unreachable === undefined ? repository : join(folder.path, "copy");
  if (unreachable !== undefined) copyTo(place);
  const state = join(folder.path, "state");
  mkdirSync(state);
  chownSync(state, UID, UID);
  const output = await escapes(
    place,
    { XDG_STATE_HOME: state, HOME: state, TMPDIR: "/tmp", HAFT_TEST_WAYS: "bubblewrap,seccomp" },
    UID,
  );
  assert.match(output, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(output)?.[1]) > 100, "the tests ran");
});

it("root's server holds every escape from a folder with mode 0700", { skip: needsRoot }, async () => {
  using folder = temporaryFolder(0o700);
  copyTo(folder.path);
  chmodSync(folder.path, 0o700);
  assert.equal(closedOnTheWay(join(folder.path, "packages/python/lib"), { uid: 65_534, gid: 65_534 }), folder.path);
  const output = await escapes(folder.path, { HAFT_TEST_WAYS: "bubblewrap" });
  assert.match(output, /^# fail 0$/m);
  assert.ok(Number(/^# pass (\d+)$/m.exec(output)?.[1]) > 100, "the tests ran");
});
