// What a request says on the wire: the conversation, the tools with the schema derived for the provider, and nothing that
// a provider is known to refuse.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Provider } from "@haft/contract";
import type { ModelMessage } from "@haft/engine";
import { ask, type Changes, KEY, PROVIDERS, response } from "./asking.ts";
import { startWireServer, type WireRequest } from "./wire-server/wire-server.ts";

/** Asks once and gives the request as it came. */
async function sent(provider: Provider, changes: Changes): Promise<WireRequest> {
  await using server = await startWireServer({ replies: [{ text: "ok" }] });
  response(await ask(server, provider, changes));
  const [request] = server.requests;
  assert.ok(request);
  return request;
}

const HISTORY: readonly ModelMessage[] = [
  { role: "user", text: "Compare a and b." },
  { role: "user", text: "  " },
  { role: "user", text: "Quickly." },
  {
    role: "assistant",
    text: "I read both.",
    calls: [
      { id: "c1", name: "read", arguments: '{"n": 12345678901234567890}' },
      { id: "c2", name: "read", arguments: "{bad" },
    ],
  },
  {
    role: "tool",
    results: [
      { callId: "c1", name: "read", ok: true, value: { lines: [1] } },
      { callId: "c2", name: "read", ok: false, value: { error: "no such file" } },
    ],
  },
  { role: "assistant", text: "", calls: [] },
  { role: "user", text: "And c?" },
  { role: "assistant", text: "", calls: [{ id: "c3", name: "read", arguments: "{}" }] },
  { role: "tool", results: [{ callId: "c3", name: "read", ok: true, value: "text of c" }] },
];

const UNREADABLE = { unreadable_arguments: "{bad" };

const CONVERSATIONS: Readonly<Record<Provider, readonly [string, unknown]>> = {
  openai: [
    "input",
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "input_text", text: "Compare a and b.\n\nQuickly." }] },
      { role: "assistant", content: "I read both." },
      { type: "function_call", call_id: "c1", name: "read", arguments: '{"n": 12345678901234567890}' },
      { type: "function_call", call_id: "c2", name: "read", arguments: JSON.stringify(UNREADABLE) },
      { type: "function_call_output", call_id: "c1", output: '{"lines":[1]}' },
      { type: "function_call_output", call_id: "c2", output: '{"error":"no such file"}' },
      { role: "user", content: [{ type: "input_text", text: "And c?" }] },
      { type: "function_call", call_id: "c3", name: "read", arguments: "{}" },
      { type: "function_call_output", call_id: "c3", output: "text of c" },
    ],
  ],
  "openai-compatible": [
    "messages",
    [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Compare a and b.\n\nQuickly." },
      {
        role: "assistant",
        content: "I read both.",
        tool_calls: [
          { id: "c1", type: "function", function: { name: "read", arguments: '{"n": 12345678901234567890}' } },
          { id: "c2", type: "function", function: { name: "read", arguments: JSON.stringify(UNREADABLE) } },
        ],
      },
      { role: "tool", tool_call_id: "c1", content: '{"lines":[1]}' },
      { role: "tool", tool_call_id: "c2", content: '{"error":"no such file"}' },
      { role: "user", content: "And c?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c3", type: "function", function: { name: "read", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c3", content: "text of c" },
    ],
  ],
  anthropic: [
    "messages",
    [
      { role: "user", content: [{ type: "text", text: "Compare a and b.\n\nQuickly." }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I read both." },
          { type: "tool_use", id: "c1", name: "read", input: { n: 12345678901234567000 } },
          { type: "tool_use", id: "c2", name: "read", input: UNREADABLE },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: '{"lines":[1]}' },
          { type: "tool_result", tool_use_id: "c2", content: '{"error":"no such file"}', is_error: true },
          { type: "text", text: "And c?" },
        ],
      },
      { role: "assistant", content: [{ type: "tool_use", id: "c3", name: "read", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c3", content: "text of c", cache_control: { type: "ephemeral" } },
        ],
      },
    ],
  ],
  google: [
    "contents",
    [
      { role: "user", parts: [{ text: "Compare a and b.\n\nQuickly." }] },
      {
        role: "model",
        parts: [
          { text: "I read both." },
          { functionCall: { id: "c1", name: "read", args: { n: 12345678901234567000 } } },
          { functionCall: { id: "c2", name: "read", args: UNREADABLE } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "read", response: { name: "read", content: { lines: [1] } } } },
          { functionResponse: { id: "c2", name: "read", response: { name: "read", error: "no such file" } } },
        ],
      },
      { role: "user", parts: [{ text: "And c?" }] },
      { role: "model", parts: [{ functionCall: { id: "c3", name: "read", args: {} } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "c3", name: "read", response: { name: "read", content: "text of c" } } }],
      },
    ],
  ],
};

