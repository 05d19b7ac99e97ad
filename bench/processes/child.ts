// A process of a measurement's own, which is asked one thing at a time.

import { fork } from "node:child_process";
import { once } from "node:events";

/** A running process. */
export interface Child extends AsyncDisposable {
  /** What it said when it was ready. */
  readonly opened: Record<string, unknown>;
  readonly pid: number;
  /** Asks it; rejects with what it said on its way where it fails. */
  ask(question: object): Promise<Record<string, unknown>>;
}

/** Starts a file that calls `serve`; resolves when it is ready. */
export async function startChild(
  file: URL,
  words: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Child> {
  const child = fork(file, words, { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [...flags] });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  const gone = once(child, "close").then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}: ${said}`);
  });
  gone.catch(() => undefined);
  const reply = async (): Promise<Record<string, unknown>> => {
    const [message] = await Promise.race([once(child, "message"), gone]);
    if (message.failed !== undefined) throw new Error(`${file.pathname}: ${message.failed}`);
    return message.reply;
  };
  const opened = await reply();
  return {
    opened,
    pid: child.pid ?? 0,
    ask(question) {
      const replied = reply();
      child.send(question);
      return replied;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.send({ end: true });
      await gone.catch(() => undefined);
    },
  };
}
