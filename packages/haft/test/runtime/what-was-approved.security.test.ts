// What was approved is what runs, at the command line and in a real sandbox: with the grants that the run was started with,
// and in the form that was called. Whoever decides adds nothing, and a store that is changed by hand runs nothing.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";

const PYTHON = `import os
from haft import ask_user, resumes, tool


@tool(approval="It reads.")
def read(ctx) -> str:
    """Read what the call was given.

    Use when the desk is looked at.
    """
    with open(os.path.join(ctx.data_dir, "ran"), "w") as file:
        file.write("ORIGINAL")
    said = ["ORIGINAL"]
    for name in ["GIVEN_KEY", "PROD_KEY"]:
        try:
            said.append(str(len(ctx.secret(name))))
        except KeyError as error:
            said.append(str(error))
    return " | ".join(said)


@tool
def ask() -> str:
    """Ask whether it goes out.

    Use when an order is ready.
    """
    return ask_user("Does it go out?")


@resumes(ask)
def _asked(payload: dict, meta: dict) -> str:
    return "ORIGINAL " + payload["response"]
`;

const TYPESCRIPT = `import { writeFileSync } from "node:fs";
import { type Context, tool } from "haft";

/**
 * Read what the call was given.
 *
 * Use when the desk is looked at.
 */
export async function read(ctx: Context): Promise<string> {
  writeFileSync(\`\${ctx.dataDir}/ran\`, "ORIGINAL");
  const said = ["ORIGINAL"];
  for (const name of ["GIVEN_KEY", "PROD_KEY"]) {
    try {
      said.push(String((await ctx.secret(name)).length));
    } catch (error) {
      said.push(String(error));
    }
  }
  return said.join(" | ");
}
tool(read, { approval: "It reads." });
`;

const LANGUAGES = [
  ["python", "desk.py", PYTHON],
  ["typescript", "desk.tools.ts", TYPESCRIPT],
] as const;

const GIVEN = ["--secret", "GIVEN_KEY=given-0123456789"];
const PROD = "PROD_KEY=prod-0123456789-prod";

