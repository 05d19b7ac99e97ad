// What a source may import from its own folder.

const PYTHON = /\.py$/;
const TYPESCRIPT = /\.(?:ts|mts|cts|tsx|js|mjs|cjs|json)$/;

/** The other modules of the folder that are written in the language of a file. */
export function siblingsOf(file: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kind = file.endsWith(".py") ? PYTHON : TYPESCRIPT;
  return Object.fromEntries(Object.entries(files).filter(([name]) => name !== file && kind.test(name)));
}
