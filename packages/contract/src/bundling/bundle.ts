// Makes one self-contained ES module for Node 24 of a TypeScript toolset module and everything it imports. Nothing of
// it is run (I9): esbuild parses, links and prints.
//
// `haft` and `@plico-ai/sdk` are not in the bundle. They are read from `globalThis[Symbol.for("haft.sdk")]`, where the
// process inside the sandbox puts its own part before it imports the bundle (see `sdk-module.ts`), so that the bundle and
// the process share one registry of companions and one set of waits, and nothing inside resolves modules.

import { setTimeout as delay } from "node:timers/promises";
import type { BuildFailure, BuildOptions, BuildResult, Message, SameShape } from "esbuild";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { buildOptions, type Further } from "./build-options.ts";
import { faultOfMessage, gaveUpFault } from "./bundle-fault.ts";
import { bundler, stopBundler } from "./bundler-process.ts";
import { OWN } from "./module-kinds.ts";
import { ModuleTrail } from "./module-trail.ts";
import { outsideFiles } from "./outside-files.ts";
import { packageRoot } from "./package-modules.ts";
import { cleanSourceMap } from "./source-map.ts";
import { zodConverterEntry } from "./zod-converter.ts";

/** A module to bundle. */
export interface BundleRequest {
  /** The file's name, as messages show it. */
  readonly file: string;
  readonly text: string;
  /** Other modules of the same folder, by file name. */
  readonly siblings?: Readonly<Record<string, string>>;
  /** The folder from which packages are resolved. Default: none, and then only `zod` is there, the one Haft brings. */
  readonly packagesFrom?: string;
  /** `definition` adds what is needed to read an older Zod's schemas; the module itself is the same. */
  readonly purpose: "calls" | "definition";
}

/** What bundling came to. Never thrown: a user's mistake is a diagnostic. */
export interface Bundle {
  /** One ES module; empty where there are diagnostics. */
  readonly code: string;
  /** Its source map, JSON, with the author's file names as sources; empty where there are diagnostics. */
  readonly sourceMap: string;
  /** The siblings in it, by file name, sorted. */
  readonly imports: readonly string[];
  /** Node's built-in modules that it imports, without `node:`, sorted. */
  readonly builtins: readonly string[];
  /** Whether it imports `http` or `https`, so that a proxy must be in place when it is loaded. */
  readonly usesHttp: boolean;
  /** HAFT606, or HAFT102 where the bundler gave up; all of them errors. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Bundles one module. The bundler's process is started by the first call and does not keep this process alive. */
export async function bundle(request: BundleRequest): Promise<Bundle> {
  const trail = new ModuleTrail(request);
  try {
    const first = await bounded(buildOptions(request, trail));
    const undefinedNames = first.warnings.filter((warning) => warning.id === "import-is-undefined");
    if (undefinedNames.length > 0) return await failed(undefinedNames, trail);
    const outside = outsideFiles(request.file, Object.keys(first.metafile.inputs), packageRoot(request.packagesFrom));
    if (outside.length > 0) return nothing(outside);
    const further = furtherNeeds(request, first);
    return finished(further === undefined ? first : await bounded(buildOptions(request, trail, further)), trail);
  } catch (error) {
    return isBuildFailure(error) ? await explain(error, request, trail) : await gaveUp(error, trail);
  }
}

/** Far longer than a large package takes; a pipe in the place of a module would hold the bundler for ever. */
const LONGEST_MS = 20_000;

async function bounded<T extends BuildOptions>(options: T): Promise<BuildResult<T>> {
  const { build } = await bundler();
  const over = new AbortController();
  const limit = delay(LONGEST_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`it took longer than ${LONGEST_MS / 1_000} s`);
  });
  try {
    return await Promise.race([build<T>(options as SameShape<BuildOptions, T>), limit]);
  } finally {
    over.abort();
    limit.catch(() => {});
  }
}

type Built = BuildResult<ReturnType<typeof buildOptions>>;

/** What the first build showed that the bundle needs, beside the modules themselves. */
function furtherNeeds(request: BundleRequest, built: Built): Further | undefined {
  const root = packageRoot(request.packagesFrom);
  const entry = request.purpose === "definition" ? zodConverterEntry(request.file, built.metafile, root) : undefined;
  const requires = outputOf(built).imports.some((imported) => imported.kind === "require-call");
  if (entry === undefined && !requires) return undefined;
  return { requires, ...(entry === undefined ? {} : { entry }) };
}

/** A fault inside a package is told at the author's import that led there, which takes a build that notes the way. */
async function explain(failure: BuildFailure, request: BundleRequest, trail: ModuleTrail): Promise<Bundle> {
  if (failure.errors.every(({ location }) => location?.file.startsWith(`${OWN}:`)))
    return await failed(failure.errors, trail);
  try {
    await bounded(buildOptions(request, trail, { tracks: true }));
  } catch (error) {
    if (isBuildFailure(error)) return await failed(error.errors, trail);
  }
  return await failed(failure.errors, trail);
}

function outputOf(built: Built) {
  const output = Object.values(built.metafile.outputs).find((candidate) => candidate.entryPoint !== undefined);
  if (output === undefined) throw new Error("The bundler wrote no module.");
  return output;
}

function finished(built: Built, trail: ModuleTrail): Bundle {
  const code = built.outputFiles.find((file) => file.path.endsWith(".mjs"))?.text ?? "";
  const map = built.outputFiles.find((file) => file.path.endsWith(".map"))?.text ?? "{}";
  const external = outputOf(built).imports.filter((imported) => imported.external === true);
  const builtins = [...new Set(external.map((imported) => imported.path.replace(/^node:/, "")))].sort();
  const prefix = `${OWN}:`;
  const own = Object.keys(built.metafile.inputs).filter((input) => input.startsWith(prefix));
  const imports = own.map((input) => input.slice(prefix.length)).filter((name) => trail.isSibling(name));
  return {
    code,
    sourceMap: cleanSourceMap(map),
    imports: imports.sort(),
    builtins,
    usesHttp: builtins.includes("http") || builtins.includes("https"),
    diagnostics: [],
  };
}

async function failed(messages: readonly Message[], trail: ModuleTrail): Promise<Bundle> {
  const faults = await Promise.all(messages.map((message) => faultOfMessage(message, trail)));
  const seen = new Set<string>();
  const once = faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return seen.has(key) ? false : seen.add(key);
  });
  return nothing(once);
}

/** The bundler's process died; without being stopped it would stay dead. */
async function gaveUp(error: unknown, trail: ModuleTrail): Promise<Bundle> {
  await stopBundler();
  const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return nothing([gaveUpFault(trail.file, why)]);
}

function nothing(diagnostics: readonly Diagnostic[]): Bundle {
  return { code: "", sourceMap: "", imports: [], builtins: [], usesHttp: false, diagnostics };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && "errors" in error && Array.isArray(error.errors) && error.errors.length > 0;
}
