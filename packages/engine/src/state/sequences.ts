// A list of sequences that grows by one at a time and copies next to nothing for it: what a long conversation needs, of
// which every version is kept apart. Plain JSON: levels of lists, each WIDTH lists of the level below it.

/** A number, or a full list of the level below. */
type Node = number | readonly Node[];

/** The lowest level first; each has fewer than `WIDTH` entries. */
export type Sequences = readonly (readonly Node[])[];

const WIDTH = 32;

/** No sequence. */
export const NO_SEQUENCES: Sequences = Object.freeze([]);

/** The list with one more at its end; the one that was given stays as it is. */
export function withSequence(sequences: Sequences, seq: number): Sequences {
  const levels = [...sequences];
  let carry: Node = seq;
  for (let level = 0; ; level++) {
    const entries: readonly Node[] = Object.freeze([...(levels[level] ?? []), carry]);
    if (entries.length < WIDTH) {
      levels[level] = entries;
      return Object.freeze(levels);
    }
    levels[level] = Object.freeze([]);
    carry = entries;
  }
}

/** All of them, in the order in which they were added. */
export function sequencesOf(sequences: Sequences): readonly number[] {
  const all: number[] = [];
  const collect = (node: Node): void => {
    if (typeof node === "number") all.push(node);
    else for (const inner of node) collect(inner);
  };
  for (const level of [...sequences].reverse()) collect(level);
  return all;
}
