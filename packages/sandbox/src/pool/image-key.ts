// Which calls may share a sandbox: those of images that are equal in everything that a tool could notice. (I11)

import type { ToolsetImage } from "../calls/toolset-image.ts";
import { digestOf } from "../state/placed.ts";

const known = new WeakMap<ToolsetImage, string>();

/** Equal for two images that may share one sandbox, different for any others. */
export function imageKey(image: ToolsetImage): string {
  const found = known.get(image);
  if (found !== undefined) return found;
  // Files are named too: a digest that somebody else computed is no proof of what is mounted.
  const { files, sourceMap: _, ...rest } = image;
  const key = digestOf(JSON.stringify(inOrder(rest)), ...Object.entries(files).sort(byName).flat());
  known.set(image, key);
  return key;
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, inOrder(item)]),
  );
}
