// Wake-ups between processes: announcements where they are heard, and looking every half second where they are not.
// Whether they are heard is found by hearing oneself: a pooler between this process and the database may let `listen`
// succeed and pass nothing on.

import type { Change } from "@haft/engine/ports";
import type { WakeupState } from "../opened-store.ts";
import { gathered } from "../wakeups/gathered.ts";
import type { Announce } from "./announce.ts";
import { type Hearing, listen } from "./listen.ts";

/** Settings of the wake-ups. */
export interface WakeupOptions {
  /** The address to listen at, which no pooler that shares connections may stand before. */
  readonly url: string;
  readonly connectMs: number;
  /** Who this process is among those that announce. */
  readonly name: string;
  readonly announce: Announce;
  /** Called when something may have changed. */
  readonly changed: (change: Change) => void;
}

/** Wake-ups that go on until they are disposed of. */
export interface Wakeups extends AsyncDisposable {
  state(): WakeupState;
}

/** Announcements that come closer together are one, however many processes make them. */
const TOGETHER_MS = 20;
/** How often a process that hears nothing looks. */
const LOOK_MS = 500;
/** A process that does not hear itself within this looks. */
const ECHO_MS = 1_000;
/** How often it listens for itself. */
const CHECK_MS = 10_000;

/** Wakes until it is disposed of. */
export function wakeups(options: WakeupOptions): Wakeups {
  const { name, announce } = options;
  // Apart, so that what there is to do never waits for what there is to see.
  const together = (change: Change): (() => void) => gathered(() => options.changed(change), TOGETHER_MS);
  const changed = { work: together("work"), log: together("log") };
  let why: string | null = "it has not heard itself yet";
  let looking: NodeJS.Timeout | undefined;
  let echo: NodeJS.Timeout | undefined;
  // A connection on which nothing was ever heard is not made again: a new one would go through the same pooler.
  let workedOnce = false;

  const hears = (): void => {
    clearTimeout(echo);
    echo = undefined;
    clearInterval(looking);
    looking = undefined;
    workedOnce = true;
    why = null;
  };
  const deaf = (reason: string): void => {
    why = reason;
    looking ??= setInterval(changed.work, LOOK_MS).unref();
  };
  const check = (): void => {
    announce("log");
    echo ??= setTimeout(() => {
      echo = undefined;
      deaf("it does not hear itself: give the address of the database without a pooler in HAFT_LISTEN_URL");
      if (workedOnce) listener.again();
    }, ECHO_MS).unref();
  };
  const hearing: Hearing = {
    heard(said) {
      const [by, change] = said.split(" ");
      if (by === name) hears();
      else if (change === "log") changed.log();
      else changed.work();
    },
    connected() {
      workedOnce = false;
      // What was announced while nobody listened.
      changed.work();
      check();
    },
    broken(error) {
      clearTimeout(echo);
      echo = undefined;
      deaf(`the connection that listens broke: ${error.message}`);
    },
  };
  const listener = listen(options, hearing);
  const checking = setInterval(check, CHECK_MS).unref();
  deaf(why);
  return {
    state: () => ({ hears: why === null, why }),
    async [Symbol.asyncDispose]() {
      clearInterval(checking);
      clearInterval(looking);
      clearTimeout(echo);
      await listener[Symbol.asyncDispose]();
    },
  };
}
