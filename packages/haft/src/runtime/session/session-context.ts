// What the chapters of a session share: the parts, who is asking, and moving a run as far as this session goes.

import type { RunEvent as EngineEvent, Person, WaitKind } from "@haft/engine";
import type { JsonObject } from "@haft/sdk/wire";
import type { MoveObserver } from "../../session/move-observer.ts";
import type { RunEvent } from "../../session/run.ts";
import type { SessionOptions } from "../../session/session-options.ts";
import { LOCAL } from "../local-tenant.ts";
import { moveDue } from "../move-due.ts";
import type { Parts } from "../parts.ts";
import { whatIsMissing } from "../run-settings.ts";

/** Waits that end by themselves: `--wait` sits through them. */
const BY_ITSELF: readonly WaitKind[] = ["time", "files", "signal"];

/** What the chapters work with. */
export interface SessionContext {
  readonly parts: Parts;
  readonly options: SessionOptions;
  readonly person: Person;
  /** Once a session: what is due goes on, before anything is looked at and after what was asked for is done. */
  alsoDue(): Promise<void>;
  /** Moves a run until it has ended or waits for somebody. */
  move(runId: string, observer: MoveObserver, signal?: AbortSignal): Promise<void>;
}

/** The context of a session on these parts. */
export function sessionContext(parts: Parts, options: SessionOptions): SessionContext {
  const person = options.as ?? { name: "local", roles: [] };
  const by = person.name;
  let due: Promise<void> | undefined;
  /** As far as it goes; through waits for files as long as what they wait for has happened already. */
  async function move(runId: string, observer: MoveObserver, signal?: AbortSignal): Promise<void> {
    const missing = whatIsMissing((await parts.missingSecretsOf(LOCAL, runId)) ?? []);
    if (missing !== null) {
      observer.log?.({ stream: "warning", text: `${runId} goes on with a command that has ${missing}` });
      return;
    }
    await parts.readyToMove();
    await using _watching = options.wait ? parts.watchFiles() : undefined;
    do {
      await parts.engine.moveRun(LOCAL, runId, {
        observer: engineObserver(observer),
        through: options.wait ? BY_ITSELF : [],
        by,
        ...(signal === undefined ? {} : { signal }),
      });
    } while (
      signal?.aborted !== true &&
      (await watchesFiles(parts, runId)) &&
      (await parts.lookAtFiles()).includes(runId)
    );
  }

  return {
    parts,
    options,
    person,
    move,
    alsoDue() {
      due ??= moveDue(parts, by);
      return due;
    },
  };
}

async function watchesFiles({ store }: Parts, runId: string): Promise<boolean> {
  return (await store.waits(LOCAL, { open: true, kind: "files", runId, limit: 1 })).length > 0;
}

/** An event as plain JSON: what a payload's type names is JSON already, only its type does not say so. */
export function shownEvent(event: EngineEvent): RunEvent {
  return { ...event, data: event.data as unknown as JsonObject };
}

/** The engine's observer of a run, that tells the command line's. */
export function engineObserver(observer: MoveObserver) {
  const { event } = observer;
  return {
    ...(observer.started === undefined ? {} : { started: (runId: string) => observer.started?.(runId) }),
    ...(observer.log === undefined
      ? {}
      : { log: (line: Parameters<NonNullable<MoveObserver["log"]>>[0]) => observer.log?.(line) }),
    ...(observer.progress === undefined
      ? {}
      : {
          progress: (fraction: number | undefined, message: string | undefined) =>
            observer.progress?.(fraction, message),
        }),
    ...(observer.delta === undefined ? {} : { delta: (text: string) => observer.delta?.(text) }),
    ...(event === undefined ? {} : { event: (each: EngineEvent) => event(shownEvent(each)) }),
  };
}
