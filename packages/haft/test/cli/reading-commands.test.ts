// What commands that read say of several paths, of a file without a tool, and of a provider that is not strict.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runHaft } from "./run-haft.ts";
import { type WarmHaft, warmHaft } from "./warm-haft.ts";

const folder = mkdtempSync(join(tmpdir(), "haft-reading-"));
let haft: WarmHaft;

const TOOL = `from haft import tool

@tool
def greet(name: str, tags: dict[str, int]) -> str:
    """Greet.

    Use when somebody is to be greeted.

    Args:
        name: Whom.
        tags: What with.
    """
    return name
`;

before(async () => {
  haft = warmHaft();
  await mkdir(join(folder, "empty"));
  writeFileSync(join(folder, "good.py"), TOOL);
  writeFileSync(join(folder, "bad.py"), TOOL.replace("tags: dict[str, int]", "tags"));
  writeFileSync(join(folder, "plain.ts"), "export const a = 1;\n");
  writeFileSync(join(folder, "plain.py"), "a = 1\n");
  writeFileSync(join(folder, "plain.tools.ts"), "export const a = 1;\n");
});
after(async () => {
  await haft[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test("a path that cannot be read hides no other: each is reported", async () => {
  const { exitCode, out, err } = await haft.run(["check", "empty", "bad.py", "nowhere", "good.py"], { folder });
  assert.equal(exitCode, 1);
  assert.match(out, /bad\.py:\d+:\d+ HAFT/);
  assert.match(err, /empty holds no tools[\s\S]*no file or folder nowhere[\s\S]*1 tool, 1 error/);
  const usage = await haft.run(["check", "empty", "good.py"], { folder });
  assert.equal(usage.exitCode, 2);
  assert.match(usage.err, /empty holds no tools[\s\S]*1 tool, 0 errors/);
});

test("with --json the document has what was read, and what could not be", async () => {
  const { exitCode, out } = await haft.run(["check", "empty", "good.py", "--json"], { folder });
  const document = JSON.parse(out);
  assert.deepEqual([exitCode, document.ok, document.toolsets.length], [2, false, 1]);
  assert.deepEqual(
    document.errors.map((error: { type: string }) => error.type),
    ["no_tools"],
  );
});

for (const [file, says] of [
  ["plain.py", /plain\.py has no tool: .*@tool/],
  ["plain.tools.ts", /plain\.tools\.ts has no tool: .*exported function/],
] as const) {
  test(`a file that is named and has no tool is told what makes one: ${file}`, async () => {
    const { exitCode, err } = await haft.run(["check", file], { folder });
    assert.equal(exitCode, 0);
    assert.match(err, says);
  });
}

test("a file whose name makes it no file of tools is not suggested in its own place", async () => {
  const { exitCode, err } = await haft.run(["check", "plain.ts"], { folder });
  assert.equal(exitCode, 2);
  assert.doesNotMatch(err, /did you mean/);
  assert.match(err, /hint: .*\*\.tools\.ts/);
  assert.match((await haft.run(["check", "god.py"], { folder })).err, /did you mean good\.py\?/);
});

test("a provider that is not strict for a tool is told with each reason", async () => {
  const { out } = await haft.run(["tools", "good.py", "--provider", "openai"], { folder });
  assert.match(out, /for openai: not strict, for its strict mode refuses .*any names.* in tags/);
});

test("a doctor names the interpreter and its version, and one error in the singular", async () => {
  const { out } = await runHaft(["doctor", "bad.py"], { folder });
  assert.match(out, /^ok python +\/\S*python3\S*, 3\.\d+/m);
  assert.match(out, /toolDiscovery +0 tools at bad\.py, 1 error$/m);
  const none = await runHaft(["doctor", "--python", "/nowhere/python3"], { folder });
  assert.equal(none.exitCode, 1);
  assert.match(none.out, /^no python .*\/nowhere\/python3[\s\S]*?do: /m);
});

test("a doctor says whom an agent would ask, and what is missing for that, without asking", async () => {
  const looks = async (environment: NodeJS.ProcessEnv) =>
    (
      await runHaft(["doctor"], {
        folder,
        environment: { HAFT_MODEL: undefined, OPENAI_API_KEY: undefined, ...environment },
      })
    ).out;
  assert.match(await looks({}), /^ok model +none is set: tools need none, agents do\n +do: haft model set default/m);
  const whole = await looks({ HAFT_MODEL: "openai/m", OPENAI_API_KEY: "sk-0123456789" });
  assert.match(whole, /^ok model +openai\/m at https:\/\/api\.openai\.com\/v1, with the key of OPENAI_API_KEY$/m);
  assert.doesNotMatch(whole, /sk-0123456789/);
  assert.match(
    await looks({ HAFT_MODEL: "openai/m" }),
    /^no model +.*OPENAI_API_KEY is not set\n +do: set OPENAI_API_KEY/m,
  );
  assert.match(await looks({ HAFT_MODEL: "opnai/m" }), /^no model +HAFT_MODEL: "opnai\/m" is no provider\/name/m);
});
