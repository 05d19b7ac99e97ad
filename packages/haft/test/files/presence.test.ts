// Workers that come to one database: with one data folder, with two, and with a copy of one.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "@haft/store";
import { withPostgres } from "../../../store/test/postgres/server.ts";
import { knownHome, requireHome } from "../../src/files/home.ts";
import { knownPlace, placeOf } from "../../src/files/place.ts";
import { arrive, type PresenceTiming, presentWorkers } from "../../src/files/presence.ts";
import { noteWorker } from "../../src/files/worker-notes.ts";
import { examineFiles } from "../../src/runtime/examine-files.ts";
import type { Files } from "../../src/session/session-options.ts";

/** Whoever is there answers; nobody is lost, or taken to have another folder, because the machine is busy. */
const TIMING: PresenceTiming = { beatMs: 5, lostMs: 600_000, seenMs: 600_000 };
/** For those who are to be refused: they are, however long they are given. */
const IMPATIENT: PresenceTiming = { ...TIMING, seenMs: 300 };

/** A database, and a folder in which data folders are. */
function onDatabase(body: (f: Awaited<ReturnType<typeof opened>>) => Promise<void>): Promise<void> {
  return withPostgres(async (url) => {
    await using at = await mkdtempDisposable(join(tmpdir(), "haft-files-"));
    await using store = await openStore(url);
    await body(opened(store, at.path));
  });
}

function opened(store: Awaited<ReturnType<typeof openStore>>, root: string) {
  return {
    store,
    root,
    /** A worker on a machine comes with a data folder. */
    come: async (machine: string, name: string, files: Files, timing = TIMING) => {
      const folder = join(root, name);
      await mkdir(folder, { recursive: true });
      const place = (): string | null => knownPlace(folder) ?? null;
      return arrive({ store, files, machine, folder, place, makePlace: () => placeOf(folder), timing });
    },
  };
}

test("the first worker's data folder is the home, and another is refused with what to do", () =>
  onDatabase(async ({ store, root, come }) => {
    {
      await using _first = await come("m1", "a", "local");
      await using _again = await come("m1", "a", "local");
      assert.deepEqual(
        (await presentWorkers(store)).map(({ machine }) => machine),
        ["m1", "m1"],
      );
    }
    assert.deepEqual(await presentWorkers(store), [], "who is over has said so");
    const home = await knownHome(store);
    assert.deepEqual([home?.place, home?.folder], [knownPlace(join(root, "a")), join(root, "a")]);
    await assert.rejects(come("m2", "b", "local"), {
      type: "files_elsewhere",
      message: new RegExp(
        `at home on ${home?.place}, the folder ${root}/a on m1; the data folder ${root}/b on m2 names no place`,
      ),
      hint: /HAFT_FILES=shared .* haft place move/,
    });
    assert.equal(knownPlace(join(root, "b")), undefined, "no place was made");
    // A machine has another name after a restart.
    await using _restarted = await come("m1-again", "a", "local");
    assert.equal((await knownHome(store))?.machine, "m1-again");
  }));

test("on two machines one folder is not taken to be one until both say so", () =>
  onDatabase(async ({ come }) => {
    await using _first = await come("m1", "a", "local");
    for (const files of ["local", "shared"] as const) {
      await assert.rejects(come("m2", "a", files), {
        type: "files_elsewhere",
        message: /a worker on m1, seen \d+ s ago, has the place .*, too/,
        hint: files === "local" ? /HAFT_FILES=shared here/ : /HAFT_FILES=shared for the worker on m1/,
      });
    }
  }));

test("workers that share a folder prove it to each other, and leave nothing in it", () =>
  onDatabase(async ({ store, root, come }) => {
    {
      await using _first = await come("m1", "a", "shared");
      await using _second = await come("m2", "a", "shared");
      await using _third = await come("m3", "a", "shared");
      assert.equal((await presentWorkers(store)).length, 3);
      const probes = (await presentWorkers(store)).map(({ probe }) => probe);
      for (const probe of probes) assert.ok(probe !== null);
    }
    assert.deepEqual(await readdir(join(root, "a", "probes")), []);
  }));

