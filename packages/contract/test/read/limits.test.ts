// The limits of reading: time, memory, size. Whatever is met, the next good source reads.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { createReader } from "../../src/read/create-reader.ts";
import type { ReadRequest } from "../../src/read/reader.ts";
import { startThread } from "../../src/read/thread.ts";

const run = promisify(execFile);

const GOOD: ReadRequest = {
  language: "typescript",
  file: "good.tools.ts",
  text: "/** Good. Use when all is well. */\nexport function good(): string {\n  return '';\n}\n",
};

/** Takes the compiler longer than any limit used here. */
const SLOW: ReadRequest = {
  ...GOOD,
  text: `type D<T> = { a: T; b: T };\n/** Go. Use when going.\n * @param a - A. */\nexport function go(a: ${"D<".repeat(34)}string${">".repeat(34)}): void {}\n`,
};

function codes(result: {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}): string[] {
  return result.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("the limits of reading", () => {
  it("ends a source at the time limit, and reads those that wait behind it", async () => {
    await using reader = createReader({ limitMs: 1_000 });
    const [first, slow, last] = await Promise.all([reader.read(GOOD), reader.read(SLOW), reader.read(GOOD)]);
    assert.deepEqual(codes(slow), ["HAFT102 reading took longer than 1 s and was ended"]);
    assert.equal(first.tools.length, 1);
    assert.equal(last.tools.length, 1);
  });

  it("refuses a source over 1 MiB without reading it", async () => {
    await using reader = createReader({ python: "/opt/no/python3" });
    const request = { language: "python", file: "large.py" } as const;
    const refused = await reader.read({ ...request, text: `#${"é".repeat(512 * 1024)}` });
    assert.deepEqual(codes(refused), ["HAFT102 the source is larger than 1 MiB"]);
    // One byte less is read, and then there is no interpreter.
    const read = await reader.read({ ...request, text: `#${"é".repeat(512 * 1024 - 1)}` });
    assert.deepEqual(
      read.diagnostics.map(({ code }) => code),
      ["HAFT107"],
    );
  });

  it("ends at the memory limit", async () => {
    // The compiler alone needs more than this.
    const thread = startThread({ limitMs: 2_000, hasEvaluator: false }, undefined, 24);
    const reading = await thread.read(GOOD);
    assert.equal(reading.kind === "given-up" ? reading.reason : "read", "memory");
    assert.equal(thread.alive, false);
    await thread.end();
  });

  it("freezes what it gives", async () => {
    await using reader = createReader();
    const { tools } = await reader.read(GOOD);
    assert.ok(Object.isFrozen(tools) && Object.isFrozen(tools[0]?.inputSchema) && Object.isFrozen(tools[0]?.location));
  });

  for (const [how, end] of [
    ["is left alone", ""],
    ["is disposed of", "await reader[Symbol.asyncDispose]();"],
  ]) {
    it(`lets a process end that has nothing else to do, when it ${how}`, async () => {
      const module = new URL("../../src/read/create-reader.ts", import.meta.url).href;
      const program = `import { createReader } from ${JSON.stringify(module)};
        const reader = createReader();
        const { tools } = await reader.read(${JSON.stringify(GOOD)});
        ${end}
        console.log(tools.length);`;
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program], { timeout: 30_000 });
      assert.equal(stdout, "1\n");
    });
  }

  it("does not read once it has been disposed of", async () => {
    const reader = createReader();
    await reader.read(GOOD);
    await reader[Symbol.asyncDispose]();
    await assert.rejects(reader.read(GOOD), /disposed/);
  });

  it("evaluates definitions outside the time of reading", async () => {
    // Another reader, whose limit is longer, reaches it in the meantime.
    await using other = createReader({ limitMs: 600 });
    const meanwhile: string[] = [];
    const evaluator = {
      async evaluate() {
        meanwhile.push(...codes(await other.read(SLOW)));
        throw new Error("no sandbox here");
      },
    };
    await using reader = createReader({ limitMs: 500, evaluator });
    const text =
      "export default { name: 'a', description: 'A.', inputSchema: {}, capabilities: [], approval: { required: false }, handler: () => 1 };\n";
    const { diagnostics } = await reader.read({ language: "typescript", file: "a.tool.ts", text });
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["HAFT605"],
    );
    assert.match(diagnostics[0]?.message ?? "", /no sandbox here/);
    assert.deepEqual(meanwhile, ["HAFT102 reading took longer than 0.6 s and was ended"]);
  });
});
