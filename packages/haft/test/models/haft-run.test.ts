// The whole way: `haft run` asks a provider over HTTP, calls the tool that the model wants, and shows the model what came
// of it; through a limit, a response that breaks off, and arguments that are no JSON.

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Provider } from "@haft/contract";
import { runHaft } from "../cli/run-haft.ts";
import { FORMATS, PROVIDERS } from "./asking.ts";
import type { WireReply } from "./wire-server/reply.ts";
import { startWireServer, type WireServer } from "./wire-server/wire-server.ts";

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

/** Runs `haft run` in a project of its own, with a server that gives these replies. */
async function run(
  provider: Provider,
  replies: readonly WireReply[],
  started?: (server: WireServer, child: ChildProcess) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), "haft-model-run-"));
  try {
    await mkdir(join(folder, "tools"));
    await writeFile(join(folder, "tools", "greet.py"), GREET);
    await using server = await startWireServer({ replies });
    const url = server.baseUrl(FORMATS[provider]);
    const environment = { ...KEYS, HAFT_MODEL: `${provider}/test-model`, HAFT_MODEL_URL: url };
    const result = await runHaft(["run", "Greet Ada.", "--json"], {
      folder,
      environment,
      ...(started === undefined ? {} : { started: (child: ChildProcess) => started(server, child) }),
    });
    const lines = result.out
      .trim()
      .split("\n")
      .map((line): Line => JSON.parse(line));
    assert.doesNotMatch(`${result.out}${result.err}`, new RegExp(KEY));
    return { ...result, requests: server.requests, last: lines.at(-1), data: (type: string) => dataOf(lines, type) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An event, or what the run came to. */
interface Line {
  readonly type?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly status?: string;
  readonly output?: string;
  readonly error?: { readonly type: string };
}

function dataOf(lines: readonly Line[], type: string) {
  return lines.flatMap((line) => (line.type === type && line.data !== undefined ? [line.data] : []));
}

function typeOf(error: unknown): unknown {
  return Reflect.get(Object(error), "type");
}

describe("haft run", { concurrency: 2 }, () => {
  for (const provider of PROVIDERS)
    it(`moves an agent that asks ${provider}`, async () => {
      const { exitCode, out, err, requests, last, data } = await run(provider, REPLIES);
      assert.equal(exitCode, 0, `${out}\n${err}`);
      assert.deepEqual(
        data("model.failed").map(({ error }) => typeOf(error)),
        ["model_rate_limited", "model_cut_short"],
      );
      assert.deepEqual(
        data("tool.result").map(({ ok, value, error }) => [ok, value ?? typeOf(error)]),
        [
          [false, "invalid_arguments"],
          [true, "Hello, Ada!"],
        ],
      );
      assert.equal(last?.output, "She is greeted.");
      assert.equal(requests.length, REPLIES.length);
      const shown = JSON.stringify(requests.at(-1)?.body);
      assert.match(shown, /Hello, Ada!/);
      assert.match(shown, /unreadable_arguments/);
    });

  it("fails once, and says which key to mend, where the key is refused", async () => {
    const { exitCode, requests, last } = await run("anthropic", [{ status: 401, message: `no such key: ${KEY}` }]);
    assert.equal(exitCode, 1);
    assert.equal(requests.length, 1);
    assert.equal(last?.error?.type, "model_key_refused");
  });

  it("hangs up on a model when it is interrupted", async () => {
    let ended: Promise<string> | undefined;
    const hang: WireReply = { text: ["I ", "think"], after: { events: 3, instead: "hang" } };
    const { exitCode, last } = await run("anthropic", [hang], (server, child) => {
      ended = server.arrived(1).then((request) => {
        child.kill("SIGINT");
        return request.ended;
      });
    });
    assert.equal(exitCode, 130);
    assert.equal(last?.status, "cancelled");
    assert.equal(await ended, "cut");
  });
});
