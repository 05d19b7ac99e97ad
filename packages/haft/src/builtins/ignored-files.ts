// What the `.gitignore` files of a workspace leave out, each for its own folder and what is below it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";

/** The rules that hold in one folder: its own and those above it. */
export interface IgnoredFiles {
  /** The rules in a folder of this one. */
  below(folder: string): Promise<IgnoredFiles>;
  /** Whether a name in this folder is left out. */
  has(name: string, isFolder: boolean): boolean;
}

interface Rules {
  /** Relative to the workspace; empty: the workspace itself. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The largest `.gitignore` that is read. */
const MOST_BYTES = 256 * 1024;

/** The rules in the workspace itself. */
export async function ignoredFiles(root: string): Promise<IgnoredFiles> {
  return inFolder(root, "", []);
}

async function inFolder(root: string, folder: string, above: readonly Rules[]): Promise<IgnoredFiles> {
  const text = await readFile(join(root, folder, ".gitignore"), "utf8").catch(() => "");
  const own = text === "" || text.length > MOST_BYTES ? [] : [{ folder, rules: ignore().add(text) }];
  const all = [...above, ...own];
  return {
    below: (name) => inFolder(root, folder === "" ? name : `${folder}/${name}`, all),
    has(name, isFolder) {
      if (name === ".git") return true;
      const path = folder === "" ? name : `${folder}/${name}`;
      // The nearest file that says anything decides.
      for (const { folder: of, rules } of [...all].reverse()) {
        const within = of === "" ? path : path.slice(of.length + 1);
        const said = rules.test(isFolder ? `${within}/` : within);
        if (said.ignored) return true;
        if (said.unignored) return false;
      }
      return false;
    },
  };
}
