// In whose name a version of a toolset is kept: of whoever asked for the run that needed it, also where a step of an agent
// finds that the source has changed.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";

const ASK = `from haft import ask_user, resumes, tool


@tool
def ask() -> str:
    """Ask whether it goes out.

    Use when an order is ready.
    """
    return ask_user("Does it go out?")


@resumes(ask)
def _asked(payload: dict, meta: dict) -> str:
    return payload["response"]
`;

const greet = (greeting: string): string => `from haft import tool


@tool
def greet() -> str:
    """Say something.

    Use when somebody comes.
    """
    return "${greeting}"
`;

test("a version that a step of an agent keeps is in the name of whoever asked for the run", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-saved-"));
  const root = join(folder.path, "desk");
  mkdirSync(join(root, "tools"), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
  write("tools/ask.py", ASK);
  write("tools/greet.py", greet("before"));
  const step = (toolName: string) => ({ type: "tool.call", toolName, arguments: {} });
  write("script.json", JSON.stringify([step("ask"), step("greet"), { type: "assistant.output", content: "done" }]));
  const haft = (...words: string[]) => runHaft(words, { folder: root });
  const parked = await haft("run", "go", "--dry", "--script", "script.json", "--as", "ada");
  assert.equal(parked.exitCode, 3, parked.out + parked.err);
  const [waitId = ""] = /wait_\w+/.exec(parked.out + parked.err) ?? [];
  write("tools/greet.py", greet("after"));
  const { exitCode, out, err } = await haft("answer", waitId, "yes", "--as", "bob");
  assert.equal(exitCode, 0, out + err);
  const database = new DatabaseSync(join(root, ".haft/haft.db"), { readOnly: true });
  const rows = database.prepare("select version, saved_by from toolset_versions order by version").all();
  database.close();
  assert.deepEqual(
    rows.map(({ version, saved_by }) => [String(version), saved_by]),
    [
      ["1", "ada"],
      ["2", "ada"],
    ],
  );
});
