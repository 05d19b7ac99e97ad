// One side of the comparison of waits, in a process of its own: the system as its documentation sets it up, told to go
// through one round at a time, so that the sides can take turns.

import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

/** What a side does in a round. */
export interface Side extends AsyncDisposable {
  /** What it is and with which settings it is durable, for the results. */
  readonly settings: string;
  /** Starts work that asks a question; resolves when whoever asked for it knows what to answer. */
  park(): Promise<Parked>;
}

/** Work that waits for its answer. */
export interface Parked {
  /** Answers; resolves with the result of the work when it has gone on to its end. */
  answer(text: string): Promise<string>;
}

/** Milliseconds of one round. */
export interface Round {
  readonly park: number;
  readonly answer: number;
}

/** A running side. */
export interface RunningSide extends AsyncDisposable {
  readonly settings: string;
  round(): Promise<Round>;
}

/** Between question and answer nobody is in a hurry: every side is at rest when the answer comes. */
const THINKING_MS = 20;

/** Serves a side to the process that started this one. */
export async function serveSide(open: () => Promise<Side>): Promise<void> {
  const side = await open();
  const say = (message: object): void => void process.send?.(message);
  process.on("message", async (message) => {
    if (message === "end") {
      await side[Symbol.asyncDispose]();
      process.exit(0);
    }
    try {
      say({ round: await oneRound(side) });
    } catch (error) {
      say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  say({ settings: side.settings });
}

async function oneRound(side: Side): Promise<Round> {
  const started = performance.now();
  const parked = await side.park();
  const park = performance.now() - started;
  await pause(THINKING_MS);
  const asked = performance.now();
  const result = await parked.answer("yes");
  const answer = performance.now() - asked;
  if (result !== "yes") throw new Error(`the work came to ${JSON.stringify(result)}`);
  return { park, answer };
}

/** Starts the side that a file serves; what it says on its way is shown where it fails. */
export async function startSide(file: string): Promise<RunningSide> {
  const child = fork(new URL(file, import.meta.url), { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said = (said + chunk).slice(-4_000);
  });
  const gone = once(child, "close").then(([code]) => {
    throw new Error(`${file} ended with ${code}: ${said}`);
  });
  gone.catch(() => undefined);
  const reply = async (): Promise<Record<string, unknown>> => {
    const [message] = await Promise.race([once(child, "message"), gone]);
    if (message.failed !== undefined) throw new Error(`${file}: ${message.failed}`);
    return message;
  };
  const { settings } = await reply();
  return {
    settings: String(settings),
    async round() {
      const replied = reply();
      child.send("round");
      return (await replied).round as Round;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.send("end");
      await gone.catch(() => undefined);
    },
  };
}
