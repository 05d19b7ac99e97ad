// What differs between two JSON values, place by place: for arguments that were repaired or edited.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { jsonText, visible } from "./json-text.ts";

/** One place that differs; absent: there is nothing there. */
export interface Change {
  /** For example `release.version`, `items[2]`; empty for the whole. */
  readonly path: string;
  readonly from?: Json;
  readonly to?: Json;
}

/** The places at which `after` is not `before`, in the order in which they are written. */
export function changesOf(before: Json, after: Json, path = ""): readonly Change[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => at(before[name], after[name], path === "" ? name : `${path}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => at(before[index], after[index], `${path}[${index}]`)).flat();
  }
  return jsonText(before) === jsonText(after) ? [] : [{ path, from: before, to: after }];
}

function at(before: Json | undefined, after: Json | undefined, path: string): readonly Change[] {
  if (before === undefined) return after === undefined ? [] : [{ path, to: after }];
  return after === undefined ? [{ path, from: before }] : changesOf(before, after, path);
}

/** One change on one line: `days: "3" → 3`. */
export function formatChange({ path, from, to }: Change): string {
  const side = (value: Json | undefined) => (value === undefined ? "nothing" : visible(jsonText(value)));
  return `${path === "" ? "all of it" : path}: ${side(from)} → ${side(to)}`;
}

function isRecord(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
