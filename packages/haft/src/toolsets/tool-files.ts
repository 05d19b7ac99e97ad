// Which files of a folder belong to its toolset: the sources to read, and the helpers that they may import.

import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type Diagnostic, type Language, sourceLanguage } from "@haft/contract";
import { readSourceFile, type UnreadableFile } from "./source-file.ts";

/** The language of a source file by its name, or undefined for a file that defines no tools. */
export function languageOf(file: string): Language | undefined {
  if (file.endsWith(".py")) return "python";
  if (file.endsWith(".tool.ts") || file.endsWith(".tools.ts")) return "typescript";
  return undefined;
}

const SOURCE = /\.(py|ts|mts|js|mjs|json)$/;

/** A folder's files. */
export interface FolderTexts {
  /** The texts, by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Sources of tools that could not be read (HAFT101): each is one bad file, and the others are read (I13). */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Every file of a folder, not of folders in it, that a tool or its imports may come from. `root`: the project, which no
 * link may lead out of. `only`: the one source that is meant.
 */
export async function sourceFilesOf(folder: string, root: string, only?: string): Promise<FolderTexts> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && SOURCE.test(entry.name) && !entry.name.endsWith(".d.ts"))
    .map((entry) => entry.name)
    .sort();
  const realRoot = await realpath(root);
  const read = await Promise.all(
    names.map(async (name) => [name, await readSourceFile(join(folder, name), realRoot)] as const),
  );
  const isMeant = (name: string): boolean =>
    sourceLanguage(name) !== undefined && (only === undefined || name === only);
  return {
    texts: Object.fromEntries(read.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : []))),
    diagnostics: read.flatMap(([name, text]) =>
      typeof text === "string" || !isMeant(name) ? [] : [unreadable(name, text)],
    ),
  };
}

function unreadable(file: string, { problem, hint }: UnreadableFile): Diagnostic {
  const message = `the source cannot be read: ${problem}`;
  return { code: "HAFT101", severity: "error", message, hint, file, line: 1, column: 1, endLine: 1, endColumn: 1 };
}
