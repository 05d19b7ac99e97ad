// Every scripted check of a bundle or project, one after another, each in a store, a thread and a workspace of its own.

import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { count } from "../output/count.ts";
import type { EvalResult } from "../session/checks.ts";
import { CommandError } from "../session/command-error.ts";
import type { RunEvent } from "../session/run.ts";
import type { Session } from "../session/session.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { BadEval, type EvalFile, parseEval } from "./eval-file.ts";
import { problemsOf } from "./expectations.ts";

const SUFFIX = ".script.json";

/** A way to a session on a store of its own. */
export type OpenEvalSession = (options: SessionOptions) => Promise<Session>;

/** Runs the checks at a path: a bundle, a project, or one file. Rejects with `no_evals` where there is none. */
export async function runEvals(
  path: string,
  options: SessionOptions,
  openSession: OpenEvalSession,
  observer: { checked?(result: EvalResult): void },
  signal: AbortSignal,
): Promise<readonly EvalResult[]> {
  const { root, files } = await evalFiles(resolve(path), path);
  const results: EvalResult[] = [];
  for (const file of files) {
    const result = await runEval(root, file, options, openSession, signal);
    // A check that was broken off came to nothing, and says nothing of what it checks.
    if (signal.aborted) throw interrupted(results.length, files.length);
    observer.checked?.(result);
    results.push(result);
  }
  return results;
}

function interrupted(played: number, all: number): CommandError {
  return new CommandError(
    "interrupted",
    `interrupted: ${played} of ${count(all, "script")} ${played === 1 ? "was" : "were"} played`,
  );
}

async function evalFiles(
  full: string,
  shown: string,
): Promise<{ readonly root: string; readonly files: readonly string[] }> {
  if (!existsSync(full))
    throw new CommandError("not_found", `there is no file or folder ${shown}`, {
      hint: "check the spelling, or run the command where it lies",
      usage: true,
    });
  if (full.endsWith(SUFFIX)) return { root: rootOf(full), files: [full] };
  const folder = join(full, "evals");
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(SUFFIX)).sort();
  if (files.length > 0) return { root: full, files: files.map((name) => join(folder, name)) };
  throw new CommandError("no_evals", `${shown} has no evals: there is no evals/*${SUFFIX} in it`, {
    hint: `write one: evals/first${SUFFIX}, a list of steps such as {"type": "tool.call", "toolName": …, "arguments": …}`,
    usage: true,
  });
}

function rootOf(file: string): string {
  const folder = dirname(file);
  return folder.endsWith("/evals") ? dirname(folder) : folder;
}

async function runEval(
  root: string,
  file: string,
  options: SessionOptions,
  openSession: OpenEvalSession,
  signal: AbortSignal,
): Promise<EvalResult> {
  const before = performance.now();
  const name = relative(root, file);
  const done = (problems: readonly string[], runId?: string): EvalResult => ({
    file: name,
    ok: problems.length === 0,
    problems,
    durationMs: Math.round(performance.now() - before),
    ...(runId === undefined ? {} : { runId }),
  });
  try {
    const check = parseEval(await readFile(file, "utf8"));
    const { problems, runId } = await play(root, dirname(file), check, options, openSession, signal);
    return done(problems, runId);
  } catch (error) {
    // A check that cannot be played is a check that fails, and no reason to leave the others out.
    if (error instanceof BadEval) return done([error.message]);
    if (error instanceof CommandError) return done([`${error.type}: ${error.message}`]);
    if (signal.aborted) return done(["interrupted"]);
    throw error;
  }
}

async function play(
  root: string,
  folder: string,
  check: EvalFile,
  options: SessionOptions,
  openSession: OpenEvalSession,
  signal: AbortSignal,
): Promise<{ readonly problems: readonly string[]; readonly runId: string }> {
  const data = await mkdtemp(join(tmpdir(), "haft-eval-"));
  try {
    const { workspace, ...others } = options;
    const own = check.workspace === undefined ? workspace : resolve(folder, check.workspace);
    await using session = await openSession({
      ...others,
      store: join(data, "haft.db"),
      data,
      ...(own === undefined ? {} : { workspace: own }),
    });
    const { input, script, config, context } = check;
    const result = await session.run(
      { path: root, input, script, rehearsal: true, config, ...(context === undefined ? {} : { context }) },
      {},
      signal,
    );
    const events: RunEvent[] = [];
    for await (const event of session.events(result.runId, { after: 0, follow: false, signal })) events.push(event);
    return { problems: problemsOf(check.expect, result, events), runId: result.runId };
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}
