// The process around a command, as tests give it: streams that are kept, a folder, and an environment of its own.

import { PassThrough, type Readable, Writable } from "node:stream";
import type { Surroundings } from "../../src/cli/invocation.ts";

/** Settings of the surroundings. */
export interface SurroundingsOptions {
  readonly stdin?: Readable;
  readonly environment?: NodeJS.ProcessEnv;
  /** Whether all three streams are terminals. Default false. */
  readonly terminal?: boolean;
  readonly now?: number;
}

/** The surroundings, and what was written to them. */
export interface KeptSurroundings {
  readonly surroundings: Surroundings;
  out(): string;
  err(): string;
  /** Called with everything that standard error holds so far, at each write. */
  onError(listener: (text: string) => void): void;
}

/** Surroundings of a command in a folder. */
export function surroundingsIn(folder: string, options: SurroundingsOptions = {}): KeptSurroundings {
  const out = kept();
  const err = kept();
  const terminal = options.terminal === true ? { isTTY: true, columns: 100 } : {};
  return {
    surroundings: {
      stdin: Object.assign(options.stdin ?? new PassThrough(), terminal) as unknown as NodeJS.ReadStream,
      stdout: Object.assign(out.stream, terminal) as unknown as NodeJS.WriteStream,
      stderr: Object.assign(err.stream, terminal) as unknown as NodeJS.WriteStream,
      environment: options.environment ?? {},
      folder,
      now: () => options.now ?? Date.parse("2030-01-01T12:00:00Z"),
    },
    out: out.text,
    err: err.text,
    onError: err.listen,
  };
}

function kept(): { stream: Writable; text(): string; listen(listener: (text: string) => void): void } {
  let all = "";
  let listener: (text: string) => void = () => {};
  const stream = new Writable({
    write(chunk, _encoding, done) {
      all += String(chunk);
      listener(all);
      done();
    },
  });
  return {
    stream,
    text: () => all,
    listen: (next) => {
      listener = next;
    },
  };
}
