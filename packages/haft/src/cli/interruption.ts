// Ctrl-C: the first asks the command to end, the second does not ask.

import { EXIT } from "./exit-code.ts";

/** Signals that come this close together are one: `timeout` and terminals tell a process and its group. */
const ONE_MS = 50;

/** Listens for interruption until it is disposed of. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  /** From now on the first interruption only aborts `signal`. */
  endsItself(): void;
  /** The same, and being interrupted is how the command is meant to end: its own exit code stands. */
  stopsCleanly(): void;
  /** Whether the command was broken off. */
  readonly brokenOff: boolean;
}

/** `end` ends a command that has nothing to cancel. */
export function interruption(end: () => void): Interruption {
  const controller = new AbortController();
  let asks = false;
  let clean = false;
  let first = 0;
  const onSignal = () => {
    if (controller.signal.aborted) {
      if (performance.now() - first > ONE_MS) process.exit(EXIT.interrupted);
      return;
    }
    first = performance.now();
    controller.abort(new Error("interrupted"));
    if (!asks) end();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    endsItself: () => {
      asks = true;
    },
    stopsCleanly: () => {
      asks = true;
      clean = true;
    },
    get brokenOff() {
      return controller.signal.aborted && !clean;
    },
    [Symbol.dispose]: () => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
