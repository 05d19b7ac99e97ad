// A session of the command line on the local store.

import {
  EngineError,
  type RunEvent as EngineEvent,
  type Outcome as EngineOutcome,
  type RunRow,
  type WaitKind,
} from "@haft/engine";
import type { IsolationLevel } from "@haft/sandbox";
import { LEVELS } from "@haft/sandbox";
import type { JsonObject } from "@haft/sdk/wire";
import type { MoveObserver, Outcome, RunEvent, RunSummary, Session, SessionOptions } from "../cli/session.ts";
import { hasPassed } from "../cli/standing.ts";
import { mended } from "./as-command-error.ts";
import { callFacts } from "./call-facts.ts";
import { callTool } from "./call-tool.ts";
import { LOCAL } from "./local-tenant.ts";
import { hasItsSecrets, moveDue } from "./move-due.ts";
import { openParts, type Parts } from "./parts.ts";

/** Waits that end by themselves: `--wait` sits through them. */
const BY_ITSELF: readonly WaitKind[] = ["time", "files", "signal"];

const isLevel = (text: string): text is IsolationLevel => LEVELS.some((level) => level === text);

function shownOutcome(outcome: EngineOutcome): Outcome {
  const { isolation } = outcome;
  return { ...outcome, isolation: isolation !== null && isLevel(isolation) ? isolation : null };
}

function summary(row: RunRow): RunSummary {
  return {
    id: row.runId,
    kind: row.kind,
    status: row.status,
    ...(row.tool === null ? {} : { tool: row.tool }),
    createdAt: new Date(row.createdAt).toISOString(),
    ...(row.endedAt === null ? {} : { endedAt: new Date(row.endedAt).toISOString() }),
    requestedBy: row.requestedBy,
    ...(row.error === null ? {} : { error: row.error }),
    waits: row.openWaits,
  };
}

/** Opens a session. Rejects with `store_read_only`, `store_too_new`, `store_unreadable`, `disk_full` … */
export async function openLocalSession(options: SessionOptions): Promise<Session> {
  const parts = await mended(() => openParts(options));
  return sessionOn(parts, options);
}

function sessionOn(parts: Parts, options: SessionOptions): Session {
  const { engine } = parts;
  const person = options.as ?? { name: "local", roles: [] };
  const by = person.name;
  const through = options.wait ? BY_ITSELF : [];
  let due: Promise<void> | undefined;
  /** Once a session: what is due goes on, before anything is looked at and after what was asked for is done. */
  const alsoDue = (): Promise<void> => {
    due ??= moveDue(parts, options.secrets, by);
    return due;
  };

  async function moved(runId: string, observer: MoveObserver, signal: AbortSignal): Promise<Outcome> {
    await parts.readyToMove();
    await engine.moveRun(LOCAL, runId, { observer, through, signal, by });
    return shownOutcome(await engine.outcomeOfRun(LOCAL, runId));
  }

  /** An answer that came too late has written that its wait expired: the run goes on from there. */
  async function settleLate(waitId: string): Promise<void> {
    const { status, runId } = await engine.wait(LOCAL, waitId);
    if (status === "expired" && (await hasItsSecrets(parts, runId, options.secrets))) {
      await parts.readyToMove();
      await engine.moveRun(LOCAL, runId, { by });
    }
  }

  return {
    call: (request, observer, signal) =>
      mended(async () => {
        const outcome = await callTool(parts, options, request, observer, signal);
        const shown =
          outcome.status === "waiting" ? await moved(outcome.runId, observer, signal) : shownOutcome(outcome);
        await alsoDue();
        return shown;
      }),
    answer: (waitId, response, { resumeOriginal }, observer, signal) =>
      mended(async () => {
        const wait = await engine.answer(LOCAL, waitId, response, person, { resumeOriginal }).catch(async (error) => {
          if (error instanceof EngineError && error.code === "wait_settled") await settleLate(waitId);
          throw error;
        });
        const outcome = await moved(wait.runId, observer, signal);
        await alsoDue();
        return outcome;
      }),
    move: (runId, observer, signal) => mended(() => moved(runId, observer, signal)),
    ended: (waitId, signal) => mended(async () => void (await engine.waitEnded(LOCAL, waitId, signal))),
    cancel: (id, reason) =>
      mended(async () => {
        if (!id.startsWith("wait_")) return summary(await engine.cancelRun(LOCAL, id, by, reason));
        const wait = await engine.cancelWait(LOCAL, id, by, reason);
        await engine.moveRun(LOCAL, wait.runId, { by });
        return summary(await engine.run(LOCAL, wait.runId));
      }),
    runs: (filter) =>
      mended(async () => {
        await alsoDue();
        return (await engine.listRuns(LOCAL, filter)).map(summary);
      }),
    events: (runId, { after, follow, signal }) =>
      shownEvents(follow ? engine.follow(LOCAL, runId, after, signal) : storedAfter(alsoDue(), parts, runId, after)),
    waits: ({ all, limit }) =>
      mended(async () => {
        await alsoDue();
        return engine.listWaits(LOCAL, { open: !all, limit });
      }),
    wait: (waitId) =>
      mended(async () => {
        const wait = await engine.wait(LOCAL, waitId);
        if (wait.status !== "open" || !hasPassed(wait, Date.now())) return wait;
        await alsoDue();
        return engine.wait(LOCAL, waitId);
      }),
    facts: (runId) => mended(async () => callFacts(await engine.events(LOCAL, runId))),
    workOnce: (observer, signal) =>
      mended(async () => {
        await parts.readyToMove();
        const runs = await engine.once(observer, signal);
        return Promise.all(
          runs.map(async ({ tenant, runId }) => shownOutcome(await engine.outcomeOfRun(tenant, runId))),
        );
      }),
    ids: (kind, prefix) => mended(() => engine.ids(LOCAL, kind, prefix, 10)),
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}

/** Events as plain JSON: what a payload's type names is JSON already, only its type does not say so. */
async function* shownEvents(events: AsyncIterable<EngineEvent>): AsyncIterable<RunEvent> {
  for await (const event of events) yield { ...event, data: event.data as unknown as JsonObject };
}

/** The events that are in the store once `ready` is done, page by page. */
async function* storedAfter(
  ready: Promise<void>,
  { engine }: Parts,
  runId: string,
  after: number,
): AsyncIterable<EngineEvent> {
  await ready;
  let last = after;
  for (;;) {
    const page = await mended(() => engine.events(LOCAL, runId, last, 500));
    yield* page;
    const newest = page.at(-1);
    if (newest === undefined || page.length < 500) return;
    last = newest.seq;
  }
}
