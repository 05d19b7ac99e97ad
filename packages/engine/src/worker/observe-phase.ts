// What a running phase says: to whoever moves the run at once, to the log as notes, everything masked (I12).

import type { RunEvent } from "../events/event.ts";
import type { PhaseObserver } from "../ports/runner.ts";
import type { Masker } from "../secrets/masker.ts";
import type { Note } from "./calls/notes.ts";

/** Hears what happens while a run moves. */
export interface MoveObserver {
  /** The run is in the log. */
  started?(runId: string): void;
  /** Each event after those that the move began with, as it is written here or found to be written elsewhere. */
  event?(event: RunEvent): void;
  /** Streamed text of the model: masked, gathered, may be lost; `model.responded` has the whole. */
  delta?(text: string): void;
  log?(line: { readonly stream: "stdout" | "stderr" | "info" | "warning"; readonly text: string }): void;
  progress?(fraction: number | undefined, message: string | undefined): void;
}

/** An observer for one phase of a call. */
export function observePhase(
  { callId, masker }: { readonly callId: string; readonly masker: Masker },
  observer: MoveObserver,
  to: { readonly note: (draft: Note) => void; readonly request: PhaseObserver["request"] },
): PhaseObserver {
  return {
    log(stream, text) {
      const masked = masker.text(text);
      observer.log?.({ stream, text: masked });
      to.note({ type: "tool.log", data: { callId, stream, text: masked } });
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
