// Matches texts against authors' patterns. A pattern comes from whoever wrote a tool and a text from a model, and some
// pairs of the two take a backtracking engine for ever; what could is matched under a time limit, so that one bad pattern
// is one bad tool.

import { type Context, createContext, Script } from "node:vm";

/** How long one match may take, in milliseconds. A text that takes longer does not match. */
const LIMIT_MS = 100;

/** How long all such matches of one validation may take together. */
const LIMIT_OF_ALL_MS = 500;

/** Patterns that are kept compiled. */
const MOST_KEPT = 1_000;

interface Pattern {
  readonly expression: RegExp;
  /** Whether its time is bounded by the length of the text. */
  readonly isLinear: boolean;
}

/** A quantifier without an end. */
const UNBOUNDED = /(?<!\\)(?:\\\\)*(?:[*+]|\{\d+,\})/g;
/** A group that is repeated, and a reference to one. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d)/;
const BACK_REFERENCE = /\\(?:[1-9]|k<)/;

/** Whether a pattern has at most one thing to be undecided about, so that it cannot go back over a text again and again. */
function isLinear(source: string): boolean {
  const anchored = source.startsWith("^");
  const unbounded = source.match(UNBOUNDED)?.length ?? 0;
  return unbounded <= (anchored ? 1 : 0) && !REPEATED_GROUP.test(source) && !BACK_REFERENCE.test(source);
}

const kept = new Map<string, Pattern | undefined>();

function patternOf(source: string): Pattern | undefined {
  if (kept.has(source)) return kept.get(source);
  if (kept.size >= MOST_KEPT) kept.clear();
  let pattern: Pattern | undefined;
  try {
    pattern = { expression: new RegExp(source, "u"), isLinear: isLinear(source) };
  } catch {
    pattern = undefined;
  }
  kept.set(source, pattern);
  return pattern;
}

/** The one place where a match can be stopped from outside. Made when it is first needed. */
let watched: { readonly context: Context; readonly script: Script } | undefined;

/** What is left of the time of the validation that is going on; validations are synchronous and do not overlap. */
let leftMs = Number.POSITIVE_INFINITY;

/** Runs a validation, in which matching may take half a second in all; after that no watched text matches. */
export function boundMatching<T>(run: () => T): T {
  leftMs = LIMIT_OF_ALL_MS;
  try {
    return run();
  } finally {
    leftMs = Number.POSITIVE_INFINITY;
  }
}

/** What this thread has worked so far, in milliseconds: on a busy machine a match may have to wait for its turn. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A match that was stopped before it had its time is tried again so often. */
const TRIES = 10;

function matchesInTime(expression: RegExp, text: string): boolean {
  watched ??= { context: createContext({ expression, text }), script: new Script("expression.test(text)") };
  const { context, script } = watched;
  context.expression = expression;
  context.text = text;
  try {
    for (let tries = 0; tries < TRIES && leftMs >= 1; tries += 1) {
      const limit = Math.floor(Math.min(LIMIT_MS, leftMs));
      const before = workedMs();
      try {
        return script.runInContext(context, { timeout: limit }) === true;
      } catch {
        if (workedMs() - before >= limit / 2) return false;
      } finally {
        leftMs -= workedMs() - before;
      }
    }
    return false;
  } finally {
    context.text = "";
  }
}

/** Texts that even a bad pattern is done with at once. */
const SHORT = 20;

/** Whether a text matches a pattern; every text matches a pattern that is no regular expression. */
export function matchesPattern(source: string, text: string): boolean {
  const pattern = patternOf(source);
  if (pattern === undefined) return true;
  if (pattern.isLinear || text.length <= SHORT) return pattern.expression.test(text);
  return matchesInTime(pattern.expression, text);
}
