// What a path is taken for.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { locate, NoToolset } from "../../src/toolsets/locate.ts";

const root = mkdtempSync(join(tmpdir(), "haft-locate-"));
after(() => rmSync(root, { recursive: true }));
for (const folder of ["bundle/tools", "project/tools", "plain"]) mkdirSync(join(root, folder), { recursive: true });
for (const file of [
  "bundle/skill.toml",
  "bundle/tools/a.py",
  "project/tools/b.tools.ts",
  "plain/c.py",
  "plain/notes.txt",
]) {
  writeFileSync(join(root, file), "");
}

test("a folder with a manifest is a bundle, and its sources are in tools/", () => {
  const place = locate("bundle", root);
  assert.equal(place.kind, "bundle");
  assert.equal(place.id, "bundle");
  assert.equal(place.folder, join(root, "bundle/tools"));
  assert.equal(place.manifest, join(root, "bundle/skill.toml"));
});

test("a folder without one is its tools/ folder, or itself", () => {
  assert.equal(locate("project", root).folder, join(root, "project/tools"));
  assert.equal(locate("plain", root).folder, join(root, "plain"));
  assert.equal(locate("project", root).kind, "folder");
});

test("a tools/ folder named itself belongs to the folder above", () => {
  const place = locate("project/tools", root);
  assert.equal(place.id, "project");
  assert.equal(place.root, join(root, "project"));
});

test("a file is that file alone, and belongs to the folder above tools/", () => {
  const place = locate("bundle/tools/a.py", root);
  assert.equal(place.kind, "file");
  assert.equal(place.only, "a.py");
  assert.equal(place.root, join(root, "bundle"));
});

test("a path that is nothing, or no source, says what would be one", () => {
  assert.throws(
    () => locate("nowhere", root),
    (error) => error instanceof NoToolset && error.message === "there is no file or folder nowhere",
  );
  assert.throws(
    () => locate("plain/notes.txt", root),
    (error) => error instanceof NoToolset && error.hint.includes("*.tools.ts"),
  );
});
