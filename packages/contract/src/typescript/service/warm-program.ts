// The compiler kept warm: parsed library and package files are shared by all readings, and a program that differs from
// the one before in one file takes the rest over.

import ts from "typescript";
import { compilerOptions } from "./compiler-options.ts";
import { globalsFile, haftFile, isLibraryFile, libraryFolder, libraryText } from "./library-files.ts";
import { type ModuleFiles, type ModuleRequest, moduleFiles } from "./module-files.ts";

/** A source with everything it sees, ready to be asked about. */
export interface LoadedModule {
  readonly sourceFile: ts.SourceFile;
  readonly program: ts.Program;
  /** The siblings that the source imports, directly or through others, by file name. */
  readonly imports: readonly string[];
}

/** Makes programs, one after another, each from the one before. */
export interface WarmProgram {
  load(request: ModuleRequest): LoadedModule;
  /** Forgets all but the language's own files: after a throw a file may be left half bound, and would stay so. */
  forget(): void;
}

/** More parsed package files than this are not kept: a process that reads many projects must not grow for ever. */
const keptPackageFiles = 3000;

/** Starts with nothing parsed; the first `load` parses the language's declarations. */
export function createWarmProgram(): WarmProgram {
  const parsed = new ParsedFiles();
  let previous: ts.Program | undefined;
  return {
    load(request) {
      const files = moduleFiles(request);
      const host = compilerHost(files, parsed);
      const program = ts.createProgram([globalsFile, haftFile, files.main], compilerOptions, host, previous);
      previous = program;
      parsed.trim();
      const sourceFile = program.getSourceFile(files.main);
      if (sourceFile === undefined) throw new Error(`The compiler did not load ${request.file}.`);
      return { sourceFile, program, imports: importedSiblings(program, files) };
    },
    forget() {
      previous = undefined;
      parsed.forget();
    },
  };
}

function importedSiblings(program: ts.Program, files: ModuleFiles): string[] {
  return program
    .getSourceFiles()
    .map((file) => file.fileName)
    .filter((path) => path !== files.main && files.own(path) !== undefined)
    .map((path) => path.slice(files.folder.length + 1))
    .sort();
}

/** Parsed files by path, each with the stamp of the text it was parsed from. */
class ParsedFiles {
  readonly #library = new Map<string, ts.SourceFile>();
  readonly #others = new Map<string, { readonly stamp: string; readonly file: ts.SourceFile }>();

  library(path: string): ts.SourceFile | undefined {
    const known = this.#library.get(path);
    if (known !== undefined) return known;
    const text = libraryText(path);
    if (text === undefined) return undefined;
    const file = parse(path, text);
    this.#library.set(path, file);
    return file;
  }

  other(path: string, stamp: string, text: () => string): ts.SourceFile {
    const known = this.#others.get(path);
    if (known?.stamp === stamp) return known.file;
    const file = parse(path, text());
    this.#others.set(path, { stamp, file });
    return file;
  }

  trim(): void {
    if (this.#others.size > keptPackageFiles) this.forget();
  }

  forget(): void {
    this.#others.clear();
  }
}

// Haft reads doc comments itself, and binding sets the parents of nodes.
function parse(path: string, text: string): ts.SourceFile {
  const languageVersion = compilerOptions.target ?? ts.ScriptTarget.ES2024;
  return ts.createSourceFile(path, text, { languageVersion, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }, false);
}

function compilerHost(files: ModuleFiles, parsed: ParsedFiles): ts.CompilerHost {
  const resolutions = ts.createModuleResolutionCache(files.folder, (path) => path, compilerOptions);
  const exists = (path: string) => files.own(path) !== undefined || files.packaged(path) !== undefined;
  const host: ts.CompilerHost = {
    getSourceFile(path) {
      if (path === haftFile || isLibraryFile(path)) return parsed.library(path);
      const own = files.own(path);
      if (own !== undefined) return parsed.other(path, own, () => own);
      const packaged = files.packaged(path);
      return packaged && parsed.other(path, packaged.stamp, packaged.text);
    },
    resolveModuleNameLiterals: (names, from, redirected, options) =>
      names.map(({ text }) =>
        text === "haft" || text === "@plico-ai/sdk"
          ? { resolvedModule: { resolvedFileName: haftFile, extension: ts.Extension.Dts } }
          : ts.resolveModuleName(text, from, options, host, resolutions, redirected),
      ),
    // A sibling or a package may have come, or gone, since the program before.
    hasInvalidatedResolutions: (path) => !isLibraryFile(path),
    fileExists: exists,
    readFile: (path) => files.own(path) ?? files.packaged(path)?.text(),
    directoryExists: files.isFolder,
    realpath: files.realPath,
    getDefaultLibFileName: () => `${libraryFolder}/lib.d.ts`,
    getDefaultLibLocation: () => libraryFolder,
    getCurrentDirectory: () => files.folder,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  };
  return host;
}
