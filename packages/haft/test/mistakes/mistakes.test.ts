// The mistakes that new authors make. Each is told by a message that holds what mends it, and what the message says to
// write does mend it.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runHaft } from "../cli/run-haft.ts";
import { warmHaft } from "../cli/warm-haft.ts";

const FIXTURES = fileURLToPath(new URL("fixtures", import.meta.url));

/** `mistake.json`: what was done wrong, what the message must hold, and how it ends. */
interface Mistake {
  readonly mistake: string;
  /** Codes of the diagnostics, each once; absent: it is told without one. */
  readonly codes?: readonly string[];
  /** Parts of what is printed, each of which is needed to mend it. */
  readonly says: readonly string[];
  /** The words of the command; default `check`. */
  readonly run?: readonly string[];
  /** The words that the message leads to, where the command was the mistake. */
  readonly then?: readonly string[];
  /** Default 1. */
  readonly exit?: number;
  /** Whether it is a warning only. */
  readonly warning?: boolean;
}

// Reading is done by readers that stay warm; whatever starts a run is a process of its own.
const warm = warmHaft();
after(() => warm[Symbol.asyncDispose]());

const names = readdirSync(FIXTURES).sort();

function read(name: string): Mistake {
  return JSON.parse(readFileSync(join(FIXTURES, name, "mistake.json"), "utf8"));
}

test("there are thirty mistakes or more", () => {
  assert.ok(names.length >= 30, `${names.length}`);
});

for (const name of names) {
  const mistake = read(name);
  const command = mistake.run ?? ["check"];
  const haft = command[0] === "call" ? runHaft : warm.run;

  test(`${mistake.mistake} (${name}) The message mends it.`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-mistake-"));
    cpSync(join(FIXTURES, name, "wrong"), folder.path, { recursive: true });
    const told = await haft(command, { folder: folder.path });
    const text = told.out + told.err;
    assert.equal(told.exitCode, mistake.exit ?? (mistake.warning ? 0 : 1), text);
    for (const part of mistake.says) assert.ok(text.includes(part), `${part} is not in:\n${text}`);
    assert.doesNotMatch(text, /\n\s+at .*(node:internal|packages\/|dist\/)/, "a stack of Haft's own");

    if (mistake.codes) {
      const { out } = await haft([...command, "--json"], { folder: folder.path });
      const document: { toolsets: { diagnostics: { code: string; hint?: string }[] }[] } = JSON.parse(out);
      const diagnostics = document.toolsets.flatMap((toolset) => toolset.diagnostics);
      assert.deepEqual(diagnostics.map(({ code }) => code).sort(), [...mistake.codes], "one message a mistake");
      for (const diagnostic of diagnostics) assert.ok(diagnostic.hint, `${diagnostic.code} has no hint`);
    }

    const right = join(FIXTURES, name, "right");
    await using mended = await mkdtempDisposable(join(tmpdir(), "haft-mended-"));
    cpSync(existsSync(right) ? right : join(FIXTURES, name, "wrong"), mended.path, { recursive: true });
    const then = await haft(mistake.then ?? [...command, ...(mistake.codes ? ["--warnings-as-errors"] : [])], {
      folder: mended.path,
    });
    assert.equal(then.exitCode, 0, then.out + then.err);
  });
}
