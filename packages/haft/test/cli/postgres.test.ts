// The commands on a PostgreSQL database in place of a file: what one terminal begins another goes on with, and the password
// of the address is in nothing that is printed.

import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withPostgres } from "../../../store/test/postgres/server.ts";
import { runHaft } from "./run-haft.ts";

const PRIMER = fileURLToPath(new URL("../../../../examples/seeds/primer", import.meta.url));

const SCRIPT = [
  { type: "tool.call", toolName: "ask_the_operator", arguments: { question: "Ship it?" } },
  { type: "assistant.output", content: "It ships." },
];

test("a run asks, is answered from another folder, and is listed, read and replayed, all on a database", () =>
  withPostgres(async (url) => {
    await using here = await mkdtempDisposable(join(tmpdir(), "haft-postgres-"));
    await using elsewhere = await mkdtempDisposable(join(tmpdir(), "haft-postgres-"));
    const script = join(here.path, "ask.json");
    await writeFile(script, JSON.stringify(SCRIPT));
    const environment = { HAFT_STORE: url, HAFT_DATA: join(here.path, ".haft") };
    const haft = (folder: string, ...words: string[]) => runHaft(words, { folder, environment });

    const asked = await haft(PRIMER, "run", "--dry", "--script", script);
    assert.equal(asked.exitCode, 3, asked.err);
    const answered = await haft(elsewhere.path, "answer", "wait_", "yes");
    assert.equal(answered.exitCode, 0, answered.err);
    assert.match(answered.out, /It ships\./);
    const [run] = JSON.parse((await haft(elsewhere.path, "runs", "--json")).out).runs;
    assert.equal(run.status, "completed");
    assert.match((await haft(elsewhere.path, "replay", run.id)).out, /nothing is different/);
    assert.match((await haft(elsewhere.path, "worker", "--once")).err, /no run can move/);
    const { out: health } = await haft(elsewhere.path, "doctor");
    assert.match(health, /^ok store +PostgreSQL, database "/m);
    assert.match(health, /^ok wake-ups +LISTEN is heard$/m);
    const saved = await haft(elsewhere.path, "policy", "set", '{"id": "never", "match": "*/greet", "effect": "deny"}');
    assert.equal(saved.out, "policy never saved\n", saved.err);
    const denied = await haft(elsewhere.path, "call", PRIMER, "greet", "--arg", "name=Ada");
    assert.equal(denied.exitCode, 1, denied.out);
  }));

test("a database that does not answer is told without its password", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-postgres-"));
  const url = "postgres://haft:hunter2@127.0.0.1:1/haft";
  for (const words of [["runs"], ["runs", "--json"], ["doctor"], ["runs", "--store", url]]) {
    const { exitCode, out, err } = await runHaft(words, { folder: folder.path, environment: { HAFT_STORE: url } });
    assert.equal(exitCode, 1, `${words}: ${out}${err}`);
    assert.doesNotMatch(out + err, /hunter2/);
    assert.match(out + err, /127\.0\.0\.1/);
  }
});
