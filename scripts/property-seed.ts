// Loaded before each test file: property tests draw the same values in every run, so that a red build names a fault of the
// change and not of the dice. HAFT_SEED=random draws anew, HAFT_SEED=<number> repeats what a failure has printed.

import fc from "fast-check";

const wanted = process.env.HAFT_SEED ?? "1";
if (wanted !== "random") {
  const seed = Number(wanted);
  if (!Number.isSafeInteger(seed))
    throw new Error(`HAFT_SEED is "random" or a whole number, not ${JSON.stringify(wanted)}`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
