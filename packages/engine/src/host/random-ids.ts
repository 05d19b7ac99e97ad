// Ids of a kind and 80 random bits: a short beginning is enough to name one on a command line.

import { randomBytes } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

/** Digits and letters without those that are taken for one another. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
/** 16 letters of 5 bits. */
const LENGTH = 16;

/** Ids such as `run_8f3kq0z1m4c7x2ny`. */
export function createIds(): Ids {
  return {
    next(kind) {
      const bytes = randomBytes(LENGTH);
      let id = "";
      for (const byte of bytes) id += LETTERS[byte & 31];
      return `${kind}_${id}`;
    },
  };
}
