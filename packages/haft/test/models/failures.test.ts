// Each way in which a request can come to nothing: what it is called, whether asking again may help, and what it says.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ask, FORMATS, failure, KEY, PROVIDERS, response } from "./asking.ts";
import type { Instead, WireRefusal } from "./wire-server/reply.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const WORDS = `You sent the key ${KEY}\nand a body. ${"Words without end. ".repeat(100)}`;

const REFUSALS: readonly (readonly [number, string, boolean, RegExp])[] = [
  [400, "model_refused_request", false, /refused the request \(400\): You sent the key \[key\] and a body\. /],
  [401, "model_key_refused", false, /refused the key in the secret MODEL_KEY \(401\)$/],
  [402, "model_quota_exhausted", false, /no quota left/],
  [403, "model_key_refused", false, /does not let the secret MODEL_KEY use test-model \(403\)/],
  [404, "model_unknown", false, /knows no model "test-model" \(404\)/],
  [408, "model_overloaded", true, /cannot answer now \(408\)/],
  [413, "model_refused_request", false, /refused the request \(413\)/],
  [422, "model_refused_request", false, /refused the request \(422\)/],
  [429, "model_rate_limited", true, /limits the rate of requests \(429\)/],
  [500, "model_overloaded", true, /cannot answer now \(500\)/],
  [503, "model_overloaded", true, /cannot answer now \(503\)/],
  [529, "model_overloaded", true, /cannot answer now \(529\)/],
];

