// What asks no model pays for none: the SDK is loaded by the first request, and of it only what speaks to its provider.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { it } from "node:test";
import { promisify } from "node:util";
import { FORMATS, PROVIDERS } from "./asking.ts";
import { startWireServer } from "./wire-server/wire-server.ts";

const INDEX = new URL("../../src/models/index.ts", import.meta.url).href;

/** Prints the packages of the SDK that were loaded before the request, and those that were after it. */
const PROGRAM = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      if (/^@ai-sdk\\/|^ai$/.test(specifier)) loaded.add(specifier);
      return next(specifier, context);
    },
  });
  const [index, provider, baseUrl] = process.argv.slice(1);
  const { createModels } = await import(index);
  const model = { id: "m", provider, name: "x", baseUrl, apiKeySecret: "KEY", role: "default" };
  const models = createModels({ stored: async () => [model], environment: {}, secret: async () => "key" });
  const found = await models.find("local", "default");
  const before = [...loaded];
  const request = { tenant: "local", model: found, instructions: "", messages: [{ role: "user", text: "Hi" }], tools: [] };
  const { kind } = await models.ask(request, { delta() {} }, new AbortController().signal);
  console.log(JSON.stringify({ before, kind, after: [...loaded].sort() }));
`;

for (const provider of PROVIDERS)
  it(`loads only what speaks to ${provider}, says nothing, and ends by itself`, async () => {
    await using server = await startWireServer({ replies: [{ text: "ok" }] });
    const args = ["--input-type=module", "-e", PROGRAM, INDEX, provider, server.baseUrl(FORMATS[provider])];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    const { before, kind, after } = JSON.parse(stdout);
    assert.deepEqual([before, kind], [[], "response"]);
    const own = `@ai-sdk/${provider}`;
    assert.deepEqual(
      after.filter((name: string) => !/^@ai-sdk\/provider(-utils.*)?$/.test(name)),
      [own],
    );
    assert.equal(stderr, "");
  });
