// Whose key a request is sent with, and to whom it is never sent.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ModelRequest, ModelSettings } from "@haft/engine";
import { createModels } from "../../src/models/index.ts";
import { FORMATS, failure, PROVIDERS, response } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

type Environment = Readonly<Record<string, string | undefined>>;

function ask(
  model: Partial<ModelSettings> & Pick<ModelSettings, "provider">,
  environment: Environment,
  tenant = "acme",
) {
  const models = createModels({
    stored: async () => [],
    environment,
    secret: async (whose, name) => (whose === "acme" && name === "KEY" ? "of-acme" : undefined),
  });
  const request: ModelRequest = {
    tenant,
    model: { id: "m", name: "test-model", timeoutSeconds: 20, ...model },
    instructions: "",
    messages: [{ role: "user", text: "Hi" }],
    tools: [],
  };
  return models.ask(request, { delta() {} }, new AbortController().signal);
}

const VARIABLES = {
  openai: "OPENAI_API_KEY",
  "openai-compatible": "OPENAI_COMPATIBLE_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GEMINI_API_KEY",
} as const;

/** All of the operator's keys. */
const OPERATOR = Object.fromEntries(Object.values(VARIABLES).map((name) => [name, `operator-${name}`]));

for (const provider of PROVIDERS)
  describe(`keys of ${provider}`, () => {
    it("sends the tenant's secret", async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }] });
      const baseUrl = server.baseUrl(FORMATS[provider]);
      response(await ask({ provider, baseUrl, apiKeySecret: "KEY" }, OPERATOR));
      const headers = JSON.stringify(server.requests[0]?.headers);
      assert.match(headers, /of-acme/);
      assert.doesNotMatch(headers, /operator-/);
    });

    it("sends the operator's key to the address that the operator set", async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }] });
      const baseUrl = server.baseUrl(FORMATS[provider]);
      response(await ask({ provider, baseUrl }, { ...OPERATOR, HAFT_MODEL_URL: baseUrl }));
      const headers = JSON.stringify(server.requests[0]?.headers);
      assert.match(headers, new RegExp(`operator-${VARIABLES[provider]}\\b`));
      assert.equal(headers.split("operator-").length, 2);
    });

    it("sends no key of the operator to an address that a tenant gave", async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }] });
      const reply = await ask({ provider, baseUrl: server.baseUrl(FORMATS[provider]) }, OPERATOR);
      assert.doesNotMatch(JSON.stringify([reply, server.requests]), /operator-/);
      if (provider === "openai-compatible") return assert.equal(server.requests.length, 1);
      const { error, retryable } = failure(reply);
      assert.deepEqual([error.type, retryable, server.requests.length], ["model_key_missing", false, 0]);
      assert.match(error.hint ?? "", /apiKeySecret/);
    });

    it("sends another tenant's secret to nobody", async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }] });
      const baseUrl = server.baseUrl(FORMATS[provider]);
      const { error } = failure(await ask({ provider, baseUrl, apiKeySecret: "KEY" }, OPERATOR, "other"));
      assert.equal(error.type, "model_key_missing");
      assert.equal(error.hint, "give it with --secret KEY, from the environment or .env");
      assert.equal(server.requests.length, 0);
    });

    it("says which variable to set where there is no key", async () => {
      if (provider === "openai-compatible") return;
      const { error, retryable } = failure(await ask({ provider }, { [VARIABLES[provider]]: " " }));
      assert.deepEqual([error.type, retryable], ["model_key_missing", false]);
      assert.equal(error.message, `model m needs a key of ${provider}, and ${VARIABLES[provider]} is not set`);
      assert.match(error.hint ?? "", new RegExp(`^set ${VARIABLES[provider]}, or `));
    });
  });

describe("what cannot be asked", () => {
  it("says that a script is no model", async () => {
    const { error, retryable } = failure(await ask({ provider: "script" }, OPERATOR));
    assert.deepEqual([error.type, retryable], ["model_not_configured", false]);
    assert.equal(error.message, "model m plays a script and cannot be asked");
  });

  it("says that a compatible model needs an address", async () => {
    const { error, retryable } = failure(await ask({ provider: "openai-compatible" }, OPERATOR));
    assert.deepEqual([error.type, retryable], ["model_not_configured", false]);
    assert.match(error.hint ?? "", /HAFT_MODEL_URL/);
  });

  for (const baseUrl of ["localhost:1234/v1", "file:///etc/passwd", "not an address", "http://"])
    it(`says that ${baseUrl} is no address`, async () => {
      const { error, retryable } = failure(await ask({ provider: "openai-compatible", baseUrl }, OPERATOR));
      assert.deepEqual([error.type, retryable], ["model_not_configured", false]);
      assert.equal(error.message, `the base URL of model m is no address: ${JSON.stringify(baseUrl)}`);
    });

  it("shows no password and no key of an address", async () => {
    await using server = await startWireServer({ replies: [{ status: 404 }] });
    const baseUrl = server.baseUrl("chat-completions").replace("//", "//user:hidden@");
    const replies = [
      await ask({ provider: "openai-compatible", baseUrl }, {}),
      await ask({ provider: "openai-compatible", baseUrl: "http://user:hidden@127.0.0.1:1/v1?key=hidden" }, {}),
      await ask({ provider: "openai", baseUrl }, {}),
    ];
    assert.deepEqual(
      replies.map((reply) => failure(reply).error.type),
      ["model_unknown", "model_unreachable", "model_key_missing"],
    );
    assert.doesNotMatch(JSON.stringify(replies), /hidden/);
  });

  it("says that a wanted key is not set", async () => {
    await using server = await startWireServer({ replies: [{ status: 401 }] });
    const { error } = failure(
      await ask({ provider: "openai-compatible", baseUrl: server.baseUrl("chat-completions") }, {}),
    );
    assert.deepEqual([error.type, error.hint], ["model_key_missing", "set OPENAI_COMPATIBLE_API_KEY"]);
  });

  it("asks again later where secrets cannot be read now", async () => {
    const models = createModels({
      stored: async () => [],
      environment: {},
      secret: async () => {
        throw new Error("the store is locked");
      },
    });
    const model: ModelSettings = { id: "m", provider: "openai", name: "x", apiKeySecret: "KEY" };
    const request: ModelRequest = { tenant: "acme", model, instructions: "", messages: [], tools: [] };
    const failed = failure(await models.ask(request, { delta() {} }, new AbortController().signal));
    assert.equal(failed.retryable, true);
    assert.match(failed.error.message, /^the key of model m could not be read: the store is locked$/);
  });
});

for (const key of ["sk-one\nsk-two", "sk one", "sk-\u00e4", "“sk-one”"])
  it(`sends no key that no header takes, and says where it is: ${JSON.stringify(key)}`, async () => {
    await using server = await startWireServer({ replies: [{ text: "ok" }] });
    const baseUrl = server.baseUrl("messages");
    const environment = { ANTHROPIC_API_KEY: key, HAFT_MODEL_URL: baseUrl };
    const { error, retryable } = failure(await ask({ provider: "anthropic", baseUrl }, environment));
    assert.equal(retryable, false);
    assert.equal(error.type, "model_key_refused");
    assert.match(error.message, /^the key in ANTHROPIC_API_KEY cannot be sent: it holds a space, a line break/);
    assert.doesNotMatch(JSON.stringify(error), /sk/);
    assert.equal(server.requests.length, 0);
  });
