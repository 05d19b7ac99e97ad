// The place of the process that runs TypeScript tools, and how it is started.
//
// `runnerEntry` is bundled into one file (CommonJS starts 3 ms faster than an ES module) and started as `node <flags>
// <file> '<JSON of RunnerSettings>'`, descriptor 3 its socket, blocking; 0 an empty input, 1 and 2 the tool's output.
//
// 1. It sends `ready {report}` and waits, in a blocking read, for `load`.
// 2. `purpose: "definition"`: it imports the module, answers `definition` or `load-failed`, and exits.
//    `purpose: "calls"`: it imports the module, sends `loaded {threads: 0}` (or `load-failed`, and exits), then
//    `waiting {n: 0}`, and waits, in a blocking read, for its one `call`. After the answer it exits.
//    `reuse: true`: it serves calls until the socket ends; every message carries its `callId`.
// 3. End of file at any time: it exits. There is no marker: output belongs to the call until the process has ended.

import { fileURLToPath } from "node:url";

/** What the runner is told by its one argument. */
export interface RunnerSettings {
  /** Names of limits whose values the report shall hold, as in `InsideReport.limits`. */
  readonly limits: readonly string[];
  /** A folder with V8's compile cache. `write`: what was compiled is written to it when the module has been loaded. */
  readonly compileCache?: { readonly folder: string; readonly write: boolean };
}

/** Absolute path of the module to bundle; in a published package it is JavaScript. */
export const runnerEntry: string = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./main.ts" : "./main.js", import.meta.url),
);
