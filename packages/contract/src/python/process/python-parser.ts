// The warm Python process: asked one source after another, ended at its limits and started again, with the sources it
// has just parsed remembered, so that a folder's unchanged modules are not parsed again.

import type { Fault } from "../../model/function.ts";
import { StatementMemory } from "../syntax/module-node.ts";
import { SourceText } from "../syntax/source-text.ts";
import type { ModuleNode } from "../syntax/statement-nodes.ts";
import type { Reply } from "./outline-process.ts";
import { createOutliner, type Outliner } from "./outliner.ts";
import { notText, syntaxFault, tooComplex, tooDeep, tooLong, tooSlow } from "./parse-faults.ts";

/** Settings of a parser. */
export interface PythonParserOptions {
  /** The interpreter; default as the reader's. */
  readonly python?: string;
  /** How long a warm process may take for one source, in milliseconds. Default 2,000. */
  readonly limitMs?: number;
  /** What keeps the process. Default: one of the parser's own. */
  readonly outliner?: Outliner;
}

/** A parsed module, or the one fault that says why there is none (101, 102, 107). */
export type Parsed = { readonly module: ModuleNode } | { readonly fault: Fault };

/** Parses Python sources in one process that stays warm. Parsing runs nothing of them. */
export interface PythonParser extends AsyncDisposable {
  /** `limitMs`: what is left of the time for a whole reading; never more than the parser's own limit. */
  parse(text: string, limitMs?: number): Promise<Parsed>;
  /** Starts the process, so that the first source does not wait for it. Without an interpreter nothing happens yet. */
  warm(): Promise<void>;
  /** How long one source may take, in milliseconds. */
  readonly limitMs: number;
}

const LONGEST_SOURCE = 1024 * 1024;
/** Remembered sources, and how much text they may hold together. */
const MOST_REMEMBERED = 64;
const MOST_REMEMBERED_TEXT = 2 * 1024 * 1024;

/** Makes a parser. Its process is started with the first source. */
export function createPythonParser(options: PythonParserOptions = {}): PythonParser {
  const limitMs = options.limitMs ?? 2_000;
  const remembered = new Map<string, Parsed>();
  const outliner = options.outliner ?? createOutliner({ named: options.python });
  let statements = new StatementMemory();
  let last: Promise<unknown> = Promise.resolve();
  let disposed = false;

  /** A process that can be asked, or the fault that there is none to be had. */
  async function start(): Promise<{ readonly fault: Fault } | { readonly version: string }> {
    if (disposed) throw new Error("the Python parser has been disposed of");
    const ready = await outliner.start();
    if ("fault" in ready) return ready;
    if (ready.fresh) statements = new StatementMemory();
    return ready;
  }

  async function ask(text: string, limit: number): Promise<Parsed> {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    let reply: Reply = { kind: "died" };
    let version = "";
    // A process may have gone for a reason that is not this source: once more, with a fresh one.
    for (let attempt = 0; attempt < 2 && reply.kind === "died"; attempt++) {
      const started = await start();
      if ("fault" in started) return started;
      version = started.version;
      reply = await outliner.ask(text, limit);
    }
    const parsed = parsedFrom(reply, { text, version, statements }, () => void outliner.end());
    if (reply.kind === "answer") remember(remembered, text, parsed);
    return parsed;
  }

  return {
    limitMs,
    async warm() {
      const turn = last.then(start);
      last = turn.catch(() => undefined);
      await turn;
    },
    parse(text, limit = limitMs) {
      const early = refused(text);
      if (early !== undefined) return Promise.resolve({ fault: early });
      // Editors and Python both skip a byte order mark; it is not part of the source.
      const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
      const turn = last.then(() => ask(source, Math.min(limit, limitMs)));
      last = turn.catch(() => undefined);
      return turn;
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await outliner.end();
      await last;
      await outliner.end();
    },
  };
}

function refused(text: string): Fault | undefined {
  if (text.length > LONGEST_SOURCE || Buffer.byteLength(text) > LONGEST_SOURCE) return tooLong();
  return notText(text);
}

/** What an answer answers. */
interface Asked {
  readonly text: string;
  /** Of the Python that was asked. */
  readonly version: string;
  readonly statements: StatementMemory;
}

/** An answer that this side cannot hold would be missed later: then `startAnew`. */
function parsedFrom(reply: Reply, { text, version, statements }: Asked, startAnew: () => void): Parsed {
  if (reply.kind === "timeout") return { fault: tooSlow() };
  if (reply.kind === "died" || !Array.isArray(reply.json)) return { fault: tooComplex() };
  const source = new SourceText(text);
  if (reply.json[0] === "syntax") return { fault: syntaxFault(reply.json, source, version) };
  if (reply.json[0] !== "module") return { fault: tooComplex() };
  try {
    return { module: statements.moduleNode(reply.json, source) };
  } catch (error) {
    startAnew();
    if (error instanceof RangeError) return { fault: tooDeep() };
    throw error;
  }
}

function remember(remembered: Map<string, Parsed>, text: string, parsed: Parsed): void {
  if (text.length > MOST_REMEMBERED_TEXT / 4) return;
  remembered.set(text, parsed);
  let size = 0;
  for (const known of remembered.keys()) size += known.length;
  for (const known of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED && size <= MOST_REMEMBERED_TEXT) break;
    remembered.delete(known);
    size -= known.length;
  }
}
