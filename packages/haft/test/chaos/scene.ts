// A project, a store and workers for one test that interrupts something particular, and what the workers said.

import type { JsonObject } from "@haft/sdk/wire";
import { openParts, type Parts } from "../../src/runtime/parts.ts";
import { until } from "./condition.ts";
import { Crew, type Member } from "./crew.ts";
import type { Acknowledged } from "./people.ts";
import { LEASE_MS, type Project, project } from "./project.ts";
import { type Verdict, verdictOn } from "./verdict.ts";
import { openRuns } from "./work.ts";
import type { Said } from "./worker.child.ts";

/** Something is never seen later than this, on however slow a machine. */
const PATIENCE_MS = 60_000;

/** An event that a worker wrote, or saw first. */
export interface HeardEvent {
  readonly runId: string;
  readonly type: string;
  /** Of a call, in `tool.called`. */
  readonly arguments?: JsonObject;
  readonly by: Member;
}

/** One test's surroundings. */
export interface Scene extends AsyncDisposable {
  readonly project: Project;
  readonly parts: Parts;
  readonly heard: readonly HeardEvent[];
  /** Calls back with every event from now on. */
  listen(listener: (event: HeardEvent) => void): void;
  /** Starts a worker; on another address of the same store where one is given. */
  worker(address?: string): Promise<Member>;
  /** Resolves with the first event of a type that fits. `seen` is called the moment that it is heard. */
  event(type: string, fits?: (event: HeardEvent) => boolean, seen?: () => void): Promise<HeardEvent>;
  /** Resolves when every run has ended, with what the logs and the ledger say. */
  verdict(acknowledged?: readonly Acknowledged[]): Promise<Verdict>;
}

/** Sets it up. `store`: the address; absent: a file. `leaseMs`: longer ones, where a test is not about leases. */
export async function scene(store?: string, leaseMs = LEASE_MS): Promise<Scene> {
  const ends = new AsyncDisposableStack();
  const place = ends.use(project());
  const timing = { leaseMs, lookMs: 250 };
  const more = store === undefined ? { timing } : { store, timing };
  const parts = ends.use(await openParts(place.options(more)));
  const heard: HeardEvent[] = [];
  const listeners = new Set<(event: HeardEvent) => void>();
  const hear = (said: Said, by: Member): void => {
    if (said.said !== "event") return;
    const { said: _said, ...told } = said;
    const event = { ...told, by };
    heard.push(event);
    for (const listen of listeners) listen(event);
  };
  return {
    project: place,
    parts,
    heard,
    listen: (listener) => void listeners.add(listener),
    async worker(address) {
      const session = place.options(address === undefined ? more : { ...more, store: address });
      const crew = ends.use(new Crew({ session, concurrency: 4 }, hear));
      await crew.fill(1);
      const [member] = crew.members;
      if (member === undefined) throw new Error("the worker is gone already");
      return member;
    },
    async event(type, fits = () => true, seen = () => undefined) {
      const found = heard.find((event) => event.type === type && fits(event));
      if (found !== undefined) {
        seen();
        return found;
      }
      const { promise, resolve, reject } = Promise.withResolvers<HeardEvent>();
      const listen = (event: HeardEvent): void => {
        if (event.type !== type || !fits(event)) return;
        seen();
        resolve(event);
      };
      listeners.add(listen);
      const late = setTimeout(
        () => reject(new Error(`no ${type} came: ${JSON.stringify(heard.map((event) => event.type))}`)),
        PATIENCE_MS,
      );
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        listeners.delete(listen);
      }
    },
    async verdict(acknowledged = []) {
      await until(
        async () => (await openRuns({ parts })).length === 0,
        PATIENCE_MS,
        async () => `runs do not end: ${await openRuns({ parts })}`,
      );
      return verdictOn(parts, place.deeds(), acknowledged);
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
