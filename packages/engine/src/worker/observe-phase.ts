// What a running phase says: to whoever moves the run at once, to the log as notes, everything masked (I12).

import type { RunEvent } from "../events/event.ts";
import type { PhaseObserver } from "../ports/runner.ts";
import type { Masker } from "../secrets/masker.ts";
import type { Note } from "./calls/notes.ts";
import { MaskedLines } from "./masked-lines.ts";

/** A line of a call. */
interface Line {
  readonly stream: "stdout" | "stderr" | "info" | "warning";
  readonly text: string;
}

/** Hears what happens while a run moves. What it throws is nobody's. */
export interface MoveObserver {
  /** The run is in the log. */
  started?(runId: string): void;
  /** Each event after those that the move began with, as it is written here or found to be written elsewhere. */
  event?(event: RunEvent): void;
  /** Streamed text of the model: masked, gathered, may be lost; `model.responded` has the whole. */
  delta?(text: string): void;
  log?(line: Line): void;
  progress?(fraction: number | undefined, message: string | undefined): void;
}

/** Hears one phase of a call, and its end. */
export interface ObservedPhase extends PhaseObserver {
  /** Nothing more is said: what was held back is. */
  end(): void;
}

/**
 * The same observer where it throws, or rejects, for whoever moves the run: what is shown is no part of the run, and must not
 * fail it.
 */
export function isolated(observer: MoveObserver): MoveObserver {
  return {
    started: (runId) => quietly(() => observer.started?.(runId)),
    event: (event) => quietly(() => observer.event?.(event)),
    // Without a listener nothing is gathered.
    ...(observer.delta === undefined ? {} : { delta: (text) => quietly(() => observer.delta?.(text)) }),
    log: (line) => quietly(() => observer.log?.(line)),
    progress: (fraction, message) => quietly(() => observer.progress?.(fraction, message)),
  };
}

/** An observer may be asynchronous although nobody waits for it. */
function quietly(tell: () => unknown): void {
  const told = async (): Promise<void> => void (await tell());
  told().catch(() => undefined);
}

/** An observer for one phase of a call. */
export function observePhase(
  { callId, masker }: { readonly callId: string; readonly masker: Masker },
  observer: MoveObserver,
  to: { readonly note: (draft: Note) => void; readonly request: PhaseObserver["request"] },
): ObservedPhase {
  const lines = new Map<Line["stream"], MaskedLines>();
  let ended = false;
  const say = (stream: Line["stream"], text: string): void => {
    observer.log?.({ stream, text });
    to.note({ type: "tool.log", data: { callId, stream, text } });
  };
  return {
    log(stream, text) {
      if (ended) return say(stream, masker.text(text));
      const own = lines.get(stream) ?? new MaskedLines(masker, (line) => say(stream, line));
      lines.set(stream, own);
      own.push(text);
    },
    end() {
      ended = true;
      for (const own of lines.values()) own.end();
    },
    progress(fraction, message) {
      const masked = message === undefined ? undefined : masker.text(message);
      observer.progress?.(fraction, masked);
      const said = masked === undefined ? {} : { message: masked };
      to.note({ type: "tool.progress", data: { callId, ...(fraction === undefined ? {} : { fraction }), ...said } });
    },
    request: to.request,
  };
}
