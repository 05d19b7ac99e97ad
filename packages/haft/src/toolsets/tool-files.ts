// Which files of a folder belong to its toolset: the sources to read, and the helpers that they may import.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@haft/contract";

/** The language of a source file by its name, or undefined for a file that defines no tools. */
export function languageOf(file: string): Language | undefined {
  if (file.endsWith(".py")) return "python";
  if (file.endsWith(".tool.ts") || file.endsWith(".tools.ts")) return "typescript";
  return undefined;
}

const SOURCE = /\.(py|ts|mts|js|mjs|json)$/;

/** Every file of a folder, not of folders in it, that a tool or its imports may come from, by name. */
export async function sourceFilesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter(
      (entry) => (entry.isFile() || entry.isSymbolicLink()) && SOURCE.test(entry.name) && !entry.name.endsWith(".d.ts"),
    )
    .map((entry) => entry.name)
    .sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}
