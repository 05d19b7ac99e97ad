// The place of a data folder, and what two of them on one database do with each other's runs.

import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withPostgres } from "../../../store/test/postgres/server.ts";
import { knownPlace, placeOf } from "../../src/files/place.ts";
import { runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";

const PRIMER = fileURLToPath(new URL("../../../../examples/seeds/primer", import.meta.url));

const SCRIPT = [
  { type: "tool.call", toolName: "ask_the_operator", arguments: { question: "Ship it?" } },
  { type: "assistant.output", content: "It ships." },
];

function folder() {
  return mkdtempDisposable(join(tmpdir(), "haft-place-"));
}

test("a place is made once, for its owner alone, and leaves nothing else in the folder", async () => {
  await using at = await folder();
  const data = join(at.path, "new", ".haft");
  assert.equal(knownPlace(data), undefined);
  const place = placeOf(data);
  assert.deepEqual([placeOf(data), knownPlace(data)], [place, place]);
  assert.deepEqual(await readdir(data), ["place"]);
  assert.equal((await stat(join(data, "place"))).mode & 0o777, 0o600);
  assert.notEqual(placeOf(at.path), place);
});

test("a place that somebody has changed, and a folder that is none, are told", async () => {
  await using at = await folder();
  await writeFile(join(at.path, "place"), "../somewhere\n");
  assert.throws(() => placeOf(at.path), /place names no place: it was changed/);
  assert.equal(await readFile(join(at.path, "place"), "utf8"), "../somewhere\n");
  await mkdir(join(at.path, "other", "place"), { recursive: true });
  assert.throws(() => knownPlace(join(at.path, "other")), /cannot be read \(EISDIR\)/);
});

test("of two data folders on one database each moves its own runs, and tells where the other's files are", () =>
  withPostgres(async (url) => {
    await using here = await folder();
    await using there = await folder();
    const script = join(here.path, "ask.json");
    await writeFile(script, JSON.stringify(SCRIPT));
    const at = (data: string, ...words: string[]) =>
      runHaft(words, { folder: PRIMER, environment: { HAFT_STORE: url, HAFT_DATA: data } });
    const ask = (data: string) => at(data, "run", "--dry", "--script", script);

    assert.equal((await ask(here.path)).exitCode, 3);
    assert.doesNotMatch((await at(here.path, "runs")).out, /its files/);
    // Who only looks makes no place.
    const away = `its files are on ${knownPlace(here.path)}, where no worker is`;
    assert.match((await at(there.path, "runs")).out, new RegExp(away));
    assert.deepEqual(await readdir(there.path), []);

    // The answer counts, and says so first.
    const answered = await at(there.path, "answer", "wait_", "yes");
    assert.equal(answered.exitCode, 3, answered.out);
    const where = `its files are on ${knownPlace(here.path)}, and this is ${knownPlace(there.path)}`;
    assert.match(
      answered.err,
      new RegExp(`^wait_\\w+ is answered; run run_\\w+ cannot be moved from here: ${where}$`, "m"),
    );
    assert.match(answered.err, /^hint: there, haft worker moves it$/m);
    assert.doesNotMatch(answered.err, /^error:/m);
    const log = await at(there.path, "events", "run_");
    assert.match(log.err, new RegExp(`goes on there alone: ${away}; .*: haft place move ${knownPlace(here.path)}`));
    // One data folder has workers: that of the runs that there are.
    const second = await at(there.path, "worker", "--once");
    assert.equal(second.exitCode, 1, second.err);
    assert.match(second.err, new RegExp(`the files of this store are at home on ${knownPlace(here.path)}`));
    assert.match(second.err, /HAFT_FILES=shared on all machines; or .* haft place move/);
    // A run of its own does not wait behind it.
    assert.equal((await ask(there.path)).exitCode, 3);

    const moved = await at(here.path, "worker", "--once");
    assert.equal(moved.exitCode, 0, moved.err);
    const { runs } = JSON.parse((await at(there.path, "runs", "--json")).out);
    const seen = runs.map(({ status, place, elsewhere }: { status: string; place: string; elsewhere?: boolean }) => [
      status,
      place,
      elsewhere ?? false,
    ]);
    assert.deepEqual(seen, [
      ["waiting", knownPlace(there.path), false],
      ["completed", knownPlace(here.path), true],
    ]);
    // What needs no files can be done from anywhere.
    assert.equal((await ask(here.path)).exitCode, 3);
    const [newest] = JSON.parse((await at(there.path, "runs", "--json", "--limit", "1")).out).runs;
    const json = await at(there.path, "answer", newest.waits[0], "no", "--json");
    const { status, error, runId } = JSON.parse(json.out);
    assert.deepEqual([json.exitCode, status, runId], [3, "waiting", newest.id]);
    assert.deepEqual(
      [error.type, error.message.startsWith(`${newest.waits[0]} is answered; `)],
      ["files_elsewhere", true],
    );
    assert.match((await at(there.path, "events", newest.id)).out, /wait\.resolved/);
    const cancelled = await at(there.path, "cancel", newest.id);
    assert.equal(cancelled.exitCode, 0, cancelled.err);
    assert.match((await at(there.path, "events", newest.id)).out, /run\.cancelled/);
  }));

test("a signal that ends waits of runs elsewhere is sent, and says of each where it goes on", () =>
  withPostgres(async (url) => {
    await using here = await folder();
    await using there = await folder();
    const source = [
      pythonTool("hears()", "return wait_for_signal('paid')", []),
      "@resumes(hears)\ndef heard(payload, meta):\n    return payload['payload']\n",
    ];
    await writeFile(join(here.path, "desk.py"), source.join("\n"));
    const at = (data: string, ...words: string[]) =>
      runHaft(words, { folder: here.path, environment: { HAFT_STORE: url, HAFT_DATA: join(data, ".haft") } });
    const waiting = [here, here, there].map(async ({ path }) => at(path, "call", "desk.py", "hears", "--json"));
    const ids = (await Promise.all(waiting)).map(({ out }) => JSON.parse(out).runId as string);
    const sent = await at(there.path, "signal", "desk/paid", "7");
    assert.equal(sent.exitCode, 0, sent.err);
    const place = knownPlace(join(here.path, ".haft"));
    for (const runId of ids.slice(0, 2)) {
      const told = `${runId} waiting: files_elsewhere: wait_\\w+ heard desk/paid; run ${runId} goes on where its files are, on ${place}`;
      assert.match(sent.out, new RegExp(`^${told}$`, "m"));
    }
    assert.match(sent.out, new RegExp(`^${ids[2]} completed$`, "m"));
    assert.equal((await at(here.path, "worker", "--once")).exitCode, 0);
    assert.match((await at(there.path, "events", ids[0] ?? "")).out, /run\.completed/);
  }));

test("a store that is a file has its runs' files beside it: no place is made, and none is told", async () => {
  await using at = await folder();
  const script = join(at.path, "ask.json");
  await writeFile(script, JSON.stringify(SCRIPT));
  const environment = { HAFT_DATA: join(at.path, ".haft") };
  assert.equal((await runHaft(["run", "--dry", "--script", script], { folder: PRIMER, environment })).exitCode, 3);
  const [run] = JSON.parse((await runHaft(["runs", "--json"], { folder: PRIMER, environment })).out).runs;
  assert.equal(run.place, undefined);
  assert.equal(knownPlace(environment.HAFT_DATA), undefined);
});
