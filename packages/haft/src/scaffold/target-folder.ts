// Whether a folder may become a project: empty, or with nothing in it but what belongs beside every project.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandError } from "../session/command-error.ts";

/** What may lie there, and is left as it is. */
const BESIDE = [/^\.git$/, /^readme(\..*)?$/i, /^licen[cs]e(\..*)?$/i];
/** What `npm install haft` leaves in an empty folder. */
const INSTALLED = ["package.json", "package-lock.json", "node_modules"];

/** A folder that may become a project. */
export interface TargetFolder {
  readonly path: string;
  readonly exists: boolean;
  /** Names in it, all of them allowed. */
  readonly present: readonly string[];
  /** `package.json` as `npm install haft` wrote it: nothing but dependencies. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

/** Looks at the folder. Throws a `CommandError` that names what is in the way. */
export function inspectTarget(path: string, shown: string): TargetFolder {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return { path, exists: false, present: [] };
  if (!stats.isDirectory()) {
    throw new CommandError("not_a_folder", `${shown} is a file`, {
      usage: true,
      hint: "name a folder that is empty or does not exist yet",
    });
  }
  const present = readdirSync(path);
  const manifest = present.includes("package.json") ? dependenciesOnly(join(path, "package.json")) : undefined;
  const allowed = (name: string) =>
    BESIDE.some((pattern) => pattern.test(name)) || (manifest !== undefined && INSTALLED.includes(name));
  const inTheWay = present.filter((name) => !allowed(name) && name !== "package.json");
  if (present.includes("package.json") && manifest === undefined) inTheWay.push("package.json");
  if (inTheWay.length > 0) {
    const listed = inTheWay.toSorted().slice(0, 5).join(", ") + (inTheWay.length > 5 ? ", …" : "");
    throw new CommandError("not_empty", `${shown} is not empty: ${listed}`, {
      usage: true,
      hint: `name an empty folder (haft init ${basename(path) === "tools" ? "my-project" : "my-tools"}), or add a tool to this one: haft new tool NAME`,
    });
  }
  return { path, exists: true, present, ...(manifest === undefined ? {} : { manifest }) };
}

function dependenciesOnly(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof manifest !== "object" || manifest === null) return undefined;
    const keys = Object.keys(manifest);
    return keys.every((key) => key === "dependencies" || key === "devDependencies") ? { ...manifest } : undefined;
  } catch {
    return undefined;
  }
}
