// The home of runs is lost, and a copy of its data folder becomes their new one: by the real command, on a real database.

import assert from "node:assert/strict";
import { chmod, cp, mkdtempDisposable, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openStore } from "@haft/store";
import { withPostgres } from "../../../store/test/postgres/server.ts";
import { formerPlace, knownPlace } from "../../src/files/place.ts";
import { forgetWorker, noteWorker } from "../../src/files/worker-notes.ts";
import { runHaft } from "../cli/run-haft.ts";

const TOOLS = `from haft import ask_user, resumes, tool


@tool
def decide(what: str) -> str:
    """Ask somebody what to do with the notes of the workspace.

    Use when nobody knows.

    Args:
        what: What is asked.
    """
    return ask_user(what)


@resumes(decide)
def _decide_go_on(payload, meta, ctx):
    return (ctx.workdir / "note.txt").read_text() + payload["response"]
`;

test("runs go on in a copy of the data folder that was their home, with what was in their workspace", () =>
  withPostgres(async (url) => {
    await using root = await mkdtempDisposable(join(tmpdir(), "haft-move-"));
    // Where the sandbox's user cannot go, workspaces are elsewhere.
    await chmod(root.path, 0o755);
    const at = (name: string): string => join(root.path, name);
    await writeFile(at("desk.py"), TOOLS);
    await cp(at("desk.py"), join(at("notes"), "desk.py"), { recursive: true });
    await writeFile(join(at("notes"), "note.txt"), "kept, ");
    const haft = (data: string, ...words: string[]) =>
      runHaft(words, { folder: root.path, environment: { HAFT_STORE: url, HAFT_DATA: at(data) } });

    const called = await haft(
      "old",
      "call",
      "desk.py",
      "decide",
      "--arg",
      "what=Go?",
      "--workspace",
      "notes",
      "--json",
    );
    assert.equal(called.exitCode, 3, called.out);
    const { runId, wait } = JSON.parse(called.out);
    assert.equal((await haft("old", "worker", "--once")).exitCode, 0);
    const old = knownPlace(at("old")) ?? "";
    await cp(at("old"), at("copy"), { recursive: true });

    // What would be the wrong thing to do is refused, each with its reason.
    for (const [data, place, type, says] of [
      ["old", old, "already_home", /is the home of .*, and no copy of it/],
      ["copy", "desk-9", "unknown_place", new RegExp(`there is no place desk-9: the places are ${old}`)],
      ["other", old, "not_a_copy", /is no copy of that of .*: it names no place/],
    ] as const) {
      const refused = await haft(data, "place", "move", place, "--apply", "--json");
      assert.equal(refused.exitCode, 1, type);
      const { error } = JSON.parse(refused.out);
      assert.deepEqual([error.type, says.test(error.message)], [type, true], error.message);
    }
    {
      await using store = await openStore(url);
      const now = await store.now();
      const note = { id: "w", machine: "m1", place: old, folder: "/srv/old", files: "local", probe: null } as const;
      await noteWorker(store, { ...note, since: now, probedAt: now, sees: [] });
      const alive = await haft("copy", "place", "move", old, "--apply");
      assert.equal(alive.exitCode, 1);
      assert.match(alive.err, new RegExp(`a worker of ${old} is at work on m1, in /srv/old \\(seen \\d+ s ago\\)`));
      assert.match(alive.err, /hint: stop it, .* copy the folder again/);
      await forgetWorker(store, "w");
    }
    assert.deepEqual([knownPlace(at("copy")), formerPlace(at("copy"))], [old, undefined]);

    // The old home is lost; a copy that is not whole is told, and nothing is changed.
    await rm(at("old"), { recursive: true });
    const work = join(at("copy"), "work");
    const [workspace = ""] = await readdir(work);
    await cp(join(work, workspace), at("aside"), { recursive: true });
    await rm(join(work, workspace), { recursive: true });
    const lacking = await haft("copy", "place", "move", old, "--json");
    assert.equal(lacking.exitCode, 1);
    const said = JSON.parse(lacking.out);
    assert.deepEqual([said.applied, said.runs, said.missing.length], [false, 1, 1]);
    assert.deepEqual([said.missing[0].what, said.missing[0].runId], ["workspace", runId]);
    const refused = await haft("copy", "place", "move", old, "--apply");
    assert.match(refused.err, new RegExp(`does not have all .*: the workspace .*${workspace} of ${runId}`));
    assert.equal(knownPlace(at("copy")), old);
    await cp(at("aside"), join(work, workspace), { recursive: true });

    // It is only looked at first; then it is done; done again it changes nothing.
    const dry = await haft("copy", "place", "move", old);
    assert.equal(dry.exitCode, 0, dry.err);
    assert.match(dry.err, /1 open run of .*; nobody is at work there\nnothing .* is missing .*\nnothing was changed/);
    assert.equal(knownPlace(at("copy")), old);
    const moved = JSON.parse((await haft("copy", "place", "move", old, "--apply", "--json")).out);
    const place = knownPlace(at("copy"));
    assert.deepEqual([moved.ok, moved.applied, moved.to, moved.moved], [true, true, place, 1]);
    assert.notEqual(place, old);
    assert.equal(formerPlace(at("copy")), old);
    const again = JSON.parse((await haft("copy", "place", "move", old, "--apply", "--json")).out);
    assert.deepEqual([again.ok, again.to, again.moved], [true, place, 0]);

    const { places } = JSON.parse((await haft("copy", "place", "list", "--json")).out);
    assert.deepEqual(
      places.map((one: { place: string; here: boolean; runs: number }) => [one.place, one.here, one.runs]),
      [[place, true, 1]],
    );
    const answered = await haft("copy", "answer", wait.id, "go");
    assert.equal(answered.exitCode, 0, answered.err);
    assert.match(answered.out, /kept, go/);
    assert.match(await readFile(join(at("copy"), "place"), "utf8"), new RegExp(`^${place}\nwas ${old}\n$`));
  }));

test("a store that is a file has no places to be moved", async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), "haft-move-"));
  const refused = await runHaft(["place", "move", "desk-1", "--apply"], { folder: root.path });
  assert.equal(refused.exitCode, 1);
  assert.match(refused.err, /a store that is a file has its runs' files beside it/);
  const shared = await runHaft(["worker", "--once"], { folder: root.path, environment: { HAFT_FILES: "shared" } });
  assert.doesNotMatch(shared.err, /at work/);
});
