// A table of system call numbers, parsed from its compact text.

/** The numbers of one architecture. */
export interface SyscallTable {
  readonly numbers: ReadonlyMap<string, number>;
  /** The greatest number of the table: what is greater is newer than this table. */
  readonly last: number;
}

/** Parses `first: name name …` groups, each name one more than the name before it. */
export function syscallTable(text: string): SyscallTable {
  const numbers = new Map<string, number>();
  let next = 0;
  for (const word of text.trim().split(/\s+/)) {
    const first = /^(\d+):$/.exec(word)?.[1];
    if (first !== undefined) {
      next = Number(first);
    } else {
      numbers.set(word, next);
      next += 1;
    }
  }
  return { numbers, last: Math.max(...numbers.values()) };
}
