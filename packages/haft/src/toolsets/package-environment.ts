// The packages that a toolset may import: a Python virtual environment and the `node_modules` of its project.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { promisify } from "node:util";
import { readSourceFile } from "./source-file.ts";

const run = promisify(execFile);

/** Where packages come from. */
export interface Packages {
  /** The folder that was found or named, for messages; absent: the standard library and `zod` only. */
  readonly folder?: string;
  /** The Python interpreter of the virtual environment. */
  readonly interpreter?: string;
  /** Folders whose Python modules may be imported. */
  readonly pythonPath: readonly string[];
  /** The folder from which npm packages are resolved. */
  readonly packagesFrom?: string;
}

/** The folder itself or the nearest one above it that holds `name`, or undefined. */
export function nearest(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, name))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether a path lies in a folder, both with links resolved. */
const liesIn = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** Folders of modules. What a link leads to outside of the environment is not given to a tool. */
async function sitePackagesOf(venv: string): Promise<string[]> {
  const lib = join(venv, "lib");
  if (!existsSync(lib)) return [];
  const versions = (await readdir(lib)).filter((name) => name.startsWith("python3"));
  const folders = versions.map((name) => join(lib, name, "site-packages")).filter((path) => existsSync(path));
  const root = await realpath(venv);
  const inside = await Promise.all(folders.map(async (path) => liesIn(await realpath(path), root)));
  return folders.filter((_, index) => inside[index]);
}

/** The machine's own packages, for an environment made with `--system-site-packages`. */
async function systemPackagesOf(interpreter: string): Promise<string[]> {
  const line = ["-I", "-c", "import json, site; print(json.dumps(site.getsitepackages()))"];
  try {
    const { stdout } = await run(interpreter, line, { env: {}, timeout: 10_000, cwd: "/" });
    const folders: unknown = JSON.parse(stdout);
    if (!Array.isArray(folders)) return [];
    return folders.filter((path): path is string => typeof path === "string" && existsSync(path));
  } catch {
    // What does not run is told where a call needs it.
    return [];
  }
}

/**
 * The interpreter of a virtual environment: the program that the environment links to. Interpreters are asked about
 * themselves, and parse sources, outside of a sandbox, so that a program that lies in the project, and may have come
 * with it, is none (I9): whoever trusts it names it with `HAFT_PYTHON`.
 */
async function interpreterOf(venv: string): Promise<string | undefined> {
  const program = await realpath(join(venv, "bin", "python3"));
  const inProject = liesIn(program, await realpath(dirname(venv))) || liesIn(program, await realpath(venv));
  return inProject || !/^(python|pypy)[\d.]*$/.test(basename(program)) ? undefined : program;
}

/** A virtual environment as it lies on disk: its interpreter and the folders that its modules are in. */
async function readVenv(
  venv: string,
): Promise<{ readonly interpreter?: string; readonly pythonPath: readonly string[] } | undefined> {
  const config = join(venv, "pyvenv.cfg");
  if (!existsSync(config) || !existsSync(join(venv, "bin", "python3"))) return undefined;
  const interpreter = await interpreterOf(venv);
  const pythonPath = await sitePackagesOf(venv);
  if (interpreter === undefined) return { pythonPath };
  const withSystem = /^include-system-site-packages\s*=\s*true\s*$/im.test(String(await readSourceFile(config, venv)));
  return {
    interpreter,
    pythonPath: withSystem ? [...pythonPath, ...(await systemPackagesOf(interpreter))] : pythonPath,
  };
}

async function packagesIn(folder: string, venvFolder: string | undefined): Promise<Packages> {
  const venv = venvFolder === undefined ? undefined : await readVenv(venvFolder);
  const modules = nearest(folder, "node_modules");
  return {
    folder,
    ...(venv?.interpreter === undefined ? {} : { interpreter: venv.interpreter }),
    pythonPath: venv?.pythonPath ?? [],
    ...(modules === undefined ? {} : { packagesFrom: modules }),
  };
}

/** The packages of a project: the `.venv` and `node_modules` of its folder, or of the nearest folder above that has them. */
export async function projectPackages(folder: string): Promise<Packages> {
  const withVenv = nearest(folder, ".venv");
  return packagesIn(folder, withVenv === undefined ? undefined : join(withVenv, ".venv"));
}

/** The packages of a named environment: a folder that is a virtual environment or has one as `.venv`, with or without `node_modules`. */
export async function namedPackages(name: string, folder: string): Promise<Packages> {
  if (!existsSync(folder))
    throw new Error(`the environment ${name} has no folder ${folder}: name one that exists, --environment ${name}=DIR`);
  const venv = existsSync(join(folder, "pyvenv.cfg")) ? folder : join(folder, ".venv");
  return packagesIn(folder, existsSync(venv) ? venv : undefined);
}