const CLOSED = {
  name: "closed",
  description: "Qualifies everywhere.",
  inputSchema: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
};
const OPEN = {
  name: "open",
  description: "Qualifies nowhere.",
  inputSchema: { type: "object", properties: { path: { type: "string", maxLength: 9 } } },
};

/** The tools of a request, in one shape. */
function toolsOf(provider: Provider, { body }: WireRequest): unknown {
  const { tools } = body;
  if (provider === "google") return Reflect.get(Object(Array.isArray(tools) ? tools[0] : {}), "functionDeclarations");
  if (provider !== "openai-compatible") return tools;
  return Array.isArray(tools) ? tools.map((tool: unknown): unknown => Reflect.get(Object(tool), "function")) : tools;
}

const OF = { name: "closed", description: "Qualifies everywhere." };
const ON = { name: "open", description: "Qualifies nowhere." };
const TOOLS: Readonly<Record<Provider, unknown>> = {
  openai: [
    { type: "function", ...OF, parameters: CLOSED.inputSchema, strict: true },
    { type: "function", ...ON, parameters: OPEN.inputSchema, strict: false },
  ],
  "openai-compatible": [
    { ...OF, parameters: CLOSED.inputSchema, strict: false },
    { ...ON, parameters: OPEN.inputSchema, strict: false },
  ],
  anthropic: [
    { ...OF, input_schema: CLOSED.inputSchema, strict: true },
    { ...ON, input_schema: OPEN.inputSchema, strict: false },
  ],
  google: [
    { ...OF, parametersJsonSchema: CLOSED.inputSchema },
    {
      ...ON,
      parametersJsonSchema: {
        type: "object",
        properties: { path: { type: "string", description: "Must be at most 9 characters." } },
      },
    },
  ],
};

/** A name for which the SDK knows that there is a strict mode. */
const NAMES: Readonly<Record<Provider, string>> = {
  openai: "gpt-5",
  "openai-compatible": "qwen3",
  anthropic: "claude-sonnet-4-5",
  google: "gemini-2.5-pro",
};

const CHOICES: Readonly<Record<Provider, Readonly<Record<"auto" | "required" | "none", unknown>>>> = {
  openai: { auto: "auto", required: "required", none: "none" },
  "openai-compatible": { auto: "auto", required: "required", none: "none" },
  anthropic: { auto: { type: "auto" }, required: { type: "any" }, none: { type: "none" } },
  google: {
    auto: { functionCallingConfig: { mode: "AUTO" } },
    required: { functionCallingConfig: { mode: "ANY" } },
    none: { functionCallingConfig: { mode: "NONE" } },
  },
};

const CHOICE_FIELD: Readonly<Record<Provider, string>> = {
  openai: "tool_choice",
  "openai-compatible": "tool_choice",
  anthropic: "tool_choice",
  google: "toolConfig",
};

