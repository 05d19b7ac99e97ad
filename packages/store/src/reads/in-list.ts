// Lists of ids in a statement: of a few lengths only, so that there are few statements to prepare.

import type { Parameters } from "../database/work.ts";

const MOST = 256;

/** The ids in parts that a statement can take. */
export function listed(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / MOST) }, (_, part) => ids.slice(part * MOST, (part + 1) * MOST));
}

/** The names of a list's parameters, `:id0, :id1 …`, and their values; the last id is repeated up to a power of four. */
export function inList(ids: readonly string[]): { readonly list: string; readonly parameters: Parameters } {
  const length = 4 ** Math.ceil(Math.log(Math.max(ids.length, 1)) / Math.log(4) - 1e-9);
  const names = Array.from({ length }, (_, index) => `id${index}`);
  const last = ids.at(-1) ?? "";
  return {
    list: names.map((name) => `:${name}`).join(", "),
    parameters: Object.fromEntries(names.map((name, index) => [name, ids[index] ?? last])),
  };
}
