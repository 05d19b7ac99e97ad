// A place whose machine or disk is gone gets a new home: a copy of its data folder, here. Everything that could make it the
// wrong thing to do is looked at first: whether the folder is a copy of that place, whether anybody is at work there still,
// whether the copy has what the open runs need. Only then the folder becomes a place of its own, and the runs are given to
// it; the old folder, should it come back, has none of them any more.

import { existsSync } from "node:fs";
import type { Blobs, OpenRun, Store } from "@haft/engine";
import { count } from "../output/count.ts";
import { CommandError } from "../session/command-error.ts";
import type { PlaceMove } from "../session/places.ts";
import { knownHome, makeHome } from "./home.ts";
import { formerPlace, knownPlace, takeOverPlace } from "./place.ts";
import { presentWorkers } from "./presence.ts";

/** Runs that are looked at, or moved, at once. */
const PAGE = 200;
/** As many of what is missing are named. */
const NAMED = 10;

/** Paths of the files that a run was made with. */
export interface RunFiles {
  readonly workspace?: string;
  /** The toolset's, or that of the bundle or project. */
  readonly path?: string;
}

/** What is moved, and where it is to be at home. */
export interface Moving {
  readonly store: Store;
  readonly blobs: Blobs;
  /** The copy. */
  readonly folder: string;
  /** The files that a run was made with, as paths in the copy; those that its log does not tell are absent. */
  readonly filesOfRun: (tenant: string, runId: string) => Promise<RunFiles>;
  readonly machine: string;
  readonly from: string;
  readonly by: string;
  /** Otherwise it is only looked at what there is. */
  readonly apply: boolean;
  /** Also where something is missing. */
  readonly incomplete: boolean;
}

/** Moves the home of a place. Rejects with a `CommandError` where that must not be done. */
export async function moveHome(moving: Moving): Promise<PlaceMove> {
  const { store, folder, from, apply, incomplete } = moving;
  await requireCopy(moving);
  await requireNobody(moving);
  const { runs, missing, more } = await look(moving);
  const found = { from, folder, runs, missing, missingMore: more };
  if (!apply) return { ...found, applied: false };
  if (missing.length > 0 && !incomplete) throw incompleteCopy(moving, missing, more);
  const to = takeOverPlace(folder, from);
  await settle(moving, to);
  const { open, ended, held } = await moveRuns(store, moving, to);
  return { ...found, applied: true, to, moved: open, ended, held };
}

async function requireCopy({ store, folder, from, machine }: Moving): Promise<void> {
  const home = await knownHome(store);
  const places = (await store.places()).map(({ place }) => place);
  const known = [...new Set([...places, ...(home === null ? [] : [home.place])])];
  const here = knownPlace(folder);
  const isRepeated = formerPlace(folder) === from;
  if (!known.includes(from) && !isRepeated) {
    const which = known.length === 0 ? "no run has one" : `the places are ${known.join(", ")}`;
    throw new CommandError("unknown_place", `there is no place ${from}: ${which}`, {
      hint: "haft place list shows them",
    });
  }
  if (here !== from && !isRepeated) {
    const found = here === undefined ? "names no place" : `is the place ${here}`;
    throw new CommandError("not_a_copy", `the data folder ${folder} is no copy of that of ${from}: it ${found}`, {
      hint: `copy the whole folder of ${from}, with its file place, to this machine, and name the copy: haft place move ${from} --data COPY`,
    });
  }
  if (home?.place === from && here === from && home.machine === machine && home.folder === folder) {
    throw new CommandError("already_home", `the data folder ${folder} is the home of ${from}, and no copy of it`, {
      hint: "start a worker here: haft worker",
    });
  }
}

