// The two streams of a command: results go to standard output, messages to standard error; with `--json` nothing but
// documents goes to standard output.

import { BusyLine } from "./busy-line.ts";
import { jsonText } from "./json-text.ts";
import { type Paint, paintFor } from "./paint.ts";

/** A stream that text can be written to. */
export interface TextStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Where a command prints. */
export interface Printer {
  readonly json: boolean;
  readonly out: Paint;
  readonly err: Paint;
  /** Columns of standard output; undefined where it is no terminal. */
  readonly width: number | undefined;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  /** What was asked for, for people. Never called with `--json`. */
  result(text: string): void;
  /** About what was asked for. */
  message(text: string): void;
  /** Says on a terminal what is being done, once it takes longer than a second, until the result is disposed of. */
  busy(text: string): Disposable;
  /** What `--json` prints is a stream: from now on every document is one line, so that the last one or a failure is, too. */
  streams(): void;
  /** The one document of `--json`. */
  document(value: unknown): void;
  /** One object of a stream, on a line of its own. */
  object(value: unknown): void;
}

/** A printer for a command's streams. */
export function createPrinter(
  stdout: TextStream,
  stderr: TextStream,
  environment: NodeJS.ProcessEnv,
  json: boolean,
): Printer {
  const err = paintFor(stderr, environment);
  let line: BusyLine | undefined;
  let indent: number | undefined = 2;
  return {
    json,
    out: paintFor(stdout, environment),
    err,
    width: stdout.isTTY ? stdout.columns : undefined,
    terminal: stdout.isTTY === true,
    result: (text) => {
      line?.clear();
      stdout.write(text);
    },
    message: (text) => {
      line?.clear();
      stderr.write(text);
    },
    busy: (text) => {
      // A dumb terminal cannot take a line away again; without colours it is plain.
      if (json || stderr.isTTY !== true || environment.TERM === "dumb") return { [Symbol.dispose]: () => {} };
      line = new BusyLine(stderr, err, text);
      return line;
    },
    streams: () => {
      indent = undefined;
    },
    document: (value) => void stdout.write(`${jsonText(value, indent)}\n`),
    object: (value) => void stdout.write(`${jsonText(value)}\n`),
  };
}
