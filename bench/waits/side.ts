// One side of the comparison of waits, in a process of its own: the system as its documentation sets it up, told to go
// through one round at a time, so that the sides can take turns.

import { setTimeout as pause } from "node:timers/promises";
import { startChild } from "../processes/child.ts";
import { serve } from "../processes/serve.ts";

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
  await serve(async () => {
    const side = await open();
    return {
      opened: { settings: side.settings },
      answer: () => oneRound(side),
      [Symbol.asyncDispose]: () => side[Symbol.asyncDispose](),
    };
  });
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

/** Starts the side that a file serves. */
export async function startSide(file: URL): Promise<RunningSide> {
  const child = await startChild(file);
  return {
    settings: String(child.opened.settings),
    async round() {
      const { park, answer } = await child.ask({});
      return { park: Number(park), answer: Number(answer) };
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
