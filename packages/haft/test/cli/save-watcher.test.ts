import assert from "node:assert/strict";
import { mkdtempDisposable, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { SaveWatcher } from "../../src/cli/save-watcher.ts";

test("a save is told once, however the editor writes, and none is lost between two looks", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-watch-"));
  const file = join(folder.path, "greet.py");
  await writeFile(file, "1");
  const controller = new AbortController();
  using watcher = new SaveWatcher(controller.signal);
  watcher.follow([file]);

  await writeFile(file, "2");
  await writeFile(file, "3");
  assert.equal(basename((await watcher.next()) ?? ""), "greet.py");

  await writeFile(join(folder.path, "greet.py.tmp"), "4");
  await rename(join(folder.path, "greet.py.tmp"), file);
  assert.equal(basename((await watcher.next()) ?? ""), "greet.py");

  const next = watcher.next();
  controller.abort();
  assert.equal(await next, undefined);
});

test("a new source in a watched folder is a save; what is no source is none", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-watch-"));
  using watcher = new SaveWatcher(new AbortController().signal);
  watcher.follow([folder.path]);
  await writeFile(join(folder.path, "notes.bin"), "1");
  await writeFile(join(folder.path, "new.tools.ts"), "1");
  assert.equal(basename((await watcher.next()) ?? ""), "new.tools.ts");
});

test("a folder that is not there yet is no fault", () => {
  using watcher = new SaveWatcher(new AbortController().signal);
  watcher.follow(["/nowhere/at/all/greet.py"]);
});
