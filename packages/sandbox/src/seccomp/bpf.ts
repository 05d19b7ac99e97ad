// An assembler for the small part of classic BPF that a system call filter needs.

/** Offsets in `struct seccomp_data`. */
export const NUMBER_OFFSET = 0;
export const ARCHITECTURE_OFFSET = 4;

/** Offset of the low 32 bits of an argument (both architectures are little-endian). */
export function argumentOffset(index: number): number {
  return 16 + 8 * index;
}

/** What a filter answers. */
export const ALLOW = 0x7fff0000;

/** The answer that makes a system call fail with this errno. */
export function refuse(errno: number): number {
  return 0x00050000 | errno;
}

export const LOAD = 0x20;
export const AND = 0x54;
export const JUMP_EQUAL = 0x15;
export const JUMP_GREATER = 0x25;
export const JUMP = 0x05;
export const RETURN = 0x06;

/** A place that jumps name; it makes no instruction. */
export interface Label {
  readonly label: string;
}

/** One instruction, its jumps by label; an absent one goes to the next instruction. */
export interface Step {
  readonly code: number;
  readonly k: number;
  readonly whenTrue?: string;
  readonly whenFalse?: string;
}

const INSTRUCTION_BYTES = 8;
const FARTHEST_JUMP = 255;
/** The kernel's own limit on a program. */
const LONGEST_PROGRAM = 4096;

/** Resolves the labels and writes `struct sock_filter[]`. */
export function assemble(program: readonly (Step | Label)[]): Uint8Array {
  const places = new Map<string, number>();
  const steps: Step[] = [];
  for (const part of program) {
    if ("label" in part) places.set(part.label, steps.length);
    else steps.push(part);
  }
  if (steps.length > LONGEST_PROGRAM) throw new RangeError(`a filter of ${steps.length} instructions is too long`);
  const bytes = new Uint8Array(steps.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  steps.forEach((step, index) => {
    const at = index * INSTRUCTION_BYTES;
    const farJump = step.code === JUMP;
    view.setUint16(at, step.code, true);
    view.setUint8(at + 2, farJump ? 0 : distance(places, step.whenTrue, index));
    view.setUint8(at + 3, farJump ? 0 : distance(places, step.whenFalse, index));
    view.setUint32(at + 4, farJump ? place(places, step.whenTrue, index) : step.k, true);
  });
  return bytes;
}

function distance(places: ReadonlyMap<string, number>, label: string | undefined, from: number): number {
  if (label === undefined) return 0;
  const steps = place(places, label, from);
  if (steps > FARTHEST_JUMP) throw new RangeError(`the jump to ${label} is too far`);
  return steps;
}

function place(places: ReadonlyMap<string, number>, label: string | undefined, from: number): number {
  const to = label === undefined ? undefined : places.get(label);
  if (to === undefined || to <= from) throw new RangeError(`the label ${label} does not lie ahead`);
  return to - from - 1;
}
