import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folder } from "../harness/folder.ts";

const CHILD = fileURLToPath(new URL("./refused.child.ts", import.meta.url));
const LEFT = fileURLToPath(new URL("./left.child.ts", import.meta.url));
const run = promisify(execFile);
const root = process.getuid?.() === 0;

for (const [title, modes] of [
  ["only the store cannot be written", { "": 0o444, "-wal": 0o666, "-shm": 0o666, folder: 0o777 }],
  ["only its write-ahead log cannot be written", { "": 0o666, "-wal": 0o444, "-shm": 0o666, folder: 0o777 }],
  ["nothing can be written", { "": 0o444, "-wal": 0o444, "-shm": 0o444, folder: 0o555 }],
] as const) {
  test(`${title}, and a write-ahead log is left: what is read is read, and every write is refused by name`, async () => {
    await using place = await folder();
    const file = join(place.path, "haft.db");
    spawnSync(process.execPath, [LEFT, file]);
    for (const name of ["", "-wal", "-shm"] as const) await chmod(`${file}${name}`, modes[name]);
    await chmod(place.path, modes.folder);
    // Root writes everywhere: an ordinary user is needed to be refused.
    const { stdout } = await run(process.execPath, [CHILD, file, "read-only"], root ? { uid: 65534, gid: 65534 } : {});
    await chmod(place.path, 0o755);
    assert.deepEqual(stdout.trim().split("\n"), [
      "runs done",
      "create store_read_only",
      "saveToolset store_read_only",
      "fireDue store_read_only",
    ]);
  });
}

const mounts = root && spawnSync("unshare", ["--mount", "true"]).status === 0;

test("a disk that is full refuses the write by name; what was written can be read, and it goes on when there is room", {
  skip: mounts ? false : "a file system of its own can be mounted by root only",
}, async () => {
  await using place = await folder();
  const script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" "$3" "$1/haft.db" full';
  const { stdout } = await run("unshare", ["--mount", "sh", "-c", script, "sh", place.path, process.execPath, CHILD]);
  assert.deepEqual(stdout.trim().split("\n"), ["create done", "append disk_full", "events done", "append done"]);
});
