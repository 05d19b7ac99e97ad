// Whom the next message of a thread goes to: the agent that it began with, the one that it was given since, or the one that
// the command names.

import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const TOOL = `from haft import tool


@tool
def noon() -> str:
    """Say when noon is.

    Use when somebody asks for noon.
    """
    return "12:00"
`;

test("a message goes to the thread's agent unless another is named, and to nobody where that agent is gone", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-thread-agent-"));
  await mkdir(join(folder.path, "tools"));
  await writeFile(join(folder.path, "tools", "noon.py"), TOOL);
  await writeFile(join(folder.path, "prompt.md"), "I am the project's own.");
  await using server = await startWireServer({ replies: () => ({ text: "Yes." }) });
  const environment = {
    HAFT_MODEL: "openai-compatible/m",
    HAFT_MODEL_URL: server.baseUrl("chat-completions"),
  };
  const haft = (...words: string[]) => runHaft(words, { folder: folder.path, environment });
  const told = () => JSON.stringify(server.requests.at(-1)?.body.messages);
  for (const id of ["brief", "long"]) {
    const saved = await haft("agent", "set", id, "--instructions", `I am ${id}.`, "--tool", "no-toolset");
    assert.equal(saved.exitCode, 0, saved.err);
  }
  const first = await haft("run", "One.", "--agent", "brief");
  assert.equal(first.exitCode, 0, first.err);
  assert.match(told(), /I am brief\./);
  const thread = /thr_\w+/.exec(first.err)?.[0] ?? "";

  assert.equal((await haft("run", "Two.", "--thread", thread)).exitCode, 0);
  assert.match(told(), /I am brief\..*One\..*Two\./);

  assert.equal((await haft("run", "Three.", "--thread", thread, "--agent", "default")).exitCode, 0);
  assert.match(told(), /I am the project's own\..*Three\./);

  assert.equal((await haft("thread", "set", thread, "--agent", "long")).exitCode, 0);
  assert.equal((await haft("run", "Four.", "--thread", thread)).exitCode, 0);
  assert.match(told(), /I am long\..*Four\./);

  assert.equal((await haft("agent", "remove", "long")).exitCode, 0);
  const asked = server.requests.length;
  const gone = await haft("run", "Five.", "--thread", thread);
  assert.equal(gone.exitCode, 1, gone.out);
  assert.match(
    gone.err,
    /error: thread thr_\w+ is long's, and there is no agent long here\nhint: there are: default, brief;/,
  );
  assert.equal(server.requests.length, asked);
});
