// Arguments reach us as the text that the model sent, whatever it is: it is the engine that refuses, and it must see why.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { argumentsAsText } from "../../src/models/arguments-as-text.ts";
import { ask, PROVIDERS, response } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const TOOL = { name: "save", description: "Saves.", inputSchema: { type: "object" } };

const TEXTS = [
  ["malformed JSON", '{"path": nope, "x": [1, ]}'],
  ["a name that stands twice", '{"a":1,"a":2}'],
  ["digits beyond a double", '{"n":12345678901234567890,"m":1.0}'],
  ["a prototype's name", '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'],
  ["brackets and quotes in texts", '{"t":"}\\"{[\\\\","u":"\\ud83c\\udf0d 🌍"}'],
  ["white space", '{\t"a" :  [ 1 ,2 ]  }'],
  ["a lone surrogate", '{"t":"\\ud800"}'],
] as const;

for (const provider of PROVIDERS)
  describe(`arguments from ${provider}`, () => {
    for (const [what, text] of TEXTS)
      it(`keeps ${what}`, async () => {
        const call = { id: "c-1", name: "save", arguments: text };
        await using server = await startWireServer({ replies: [{ calls: [call], chunkBytes: 7 }] });
        assert.deepEqual(response(await ask(server, provider, { tools: [TOOL] })).calls, [call]);
      });
  });

for (const provider of ["openai", "openai-compatible", "anthropic"] as const)
  it(`keeps what is no object at all, and what breaks off, from ${provider}`, async () => {
    const texts = ['{"path": "a', "[1]", "null", "plain words"];
    const calls = texts.map((text, at) => ({ id: `c-${at}`, name: "save", arguments: text }));
    await using server = await startWireServer({ replies: [{ calls }] });
    assert.deepEqual(response(await ask(server, provider, { tools: [TOOL] })).calls, calls);
  });

for (const provider of ["openai", "openai-compatible", "anthropic"] as const)
  it(`takes nothing at all from ${provider} for no arguments`, async () => {
    await using server = await startWireServer({ replies: [{ calls: [{ id: "c-1", name: "save", arguments: "" }] }] });
    assert.equal(response(await ask(server, provider, { tools: [TOOL] })).calls[0]?.arguments, "{}");
  });

it("takes a call of Google without arguments and without an id", async () => {
  const part =
    '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"save"}}],"role":"model"},"finishReason":"STOP"}]}';
  await using server = await startWireServer({ replies: [{ events: [`data: ${part}\r\n\r\n`] }] });
  const { calls } = response(await ask(server, "google", { tools: [TOOL] }));
  assert.equal(calls.length, 1);
  assert.equal(calls[0]?.arguments, "{}");
  assert.match(calls[0]?.id ?? "", /./);
});

describe("arguments as text", () => {
  const rows = [
    ["no call", 'data: {"text":"args"}', 'data: {"text":"args"}'],
    ["words of a text that look like a call", 'data: {"text":"\\"functionCall\\":{\\"args\\":{}}"}', undefined],
    ["arguments that are no call's", 'data: {"functionCall":{"name":"x"},"args":{"a":1}}', undefined],
    ["arguments that are a text already", 'data: {"functionCall":{"args":"{}"}}', undefined],
    [
      "a call",
      'data: {"functionCall": {"args": {"a": "}"}, "name":"x"}}',
      'data: {"functionCall": {"args": "{\\"a\\": \\"}\\"}", "name":"x"}}',
    ],
    [
      "a call inside the arguments of a call",
      'data: [{"functionCall":{"args":{"functionCall":{"args":{}}}}},{"functionCall":{"args":{}}}]',
      'data: [{"functionCall":{"args":"{\\"functionCall\\":{\\"args\\":{}}}"}},{"functionCall":{"args":"{}"}}]',
    ],
    ["a call that goes on in the next line", 'data: {"functionCall":{"args":{"a":"b', undefined],
  ] as const;
  for (const [what, line, expected] of rows)
    it(expected === undefined ? `leaves ${what}` : `sees ${what}`, () => {
      assert.equal(argumentsAsText(line), expected ?? line);
    });
});

describe("arguments as text, of anything", () => {
  it("keeps every object that can be written, and the rest of the line as it was", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (args, name, beside) => {
        const text = JSON.stringify(args);
        const line = `{"beside":${JSON.stringify(beside)},"functionCall":{"name":${JSON.stringify(name)},"args":${text}}}`;
        const parsed: unknown = JSON.parse(argumentsAsText(line));
        assert.deepEqual(parsed, { ...JSON.parse(line), functionCall: { name, args: text } });
      }),
    );
  });

  it("takes any text", () => {
    const piece = fc.constantFrom(
      '"functionCall"',
      '"args"',
      ":",
      "{",
      "}",
      "[",
      "]",
      ",",
      '"',
      "\\",
      " ",
      "x",
      "\u2028",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const line = pieces.join("");
        const changed = argumentsAsText(line);
        assert.ok(changed === line || changed.length > line.length);
      }),
    );
  });
});
