// A call's output becomes its log lines.

import { OUTPUT_LIMIT, type OutputAllowance } from "../wire/output.ts";
import type { SandboxProcess } from "./sandbox-process.ts";
import type { CallObserver } from "./seat.ts";

/** Sends both outputs to the observer, as far as the allowance goes. */
export function attachOutput(process: SandboxProcess, observer: CallObserver, allowance: OutputAllowance): void {
  process.stdout.attach((text) => observer.log?.("stdout", text), allowance);
  process.stderr.attach((text) => observer.log?.("stderr", text), allowance);
}

/** V8 says so on standard error before it ends its process. */
const HEAP = /JavaScript heap out of memory|Fatal process out of memory|invalid array length Allocation failed/;

/** An observer that also tells whether the interpreter ran out of memory. */
export function watchingMemory(observer: CallObserver): { observer: CallObserver; saidOutOfMemory: () => boolean } {
  let said = false;
  return {
    observer: {
      ...observer,
      log(stream, text) {
        said ||= stream === "stderr" && HEAP.test(text);
        observer.log?.(stream, text);
      },
    },
    saidOutOfMemory: () => said,
  };
}

/** Says what was left out. */
export function noteDropped(observer: CallObserver, allowance: OutputAllowance): void {
  if (allowance.dropped > 0)
    observer.log?.(
      "warning",
      `output over ${OUTPUT_LIMIT / 1024} KiB was left out (${allowance.dropped} bytes); write long output to a file in /workspace`,
    );
}

/** Waits for a promise, but not for ever; `late` is told when it took too long. */
export async function within(limitMs: number, promise: Promise<unknown>, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late();
      resolve();
    }, limitMs);
  });
  await Promise.race([promise, limit]);
  clearTimeout(timer);
}