/** A folder with a toolset `desk`, and its command line. */
async function desk(file: string, source: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), "haft-approved-"));
  const root = join(folder.path, "desk");
  const write = (text: string): void => {
    mkdirSync(join(root, "tools"), { recursive: true });
    writeFileSync(join(root, "tools", file), text);
  };
  write(source);
  const haft = (...words: string[]) => runHaft(words, { folder: root });
  return {
    root,
    haft,
    write,
    async started(...words: string[]): Promise<{ readonly runId: string; readonly waitId: string }> {
      const { exitCode, out, err } = await haft(...words, "--json");
      assert.equal(exitCode, 3, out + err);
      const { runId, wait } = JSON.parse(out);
      return { runId, waitId: wait.id };
    },
    async events(runId: string): Promise<string> {
      return (await haft("events", runId, "--json")).out;
    },
    hasRun: () => existsSync(join(root, ".haft/data/local/desk/ran")),
    byHand(statement: string): number {
      const database = new DatabaseSync(join(root, ".haft/haft.db"));
      try {
        return Number(database.prepare(statement).run().changes);
      } finally {
        database.close();
      }
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

for (const [language, file, source] of LANGUAGES) {
  test(`${language}: whoever approves gives a call nothing that its run was not started with`, async () => {
    await using d = await desk(file, source);
    const { runId, waitId } = await d.started("call", ".", "read", ...GIVEN);
    for (const [flags, says] of [
      [["--secret", PROD], new RegExp(`${runId} was started without the secret PROD_KEY`)],
      [["--network"], /--network changes nothing of a run that was started before/],
      [["--workspace", "."], /--workspace changes nothing of a run that was started before/],
    ] as const) {
      const refused = await d.haft("approve", waitId, ...GIVEN, ...flags);
      assert.equal(refused.exitCode, 2, refused.out);
      assert.match(refused.err, says);
      assert.match(refused.err, new RegExp(`hint: leave ${flags[0]}.* out; .*haft call`));
    }
    assert.doesNotMatch(await d.events(runId), /approval\.decided|tool\.started/);
    const { exitCode, out, err } = await d.haft("approve", waitId, ...GIVEN);
    assert.equal(exitCode, 0, err);
    assert.match(out, /^ORIGINAL.* \| 16 \| .*the secret PROD_KEY is not set/);
  });

  test(`${language}: a worker that has more secrets than the run gives it none of them`, async () => {
    await using d = await desk(file, source);
    const { runId, waitId } = await d.started("call", ".", "read", ...GIVEN);
    // Without the secret of the run the vote counts, and the run is left to whoever has it.
    const approved = await d.haft("approve", waitId);
    assert.match(approved.err, new RegExp(`${runId} goes on with .*GIVEN_KEY`));
    const worked = await d.haft("worker", "--once", ...GIVEN, "--secret", PROD);
    assert.equal(worked.exitCode, 0, worked.err);
    const events = await d.events(runId);
    assert.match(events, /ORIGINAL.*16 \| .*this run was not given the secret PROD_KEY/);
    assert.match(events, /"run\.completed"/);
  });

  test(`${language}: a version that was changed after it was asked for runs nothing, whatever is said of its source`, async () => {
    await using d = await desk(file, source);
    const first = await d.started("call", ".", "read", ...GIVEN);
    const second = await d.started("call", ".", "read", ...GIVEN);
    assert.equal(d.byHand("update toolset_versions set built = replace(built, 'ORIGINAL', 'TAMPERED')"), 1);
    for (const [{ runId, waitId }, ...flags] of [[first], [second, "--resume-original"]] as const) {
      const { exitCode, out, err } = await d.haft("approve", waitId, ...GIVEN, ...flags);
      assert.equal(exitCode, 1, out);
      assert.match(err, /source_changed: version 1 of `desk\/read` in the store is not what was called/);
      assert.equal(d.hasRun(), false);
      assert.doesNotMatch(await d.events(runId), /"tool\.started"|TAMPERED/);
    }
  });

  test(`${language}: a version that was changed before it is called is not called: the source is kept anew`, async () => {
    await using d = await desk(file, source);
    const first = await d.started("call", ".", "read", ...GIVEN);
    assert.equal((await d.haft("approve", first.waitId, ...GIVEN)).exitCode, 0);
    assert.equal(d.byHand("update toolset_versions set built = replace(built, 'ORIGINAL', 'TAMPERED')"), 1);
    const second = await d.started("call", ".", "read", ...GIVEN);
    const { out } = await d.haft("approve", second.waitId, ...GIVEN);
    assert.match(out, /^ORIGINAL/);
    assert.match(await d.events(second.runId), /"version":"2"/);
  });

  test(`${language}: a source that is shown and is not the one that runs is not shown`, async () => {
    await using d = await desk(file, source);
    const { waitId } = await d.started("call", ".", "read", ...GIVEN);
    assert.match((await d.haft("inbox", waitId)).out, /PROD_KEY/);
    d.byHand("update toolset_versions set source = replace(source, 'PROD_KEY', 'HARMLESS')");
    assert.doesNotMatch((await d.haft("inbox", waitId)).out, /HARMLESS|PROD_KEY/);
  });

  for (const [what, found, instead] of [
    ["its network", '"network":false', '"network":true'],
    ["its secrets", '["GIVEN_KEY"]', '["GIVEN_KEY","PROD_KEY"]'],
  ] as const) {
    test(`${language}: approved, and ${what} changed meanwhile: it does not run`, async () => {
      await using d = await desk(file, source);
      const { runId, waitId } = await d.started("call", ".", "read", ...GIVEN);
      const changed = d.byHand(
        `update events set data = replace(data, '${found}', '${instead}') where run_id = '${runId}' and seq = 1 and data like '%${found}%'`,
      );
      assert.equal(changed, 1);
      const { exitCode, out, err } = await d.haft(
        "approve",
        waitId,
        ...GIVEN,
        ...(what === "its secrets" ? ["--secret", PROD] : []),
      );
      assert.equal(exitCode, 1, out);
      assert.match(err, /approval_denied: .*what was approved is not what would run now/);
      assert.equal(d.hasRun(), false);
      assert.doesNotMatch(await d.events(runId), /"tool\.started"/);
    });
  }
}

test("an agent that is bound to a version goes on with it though there is a newer one", async () => {
  await using d = await desk("desk.py", PYTHON);
  const parked = await d.started("call", ".", "ask");
  assert.equal((await d.haft("cancel", parked.waitId)).exitCode, 0);
  const bound = (version?: string) => ({
    ...{ id: version === undefined ? "loose" : "pinned", instructions: "Ask.", model: "default" },
    tools: [{ toolset: "desk", tools: ["ask"], ...(version === undefined ? {} : { version }) }],
  });
  for (const agent of [bound("1"), bound()]) {
    writeFileSync(join(d.root, "agent.json"), JSON.stringify(agent));
    const saved = await d.haft("agent", "set", "@agent.json");
    assert.equal(saved.exitCode, 0, saved.err);
  }
  const script = [{ type: "tool.call", toolName: "ask", arguments: {} }];
  writeFileSync(join(d.root, "script.json"), JSON.stringify(script));
  const waits = async (agent: string): Promise<string> => {
    const { exitCode, out, err } = await d.haft("run", "go", "--agent", agent, "--dry", "--script", "script.json");
    assert.equal(exitCode, 3, out + err);
    const [, waitId] = /(wait_\w+) waits for an answer/.exec(out + err) ?? [];
    return waitId ?? assert.fail(out + err);
  };
  const [pinned, loose] = [await waits("pinned"), await waits("loose")];
  d.write(PYTHON.replaceAll("ORIGINAL", "CHANGED"));
  const newer = await d.started("call", ".", "ask");
  assert.match(await d.events(newer.runId), /"version":"2"/);
  const goesOn = await d.haft("answer", pinned, "yes", "--json");
  assert.match(goesOn.out, /ORIGINAL yes/, goesOn.err);
  const refused = await d.haft("answer", loose, "yes");
  assert.match(refused.out + refused.err, /source_changed/);
  assert.equal((await d.haft("answer", newer.waitId, "yes")).out, "CHANGED yes\n");
});
