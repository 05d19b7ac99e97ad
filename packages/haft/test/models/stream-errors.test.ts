// Errors that a provider tells inside a stream that began well, and what servers send that no provider would.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Provider } from "@haft/contract";
import { ask, failure, PROVIDERS, response } from "./asking.ts";
import { event } from "./wire-server/format.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

interface Row {
  readonly what: string;
  readonly provider: Provider;
  readonly events: readonly string[];
  readonly type: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  readonly message: RegExp;
}

const started = event({
  type: "response.created",
  sequence_number: 0,
  response: { id: "r", object: "response", created_at: 1, model: "m", output: [] },
});
const begun = event({
  type: "message_start",
  message: {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
});
const block = event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const words = event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half" } });
const half = event({
  id: "x",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content: "half" }, finish_reason: null }],
});
const part = event({ candidates: [{ content: { role: "model", parts: [{ text: "half" }] }, index: 0 }] });

const ROWS: readonly Row[] = [
  {
    what: "an overload after the first words",
    provider: "anthropic",
    events: [begun, block, words, event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })],
    type: "model_overloaded",
    retryable: true,
    message: /cannot answer now \(529\): Overloaded$/,
  },
  {
    what: "an overload before anything else",
    provider: "anthropic",
    events: [event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })],
    type: "model_overloaded",
    retryable: true,
    message: /cannot answer now \(529\): Overloaded$/,
  },
  {
    what: "an invalid request",
    provider: "anthropic",
    events: [begun, event({ type: "error", error: { type: "invalid_request_error", message: "Too long" } })],
    type: "model_refused_request",
    retryable: false,
    message: /refused the request \(400\): Too long$/,
  },
  {
    what: "a failed response",
    provider: "openai",
    events: [
      started,
      event({
        type: "response.failed",
        sequence_number: 1,
        response: {
          id: "r",
          object: "response",
          created_at: 1,
          model: "m",
          output: [],
          status: "failed",
          error: { code: "server_error", message: "Sorry" },
        },
      }),
    ],
    type: "model_overloaded",
    retryable: true,
    message: /cannot answer now \(500\): Sorry$/,
  },
  {
    what: "a rate limit",
    provider: "openai",
    events: [
      started,
      event({
        type: "error",
        sequence_number: 1,
        error: { type: "tokens", code: "rate_limit_exceeded", message: "Slow down", param: null },
      }),
    ],
    type: "model_rate_limited",
    retryable: true,
    message: /limits the rate of requests \(429\): Slow down$/,
  },
  {
    what: "a quota that is used up",
    provider: "openai",
    events: [
      started,
      event({
        type: "error",
        sequence_number: 1,
        error: { type: "insufficient_quota", code: "insufficient_quota", message: "Pay", param: null },
      }),
    ],
    type: "model_quota_exhausted",
    retryable: false,
    message: /no quota left at openai \(429\): Pay$/,
  },
  {
    what: "an error of a compatible server",
    provider: "openai-compatible",
    events: [half, event({ error: { message: "out of memory", type: "server", code: 503 } })],
    type: "model_overloaded",
    retryable: true,
    message: /cannot answer now \(503\): out of memory$/,
  },
  {
    what: "a limit with the pause in its details",
    provider: "google",
    events: [
      part,
      event({
        error: {
          code: 429,
          message: "Quota",
          status: "RESOURCE_EXHAUSTED",
          details: [{ "@type": "x", retryDelay: "3.5s" }],
        },
      }),
    ],
    type: "model_rate_limited",
    retryable: true,
    retryAfterMs: 3500,
    message: /limits the rate of requests \(429\): Quota$/,
  },
  {
    what: "a call that the provider could not read",
    provider: "google",
    events: [
      event({
        candidates: [{ content: { role: "model", parts: [] }, finishReason: "MALFORMED_FUNCTION_CALL", index: 0 }],
      }),
    ],
    type: "model_unreadable",
    retryable: true,
    message: /gave up its response \(MALFORMED_FUNCTION_CALL\)$/,
  },
  {
    what: "a call without a name",
    provider: "openai-compatible",
    events: [
      event({
        id: "x",
        created: 1,
        model: "m",
        choices: [
          {
            index: 0,
            delta: { tool_calls: [{ index: 0, id: "c", function: { arguments: "{}" } }] },
            finish_reason: "tool_calls",
          },
        ],
      }),
    ],
    type: "model_unreadable",
    retryable: true,
    message: /sent a response that cannot be read$/,
  },
];

