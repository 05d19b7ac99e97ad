// The assembler refuses what the kernel would, and what it could not encode.

import assert from "node:assert/strict";
import { it } from "node:test";
import { ALLOW, assemble, JUMP, JUMP_EQUAL, type Label, RETURN, type Step } from "../../src/seccomp/bpf.ts";
import { syscallTable } from "../../src/seccomp/syscall-table.ts";
import { runFilter } from "./bpf-machine.ts";

const allow: Step = { code: RETURN, k: ALLOW };

it("resolves labels to distances", () => {
  const program = assemble([
    { code: JUMP, k: 0, whenTrue: "end" },
    { code: RETURN, k: 0x00050001 },
    { label: "end" },
    allow,
  ]);
  assert.equal(program.length, 24);
  assert.equal(runFilter(program, { number: 0, audit: 0 }), "allow");
});

it("refuses a jump backwards, one that is too far, and a program that is too long", () => {
  assert.throws(
    () => assemble([{ label: "back" }, { code: JUMP_EQUAL, k: 1, whenTrue: "back" }, allow]),
    /does not lie ahead/,
  );
  const far: (Step | Label)[] = [
    { code: JUMP_EQUAL, k: 1, whenTrue: "far" },
    ...Array(256).fill(allow),
    { label: "far" },
    allow,
  ];
  assert.throws(() => assemble(far), /too far/);
  assert.throws(() => assemble(Array(4097).fill(allow)), /too long/);
});

it("reads a table in groups", () => {
  const table = syscallTable("0: read write\n7: poll");
  assert.deepEqual(
    [...table.numbers],
    [
      ["read", 0],
      ["write", 1],
      ["poll", 7],
    ],
  );
  assert.equal(table.last, 7);
});
