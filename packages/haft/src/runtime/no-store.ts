// The session of a command that only looks, where there is no store: everything is empty, and nothing is made.

import { absentStore } from "../session/absent-store.ts";
import type { Session } from "../session/session.ts";

/** An empty session; `file` is where the store would be. */
export function noStore(file: string): Session {
  const refuse = (): Promise<never> => Promise.reject(absentStore(file));
  return {
    absentStore: file,
    call: refuse,
    answer: refuse,
    move: refuse,
    ended: refuse,
    cancel: refuse,
    run: refuse,
    moveRun: refuse,
    result: refuse,
    rerun: refuse,
    replay: refuse,
    evals: refuse,
    approve: refuse,
    deny: refuse,
    signal: refuse,
    set: refuse,
    remove: refuse,
    testPolicy: refuse,
    thread: refuse,
    setThread: refuse,
    removeThread: refuse,
    work: refuse,
    wait: refuse,
    movePlace: refuse,
    filesOf: refuse,
    facts: refuse,
    ids: refuse,
    // biome-ignore lint/correctness/useYield: there is no run that could have any.
    events: async function* () {
      await refuse();
    },
    list: async () => [],
    threads: async () => [],
    runs: async () => [],
    waits: async () => [],
    places: async () => [],
    workOnce: async () => [],
    [Symbol.asyncDispose]: async () => {},
  };
}