for (const provider of PROVIDERS)
  describe(`failures of ${provider}`, () => {
    for (const [status, type, retryable, message] of REFUSALS)
      it(`tells ${status} as ${type}, without the key and without the body`, async () => {
        await using server = await startWireServer({ replies: [{ status, message: WORDS }] });
        const failed = failure(await ask(server, provider));
        assert.deepEqual([failed.error.type, failed.retryable], [type, retryable]);
        assert.match(failed.error.message, message);
        assert.doesNotMatch(JSON.stringify(failed), new RegExp(KEY));
        assert.ok(failed.error.message.length < 600, failed.error.message);
        assert.equal(server.requests.length, 1, "the request was repeated");
      });

    const pauses: readonly (readonly [string, WireRefusal, number | undefined])[] = [
      ["seconds", { status: 429, headers: { "retry-after": "17" } }, 17_000],
      ["milliseconds", { status: 503, headers: { "retry-after-ms": "250.5", "retry-after": "17" } }, 251],
      [
        "a date, by its own clock",
        {
          status: 529,
          headers: { date: "Mon, 01 Jan 2001 00:00:00 GMT", "retry-after": "Mon, 01 Jan 2001 00:01:30 GMT" },
        },
        90_000,
      ],
      ["a date that has passed", { status: 429, headers: { "retry-after": "Mon, 01 Jan 2001 00:01:30 GMT" } }, 0],
      ["words that are neither", { status: 429, headers: { "retry-after": "soon" } }, undefined],
      ["nothing", { status: 429 }, undefined],
      ["a pause of years", { status: 429, headers: { "retry-after": "99999999" } }, 86_400_000],
    ];
    for (const [what, refusal, expected] of pauses)
      it(`reads ${what} as the pause that is asked for`, async () => {
        await using server = await startWireServer({ replies: [refusal] });
        assert.equal(failure(await ask(server, provider)).retryAfterMs, expected);
      });

    const cuts: readonly (readonly [string, Instead, number])[] = [
      ["connection that breaks before the first event", "break", 0],
      ["connection that breaks in the middle", "break", 3],
      ["stream that ends before its first event", "end", 0],
      ["stream that ends in the middle", "end", 3],
    ];
    for (const [what, instead, events] of cuts)
      it(`takes a ${what} for no response`, async () => {
        const text = ["one", "two", "three", "four"];
        await using server = await startWireServer({ replies: [{ text, after: { events, instead } }] });
        const failed = failure(await ask(server, provider));
        assert.deepEqual([failed.error.type, failed.retryable], ["model_cut_short", true]);
      });

    it("takes each end of a stream before the last event for no response", async () => {
      const whole = { text: ["one", "two"], calls: [{ name: "save", arguments: '{"a":1}' }] };
      const tools = [{ name: "save", description: "Saves.", inputSchema: { type: "object" } }];
      for (let events = 1; ; events += 1) {
        const reply = { ...whole, after: { events, instead: "end" as const } };
        await using server = await startWireServer({ replies: [reply] });
        const came = await ask(server, provider, { tools });
        if (came.kind === "failure") {
          assert.equal(came.error.type, "model_cut_short");
          continue;
        }
        assert.deepEqual([came.text, came.calls[0]?.arguments], ["onetwo", '{"a":1}']);
        assert.ok(events >= 4, `a response after ${events} events`);
        break;
      }
    });

    it("tells a provider that says nothing for longer than the time-out, and closes the connection", async () => {
      await using server = await startWireServer({
        replies: [{ text: ["one", "two"], after: { events: 3, instead: "hang" } }],
      });
      const failed = failure(await ask(server, provider, { model: { timeoutSeconds: 0.2 } }));
      assert.deepEqual([failed.error.type, failed.retryable], ["model_timed_out", true]);
      assert.match(failed.error.message, /said nothing for 0\.2 s$/);
      assert.equal(await server.requests[0]?.ended, "cut");
    });

    it("ends at once when its signal is aborted, and closes the connection", async () => {
      await using server = await startWireServer({
        replies: [{ text: ["1", "2", "3", "4", "5", "6"], after: { events: 5, instead: "hang" } }],
      });
      const stop = new AbortController();
      const observer = { delta: () => stop.abort() };
      const failed = failure(await ask(server, provider, { signal: stop.signal, observer }));
      assert.equal(failed.error.type, "model_aborted");
      assert.equal(await server.requests[0]?.ended, "cut");
    });

    it("ends at once when its signal is aborted before the first word", async () => {
      await using server = await startWireServer({ replies: [{ after: { events: 0, instead: "hang" } }] });
      const stop = new AbortController();
      const asking = ask(server, provider, { signal: stop.signal });
      const request = await server.arrived(1);
      stop.abort();
      assert.equal(failure(await asking).error.type, "model_aborted");
      assert.equal(await request.ended, "cut");
    });

    it("asks nobody when its signal was aborted before", async () => {
      await using server = await startWireServer({ replies: [{ text: "x" }] });
      const failed = failure(await ask(server, provider, { signal: AbortSignal.abort() }));
      assert.equal(failed.error.type, "model_aborted");
      assert.equal(server.requests.length, 0);
    });

    it("tells an address where nobody is", async () => {
      const server = await startWireServer({ replies: [] });
      await server.close();
      const failed = failure(await ask(server, provider));
      assert.deepEqual([failed.error.type, failed.retryable], ["model_unreachable", true]);
      assert.match(failed.error.message, /could not be reached at http:.*: nothing answers there$/);
    });

    it("tells a stream that cannot be read", async () => {
      await using server = await startWireServer({ replies: [{ events: ["data: {not json\n\n"] }] });
      const failed = failure(await ask(server, provider));
      assert.deepEqual([failed.error.type, failed.retryable], ["model_unreadable", true]);
    });

    it("does not send the key after a redirect", async () => {
      await using other = await startWireServer({ replies: [{ text: "x" }] });
      const location = `${other.baseUrl(FORMATS[provider])}/chat/completions`;
      await using server = await startWireServer({ replies: [{ status: 307, headers: { location } }] });
      const failed = failure(await ask(server, provider));
      assert.deepEqual([failed.error.type, failed.retryable], ["model_not_configured", false]);
      assert.equal(other.requests.length, 0);
    });

    const ends = [
      ["length", "length"],
      ["filter", "filter"],
      ["stop", "stop"],
    ] as const;
    for (const [finish, expected] of ends)
      it(`tells the end ${finish}`, async () => {
        await using server = await startWireServer({ replies: [{ text: "cut", finish }] });
        assert.equal(response(await ask(server, provider)).finishReason, expected);
      });
  });
