// A folder as one toolset: which of its files are sources, what each comes to, and names that two of them share (601).

import type { Language } from "../descriptor/tool-descriptor.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { deepFreeze } from "../read/deep-freeze.ts";
import type { Reader, ReadRequest, ReadResult } from "../read/reader.ts";
import { sharedNames } from "./shared-names.ts";
import { siblingsOf } from "./siblings.ts";
import { sourceDigest } from "./source-digest.ts";
import { sourceLanguage } from "./source-language.ts";

/** A folder to read. */
export interface FolderRequest
  extends Pick<ReadRequest, "strict" | "timeoutSeconds" | "packagesFrom" | "python" | "provider"> {
  /** The folder's files, helpers too, by name. Folders in it do not belong to it. */
  readonly files: Readonly<Record<string, string>>;
  /** Read only these; the others are still there to be imported. Default: every source. */
  readonly only?: readonly string[];
}

/** One source of a folder. */
export interface FolderFile {
  readonly file: string;
  readonly language: Language;
  readonly result: ReadResult;
  /** SHA-256, in hex, of the source and of the siblings that it imports: changes when what runs changes. */
  readonly digest: string;
}

/** A folder as it was read. */
export interface ReadFolder {
  /** In name order; helpers left out. */
  readonly files: readonly FolderFile[];
  /** Of all files, in their order. */
  readonly diagnostics: readonly Diagnostic[];
}

function refused(result: ReadResult, diagnostics: readonly Diagnostic[]): ReadResult {
  const all = [...result.diagnostics, ...diagnostics];
  const failed = all.some((diagnostic) => diagnostic.severity === "error");
  return failed ? { ...result, tools: [], plans: [], diagnostics: all } : { ...result, diagnostics: all };
}

/** Of these a bundler would only say again that there is no module to be had. */
const UNREADABLE: ReadonlySet<string> = new Set(["HAFT101", "HAFT102"]);

/** Adds what only bundling finds: imports that do not resolve (606), also beside other errors. */
async function withImports(request: ReadRequest, result: ReadResult): Promise<ReadResult> {
  const isModule = request.language === "typescript" && !request.file.endsWith(".tool.ts");
  if (!isModule || result.diagnostics.some(({ code }) => UNREADABLE.has(code))) return result;
  // The bundler is loaded only for what it is needed for.
  const { bundle } = await import("../bundling/index.ts");
  const { diagnostics, imports } = await bundle({ ...request, purpose: "calls" });
  return { ...refused(result, diagnostics), imports: [...new Set([...result.imports, ...imports])].sort() };
}

/** A Python file that defines nothing is a helper. */
function isHelper(file: FolderFile): boolean {
  return file.language === "python" && file.result.tools.length === 0 && file.result.diagnostics.length === 0;
}

async function readFile(reader: Reader, request: FolderRequest, file: string, language: Language): Promise<FolderFile> {
  const { files, only: _, ...settings } = request;
  const asked: ReadRequest = {
    ...settings,
    language,
    file,
    text: files[file] ?? "",
    siblings: siblingsOf(file, files),
  };
  const result = await withImports(asked, await reader.read(asked));
  return { file, language, result, digest: sourceDigest(file, result.imports, files) };
}

/**
 * Reads a folder as one toolset. Sources are `*.py`, `*.tool.ts` and `*.tools.ts`, in name order; names that begin with
 * `_` or `.`, Python files without a decorated function and all other files are helpers.
 *
 * @example
 * const { files, diagnostics } = await readFolder(reader, { files: { "greet.py": text } });
 */
export async function readFolder(reader: Reader, request: FolderRequest): Promise<ReadFolder> {
  const read: FolderFile[] = [];
  for (const file of Object.keys(request.files).sort()) {
    const language = sourceLanguage(file);
    if (language === undefined || request.only?.includes(file) === false) continue;
    read.push(await readFile(reader, request, file, language));
  }
  const sources = read.filter((file) => request.only !== undefined || !isHelper(file));
  const shared = sharedNames(sources);
  const files = sources.map((file) => ({ ...file, result: refused(file.result, shared.get(file.file) ?? []) }));
  return deepFreeze({ files, diagnostics: files.flatMap(({ result }) => result.diagnostics) });
}
