// The names that every Python toolset has without importing them, and the modules they may also be imported from.

/** Names that put a wait in place of a result. */
export const HELPERS: ReadonlySet<string> = new Set([
  "ask_user",
  "sleep_for",
  "sleep_until",
  "watch_files",
  "wait_for_signal",
]);

/** All injected names. */
export const INJECTED: ReadonlySet<string> = new Set(["tool", "primer_tool", "resumes", ...HELPERS, "ToolContext"]);

/** The modules that offer them. `plnt` makes the module one of the plnt form. */
const MODULES: ReadonlySet<string> = new Set(["haft", "plnt"]);

/** One of Haft's own names, reached in whatever way. */
export interface HaftName {
  readonly name: string;
  /** Where from: a module, or `injected`. */
  readonly from: string;
}

/** The Haft name that a full name stands for: `plnt.tool`, `injected.ask_user`. */
export function haftName(fullName: string): HaftName | undefined {
  const dot = fullName.indexOf(".");
  const from = fullName.slice(0, dot);
  const name = fullName.slice(dot + 1);
  if (!INJECTED.has(name) || (from !== "injected" && !MODULES.has(from))) return undefined;
  return { name, from };
}
