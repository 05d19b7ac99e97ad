// The driver of the tests that kill: workers on one store, work for them, people outside, and strikes at all of it; then
// peace, until every run has ended; then the verdict.

import { openParts } from "../../src/runtime/parts.ts";
import { until } from "./condition.ts";
import { Crew, type Member } from "./crew.ts";
import { inBoth, inPython } from "./languages.ts";
import { startModel } from "./model.ts";
import { People } from "./people.ts";
import { sandboxesOn } from "./processes.ts";
import { project, projectInBoth } from "./project.ts";
import { random } from "./random.ts";
import { Strikes } from "./strikes.ts";
import { type Verdict, verdictOn } from "./verdict.ts";
import { bring, openRuns, type Work } from "./work.ts";
import type { Said } from "./worker.child.ts";

const CREW = 2;
/** So many runs are open at any time. */
const OPEN = 8;
/** In peace everything ends within this time, however slow the machine. */
const PEACE_MS = 120_000;
const MODEL = "openai-compatible/chaos";

/** What is done. */
export interface ChaosOptions {
  readonly kills: number;
  readonly seed: number;
  /** With which kind of event it begins, of `KINDS`. Default 0. */
  readonly firstKind?: number;
  /** The store's address; absent: a file. */
  readonly store?: string;
  /** Tools in which languages are called. Default: in Python. */
  readonly languages?: "python" | "both";
  /** Hears how far it is. */
  readonly progress?: (kills: number) => void;
}

/** What came of it. */
export interface Chaos extends Verdict {
  readonly strikes: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  readonly seconds: number;
}

/** Kills so many times, and judges. */
export async function chaos(given: ChaosOptions): Promise<Chaos> {
  const { kills, seed, firstKind = 0, store, progress, languages = "python" } = given;
  const began = performance.now();
  const choices = random(seed);
  await using ends = new AsyncDisposableStack();
  const place = ends.use(languages === "both" ? projectInBoth() : project());
  const toolsFor = languages === "both" ? inBoth : inPython;
  const model = ends.use(await startModel(random(seed + 1), toolsFor));
  const options = place.options({
    model: MODEL,
    environment: { HAFT_MODEL_URL: model.baseUrl("chat-completions") },
    ...(store === undefined ? {} : { store }),
  });
  const parts = ends.use(await openParts(options));
  const people = new People(parts.engine, place.toolset, random(seed + 2), (kind) => strikes.heard(kind));
  const hear = (said: Said, member: Member): void => {
    if (said.said === "event") strikes.heard(said.type, member);
    if (said.said === "outcome" && said.status === "completed")
      people.acknowledged.push({ what: "called", runId: said.runId, value: said.value });
    if (said.said === "refused") people.faults.push(`a call was refused: ${said.message}`);
    if (said.said === "trouble") people.faults.push(`${said.runId} could not be moved: ${said.message}`);
  };
  const crew = ends.use(new Crew({ session: options, concurrency: 4 }, hear));
  const strikes = new Strikes(crew, choices, firstKind);
  const work: Work = {
    ...{ parts, people, crew, choices, toolsFor, project: place, wrote: (kind: string) => strikes.heard(kind) },
    model: { name: MODEL, url: model.baseUrl("chat-completions") },
  };

  await crew.fill(CREW);
  const office = openOffice(work);
  for (let kill = 0; kill < kills; kill++) {
    await strikes.strike();
    await office.check();
    if (kill % 12 === 11) await strikes.stop();
    // The next one does not wait until the last one's successor is at work.
    void crew.fill(CREW).catch((error) => people.faults.push(String(error)));
    progress?.(kill + 1);
  }
  await office.close();
  await crew.fill(CREW);
  await until(
    async () => {
      await office.check();
      return (await openRuns(work)).length === 0;
    },
    PEACE_MS,
    () => stuck(work, crew),
  );
  await office.end();
  await people.rest();
  const left = await crew.dismiss();
  const verdict = await verdictOn(parts, place.deeds(), people.acknowledged);
  await until(
    () => sandboxesOn(place.folder).length === 0,
    20_000,
    () => `sandboxes are left: ${sandboxesOn(place.folder)}`,
  );
  const faults = [...verdict.faults, ...people.faults];
  if (left.some((how) => how !== 0)) faults.push(`workers that were sent home ended with ${left}`);
  if (crew.complaints.length > 0) faults.push(`workers wrote on standard error: ${crew.complaints.join("")}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  return { ...verdict, faults, strikes: strikes.byKind, acknowledged: people.acknowledged.length, seconds };
}

/** Brings work and lets people look, all the time, until it is closed for work, and ended. */
function openOffice(work: Work): { check(): Promise<void>; close(): Promise<void>; end(): Promise<void> } {
  let open = true;
  let ended = false;
  let index = 0;
  let fault: unknown;
  let bringing: Promise<void> = Promise.resolve();
  const going = (async () => {
    while (!ended) {
      await work.people.look();
      const isRoom = (await openRuns(work)).length < OPEN;
      if (open && isRoom) {
        bringing = bring(work, index);
        await bringing;
        index += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })().catch((error: unknown) => {
    fault = error;
  });
  return {
    /** Rejects with what went wrong in it. */
    async check() {
      if (fault !== undefined) throw fault;
      if (work.people.faults.length > 0) throw new Error(work.people.faults.join("\n"));
    },
    /** Resolves when nothing is being brought any more: on a busy machine that takes its time. */
    async close() {
      open = false;
      await bringing.catch(() => undefined);
    },
    async end() {
      ended = true;
      await going;
    },
  };
}

/** What is known of runs that do not end. */
async function stuck(work: Work, crew: Crew): Promise<string> {
  const { engine } = work.parts;
  const lines = await Promise.all(
    (await openRuns(work)).map(async (runId) => {
      const row = await engine.run("local", runId);
      const events = await engine.events("local", runId, 0, 1_000_000);
      const last = events.slice(-6).map(({ seq, at, type, data }) => `  ${seq} ${at} ${type} ${JSON.stringify(data)}`);
      return [`${runId}: ${JSON.stringify(row)}`, ...last].join("\n");
    }),
  );
  return `runs do not end at ${new Date().toISOString()}:\n${lines.join("\n")}\n${crew.complaints.join("")}`;
}
