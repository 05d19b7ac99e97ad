// What a tool tries in vain: at each level what it promises, in a call and at import, in both languages.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Way } from "../../src/levels/way.ts";
import type { PooledSandboxes } from "../../src/pool/sandboxes.ts";
import { callInside, callOutside, imageOf, missingFor, sandboxesBy } from "../harness.ts";
import { ATTEMPTS, type Attempt } from "./attempts.ts";

const ALL: readonly Way["name"][] = ["bubblewrap", "bubblewrap as root", "seccomp", "rlimit-only"];
/** Runs by other users and from other places name the ways that differ there. */
const WAYS = ALL.filter((way) => (process.env.HAFT_TEST_WAYS ?? ALL.join()).split(",").includes(way));
const isRoot = process.getuid?.() === 0;

function promised(attempt: Attempt, way: Way["name"]): boolean {
  return way === "seccomp" || way === "rlimit-only" ? (attempt.alsoAt ?? []).includes(way) : true;
}

for (const way of WAYS) {
  describe(`escapes by ${way}`, { skip: missingFor(way) }, () => {
    let sandboxes: PooledSandboxes;
    before(async () => {
      sandboxes = await sandboxesBy(way, { spares: false });
    });
    after(() => sandboxes[Symbol.asyncDispose]());

    for (const attempt of ATTEMPTS.filter((one) => promised(one, way)))
      for (const language of ["python", "typescript"] as const) {
        const lines = attempt[language];
        if (lines === undefined) continue;
        for (const atImport of [false, true]) {
          // What a module does to its own parent at import is not an attempt on the next call's parent.
          if (atImport && (attempt.name === "signals its parent" || way !== "bubblewrap")) continue;
          // The parent forks its calls, so that a module may fork as it loads.
          if (atImport && language === "python" && attempt.name === "starts another process") continue;
          it(`${language}${atImport ? " at import" : ""}: ${attempt.name}`, async () => {
            const outcome = await callInside(sandboxes, imageOf(language, lines, { atImport }));
            if (outcome.kind === "result") assert.notEqual(outcome.value, "escaped");
            else assert.equal(outcome.kind, "error");
            const again = await callInside(
              sandboxes,
              imageOf(language, language === "python" ? "return 1" : "return 1"),
            );
            assert.deepEqual(again, { kind: "result", value: 1 }, "the sandboxes go on");
          });
        }
      }
  });
}

describe("the same attempts outside a sandbox", { skip: missingFor("seccomp") }, () => {
  for (const attempt of ATTEMPTS)
    for (const language of ["python", "typescript"] as const) {
      const lines = attempt[language];
      if (lines === undefined) continue;
      const skip = attempt.outsideAs === "root" && !isRoot ? "succeeds for root only" : false;
      it(`${language}: ${attempt.name}`, { skip }, async () => {
        assert.equal(await callOutside(language, lines), "escaped");
      });
    }
});
