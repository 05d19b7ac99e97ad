// The seed of the tests that kill: one and the same in each run, so that a red build names a fault of the change and not of
// the dice. HAFT_SEED=random draws anew, HAFT_SEED=<number> repeats what a failure has printed.

const wanted = process.env.HAFT_SEED ?? "1";

/** It. */
export const SEED = wanted === "random" ? Date.now() % 1_000_000 : Number(wanted);
