// A short text for a JSON value, the same for equal values: pure, so that every surface that folds a log computes it. No
// security rests on it: two values that are taken for one ask a person once too often, or end a run that goes in circles.

import { canonicalJson } from "../json/canonical-json.ts";
import type { Json } from "../json/json.ts";

const SEEDS: readonly number[] = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/** 128 bits, in hex. */
export function fingerprint(value: Json): string {
  const text = canonicalJson(value);
  return SEEDS.map((seed) => mix(text, seed).toString(16).padStart(8, "0")).join("");
}

/** A 32-bit mix of the text's code units: multiply, rotate, and avalanche at the end. */
function mix(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), seed | 1);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
