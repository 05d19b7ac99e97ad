// Nothing outside the workspace can be read or listed, however the path is written, and nothing that is no file is opened.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { called, workspace } from "./workspace.ts";

const OUTSIDE = [
  ["..", "invalid_path"],
  ["../secret", "invalid_path"],
  ["a/../../secret", "invalid_path"],
  ["/etc/hostname", "invalid_path"],
  ["a\0b", "invalid_path"],
  ["out", "invalid_path"],
  ["folder-out/hostname", "invalid_path"],
  ["loop", "not_found"],
  ["gone", "not_found"],
  ["pipe", "not_a_file"],
  ["", "not_a_file"],
] as const;

async function hostile(root: string): Promise<void> {
  await writeFile(join(root, "..", "secret"), "outside");
  await symlink("/etc/hostname", join(root, "out"));
  await symlink("/etc", join(root, "folder-out"));
  await symlink("loop", join(root, "loop"));
  execFileSync("mkfifo", [join(root, "pipe")]);
}

for (const [path, type] of OUTSIDE) {
  test(`read_file of ${JSON.stringify(path)} is refused with ${type}`, async () => {
    await using place = await workspace();
    const root = join(place.path, "inside");
    await mkdir(root);
    await hostile(root);
    const read = await called("read_file", { path }, root);
    assert.ok(typeof read === "object" && read !== null && "error" in read);
    assert.equal(read.error, type);
    assert.ok(!JSON.stringify(read).includes(place.path), "no absolute path of the host");
  });
}

test("a device that a link names is not opened", async () => {
  await using place = await workspace();
  await symlink("/dev/zero", join(place.path, "zero"));
  const read = await called("read_file", { path: "zero" }, place.path);
  assert.ok(typeof read === "object" && read !== null && "error" in read);
  assert.equal(read.error, "invalid_path");
});

test("list_files does not follow a link out of the workspace", async () => {
  await using place = await workspace();
  await symlink("/etc", join(place.path, "etc"));
  assert.deepEqual(await called("list_files", { depth: 8 }, place.path), {
    path: ".",
    entries: [{ path: "etc", link: true }],
  });
  const inside = await called("list_files", { path: "etc" }, place.path);
  assert.ok(typeof inside === "object" && inside !== null && "error" in inside);
  assert.equal(inside.error, "invalid_path");
});

test("a folder that becomes a link while files in it are read leads nowhere", async () => {
  await using place = await workspace();
  const [root, outside] = [join(place.path, "root"), join(place.path, "outside")];
  for (const folder of [root, outside, join(root, "d")]) await mkdir(folder);
  await writeFile(join(outside, "f"), "outside");
  await writeFile(join(root, "d", "f"), "inside");
  let swapping = true;
  const swapped = (async () => {
    while (swapping) {
      await rename(join(root, "d"), join(root, "kept"));
      await symlink(outside, join(root, "d"));
      await rm(join(root, "d"));
      await rename(join(root, "kept"), join(root, "d"));
    }
  })();
  for (let turn = 0; turn < 500; turn++) {
    const read = await called("read_file", { path: "d/f" }, root);
    assert.ok(!JSON.stringify(read).includes("outside"), JSON.stringify(read));
  }
  swapping = false;
  await swapped;
});
