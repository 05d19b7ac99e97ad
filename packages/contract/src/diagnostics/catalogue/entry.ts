// What is known of one code: the text that `haft explain`, the documentation and the console show.

/** Sources that show a code, or the way without it. */
export interface CodeExample {
  /** Texts by file name. Several files are one folder, or one bundle where a manifest is among them. */
  readonly files: Readonly<Record<string, string>>;
  /** The command, where the code depends on what it is given. */
  readonly command?: string;
  /** What that command sets. */
  readonly settings?: { readonly provider?: string; readonly python?: string };
  /** What cannot be shown as text, such as a link or a size. */
  readonly note?: string;
}

/** One diagnostic code, explained. */
export interface CatalogueEntry {
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** Why it is a fault, and how to mend it. */
  readonly explanation: string;
  /** Gives the code and no other. */
  readonly wrong: CodeExample;
  /** Gives none. */
  readonly right: CodeExample;
}

/** A Python source as an example. */
export function python(text: string): CodeExample {
  return { files: { "tools.py": `${text.trim()}\n` } };
}

/** A TypeScript source as an example. */
export function typescript(text: string): CodeExample {
  return { files: { "my.tools.ts": `${text.trim()}\n` } };
}

/** A `defineTool` source as an example. */
export function definition(text: string): CodeExample {
  return { files: { "my.tool.ts": `${text.trim()}\n` } };
}

/** A bundle with a manifest as an example; `files` are its other files. */
export function bundleOf(manifest: string, files: Readonly<Record<string, string>> = {}): CodeExample {
  return { files: { "skill.toml": `${manifest.trim()}\n`, ...files } };
}
