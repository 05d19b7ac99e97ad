// The id of a toolset that lies on disk: its folder's or file's name, made to fit `[a-z][a-z0-9-]{0,62}`.

import { basename } from "node:path";

/** The id of the built-in tools: what has it is run by Haft itself, and never looked for in a project. */
const RESERVED = "builtin";

/** An id that is not the built-in tools'. */
export function unreserved(id: string): string {
  return id === RESERVED ? `${id}-tools` : id;
}

/** The id for a path: `My_Tools/` is `my-tools`, `greet.py` is `greet`, `add.tool.ts` is `add`. */
export function toolsetId(path: string): string {
  const name = basename(path).replace(/\.(py|tools?\.ts)$/, "");
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 63)
    .replace(/-+$/, "");
  return slug === "" ? "tools" : unreserved(slug);
}
