// Choices that a seed repeats, as far as processes and their timing let anything be repeated.

/** Choices of one test. */
export interface Random {
  /** From 0 up to, not including, `below`; a whole number. */
  number(below: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  one<T>(from: readonly T[]): T;
}

/** Choices from a seed. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  // Marsaglia's xorshift: nothing here depends on how good it is.
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  if (state === 0) state = 1;
  const number = (below: number): number => Math.floor(next() * below);
  return {
    number,
    percent: (share) => next() * 100 < share,
    one(from) {
      const chosen = from[number(from.length)];
      if (chosen === undefined) throw new Error("there is nothing to choose from");
      return chosen;
    },
  };
}
