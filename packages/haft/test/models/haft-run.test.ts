// The whole way: `haft run` asks a provider over HTTP, calls the tool that the model wants, and shows the model what came
// of it; through a limit, a response that breaks off, and arguments that are no JSON.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { FORMATS, PROVIDERS } from "./asking.ts";
import type { WireReply } from "./wire-server/reply.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const GREET = `from haft import tool


@tool
def greet(name: str) -> str:
    """Greets somebody.

    Use when somebody is to be greeted.

    Args:
        name: Whom to greet.
    """
    return f"Hello, {name}!"
`;

const KEY = "key-of-the-operator-0123456789";
const KEYS = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY, OPENAI_COMPATIBLE_API_KEY: KEY };

const REPLIES: readonly WireReply[] = [
  { status: 429, headers: { "retry-after-ms": "5" } },
  { text: ["I ", "greet."], after: { events: 2, instead: "break" } },
  { text: "I greet.", calls: [{ id: "c1", name: "greet", arguments: '{"name": Ada}' }], signature: "SIGNED" },
  { calls: [{ id: "c2", name: "greet", arguments: '{"name": "Ada"}' }] },
  { text: ["She is ", "greeted."], usage: { input: 30, output: 5 } },
];

describe("haft run", { concurrency: true }, () => {
  for (const provider of PROVIDERS)
    it(`moves an agent that asks ${provider}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), "haft-model-run-"));
      try {
        await mkdir(join(folder, "tools"));
        await writeFile(join(folder, "tools", "greet.py"), GREET);
        await using server = await startWireServer({ replies: REPLIES });
        const environment = {
          ...KEYS,
          HAFT_MODEL: `${provider}/test-model`,
          HAFT_MODEL_URL: server.baseUrl(FORMATS[provider]),
        };
        const { exitCode, out, err } = await runHaft(["run", "Greet Ada.", "--json"], { folder, environment });
        assert.equal(exitCode, 0, `${out}\n${err}`);
        const lines = out
          .trim()
          .split("\n")
          .map((line): Record<string, unknown> => JSON.parse(line));
        const events = lines
          .filter(({ type }) => typeof type === "string")
          .map(({ type, data }) => ({ type, data: { ...Object(data) } }));
        const failed = events.filter(({ type }) => type === "model.failed").map(({ data }) => data.error.type);
        assert.deepEqual(failed, ["model_rate_limited", "model_cut_short"]);
        const results = events
          .filter(({ type }) => type === "tool.result")
          .map(({ data }) => [data.ok, data.value ?? data.error.type]);
        assert.deepEqual(results, [
          [false, "invalid_arguments"],
          [true, "Hello, Ada!"],
        ]);
        assert.equal(lines.at(-1)?.output, "She is greeted.");
        assert.equal(server.requests.length, REPLIES.length);
        const last = JSON.stringify(server.requests.at(-1)?.body);
        assert.match(last, /Hello, Ada!/);
        assert.match(last, /unreadable_arguments/);
        assert.doesNotMatch(`${out}${err}`, new RegExp(KEY));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
});
