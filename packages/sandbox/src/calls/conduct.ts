// One call from its first byte to its outcome: the clock, cancellation, limits, and what the end of a sandbox means.

import type { WireError } from "@haft/sdk/wire";
import type { Conversation } from "./conversation.ts";
import { brokeProtocol, cancelled, died, outOfMemory, outOfProcessorTime, timedOut } from "./errors.ts";
import { LOST } from "./how-it-ended.ts";
import type { Guards } from "./sandbox-process.ts";
import type { PhaseOutcome, SeatCall } from "./seat.ts";

/** How long a cancelled call may take to end by itself. */
const CANCEL_MS = 2_000;

/** What a call is conducted with. */
export interface CallSurroundings {
  readonly conversation: Conversation;
  readonly guards: Guards;
  /** Kills the call's sandbox. */
  readonly end: () => void;
  /** Sends `cancel` inside. */
  readonly cancel: () => void;
  /** Resolves, with how it ended, when the process of the call is gone. */
  readonly gone: Promise<string>;
  /** Resolves when something came that is no message. */
  readonly broken: Promise<string>;
  /** Whether the interpreter itself said that it had no memory left. */
  readonly saidOutOfMemory?: () => boolean;
  readonly memoryMiB: number;
  readonly processorSeconds: number;
}

/** Waits for the outcome; kills at the limit. Never rejects. */
export async function conduct(
  call: SeatCall,
  surroundings: CallSurroundings,
  signal: AbortSignal | undefined,
): Promise<PhaseOutcome> {
  const { conversation, guards, end } = surroundings;
  let reason: WireError | undefined;
  const kill = (error: WireError) => {
    reason ??= error;
    end();
  };
  const clock = setTimeout(() => kill(timedOut(call.tool, call.timeoutSeconds)), call.timeoutSeconds * 1000);
  let grace: NodeJS.Timeout | undefined;
  const onAbort = () => {
    surroundings.cancel();
    grace = setTimeout(() => kill(cancelled(call.tool)), CANCEL_MS);
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const watch = guards.watch(call.tool, kill);
  const broken = surroundings.broken.then((detail) => kill(brokeProtocol(call.tool, detail)));
  try {
    // What its end means is asked only of a call that has nothing else to show: after each call of Python a process ends.
    const gone = surroundings.gone.then((how) => ({ kind: "gone" as const, how }));
    const first = await Promise.race([conversation.outcome, gone, broken.then(() => gone)]);
    return first.kind === "gone" ? failed(first.how) : first;
  } finally {
    clearTimeout(clock);
    clearTimeout(grace);
    signal?.removeEventListener("abort", onAbort);
    watch[Symbol.dispose]();
  }

  function failed(how: string): PhaseOutcome {
    const lost = reason === undefined && how === LOST ? { lost: true as const } : {};
    return { kind: "error", error: reason ?? fate(how), ...lost };
  }

  function fate(how: string): WireError {
    if (guards.outOfMemory() || surroundings.saidOutOfMemory?.()) return outOfMemory(call.tool, surroundings.memoryMiB);
    if (how.includes("SIGXCPU")) return outOfProcessorTime(call.tool, surroundings.processorSeconds);
    return died(call.tool, how);
  }
}
