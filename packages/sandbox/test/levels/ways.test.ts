// Which ways a machine has, and what is said of those that it lacks.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type WaySettings, waysOf } from "../../src/levels/ways.ts";

const MACHINE: WaySettings = {
  least: "rlimit-only",
  user: { uid: 65_534, gid: 65_534 },
  isRoot: true,
  platform: "linux",
  hasFilter: true,
  python: "/usr/bin/python3",
  supervisor: "/supervisor.py",
  find: (program) => `/usr/bin/${program}`,
};
const CASES: readonly [string, Partial<WaySettings>, readonly string[], RegExp][] = [
  ["root with everything", {}, ["bubblewrap", "bubblewrap as root", "seccomp", "rlimit-only"], /^$/],
  ["an ordinary user", { isRoot: false }, ["bubblewrap", "seccomp", "rlimit-only"], /^$/],
  ["the least level namespaces", { least: "namespaces" }, ["bubblewrap", "bubblewrap as root"], /^$/],
  [
    "no bubblewrap",
    { find: () => undefined },
    ["seccomp", "rlimit-only"],
    /bubblewrap \(bwrap\), which is not installed/,
  ],
  ["no bubblewrap, and the least level namespaces", { find: () => undefined, least: "namespaces" }, [], /bubblewrap/],
  ["no Python", { python: undefined }, ["bubblewrap", "bubblewrap as root"], /python3, which is not installed/],
  ["another processor", { hasFilter: false }, ["rlimit-only"], /no system call filter/],
  ["macOS", { platform: "darwin" }, ["rlimit-only"], /exist on Linux only; this is darwin/],
];

describe("ways", () => {
  for (const [name, change, ways, problem] of CASES)
    it(`of ${name}`, () => {
      const found = waysOf({ ...MACHINE, ...change });
      assert.deepEqual(
        found.ways.map((way) => way.name),
        ways,
      );
      assert.match(found.problems.map((one) => one.message).join("; "), problem);
      for (const one of found.problems) assert.ok(one.hint, "each says what to do");
    });
});