test("two that come at once find each other", () =>
  onDatabase(async ({ come }) => {
    for (const [machine, files] of [
      ["m1", "local"],
      ["m2", "shared"],
    ] as const) {
      await using ends = new AsyncDisposableStack();
      const both = await Promise.allSettled([come("m1", "a", files), come(machine, "a", files)]);
      for (const one of both) if (one.status === "fulfilled") ends.use(one.value);
      assert.deepEqual(
        both.map(({ status }) => status),
        ["fulfilled", "fulfilled"],
      );
    }
  }));

test("a copy of the folder is refused while its original is at work, however fresh it is", () =>
  onDatabase(async ({ store, root, come }) => {
    await using _first = await come("m1", "a", "shared");
    await cp(join(root, "a"), join(root, "copy"), { recursive: true });
    await assert.rejects(come("m2", "copy", "shared", IMPATIENT), {
      type: "files_elsewhere",
      message: new RegExp(`what it has just written there is not in ${root}/copy on m2: these are two folders`),
      hint: /mount one folder on all machines/,
    });
    assert.deepEqual(
      (await presentWorkers(store)).map(({ machine }) => machine),
      ["m1"],
    );
  }));

test("a folder into which the other's files are only copied is refused, too", () =>
  onDatabase(async ({ store, root, come }) => {
    const folder = join(root, "a");
    await mkdir(join(folder, "probes"), { recursive: true });
    // One that answers with a file that is here, and never finds what is written here.
    const note = { id: "w1", machine: "m1", place: placeOf(folder), folder: "/elsewhere", files: "shared" } as const;
    await writeFile(join(folder, "probes", "p1"), "");
    const later = (await store.now()) + 3_600_000;
    await noteWorker(store, { ...note, since: 0, probe: "p1", probedAt: later, sees: [] });
    await assert.rejects(come("m2", "a", "shared", IMPATIENT), {
      message: /does not find there what this one has written into/,
    });
  }));

test("one that does not answer until it counts as lost has nothing to prove", () =>
  onDatabase(async ({ store, root, come }) => {
    const place = placeOf(join(root, "a"));
    const note = { id: "w1", machine: "m1", place, folder: "/elsewhere", files: "shared", sees: [] } as const;
    await noteWorker(store, { ...note, since: 0, probe: null, probedAt: 0 });
    await using _second = await come("m2", "a", "shared", { ...TIMING, lostMs: 200 });
  }));

test("an empty folder where the shared one should be mounted is refused, for workers and for whatever makes runs", () =>
  onDatabase(async ({ store, root, come }) => {
    await (await come("m1", "a", "shared"))[Symbol.asyncDispose]();
    const refusal = {
      type: "files_elsewhere",
      message: /is not the one that the machines of this store share: .* names no place/,
    };
    await assert.rejects(come("m2", "empty", "shared"), refusal);
    const candidate = { files: "shared", machine: "m2", folder: join(root, "empty"), place: null } as const;
    await assert.rejects(requireHome(store, candidate), refusal);
    await requireHome(store, { ...candidate, place: placeOf(join(root, "a")) });
    const look = async (name: string, files: Files) => {
      const options = {
        ...{ environments: {}, secrets: {}, network: false, wait: false },
        files,
        data: join(root, name),
      };
      const { ok, detail, remedy } = await examineFiles(store, options);
      return [ok, detail.split(":")[0]?.replaceAll(root, ""), remedy !== undefined];
    };
    const home = knownPlace(join(root, "a"));
    assert.deepEqual(await look("a", "shared"), [true, `shared, at home here, on ${home}`, false]);
    assert.deepEqual(await look("empty", "local"), [true, `local, at home on ${home}, the folder /a on m1`, false]);
    const other = `shared, at home on ${home}, the folder /a on m1, and /empty is another`;
    assert.deepEqual(await look("empty", "shared"), [false, other, true]);
    assert.deepEqual(await readdir(join(root, "empty")), []);
  }));
