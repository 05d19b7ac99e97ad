// What agents and models may be, and what is said of what they may not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAgent } from "../../src/agents/parse-agent.ts";
import { parseModel } from "../../src/agents/parse-model.ts";
import { faultText } from "../../src/definitions/parser.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";

const AGENT: JsonObject = { id: "desk", instructions: "Help.", tools: [{ toolset: "desk" }] };

test("an agent is taken as it is, and asks for the default model unless it names one", () => {
  const full: JsonObject = {
    ...AGENT,
    model: "deep",
    tools: [{ toolset: "desk", tools: ["publish"], version: "3", as: { publish: "release" } }],
    skills: [{ name: "tone", description: "How to write.", text: "Be brief." }],
    supersede: true,
    limits: { maxSteps: 5, tokens: 1000, wallSeconds: 0.5, toolFailures: 0, requireTool: "publish" },
  };
  assert.deepEqual(parseAgent(full), { ok: true, value: full });
  assert.deepEqual(parseAgent(AGENT), { ok: true, value: { ...AGENT, model: "default" } });
});

test("a tool that must be called is one of those listed, by any of its names, or of a toolset with all of its tools", () => {
  const tools = [
    { toolset: "a", tools: ["greet"], as: { greet: "hello" } },
    { toolset: "b", tools: [] },
  ];
  for (const requireTool of ["greet", "a/greet", "a__greet", "hello"])
    assert.equal(parseAgent({ ...AGENT, tools, limits: { requireTool } }).ok, true, requireTool);
  assert.equal(parseAgent({ ...AGENT, tools: [...tools, { toolset: "c" }], limits: { requireTool: "x" } }).ok, true);
});

const BAD_AGENTS: readonly [Json, string][] = [
  [
    { ...AGENT, id: "My Agent" },
    '`id` is "My Agent"; expected up to 63 of a-z, 0-9, `.`, `_`, `-`, the first a letter or digit',
  ],
  [
    { ...AGENT, instruction: "x" },
    "`instruction` is no known key; there are id, instructions, tools, model, skills, supersede, limits",
  ],
  [{ id: "a", instructions: "", tools: "desk" }, '`tools` is "desk"; expected a list'],
  [{ ...AGENT, tools: [{ toolset: "desk", tool: ["a"] }] }, "`tools[0].tool` is no known key; did you mean `tools`?"],
  [
    { ...AGENT, tools: [{ toolset: "a" }, { toolset: "a" }] },
    '`tools[1].toolset` is "a" a second time; list its tools in one place',
  ],
  [
    { ...AGENT, tools: [{ toolset: "a", tools: ["x"], as: { y: "z" } }] },
    "`tools[0].as.y` renames a tool that `tools` beside it does not list",
  ],
  [
    { ...AGENT, tools: [{ toolset: "a", as: { x: "say hello" } }] },
    '`tools[0].as.x` is "say hello"; expected a name of up to 64 letters, digits, `_`, `-`, the first a letter: providers take no other',
  ],
  [
    {
      ...AGENT,
      tools: [
        { toolset: "a", as: { x: "z" } },
        { toolset: "b", as: { y: "z" } },
      ],
    },
    '`tools[1].as.y` is "z", which `tools[0].as.x` is already',
  ],
  [
    { ...AGENT, tools: [{ toolset: "a", tools: ["greet"] }], limits: { requireTool: "gret" } },
    '`limits.requireTool` is "gret", which no `tools` lists; did you mean "greet"?',
  ],
  [{ ...AGENT, limits: { maxSteps: 0 } }, "`limits.maxSteps` is 0; expected a whole number from 1 to 10000"],
  [{ ...AGENT, limits: { maxstep: 1 } }, "`limits.maxstep` is no known key; did you mean `maxSteps`?"],
];

for (const [given, wanted] of BAD_AGENTS) {
  test(`an agent is refused: ${wanted}`, () => {
    const parsed = parseAgent(given);
    assert.equal(parsed.ok, false);
    assert.equal(faultText("agent", parsed.faults), `agent: ${wanted}`);
  });
}

const MODEL: JsonObject = { id: "main", provider: "anthropic", name: "some-model" };

test("a model is taken as it is", () => {
  const full: JsonObject = {
    ...MODEL,
    provider: "openai-compatible",
    baseUrl: "http://127.0.0.1:8000/v1",
    apiKeySecret: "MODEL_KEY",
    maxOutputTokens: 1000,
    temperature: 0.2,
    timeoutSeconds: 60,
    role: "small",
  };
  assert.deepEqual(parseModel(full), { ok: true, value: full });
});

const BAD_MODELS: readonly [Json, string][] = [
  [
    { ...MODEL, provider: "antropic" },
    '`provider` is "antropic"; expected openai, openai-compatible, anthropic, google, script; did you mean "anthropic"?',
  ],
  [{ ...MODEL, apiKey: "sk-1" }, "`apiKey` is no known key; did you mean `apiKeySecret`?"],
  [
    { ...MODEL, apiKeySecret: "sk-1" },
    "`apiKeySecret` is no name of a secret, such as OPENAI_API_KEY; keep its value out of here",
  ],
  [
    { ...MODEL, provider: "openai-compatible" },
    "`baseUrl` is missing; it says where a server that speaks OpenAI's protocol is",
  ],
  [
    { ...MODEL, baseUrl: "localhost:8000" },
    '`baseUrl` is "localhost:8000"; expected an address that begins with http:// or https://',
  ],
  [{ ...MODEL, temperature: 3 }, "`temperature` is 3; expected a number from 0 to 2"],
];

for (const [given, wanted] of BAD_MODELS) {
  test(`a model is refused: ${wanted}`, () => {
    const parsed = parseModel(given);
    assert.equal(parsed.ok, false);
    assert.equal(faultText("model", parsed.faults), `model: ${wanted}`);
  });
}
