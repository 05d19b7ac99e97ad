// Which files globs mean, and what has changed between two readings.

import assert from "node:assert/strict";
import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileChanges } from "../../src/watching/file-changes.ts";
import { scanFiles, TooManyFiles } from "../../src/watching/scan-files.ts";
import { settledChanges } from "../../src/watching/settled-changes.ts";
import { workspace } from "../builtins/workspace.ts";

const FILES = ["a.md", "b.txt", "docs/c.md", "docs/deep/d.md", ".hidden.md"];

const GLOBS = [
  [["*.md"], ["a.md"]],
  [["**/*.md"], ["a.md", "docs/c.md", "docs/deep/d.md"]],
  [["docs/*"], ["docs/c.md"]],
  [["./a.md"], ["a.md"]],
  [["?.{md,txt}"], ["a.md", "b.txt"]],
  [["[ab].*"], ["a.md", "b.txt"]],
  [[".hidden.md"], [".hidden.md"]],
  [["nothing", "docs/deep/*"], ["docs/deep/d.md"]],
] as const;

async function filled(root: string): Promise<void> {
  await mkdir(join(root, "docs/deep"), { recursive: true });
  for (const file of FILES) await writeFile(join(root, file), file);
}

for (const [globs, expected] of GLOBS) {
  test(`${globs.join(" or ")} means ${expected.join(", ")}`, async () => {
    await using place = await workspace();
    await filled(place.path);
    const found = await scanFiles(place.path, globs);
    assert.deepEqual(
      found.map((file) => file.path),
      expected,
    );
  });
}

test("a file of the same size and time that was put in the place of another has been modified", async () => {
  await using place = await workspace();
  await filled(place.path);
  const time = new Date("2030-01-01T00:00:00Z");
  await utimes(join(place.path, "a.md"), time, time);
  const before = await scanFiles(place.path, ["*"]);
  await writeFile(join(place.path, "new"), "A.MD");
  await utimes(join(place.path, "new"), time, time);
  await rename(join(place.path, "new"), join(place.path, "a.md"));
  await rm(join(place.path, "b.txt"));
  await symlink("a.md", join(place.path, "c"));
  const after = await scanFiles(place.path, ["*"]);
  const changes = fileChanges(before, after).map(({ path, event_type }) => [path, event_type]);
  assert.deepEqual(changes, [
    ["a.md", "modified"],
    ["b.txt", "deleted"],
    ["c", "created"],
  ]);
  const modified = fileChanges(before, after).find((change) => change.path === "a.md");
  assert.equal(modified?.mtime_after, time.getTime() / 1000);
});

test("more matches than can be watched are refused by name", async () => {
  await using place = await workspace();
  await filled(place.path);
  await assert.rejects(scanFiles(place.path, ["**"], 2), TooManyFiles);
});

test("a file that is being written is told once, when it is complete", async () => {
  await using place = await workspace();
  const file = join(place.path, "out.txt");
  await writeFile(file, "1");
  const told = settledChanges({ root: place.path, paths: ["*.txt"], fileState: [] });
  for (let size = 2; size < 5; size++) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await writeFile(file, "x".repeat(size));
  }
  const [change, ...more] = await told;
  assert.deepEqual(more, []);
  assert.equal(change?.event_type, "created");
  const [complete] = await scanFiles(place.path, ["*.txt"]);
  assert.equal(complete?.size, 4);
  assert.equal(change?.mtime_after, (complete?.mtimeMs ?? 0) / 1000);
});

test("where nothing has changed nothing is told", async () => {
  await using place = await workspace();
  await filled(place.path);
  const fileState = await scanFiles(place.path, ["*"]);
  assert.deepEqual(await settledChanges({ root: place.path, paths: ["*"], fileState }), []);
});

test("a glob that nearly matches a long name is answered, and one that nobody writes is refused", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "a".repeat(200)), "");
  assert.deepEqual(await scanFiles(place.path, [`${"*a".repeat(60)}b`]), []);
  await assert.rejects(scanFiles(place.path, ["{a,b}".repeat(30)]), RangeError);
});
