// The copy of a workspace: what it holds, what it leaves out, and what it refuses.

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { copyWorkspace } from "../../src/runtime/workspace-copy.ts";
import { CommandError } from "../../src/session/command-error.ts";

let folder = "";
const copies: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haft-workspace-"));
  // Where sandboxes run as another user, the copy stays in the data folder only if that user can reach it.
  chmodSync(folder, 0o755);
});
afterEach(() => {
  for (const each of [folder, ...copies.splice(0)]) rmSync(each, { recursive: true, force: true });
});

function copy(data: string, most?: number): string {
  const made = copyWorkspace(folder, data, undefined, most);
  copies.push(made);
  return made;
}

const refusal = (type: string, message: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.type === type && message.test(error.message) && error.hint !== undefined;

test("a workspace that holds the data folder is copied without it, and with what is named alike", () => {
  const data = join(folder, ".haft");
  for (const name of [".haft", ".haft/work", ".haftX", "sub", "sub/.haft"]) mkdirSync(join(folder, name));
  for (const name of ["a.txt", ".haft/haft.db", ".haftX/b.txt", ".haft.toml", "sub/.haft/c.txt"]) {
    writeFileSync(join(folder, name), name);
  }
  const made = copy(data);
  assert.deepEqual(readdirSync(made, { recursive: true }).sort(), [
    ".haft.toml",
    ".haftX",
    ".haftX/b.txt",
    "a.txt",
    "sub",
    "sub/.haft",
    "sub/.haft/c.txt",
  ]);
  assert.equal(readFileSync(join(made, ".haftX/b.txt"), "utf8"), ".haftX/b.txt");
});

test("the data folder is left out where it is named through a link, too", () => {
  mkdirSync(join(folder, "store"));
  writeFileSync(join(folder, "store", "haft.db"), "x");
  const other = `${folder}-link`;
  symlinkSync(folder, other);
  copies.push(other);
  assert.deepEqual(readdirSync(copy(join(other, "store"))), []);
});

test("links within the tree stay links, and files keep whether they can be run", () => {
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "run.sh"), "#!/bin/sh\n", { mode: 0o755 });
  symlinkSync("bin/run.sh", join(folder, "run"));
  symlinkSync("../run", join(folder, "bin", "again"));
  symlinkSync("not-there", join(folder, "dangling"));
  const made = copy(join(folder, ".haft"));
  assert.deepEqual(
    ["run", "bin/again", "dangling"].map((name) => readlinkSync(join(made, name))),
    ["bin/run.sh", "../run", "not-there"],
  );
  assert.equal(statSync(join(made, "run")).mode & 0o777, 0o755);
});

for (const [title, target] of [
  ["an absolute link", "/etc/passwd"],
  ["a link above the folder", "../outside"],
  ["a link through another out of the folder", "sub/out/passwd"],
] as const) {
  test(`${title} is refused, and no copy is left`, () => {
    const data = join(folder, ".haft");
    mkdirSync(join(folder, "sub"));
    symlinkSync(target, join(folder, "leak"));
    if (target.startsWith("sub/")) symlinkSync("/etc", join(folder, "sub", "out"));
    assert.throws(() => copy(data), refusal("invalid_workspace", /leak.*leads out of it/));
    const work = join(data, "work");
    assert.deepEqual(existsSync(work) ? readdirSync(work) : [], []);
  });
}

test("more than may be copied is refused while it is copied", () => {
  writeFileSync(join(folder, "a"), "x".repeat(600));
  writeFileSync(join(folder, "b"), "x".repeat(600));
  assert.throws(() => copy(join(folder, ".haft"), 1000), refusal("too_large", /holds more than/));
  assert.ok(existsSync(copy(join(folder, ".haft"), 1200)));
});

test("the data folder itself is no workspace, nor is a folder in it", () => {
  assert.throws(() => copy(folder), refusal("invalid_workspace", /Haft's own data folder/));
});
