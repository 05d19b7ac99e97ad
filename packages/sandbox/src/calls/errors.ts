// Haft's own errors of a call: each names what happened and the next thing to type.

import type { WireError } from "@haft/sdk/wire";

/** The call was killed at its time limit. */
export function timedOut(tool: string, seconds: number): WireError {
  return {
    type: "timeout",
    message: `${tool} was ended after its time limit of ${seconds} s`,
    hint: "give it more time (timeout_seconds=… in Python's decorator, timeoutSeconds in TypeScript's options; at most 300), or let it wait with sleep_for",
  };
}

/** The call used up its processor time. */
export function outOfProcessorTime(tool: string, seconds: number): WireError {
  return {
    type: "timeout",
    message: `${tool} was ended after ${seconds} s of processor time`,
    hint: "give it more time (timeout_seconds=…; the limit of processor time grows with it)",
  };
}

/** The run was cancelled. */
export function cancelled(tool: string): WireError {
  return { type: "cancelled", message: `${tool} was cancelled`, hint: "call it again to run it from the start" };
}

/** More memory than the sandbox has. */
export function outOfMemory(tool: string, mebibytes: number): WireError {
  return {
    type: "out_of_memory",
    message: `${tool} used more than its ${mebibytes} MiB of memory`,
    hint: "work on parts of the data at a time",
  };
}

/** More disk than the folder may hold, or than the machine has. */
export function diskFull(tool: string, detail: string): WireError {
  return {
    type: "disk_full",
    message: `${tool} was ended: ${detail}`,
    hint: "remove what is no longer needed from /data and /workspace, and write less",
  };
}

/** The process ended before it answered. */
export function died(tool: string, how: string): WireError {
  return {
    type: "killed",
    message: `${tool} ended before it returned: ${how}`,
    hint: "return a value or raise an error in place of ending the process; a crash in a native library names itself in the call's output",
  };
}

/** What came out is not as agreed. */
export function brokeProtocol(tool: string, detail: string): WireError {
  return {
    type: "protocol_error",
    message: `${tool} sent what is no answer: ${detail}`,
    hint: "leave descriptors 3 and 4 alone: they carry the call's own messages",
  };
}

const SIGNALS: Readonly<Record<number, string>> = {
  4: "SIGILL (illegal instruction)",
  6: "SIGABRT (aborted)",
  7: "SIGBUS (bus error)",
  8: "SIGFPE (arithmetic error)",
  9: "SIGKILL (killed)",
  11: "SIGSEGV (segmentation fault)",
  15: "SIGTERM (terminated)",
  24: "SIGXCPU (processor time used up)",
  25: "SIGXFSZ (file too large)",
  31: "SIGSYS (system call refused)",
};

/** What the part inside leaves with where nothing that it says is heard any more. */
const UNHEARD = 70;

/** A wait status of `wait(2)` in words. */
export function describeStatus(status: number): string {
  const signal = status & 0x7f;
  const code = status >> 8;
  if (signal === 0 && code === UNHEARD) {
    return `it left with exit code ${code}, as it does where descriptor 3, which carries the answer, was closed`;
  }
  if (signal === 0) return `it left with exit code ${code}`;
  return `signal ${SIGNALS[signal] ?? signal}`;
}