for (const provider of PROVIDERS)
  describe(`a request to ${provider}`, () => {
    it("holds the conversation in turns, with every call, result and error", async () => {
      const [field, expected] = CONVERSATIONS[provider];
      const { body } = await sent(provider, { messages: HISTORY, tools: [CLOSED] });
      assert.deepEqual(body[field], expected);
    });

    it("holds a conversation of one message without text, and no instructions", async () => {
      const { body } = await sent(provider, { instructions: " ", messages: [{ role: "user", text: "" }] });
      assert.match(JSON.stringify(body), /\(no text\)/);
      assert.doesNotMatch(JSON.stringify(body), /system/);
    });

    it("offers each tool with the derived schema, and says outright whether it is strict", async () => {
      const request = await sent(provider, { model: { name: NAMES[provider] }, tools: [CLOSED, OPEN] });
      assert.deepEqual(toolsOf(provider, request), TOOLS[provider]);
    });

    for (const choice of ["auto", "required", "none"] as const)
      it(`says that calling a tool is ${choice}`, async () => {
        const { body } = await sent(provider, { tools: [CLOSED], toolChoice: choice });
        assert.deepEqual(body[CHOICE_FIELD[provider]], CHOICES[provider][choice]);
      });

    it("says nothing of tools where there are none", async () => {
      const { body } = await sent(provider, { toolChoice: "required" });
      assert.deepEqual([body.tools, body[CHOICE_FIELD[provider]]], [undefined, undefined]);
    });

    it("sends the model's settings, and the key in a header alone", async () => {
      const request = await sent(provider, { model: { maxOutputTokens: 321, temperature: 0.25 } });
      const body = JSON.stringify(request.body);
      assert.match(body, /:321\b/);
      assert.match(body, /"temperature":0\.25/);
      assert.doesNotMatch(`${request.path} ${body}`, new RegExp(KEY));
      const holders = Object.values(request.headers).filter((value) => value?.includes(KEY));
      assert.equal(holders.length, 1);
    });

    it("answers a call with the result of its tool", async () => {
      const call = { id: "c-1", name: "closed", arguments: '{"path":"a.txt"}' };
      await using server = await startWireServer({ replies: [{ calls: [call] }, { text: "It says hello." }] });
      const user: ModelMessage = { role: "user", text: "What does a.txt say?" };
      const first = response(await ask(server, provider, { tools: [CLOSED], messages: [user] }));
      const results = [{ callId: "c-1", name: "closed", ok: true, value: "hello" }];
      const messages: ModelMessage[] = [user, { role: "assistant", ...first }, { role: "tool", results }];
      const second = response(await ask(server, provider, { tools: [CLOSED], messages }));
      assert.equal(second.text, "It says hello.");
      assert.match(JSON.stringify(server.requests[1]?.body), /"hello"/);
    });
  });

it("leaves nothing of a conversation with OpenAI", async () => {
  assert.equal((await sent("openai", {})).body.store, false);
});

it("has Anthropic remember no conversation that is not sent again", async () => {
  const { body } = await sent("anthropic", {});
  assert.doesNotMatch(JSON.stringify(body), /cache_control/);
});

it("declares to Anthropic the tools of calls that are history, and lets none be called", async () => {
  const { body } = await sent("anthropic", { messages: HISTORY });
  assert.deepEqual(body.tools, [
    { name: "read", description: "No longer available.", input_schema: { type: "object" } },
  ]);
  assert.deepEqual(body.tool_choice, { type: "none" });
});

it("sends no key to a compatible server that needs none", async () => {
  await using server = await startWireServer({ replies: [{ text: "ok" }] });
  const { createModels } = await import("../../src/models/index.ts");
  const models = createModels({ stored: async () => [], environment: {}, secret: async () => undefined });
  const baseUrl = server.baseUrl("chat-completions");
  const model = { id: "m", provider: "openai-compatible" as const, name: "qwen3", baseUrl };
  const request = { tenant: "local", model, instructions: "", messages: [], tools: [] };
  response(
    await models.ask(
      { ...request, messages: [{ role: "user", text: "Hi" }] },
      { delta() {} },
      new AbortController().signal,
    ),
  );
  assert.equal(server.requests[0]?.headers.authorization, undefined);
});
