// When an interpreter is asked about itself again.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { type InterpreterAnswer, knownAnswer } from "../../src/images/interpreter-answers.ts";

const root = mkdtempSync(join(tmpdir(), "haft-interpreters-"));
after(() => rmSync(root, { recursive: true }));

let folder = "";
let state = "";
let program = "";
let library = "";
let asked = 0;
let rounds = 0;

beforeEach(() => {
  rounds += 1;
  folder = join(root, String(rounds));
  state = join(folder, "state");
  program = join(folder, "venv/bin/python3");
  library = join(folder, "lib");
  asked = 0;
  mkdirSync(join(folder, "venv/bin"), { recursive: true });
  mkdirSync(library);
  // Only its first bytes matter: what it says is said below.
  writeFileSync(program, "\x7fELF");
});

/** Its answer; a changed one shows that it was asked again. */
function answer(named = program): Promise<InterpreterAnswer> {
  return knownAnswer(state, named, program, async () => {
    asked += 1;
    return { version: `3.11.${asked}`, prefix: "/usr", library: [library] };
  });
}

test("it is asked once, whatever process wants to know", async () => {
  const first = await answer();
  assert.deepEqual(await answer(), first);
  assert.equal(asked, 1);
});

const CHANGES: Readonly<Record<string, () => void>> = {
  "the program is another": () => writeFileSync(program, "\x7fELF another"),
  "the program has been put there again": () => utimesSync(program, 1, 1),
  "its virtual environment has changed": () => writeFileSync(join(folder, "venv/pyvenv.cfg"), "home = /opt/bin\n"),
  "its library is gone": () => rmSync(library, { recursive: true }),
  "what was kept cannot be read": () => {
    for (const name of readdirSync(join(state, "built"))) writeFileSync(join(state, "built", name), '{"version": 3');
  },
  "what was kept is no answer": () => {
    for (const name of readdirSync(join(state, "built"))) writeFileSync(join(state, "built", name), '{"version": 3}');
  },
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`it is asked again when ${what}`, async () => {
    await answer();
    change();
    assert.equal((await answer()).version, "3.11.2");
  });
}

test("another name of the same program is another question", async () => {
  await answer();
  await answer(join(folder, "other/bin/python3"));
  assert.equal(asked, 2);
});

test("a script that chooses an interpreter is asked each time", async () => {
  writeFileSync(program, '#!/bin/sh\nexec python3 "$@"\n');
  await answer();
  await answer();
  assert.equal(asked, 2);
});

test("an interpreter that gives no answer is asked again", async () => {
  const refused = knownAnswer(state, program, program, async () => Promise.reject(new Error("it is broken")));
  await assert.rejects(refused, /it is broken/);
  assert.equal((await answer()).version, "3.11.1");
});