describe("errors inside a stream", () => {
  for (const { what, provider, events, type, retryable, retryAfterMs, message } of ROWS)
    it(`tells ${what} of ${provider} as ${type}, and hangs up`, async () => {
      const instead = type === "model_unreadable" ? "end" : "hang";
      await using server = await startWireServer({ replies: [{ events, instead }] });
      const failed = failure(await ask(server, provider));
      assert.deepEqual([failed.error.type, failed.retryable, failed.retryAfterMs], [type, retryable, retryAfterMs]);
      assert.match(failed.error.message, message);
      assert.equal(await server.requests[0]?.ended, instead === "end" ? "whole" : "cut");
    });
});

describe("refusals that a status alone does not tell", () => {
  const json = {
    error: {
      code: 400,
      message: "API key not valid",
      status: "INVALID_ARGUMENT",
      details: [{ reason: "API_KEY_INVALID" }],
    },
  };

  it("takes Google's 400 for a wrong key as what it is", async () => {
    await using server = await startWireServer({ replies: [{ status: 400, body: json }] });
    assert.equal(failure(await ask(server, "google")).error.type, "model_key_refused");
  });

  it("takes a quota that is used up for no passing limit", async () => {
    const body = { error: { message: "Pay", type: "insufficient_quota", param: null, code: "insufficient_quota" } };
    await using server = await startWireServer({ replies: [{ status: 429, body }] });
    const failed = failure(await ask(server, "openai"));
    assert.deepEqual([failed.error.type, failed.retryable], ["model_quota_exhausted", false]);
  });

  it("reads the pause that Google puts into the body", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }];
    const body = { error: { code: 429, message: "Quota", status: "RESOURCE_EXHAUSTED", details } };
    await using server = await startWireServer({ replies: [{ status: 429, body }] });
    assert.equal(failure(await ask(server, "google")).retryAfterMs, 34_000);
  });

  const bodies = [
    [{ message: "no such model" }, ": no such model"],
    [{ error: "no such model" }, ": no such model"],
    [{ detail: [{ msg: "x", message: "no such model" }] }, ": no such model"],
    ["<html>a page</html>", ""],
    ["", ""],
    ["plain words of a proxy", ""],
  ] as const;
  for (const [body, words] of bodies)
    it(`finds the words of a server in ${JSON.stringify(body)}`, async () => {
      await using server = await startWireServer({ replies: [{ status: 404, body }] });
      const { message } = failure(await ask(server, "openai-compatible")).error;
      assert.ok(message.endsWith(`knows no model "test-model" (404)${words}`), message);
    });
});

describe("what is no stream of a model", () => {
  it("takes a page for a wrong address", async () => {
    await using server = await startWireServer({
      replies: [{ status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: "<html></html>" }],
    });
    const failed = failure(await ask(server, "openai-compatible"));
    assert.deepEqual([failed.error.type, failed.retryable], ["model_not_configured", false]);
    assert.match(failed.error.hint ?? "", /base URL/);
  });

  it("goes by the calls where a server calls their end a stop", async () => {
    const reply = { calls: [{ id: "c", name: "save", arguments: "{}" }], finish: "stop" as const };
    await using server = await startWireServer({ replies: [reply] });
    assert.equal(response(await ask(server, "openai-compatible")).finishReason, "tool-calls");
  });

  it("does not take an end with calls where there are none for a whole response", async () => {
    await using server = await startWireServer({ replies: [{ text: "x", finish: "calls" }] });
    assert.equal(response(await ask(server, "openai-compatible")).finishReason, "other");
  });

  for (const provider of PROVIDERS)
    it(`stops at a line of ${provider} without an end`, async () => {
      const events = Array.from({ length: 66 }, () => "x".repeat(1024 * 1024));
      await using server = await startWireServer({ replies: [{ events }] });
      const failed = failure(await ask(server, provider));
      assert.deepEqual([failed.error.type, failed.retryable], ["model_unreadable", false]);
      assert.match(failed.error.message, /had no end$/);
    });
});
