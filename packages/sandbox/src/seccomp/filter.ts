// From rules to the program that the kernel runs before every system call.

import type { Architecture } from "./architecture.ts";
import {
  ALLOW,
  AND,
  ARCHITECTURE_OFFSET,
  argumentOffset,
  assemble,
  JUMP_EQUAL,
  JUMP_GREATER,
  type Label,
  LOAD,
  NUMBER_OFFSET,
  RETURN,
  refuse,
  type Step,
} from "./bpf.ts";
import { type ArgumentTest, ERRNO, type Rule } from "./rule.ts";

const ALL_BITS = 0xffff_ffff;
/** Numbers of the x32 ABI have this bit. */
const X32_BIT = 0x4000_0000;

/**
 * Allows what no rule refuses. Refused before any rule: another architecture than the filter's (a 32-bit call has
 * other numbers), the x32 ABI, and every number newer than the table; all answer ENOSYS, so that libraries fall back.
 */
export function assembleFilter(architecture: Architecture, rules: readonly Rule[]): Uint8Array {
  const unknown = refuse(ERRNO.ENOSYS);
  const program: (Step | Label)[] = [
    { code: LOAD, k: ARCHITECTURE_OFFSET },
    { code: JUMP_EQUAL, k: architecture.audit, whenTrue: "own" },
    { code: RETURN, k: unknown },
    { label: "own" },
    { code: LOAD, k: NUMBER_OFFSET },
    // X32 numbers are greater than any of the table, so one comparison refuses both.
    { code: JUMP_GREATER, k: Math.min(architecture.syscalls.last, X32_BIT - 1), whenFalse: "known" },
    { code: RETURN, k: unknown },
    { label: "known" },
  ];
  for (const [number, group] of byNumber(architecture, rules)) program.push(...onNumber(number, group));
  program.push({ code: RETURN, k: ALLOW });
  return assemble(program);
}

function byNumber(architecture: Architecture, rules: readonly Rule[]): Map<number, Rule[]> {
  const groups = new Map<number, Rule[]>();
  for (const rule of rules) {
    for (const call of rule.calls) {
      const number = architecture.syscalls.numbers.get(call);
      if (number === undefined) continue;
      const group = groups.get(number);
      if (group) group.push(rule);
      else groups.set(number, [rule]);
    }
  }
  return groups;
}

function onNumber(number: number, rules: readonly Rule[]): (Step | Label)[] {
  const past = `past ${number}`;
  const steps: (Step | Label)[] = [{ code: JUMP_EQUAL, k: number, whenFalse: past }];
  rules.forEach((rule, index) => {
    const next = `${number} rule ${index + 1}`;
    (rule.when ?? []).forEach((test, part) => {
      steps.push(...onArgument(test, `${next} test ${part}`, next));
    });
    steps.push({ code: RETURN, k: refuse(rule.errno) }, { label: next });
  });
  // An unconditional rule makes what follows unreachable; the kernel accepts that.
  steps.push({ code: RETURN, k: ALLOW }, { label: past });
  return steps;
}

function onArgument(test: ArgumentTest, held: string, missed: string): (Step | Label)[] {
  const steps: (Step | Label)[] = [{ code: LOAD, k: argumentOffset(test.argument) }];
  const mask = (test.mask ?? ALL_BITS) >>> 0;
  if (mask !== ALL_BITS) steps.push({ code: AND, k: mask });
  const [found, other] = test.not ? [missed, held] : [held, missed];
  test.values.forEach((value, index) => {
    const last = index === test.values.length - 1;
    steps.push({ code: JUMP_EQUAL, k: value >>> 0, whenTrue: found, ...(last ? { whenFalse: other } : {}) });
  });
  steps.push({ label: held });
  return steps;
}