/** Neither a worker of the old home, nor a command that holds one of its runs. */
async function requireNobody({ store, from }: Moving): Promise<void> {
  const worker = (await presentWorkers(store)).find(({ place }) => place === from);
  if (worker !== undefined) {
    const seen = `seen ${Math.round(worker.silentMs / 1000)} s ago`;
    throw new CommandError(
      "place_in_use",
      `a worker of ${from} is at work on ${worker.machine}, in ${worker.folder} (${seen})`,
      { hint: "stop it, wait until it has ended, and copy the folder again: it may have written since" },
    );
  }
  const held = (await store.places()).find(({ place }) => place === from)?.held ?? 0;
  if (held === 0) return;
  throw new CommandError(
    "place_in_use",
    `${count(held, "run")} of ${from} ${held === 1 ? "is" : "are"} held by somebody`,
    {
      hint: "haft runs --status running shows them; who holds one and is gone has lost it when its lease has run out, 30 s later",
    },
  );
}

type Missing = PlaceMove["missing"][number];

/** What the open runs need and the copy does not have. */
async function look({
  store,
  blobs,
  filesOfRun,
  from,
}: Moving): Promise<{ runs: number; missing: Missing[]; more: number }> {
  const missing: Missing[] = [];
  const seen = new Map<string, boolean>();
  let [runs, more] = [0, 0];
  for (let after: OpenRun | null = null; ; ) {
    const page: readonly OpenRun[] = await store.openRuns(from, after, PAGE);
    for (const run of page) {
      for (const lack of await lacks(run)) {
        if (missing.length < NAMED) missing.push({ runId: run.runId, ...lack });
        else more += 1;
      }
    }
    runs += page.length;
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return { runs, missing, more };
  }

  async function lacks({ tenant, runId }: OpenRun): Promise<Omit<Missing, "runId">[]> {
    const found: Omit<Missing, "runId">[] = [];
    const { workspace, path } = await filesOfRun(tenant, runId);
    if (workspace !== undefined && !existsSync(workspace)) found.push({ what: "workspace", name: workspace });
    if (path !== undefined && !existsSync(path)) found.push({ what: "source", name: path });
    for (const digest of await store.blobsOfRun(tenant, runId)) {
      const key = `${tenant} ${digest}`;
      if (!seen.has(key)) seen.set(key, await has(blobs, tenant, digest));
      if (seen.get(key) === false) found.push({ what: "blob", name: digest });
    }
    return found;
  }
}

/** Whether it is there, and is what it was. */
async function has(blobs: Blobs, tenant: string, digest: string): Promise<boolean> {
  return blobs.get(tenant, digest).then(
    () => true,
    () => false,
  );
}

function incompleteCopy({ from, folder }: Moving, missing: readonly Missing[], more: number): CommandError {
  const [first] = missing;
  const others = missing.length - 1 + more;
  const rest = others === 0 ? "" : `, and ${others} more`;
  return new CommandError(
    "incomplete_copy",
    `${folder} does not have all that the open runs of ${from} need: the ${first?.what} ${first?.name} of ${first?.runId}${rest}`,
    {
      hint: "bring it from the old home; or add --incomplete: what needs it fails when it is moved on",
    },
  );
}

/** This folder is the home from now on; nothing says where the old one was any more. */
async function settle({ store, machine, folder }: Moving, place: string): Promise<void> {
  while (!(await makeHome(store, { place, machine, folder }, (await knownHome(store))?.text ?? null)));
}

async function moveRuns(store: Store, { from, by }: Moving, to: string) {
  let [open, ended] = [0, 0];
  const held: string[] = [];
  for (let before: string | undefined = ""; before !== undefined; ) {
    const tenants = await store.tenants(before, PAGE);
    for (const { tenant } of tenants) {
      for (let after: string | null = ""; after !== null; ) {
        const piece: Awaited<ReturnType<Store["movePlace"]>> = await store.movePlace({
          ...{ tenant, from, to, by, after, limit: PAGE },
        });
        open += piece.open;
        ended += piece.ended;
        held.push(...piece.held);
        after = piece.next;
      }
    }
    before = tenants.length < PAGE ? undefined : tenants.at(-1)?.tenant;
  }
  return { open, ended, held };
}
