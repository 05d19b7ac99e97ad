// What a provider wants back beside a message comes back to it, and to nobody else.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Provider } from "@haft/contract";
import type { Json, ModelMessage } from "@haft/engine";
import { ask, PROVIDERS, response } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const CALLS = [
  { id: "c1", name: "read", arguments: '{"a":1}' },
  { id: "c2", name: "read", arguments: '{"a":2}' },
];
const TOOLS = [{ name: "read", description: "Reads.", inputSchema: { type: "object" } }];
const NAMES: Readonly<Record<Provider, string>> = {
  openai: "gpt-5",
  "openai-compatible": "qwen3",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-3-pro",
};

/** Asks twice, the second time with what came of the first, as a log would keep it; gives both. */
async function twice(provider: Provider, second: { readonly name?: string; readonly carry?: Json } = {}) {
  await using server = await startWireServer({
    replies: [{ text: "I look.", calls: CALLS, signature: "SIGNED" }, { text: "done" }],
  });
  const user: ModelMessage = { role: "user", text: "Look." };
  const name = NAMES[provider];
  const first = response(await ask(server, provider, { model: { name }, tools: TOOLS, messages: [user] }));
  const kept: unknown = JSON.parse(JSON.stringify({ ...first, ...second }));
  const { carry } = kept as { carry?: Json };
  const results = CALLS.map(({ id }) => ({ callId: id, name: "read", ok: true, value: "x" }));
  const spoken = { text: first.text, calls: first.calls, ...(carry === undefined ? {} : { carry }) };
  const messages: ModelMessage[] = [user, { role: "assistant", ...spoken }, { role: "tool", results }];
  response(await ask(server, provider, { model: { name: second.name ?? name }, tools: TOOLS, messages }));
  return { first, body: JSON.stringify(server.requests[1]?.body) };
}

describe("what a response carries", () => {
  it("gives OpenAI its encrypted reasoning back, before the text and the calls", async () => {
    const { body } = await twice("openai");
    assert.match(body, /"type":"reasoning","id":"rs_1","encrypted_content":"SIGNED".*"I look\.".*"call_id":"c1"/);
  });

  it("gives Anthropic its signed thoughts back, before the text and the calls", async () => {
    const { body } = await twice("anthropic");
    assert.match(body, /"type":"thinking","thinking":"thought","signature":"SIGNED".*"I look\.".*"id":"c1"/);
  });

  it("gives Google the signature of a call back, at that call", async () => {
    const { body } = await twice("google");
    assert.match(body, /"functionCall":\{"id":"c1",[^}]*\}\},?\}?,"thoughtSignature":"SIGNED"/);
    assert.equal(body.split("SIGNED").length, 2);
  });

  it("is nothing where the provider marks nothing", async () => {
    for (const provider of PROVIDERS) {
      await using server = await startWireServer({ replies: [{ text: "I look.", calls: CALLS }] });
      assert.equal(response(await ask(server, provider, { tools: TOOLS })).carry, undefined, provider);
    }
  });

  for (const provider of ["openai", "anthropic", "google"] as const) {
    it(`is not shown to another model of ${provider}`, async () => {
      const { first, body } = await twice(provider, { name: "another-model" });
      assert.match(JSON.stringify(first.carry), /SIGNED/);
      assert.doesNotMatch(body, /SIGNED/);
      assert.match(body, /I look\..*c1.*c2/);
    });

    for (const carry of [
      null,
      "x",
      7,
      [],
      {},
      {
        provider,
        model: NAMES[provider],
        parts: [null, { kind: "reasoning" }, { kind: "call", id: "other", marks: {} }],
      },
    ])
      it(`is passed over by ${provider} where it is ${JSON.stringify(carry)}`, async () => {
        const { body } = await twice(provider, { carry });
        assert.match(body, /I look\..*c1.*c2/);
        assert.doesNotMatch(body, /SIGNED/);
      });
  }
});
