// Which files of a folder are sources of tools.

import type { Language } from "../descriptor/tool-descriptor.ts";

/** The language of a source of tools; undefined for a helper. */
export function sourceLanguage(file: string): Language | undefined {
  if (/^[_.]/.test(file)) return undefined;
  if (file.endsWith(".py")) return "python";
  return file.endsWith(".tool.ts") || file.endsWith(".tools.ts") ? "typescript" : undefined;
}
