// Providers are spoken to over TLS: with those whose certificate is trusted, and with nobody else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connectionFailure } from "../../src/models/connection-failure.ts";
import { ask, FORMATS, failure, PROVIDERS } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

/** A pair made for these tests, for loopback; nothing else trusts it. */
const CERT = fileURLToPath(new URL("./fixtures/loopback-cert.pem", import.meta.url));
const KEY = fileURLToPath(new URL("./fixtures/loopback-key.pem", import.meta.url));
const tls = { key: await readFile(KEY, "utf8"), cert: await readFile(CERT, "utf8") };

const PROGRAM = `
  const [index, provider, baseUrl] = process.argv.slice(1);
  const { createModels } = await import(index);
  const model = { id: "m", provider, name: "x", baseUrl, apiKeySecret: "KEY" };
  const models = createModels({ stored: async () => [], environment: {}, secret: async () => "key" });
  const request = { tenant: "local", model, instructions: "", messages: [{ role: "user", text: "Hi" }], tools: [] };
  console.log(JSON.stringify(await models.ask(request, { delta() {} }, new AbortController().signal)));
`;

describe("TLS", () => {
  for (const provider of PROVIDERS)
    it(`sends ${provider} nothing where its certificate is not trusted`, async () => {
      await using server = await startWireServer({ replies: [{ text: "ok" }], tls });
      const { error, retryable } = failure(await ask(server, provider));
      assert.deepEqual([error.type, retryable], ["model_unreachable", false]);
      assert.match(error.message, /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
      assert.match(error.hint ?? "", /NODE_EXTRA_CA_CERTS/);
      assert.equal(server.requests.length, 0);
    });

  it("says so where a server does not speak it", async () => {
    await using server = await startWireServer({ replies: [{ text: "ok" }] });
    const baseUrl = server.baseUrl("messages").replace("http:", "https:");
    const { error } = failure(await ask(server, "anthropic", { model: { baseUrl } }));
    assert.match(error.message, /: it does not speak TLS, as http:\/\/ addresses do not$/);
  });

  it("asks where the certificate's authority was named", async () => {
    await using server = await startWireServer({ replies: [{ text: "ok" }], tls });
    const index = new URL("../../src/models/index.ts", import.meta.url).href;
    const args = ["--input-type=module", "-e", PROGRAM, index, "anthropic", server.baseUrl(FORMATS.anthropic)];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: CERT };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    assert.equal(JSON.parse(stdout).text, "ok");
  });
});

describe("what is said of a connection", () => {
  const asked = {
    provider: "openai",
    name: "x",
    baseUrl: "https://h/v1",
    shownUrl: "https://h/v1",
    key: "",
    keyPlace: "OPENAI_API_KEY",
  } as const;
  const rows = [
    ["ENOTFOUND", true, "there is no such host"],
    ["EAI_AGAIN", true, "the name of the host could not be looked up"],
    ["ECONNRESET", true, "the connection was closed before it answered"],
    ["ETIMEDOUT", true, "it did not answer"],
    ["HPE_INVALID_CONSTANT", true, "it does not speak HTTP"],
    ["ESOMETHING", true, "ESOMETHING"],
    ["", true, "the connection failed"],
    ["CERT_HAS_EXPIRED", false, "its certificate is not trusted (CERT_HAS_EXPIRED)"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", false, "its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false, "its certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE)"],
  ] as const;
  for (const [code, retryable, words] of rows)
    it(`says of ${code || "no code"}: ${words}`, () => {
      const cause = Object.assign(new Error("of the system"), code === "" ? {} : { code });
      const failed = connectionFailure(new Error("of the SDK", { cause }), asked);
      assert.equal(failed.error.message, `openai/x could not be reached at https://h/v1: ${words}`);
      assert.equal(failed.retryable, retryable);
    });
});
