// Calls in a history as they go back to a provider: no id or name that it refuses, no id twice, each result with its call.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Provider } from "@haft/contract";
import type { ModelMessage } from "@haft/engine";
import { ask, PROVIDERS, response } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

/** Calls of one message, by id, each with its argument; the results say whose they are by value, in another order. */
function step(...calls: readonly (readonly [id: string, name: string, value: number])[]): readonly ModelMessage[] {
  return [
    { role: "assistant", text: "", calls: calls.map(([id, name, n]) => ({ id, name, arguments: `{"n":${n}}` })) },
    { role: "tool", results: calls.map(([callId, name, value]) => ({ callId, name, ok: true, value })) },
  ];
}

const LONG = `call_${"x".repeat(90)}`;
const HISTORY: readonly ModelMessage[] = [
  { role: "user", text: "Begin." },
  ...step(["functions.read:0", "read", 1], ["functions.read:0", "read", 2], ["plain-1", "read", 3]),
  ...step(["functions.read:0", "functions.read now!", 4], ["plain-1", "9lives", 5]),
  ...step([LONG, "read", 6], [`${LONG}y`, "x".repeat(80), 7], ["", "", 8]),
  { role: "user", text: "Go on." },
];

interface Said {
  readonly id: string;
  readonly name?: string;
  readonly value: number;
}

const object = (value: unknown): Record<string, unknown> => Object(value);
const list = (value: unknown): readonly Record<string, unknown>[] => (Array.isArray(value) ? value.map(object) : []);
const number = (value: unknown): number => Number(object(typeof value === "string" ? JSON.parse(value) : value).n);

/** The calls and the results of a request, as its format writes them. */
const READ: Readonly<Record<Provider, (body: Record<string, unknown>) => { calls: Said[]; results: Said[] }>> = {
  openai: ({ input }) => {
    const of = (type: string) => list(input).filter((each) => each.type === type);
    return {
      calls: of("function_call").map((each) => ({
        id: String(each.call_id),
        name: String(each.name),
        value: number(each.arguments),
      })),
      results: of("function_call_output").map(({ call_id, output }) => ({
        id: String(call_id),
        value: Number(output),
      })),
    };
  },
  "openai-compatible": ({ messages }) => ({
    calls: list(messages).flatMap(({ tool_calls }) =>
      list(tool_calls).map(({ id, function: called }) => ({
        id: String(id),
        name: String(object(called).name),
        value: number(object(called).arguments),
      })),
    ),
    results: list(messages)
      .filter(({ role }) => role === "tool")
      .map(({ tool_call_id, content }) => ({ id: String(tool_call_id), value: Number(content) })),
  }),
  anthropic: ({ messages }) => {
    const blocks = list(messages).flatMap(({ content }) => list(content));
    const of = (type: string) => blocks.filter((each) => each.type === type);
    return {
      calls: of("tool_use").map(({ id, name, input }) => ({
        id: String(id),
        name: String(name),
        value: number(input),
      })),
      results: of("tool_result").map(({ tool_use_id, content }) => ({
        id: String(tool_use_id),
        value: Number(content),
      })),
    };
  },
  google: ({ contents }) => {
    const parts = list(contents).flatMap(({ parts: said }) => list(said));
    const of = (key: string) => parts.filter((part) => key in part).map((part) => object(part[key]));
    return {
      calls: of("functionCall").map(({ id, name, args }) => ({
        id: String(id),
        name: String(name),
        value: number(args),
      })),
      results: of("functionResponse").map(({ id, response: said }) => ({
        id: String(id),
        value: Number(object(said).content),
      })),
    };
  },
};

for (const provider of PROVIDERS)
  describe(`a history with calls of another model, shown to ${provider}`, () => {
    it("has ids and names that it takes, each id once, and each result with its call", async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }] });
      response(await ask(server, provider, { messages: HISTORY }));
      const { calls, results } = READ[provider]({ ...server.requests[0]?.body });
      assert.deepEqual(
        calls.map(({ value }) => value),
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
      assert.deepEqual(
        results,
        calls.map(({ id, value }) => ({ id, value })),
      );
      assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length);
      for (const { id, name = "" } of calls) {
        assert.match(id, /^[a-zA-Z0-9_-]{1,64}$/);
        assert.match(name, /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
      }
      // What every provider takes stays as it was: it may have been signed so.
      assert.equal(calls[2]?.id, "plain-1");
    });
  });
