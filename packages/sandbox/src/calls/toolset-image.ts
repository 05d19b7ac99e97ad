// What a sandbox is made for: one module of one version of one toolset, with everything that it may touch.

import type { ToolPlan } from "@haft/sdk/wire";

/** The package environment of a toolset, read-only inside. */
export interface PackageEnvironment {
  /** Python: the interpreter. */
  readonly interpreter?: string;
  /** Python: folders whose modules may be imported (`site-packages` of a `.venv`). */
  readonly pythonPath?: readonly string[];
  /** TypeScript imports are bundled, so nothing is mounted for them. */
}

/** Everything that decides which sandbox may serve a call. Two images of equal `key` may share one; any difference is another. */
export interface ToolsetImage {
  readonly tenant: string;
  readonly toolset: string;
  readonly version: string;
  /** SHA-256 of the module and what it imports of its own, in hex. */
  readonly digest: string;
  readonly language: "typescript" | "python";
  /** The files that are mounted, by name: the module, its siblings (Python), or the bundled module (TypeScript). */
  readonly files: Readonly<Record<string, string>>;
  /** Which of `files` is loaded. */
  readonly entry: string;
  /** The author's file name, for messages and stacks. */
  readonly file: string;
  /** TypeScript: the source map of the bundle, JSON. */
  readonly sourceMap?: string;
  readonly plans: readonly ToolPlan[];
  /** Whether any tool of the module is async. */
  readonly async: boolean;
  readonly environment: PackageEnvironment;
  /** The toolset's own `env` settings. */
  readonly env: Readonly<Record<string, string>>;
  /** `none`, or `shared`: the machine's own network (`haft call --network`). */
  readonly network: "none" | "shared";
  readonly subprocess: boolean;
  readonly memoryMiB: number;
  /** TypeScript: serve many calls at once in one process. */
  readonly reuse: boolean;
  /** `definition`: the module is a `defineTool` one to be evaluated, not called. Default `calls`. */
  readonly purpose?: "calls" | "definition";
  /** Host folder that is `/data` inside; absent: none. */
  readonly data?: string;
  /** Host folder that is `/workspace` inside; absent: none. */
  readonly workspace?: string;
  /** The thread of the workspace; part of the key where there is a workspace. */
  readonly thread?: string;
  /** The longest wall clock of one call, in seconds: decides the CPU limit. */
  readonly timeoutSeconds: number;
}
