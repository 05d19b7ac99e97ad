// What comes of a response that is whole: text as it streams, calls, the end, and what was used; alike for each provider.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ask, PROVIDERS, response } from "./asking.ts";
import { event } from "./wire-server/format.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const TOOL = {
  name: "read_file",
  description: "Reads a file.",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
};

for (const provider of PROVIDERS)
  describe(provider, () => {
    it("streams the text in the pieces that came, and gives it whole at the end", async () => {
      await using server = await startWireServer({
        replies: [{ text: ["Grüß", " dich, ", "Wörld 🌍"], chunkBytes: 5 }],
      });
      const heard: string[] = [];
      const reply = response(await ask(server, provider, { observer: { delta: (text) => heard.push(text) } }));
      assert.deepEqual(heard, ["Grüß", " dich, ", "Wörld 🌍"]);
      assert.deepEqual(reply, {
        kind: "response",
        text: "Grüß dich, Wörld 🌍",
        calls: [],
        finishReason: "stop",
        usage: { inputTokens: 11, outputTokens: 7 },
      });
    });

    it("gives several calls of one message in their order, with the text before them", async () => {
      const calls = [
        { id: "c-1", name: "read_file", arguments: '{"path": "a.txt"}' },
        { id: "c-2", name: "read_file", arguments: '{ "path":"b.txt" }' },
      ];
      await using server = await startWireServer({ replies: [{ text: "I look.", calls }] });
      const reply = response(await ask(server, provider, { tools: [TOOL] }));
      assert.equal(reply.text, "I look.");
      assert.deepEqual(reply.calls, calls);
      assert.equal(reply.finishReason, "tool-calls");
    });
  });

it("shows the words of a refusal, and tells that it is none of the model's answers", async () => {
  const delta = { id: "x", created: 1, model: "m", choices: [{ index: 0, delta: { refusal: "I will not." } }] };
  const end = { id: "x", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
  await using server = await startWireServer({ replies: [{ events: [event(delta), event(end), event("[DONE]")] }] });
  const { text, finishReason, usage } = response(await ask(server, "openai-compatible"));
  assert.deepEqual([text, finishReason], ["I will not.", "filter"]);
  assert.deepEqual(usage, { inputTokens: 0, outputTokens: 0 });
});
