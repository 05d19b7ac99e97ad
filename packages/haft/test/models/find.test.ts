// Which model an id or a role means, from what is stored and what the environment says.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ModelSettings } from "@haft/engine";
import { createModels, modelNameFault } from "../../src/models/index.ts";

const BIG: ModelSettings = { id: "big", provider: "anthropic", name: "claude-x", role: "default" };
const SMALL: ModelSettings = { id: "tiny", provider: "openai", name: "gpt-x", role: "small" };
const PLAIN: ModelSettings = { id: "plain", provider: "google", name: "gemini-x" };
const ENVIRONMENT = { HAFT_MODEL: "openai/gpt-env" };
const OF_ENVIRONMENT = { id: "openai/gpt-env", provider: "openai", name: "gpt-env", role: "default" };

type Environment = Readonly<Record<string, string | undefined>>;

function find(stored: readonly ModelSettings[], environment: Environment, idOrRole: string) {
  const models = createModels({
    stored: async (tenant) => (tenant === "acme" ? stored : []),
    environment,
    secret: async () => undefined,
  });
  return models.find("acme", idOrRole);
}

describe("finding a model", () => {
  const rows: readonly (readonly [string, readonly ModelSettings[], Environment, string, object | null])[] = [
    ["an id", [BIG, SMALL, PLAIN], {}, "plain", PLAIN],
    ["a role", [BIG, SMALL], {}, "small", SMALL],
    ["an empty role, as default", [BIG, SMALL], {}, "deep", BIG],
    ["default", [SMALL, BIG], ENVIRONMENT, "default", BIG],
    ["default, from the environment where nothing is stored", [], ENVIRONMENT, "default", OF_ENVIRONMENT],
    ["default, from the environment where no stored one has the role", [SMALL], ENVIRONMENT, "default", OF_ENVIRONMENT],
    ["an empty role, from the environment at last", [PLAIN], ENVIRONMENT, "deep", OF_ENVIRONMENT],
    ["nothing where nothing is set", [], {}, "default", null],
    ["nothing where no stored one has a role", [PLAIN], {}, "default", null],
    ["nothing for an unknown id", [BIG], ENVIRONMENT, "bog", null],
    ["nothing for an unknown provider", [BIG], ENVIRONMENT, "acme/model", null],
    ["a blank variable as none", [], { HAFT_MODEL: "  " }, "default", null],
    ["a provider/name", [BIG], {}, "google/gemini-y", { id: "google/gemini-y", provider: "google", name: "gemini-y" }],
    [
      "a stored model whose id is a provider/name, before that",
      [{ ...PLAIN, id: "google/gemini-y" }],
      {},
      "google/gemini-y",
      { ...PLAIN, id: "google/gemini-y" },
    ],
    [
      "a name with slashes, at the address in the environment",
      [],
      { HAFT_MODEL: "openai-compatible/meta/llama", HAFT_MODEL_URL: " http://h/v1 " },
      "default",
      {
        id: "openai-compatible/meta/llama",
        provider: "openai-compatible",
        name: "meta/llama",
        baseUrl: "http://h/v1",
        role: "default",
      },
    ],
    [
      "a provider/name of another provider, not at that address",
      [],
      { HAFT_MODEL: "openai-compatible/llama", HAFT_MODEL_URL: "http://h/v1" },
      "openai/gpt-y",
      { id: "openai/gpt-y", provider: "openai", name: "gpt-y" },
    ],
    [
      "a compatible provider/name at an address that is set alone",
      [],
      { HAFT_MODEL_URL: "http://h/v1" },
      "openai-compatible/llama",
      { id: "openai-compatible/llama", provider: "openai-compatible", name: "llama", baseUrl: "http://h/v1" },
    ],
  ];
  for (const [what, stored, environment, idOrRole, expected] of rows)
    it(`finds ${what}`, async () => {
      assert.deepEqual(await find(stored, environment, idOrRole), expected);
    });

  it("shows one tenant nothing of another's", async () => {
    const models = createModels({
      stored: async (tenant) => (tenant === "acme" ? [BIG] : []),
      environment: {},
      secret: async () => undefined,
    });
    assert.equal(await models.find("other", "big"), null);
  });

  for (const text of ["gpt-5", "openai/", "/gpt-5", "opnai/gpt-5", "script/x", "openai"])
    it(`finds nothing in HAFT_MODEL where it is ${text}, and says how to write it`, async () => {
      assert.equal(await find([], { HAFT_MODEL: text }, "default"), null);
      assert.deepEqual(modelNameFault(text), {
        message: `${JSON.stringify(text)} is no provider/name`,
        hint: "name the provider first, as in anthropic/NAME; the providers: openai, openai-compatible, anthropic, google",
      });
    });

  it("has nothing to say against a name", () => {
    assert.equal(modelNameFault("openai-compatible/meta/llama"), null);
  });
});
