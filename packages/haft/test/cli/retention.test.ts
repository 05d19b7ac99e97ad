// Runs that ended long ago go with the next worker, where it was said how long they are kept.

import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runHaft } from "./run-haft.ts";

const TOOL = `from haft import ask_user, resumes, tool


@tool
def greet(name: str) -> str:
    """Greet somebody.

    Use when somebody arrives.

    Args:
        name: Who arrives.
    """
    return f"Hello {name}"


@tool
def decide(what: str) -> str:
    """Ask somebody.

    Use when nobody knows.

    Args:
        what: What is asked.
    """
    return ask_user(what)


@resumes(decide)
def _decide_go_on(payload, meta, ctx):
    return "done"
`;

test("what ended longer ago than it is kept is removed by a worker, and what waits stays", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-retention-"));
  await writeFile(join(folder.path, "desk.py"), TOOL);
  const haft = (...words: readonly string[]) => runHaft(words, { folder: folder.path });
  const [greeted, asked] = [
    await haft("call", "desk.py", "greet", "--arg", "name=Ada", "--json"),
    await haft("call", "desk.py", "decide", "--arg", "what=Go?", "--json"),
  ];
  assert.deepEqual([greeted.exitCode, asked.exitCode], [0, 3], `${greeted.err}${asked.err}`);
  const old = new DatabaseSync(join(folder.path, ".haft", "haft.db"));
  const day = 24 * 3_600_000;
  old.exec(`update runs set created_at = created_at - ${40 * day}, ended_at = ended_at - ${40 * day}`);
  old.close();

  const worked = await haft("worker", "--once", "--retention-days", "30");
  assert.equal(worked.exitCode, 0, worked.err);
  assert.match(worked.err, /retention {2}removed 1 run\n/);
  const left = JSON.parse((await haft("runs", "--json")).out);
  assert.deepEqual(
    left.runs.map((run: { id: string; status: string }) => [run.id, run.status]),
    [[JSON.parse(asked.out).runId, "waiting"]],
  );
  const gone = await haft("events", JSON.parse(greeted.out).runId);
  assert.notEqual(gone.exitCode, 0);
  assert.match(gone.err, /no run/);
});
