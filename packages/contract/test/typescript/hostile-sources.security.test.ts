// Hostile sources end, as tools or as diagnostics, in the thread that reads them; and the next source reads as ever.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createReader } from "../../src/read/create-reader.ts";
import type { Reader } from "../../src/read/reader.ts";
import { hostileSources } from "./hostile-sources.ts";

// What comes of a source that ends by itself does not depend on how busy the machine is.
const patient = createReader({ limitMs: 30_000 });
const reader = createReader();
after(async () => {
  await patient[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

async function outcomeOf(text: string, by: Reader): Promise<string> {
  const { tools, diagnostics } = await by.read({ language: "typescript", file: "take.tools.ts", text });
  const error = diagnostics.find((one) => one.severity === "error");
  return error?.code ?? tools.map((tool) => tool.name).join();
}

describe("hostile sources", () => {
  for (const [title, { text, outcome, isEndless }] of Object.entries(hostileSources)) {
    it(`${title} ends as ${outcome}`, async () => {
      const by = isEndless ? reader : patient;
      assert.equal(await outcomeOf(text, by), outcome);
      assert.equal(await outcomeOf(good, by), "good");
    });
  }
});

const good = "/** Good. Use when all is well.\n * @param a - A. */\nexport function good(a: string[]): void {}\n";
