// Which waits are looked at, and when: with a watcher, with one that has failed, and over more waits than are read at once.

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { FileState } from "@haft/engine/ports";
import { type FileWatchingOptions, watchFileWaits } from "../../src/watching/file-watching.ts";
import { workspace } from "../builtins/workspace.ts";

interface Wait {
  readonly tenant: string;
  readonly waitId: string;
  readonly runId: string;
  readonly threadId: string;
  readonly paths: readonly string[];
  readonly fileState: readonly FileState[];
  readonly openedSeq: number;
  readonly openedAt: number;
}

/** Open waits for files of one folder, as an engine has them: a wait that is told has ended. */
function engineWith(...paths: readonly string[]) {
  const open = paths.map(
    (path, at): Wait => ({
      ...{ tenant: "local", waitId: `wait_${at}`, runId: `run_${at}`, threadId: "thr_1" },
      ...{ paths: [path], fileState: [], openedSeq: 1, openedAt: at },
    }),
  );
  const told: string[] = [];
  const engine: FileWatchingOptions["engine"] = {
    fileWaits: async (_place, limit = 1_000, after) =>
      open.filter((wait) => after === undefined || wait.openedAt > after.openedAt).slice(0, limit),
    async filesChanged(_tenant, waitId) {
      told.push(waitId);
      open.splice(
        open.findIndex((wait) => wait.waitId === waitId),
        1,
      );
    },
  };
  return { engine, told, open };
}

/** A watcher that hears what the test says. */
class SaidWatcher extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
  }
}

test("a wait behind the first page is looked at, too, and a page that is told of moves none out of sight", async () => {
  await using folder = await workspace();
  const { engine, told } = engineWith("a", "b", "c", "d", "e");
  const options = { engine, place: "here", workspaceOf: async () => folder.path, page: 2 };
  await using watching = watchFileWaits(options, true);
  await watching.look();
  assert.deepEqual(told, []);
  for (const name of ["a", "b", "d", "e"]) writeFileSync(join(folder.path, name), "made");
  await watching.look();
  assert.deepEqual(told.toSorted(), ["wait_0", "wait_1", "wait_3", "wait_4"]);
});

test("a folder whose watcher has failed is scanned at every look", async () => {
  await using folder = await workspace();
  const { engine, told } = engineWith("a", "b");
  const watcher = new SaidWatcher();
  await using watching = watchFileWaits({
    ...{ engine, place: "here", workspaceOf: async () => folder.path },
    // Nothing but the test looks.
    ...{ lookMs: 2_147_483_647, scanMs: 2_147_483_647, watcherOf: () => watcher },
  });
  await watching.look();
  writeFileSync(join(folder.path, "a"), "made");
  await watching.look();
  assert.deepEqual(told, [], "a watcher that says nothing is believed until the next scan");
  watcher.emit("error", new Error("no watches are left"));
  assert.equal(watcher.closed, true);
  await watching.look();
  assert.deepEqual(told, ["wait_0"]);
  writeFileSync(join(folder.path, "b"), "made");
  await watching.look();
  assert.deepEqual(told, ["wait_0", "wait_1"]);
});

test("a folder with a watcher is looked at when it says so", async () => {
  await using folder = await workspace();
  const { engine, told } = engineWith("a");
  const watcher = new SaidWatcher();
  await using watching = watchFileWaits({
    ...{ engine, place: "here", workspaceOf: async () => folder.path },
    ...{ lookMs: 2_147_483_647, scanMs: 2_147_483_647, watcherOf: () => watcher },
  });
  await watching.look();
  writeFileSync(join(folder.path, "a"), "made");
  watcher.emit("change");
  await watching.look();
  assert.deepEqual(told, ["wait_0"]);
});

test("a store that fails when a watcher has heard something ends nothing, and the change is found later", async () => {
  await using folder = await workspace();
  const { engine, told } = engineWith("a");
  const watcher = new SaidWatcher();
  let asked = 0;
  let fails = false;
  await using watching = watchFileWaits({
    engine: {
      ...engine,
      async fileWaits(...given) {
        asked += 1;
        if (fails) throw new Error("the store does not answer");
        return engine.fileWaits(...given);
      },
    },
    ...{ place: "here", workspaceOf: async () => folder.path },
    ...{ lookMs: 2_147_483_647, scanMs: 2_147_483_647, watcherOf: () => watcher },
  });
  await watching.look();
  writeFileSync(join(folder.path, "a"), "made");
  fails = true;
  const before = asked;
  watcher.emit("change");
  assert.equal(asked, before + 1);
  // Whatever nobody has taken of a promise that was refused would end the process by now.
  await new Promise((resolve) => setImmediate(resolve));
  fails = false;
  await watching.look();
  assert.deepEqual(told, ["wait_0"]);
});
