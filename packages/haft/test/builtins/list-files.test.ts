// What `list_files` lists, and what it leaves out.

import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { called, workspace } from "./workspace.ts";

const TREE = ["a.md", "src/main.py", "src/deep/er/x.py", "build/out.bin", ".env", "src/kept.log", "src/other.log"];

async function filled(root: string): Promise<void> {
  for (const path of TREE) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), "1234");
  }
  await writeFile(join(root, ".gitignore"), "build/\n*.log\n");
  await writeFile(join(root, "src/.gitignore"), "!kept.log\n");
  await mkdir(join(root, ".git"));
  await symlink("a.md", join(root, "link.md"));
}

const ROWS = [
  [
    "two levels, without what is hidden or ignored",
    {},
    ["a.md", "link.md", "src/", "src/deep/", "src/kept.log", "src/main.py"],
  ],
  ["one level", { depth: 1 }, ["a.md", "link.md", "src/"]],
  ["hidden names, but never .git", { depth: 1, hidden: true }, [".env", ".gitignore", "a.md", "link.md", "src/"]],
  ["a folder", { path: "src", depth: 1 }, ["deep/", "kept.log", "main.py"]],
  ["what a glob matches", { glob: "**/*.py", depth: 8 }, ["src/deep/er/x.py", "src/main.py"]],
] as const;

for (const [title, given, expected] of ROWS) {
  test(`list_files lists ${title}`, async () => {
    await using place = await workspace();
    await filled(place.path);
    const listed = await called("list_files", given, place.path);
    assert.ok(typeof listed === "object" && listed !== null && "entries" in listed && Array.isArray(listed.entries));
    assert.deepEqual(
      listed.entries.map((entry: { path: string }) => entry.path),
      expected,
    );
  });
}

test("list_files tells sizes of files and which are links", async () => {
  await using place = await workspace();
  await filled(place.path);
  assert.deepEqual(await called("list_files", { depth: 1 }, place.path), {
    path: ".",
    entries: [{ path: "a.md", size: 4 }, { path: "link.md", link: true }, { path: "src/" }],
  });
});

test("list_files stops at 1,000 entries and says so", async () => {
  await using place = await workspace();
  for (let number = 0; number < 1_001; number++) await writeFile(join(place.path, `f${number}`), "");
  const listed = await called("list_files", {}, place.path);
  assert.ok(typeof listed === "object" && listed !== null && "entries" in listed && Array.isArray(listed.entries));
  assert.equal(listed.entries.length, 1_000);
  assert.equal(
    "truncated" in listed && listed.truncated,
    "only the first 1000 entries; give a narrower path or a glob",
  );
});

test("list_files of a file says how to read it", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "a.md"), "");
  assert.deepEqual(await called("list_files", { path: "a.md" }, place.path), {
    error: "not_a_folder",
    message: "a.md is a file; read_file shows it",
  });
});

test("list_files answers a glob that nearly matches a long name, and refuses one that nobody writes", async () => {
  await using place = await workspace();
  await writeFile(join(place.path, "a".repeat(200)), "");
  assert.deepEqual(await called("list_files", { glob: `${"*a".repeat(60)}b` }, place.path), { path: ".", entries: [] });
  const refused = await called("list_files", { glob: "{a,b}".repeat(30) }, place.path);
  assert.ok(typeof refused === "object" && refused !== null && "error" in refused);
  assert.equal(refused.error, "invalid_glob");
});

test("list_files says that a glob may match in folders that were not looked into", async () => {
  await using place = await workspace();
  await filled(place.path);
  const few = await called("list_files", { glob: "**/x.py" }, place.path);
  assert.deepEqual(few, {
    path: ".",
    entries: [],
    unseen: "folders below level 2 were not looked into: give a greater depth, up to 8, or a path",
  });
  const all = await called("list_files", { glob: "**/x.py", depth: 4 }, place.path);
  assert.deepEqual(all, { path: ".", entries: [{ path: "src/deep/er/x.py", size: 4 }] });
});
