import assert from "node:assert/strict";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createProject } from "../../src/scaffold/create-project.ts";
import { runningHaft } from "../../src/scaffold/link-haft.ts";
import { TEMPLATES } from "../../src/scaffold/template-files.ts";
import { CommandError } from "../../src/session/command-error.ts";

for (const template of TEMPLATES) {
  test(`the template ${template} has tools, tests, an eval, policies, secrets by example and editor stubs`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
    const { files } = createProject(join(folder.path, "My Desk"), "My Desk", template);
    const has = (pattern: RegExp) =>
      assert.ok(
        files.some((file) => pattern.test(file)),
        `${pattern} is not in ${files}`,
      );
    for (const pattern of [
      /^tools\//,
      /^tests?\//,
      /^evals\/.*\.script\.json$/,
      /^policies\//,
      /^\.env\.example$/,
      /^\.gitignore$/,
      /^README\.md$/,
    ])
      has(pattern);
    if (template !== "typescript")
      for (const name of ["haft", "plnt", "__builtins__"]) has(new RegExp(`^typings/${name}\\.pyi$`));
    if (template !== "python") has(/^types\/haft\.d\.ts$/);
    for (const file of files) {
      const text = readFileSync(join(folder.path, "My Desk", file), "utf8");
      assert.doesNotMatch(text, /\{\{(name|title)\}\}/, file);
      if (file.endsWith(".json")) JSON.parse(text);
    }
    assert.equal(JSON.parse(readFileSync(join(folder.path, "My Desk", "package.json"), "utf8")).name, "my-desk");
    assert.equal(readlinkSync(join(folder.path, "My Desk", "node_modules", "haft")), runningHaft());
  });
}

test("beside .git, README and LICENSE a project is made, and they stay as they are", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
  await mkdir(join(folder.path, ".git"));
  await writeFile(join(folder.path, "README.md"), "mine");
  await writeFile(join(folder.path, "LICENSE"), "mine");
  createProject(folder.path, ".", "python");
  assert.equal(readFileSync(join(folder.path, "README.md"), "utf8"), "mine");
  assert.equal(readFileSync(join(folder.path, "LICENSE"), "utf8"), "mine");
  assert.ok(existsSync(join(folder.path, "tools", "greet.py")));
});

test("where `npm install haft` was run before, its package.json is kept and added to", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
  await writeFile(join(folder.path, "package.json"), '{"dependencies": {"haft": "0.1.0"}}');
  await writeFile(join(folder.path, "package-lock.json"), "{}");
  await mkdir(join(folder.path, "node_modules", "haft"), { recursive: true });
  createProject(folder.path, ".", "typescript");
  const manifest = JSON.parse(readFileSync(join(folder.path, "package.json"), "utf8"));
  assert.deepEqual(manifest.dependencies, { haft: "0.1.0" });
  assert.equal(manifest.devDependencies, undefined);
  assert.equal(manifest.type, "module");
});

for (const [title, name] of [
  ["a file of the author's", "notes.txt"],
  ["a project of another kind", "package.json"],
] as const) {
  test(`refused, and nothing written, where there is ${title}`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
    await writeFile(join(folder.path, name), '{"name": "other", "scripts": {}}');
    assert.throws(
      () => createProject(folder.path, ".", "python"),
      (error) =>
        error instanceof CommandError && error.type === "not_empty" && error.usage && error.message.includes(name),
    );
    assert.deepEqual(await readdir(folder.path), [name]);
  });
}

test("what could not be finished is taken back", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
  // A file stands where the template has a folder.
  await writeFile(join(folder.path, "LICENSE"), "mine");
  await writeFile(join(folder.path, "package.json"), '{"dependencies": {"haft": "0.1.0"}}');
  await writeFile(join(folder.path, "node_modules"), "");
  assert.throws(() => createProject(folder.path, ".", "python"));
  assert.deepEqual((await readdir(folder.path)).sort(), ["LICENSE", "node_modules", "package.json"]);
});
