// Looking at runs, their events and their waits.

import type { RunEvent as EngineEvent, RunRow } from "@haft/engine";
import { CommandError } from "../../session/command-error.ts";
import { hasPassed } from "../../session/has-passed.ts";
import type { OutcomeError } from "../../session/outcome.ts";
import type { RunEvent } from "../../session/run.ts";
import type { Session } from "../../session/session.ts";
import { asCommandError, mended } from "../as-command-error.ts";
import { callFacts } from "../call-facts.ts";
import { LOCAL } from "../local-tenant.ts";
import { withWhatWouldRun } from "../what-would-run.ts";
import { summary } from "./outcomes.ts";
import { type SessionContext, shownEvent } from "./session-context.ts";

type Looks = Pick<Session, "runs" | "events" | "waits" | "wait" | "facts" | "ids">;

/** The chapter. */
export function sessionLooks(context: SessionContext): Looks {
  const { engine, store, isHere } = context.parts;
  const placesOfWorkers = async (wanted: boolean): Promise<ReadonlySet<string | null>> => {
    if (!wanted) return new Set();
    const { presentWorkers } = await import("../../files/presence.ts");
    return new Set((await presentWorkers(store)).map(({ place }) => place));
  };
  return {
    runs: (filter) =>
      mended(async () => {
        await context.alsoDue();
        const runs = await engine.listRuns(LOCAL, filter);
        const workers = await placesOfWorkers(runs.some((run) => run.endedAt === null && !isHere(run.place)));
        return Promise.all(
          runs.map(async (run) => ({
            ...summary(run),
            ...(isHere(run.place) ? {} : { elsewhere: true }),
            ...(run.endedAt !== null || isHere(run.place) || workers.has(run.place) ? {} : { away: true }),
            ...(await damageOf(context, run)),
          })),
        );
      }),
    events: (runId, { after, follow, signal }) =>
      follow ? shownEvents(engine.follow(LOCAL, runId, after, signal)) : storedAfter(context, runId, after),
    waits: ({ all, limit }) =>
      mended(async () => {
        await context.alsoDue();
        return engine.listWaits(LOCAL, { open: !all, limit });
      }),
    wait: (waitId) =>
      mended(async () => {
        const wait = await engine.wait(LOCAL, waitId);
        if (wait.status !== "open" || !hasPassed(wait, Date.now())) return withWhatWouldRun(store, wait);
        await context.alsoDue();
        return engine.wait(LOCAL, waitId);
      }),
    facts: (runId) => mended(async () => callFacts(await engine.events(LOCAL, runId))),
    ids: (kind, prefix) => mended(() => engine.ids(LOCAL, kind, prefix, 10)),
  };
}

async function* shownEvents(events: AsyncIterable<EngineEvent>): AsyncIterable<RunEvent> {
  try {
    for await (const event of events) yield shownEvent(event);
  } catch (error) {
    throw asCommandError(error);
  }
}

/** Why nobody can move a run that has not ended, where its log is damaged; one that cannot be looked at hides no other. */
async function damageOf(
  { parts }: SessionContext,
  { runId, endedAt }: RunRow,
): Promise<{ readonly error?: OutcomeError }> {
  if (endedAt !== null) return {};
  const damage = asCommandError(await parts.engine.damage(LOCAL, runId).catch(() => null));
  if (!(damage instanceof CommandError)) return {};
  const { type, message, hint } = damage;
  return { error: { type, message, ...(hint === undefined ? {} : { hint }) } };
}

/** The events that are in the store once what is due has gone on, page by page. */
async function* storedAfter(context: SessionContext, runId: string, after: number): AsyncIterable<RunEvent> {
  await context.alsoDue();
  let last = after;
  for (;;) {
    const page = await mended(() => context.parts.engine.log(LOCAL, runId, last, 500));
    for (const event of page) yield "unreadable" in event ? { ...event, data: {} } : shownEvent(event);
    const newest = page.at(-1);
    if (newest === undefined || page.length < 500) return;
    last = newest.seq;
  }
}
