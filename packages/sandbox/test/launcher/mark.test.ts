// The mark of a server in the command lines of what it has started: others see by it whether anything of it is left.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { Way } from "../../src/levels/way.ts";
import { callInside, imageOf, missingFor, sandboxesBy } from "../harness.ts";
import { eventually } from "../remains/remains.ts";

const STAY = {
  python: `import time\nprint("runs", flush=True)\ntime.sleep(600)`,
  typescript: `console.log("runs"); await new Promise((resolve) => setTimeout(resolve, 600_000))`,
};
const WAYS: readonly Way["name"][] = ["bubblewrap", "bubblewrap as root", "seccomp", "rlimit-only"];

/** One process in whose command line a mark stands as a word. */
interface Marked {
  readonly pid: number;
  readonly parent: number;
  /** Whether it is the first of a namespace. */
  readonly isFirst: boolean;
}

function markedWith(mark: string): readonly Marked[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split(/[\0 ]/);
      if (!words.includes(mark)) return [];
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      return [{ pid: Number(name), parent, isFirst: /^NSpid:\t\d+\t1$/m.test(status) }];
    } catch {
      return [];
    }
  });
}

for (const way of WAYS)
  describe(`what is started by ${way}`, { skip: missingFor(way) }, () => {
    for (const language of ["python", "typescript"] as const)
      it(`carries the mark for as long as a ${language} call is there`, async () => {
        const mark = `haft-test=${process.pid}.${language}`;
        const sandboxes = await sandboxesBy(way, { spares: false, mark });
        try {
          const runs = Promise.withResolvers<void>();
          const stay = callInside(sandboxes, imageOf(language, STAY[language]), {}, {}, { log: () => runs.resolve() });
          await Promise.race([runs.promise, stay]);
          const marked = markedWith(mark);
          const launcher = marked.find(({ parent }) => parent === process.pid);
          assert.equal(launcher?.pid, sandboxes.launcherPid);
          const outer = marked.filter(({ parent }) => parent === launcher?.pid);
          assert.equal(outer.length, 1);
          if (way.startsWith("bubblewrap"))
            assert.ok(marked.some(({ parent, isFirst }) => isFirst && parent === outer[0]?.pid));
        } finally {
          await sandboxes[Symbol.asyncDispose]();
        }
        await eventually(
          () => markedWith(mark),
          (left) => left.length === 0,
          "of what was marked there is left",
        );
      });
  });
