// What a new project is told to try next works: its eval, its policies, and a script that is played.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TEMPLATES } from "../../src/scaffold/template-files.ts";
import { runHaft } from "../cli/run-haft.ts";

for (const template of TEMPLATES) {
  test(`in a project made from the template ${template} the eval goes as expected, and the policies can be saved`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-init-"));
    const made = await runHaft(["init", "desk", "--template", template], { folder: folder.path });
    assert.match(made.out, /npx haft eval\n/);
    const desk = join(folder.path, "desk");
    const evals = await runHaft(["eval", "--json"], { folder: desk });
    assert.deepEqual(
      JSON.parse(evals.out).evals.map(({ file, ok, problems }: Record<string, unknown>) => ({ file, ok, problems })),
      [{ file: "evals/greet.script.json", ok: true, problems: [] }],
      evals.err,
    );
    assert.ok(!existsSync(join(desk, ".haft")), "playing scripts makes no store here");
    const saved = await runHaft(["policy", "set", "@policies/starter.json"], { folder: desk });
    assert.equal(saved.out, "policy ask-before-spending saved\npolicy never-delete saved\n", saved.err);
  });
}
