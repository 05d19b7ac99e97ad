// The contract that every store keeps, whatever database it is on: the same tests, run on each.

import { describe } from "node:test";
import { appends } from "./append.ts";
import { approvals } from "./approvals.ts";
import { audits } from "./audit.ts";
import { claims } from "./claim.ts";
import { creates } from "./create.ts";
import { damage } from "./damage.ts";
import { definitions } from "./definitions.ts";
import type { Open } from "./fixture.ts";
import { keys } from "./keys.ts";
import { plans } from "./plans.ts";
import { policies } from "./policies.ts";
import { races } from "./races.ts";
import { rebuilds } from "./rebuild.ts";
import { signals } from "./signals.ts";
import { threads } from "./threads.ts";
import { times } from "./times.ts";
import { toolsets } from "./toolsets.ts";
import { upkeep } from "./upkeep.ts";
import { waits } from "./waits.ts";

const CHAPTERS = {
  creates,
  claims,
  appends,
  waits,
  times,
  approvals,
  policies,
  signals,
  keys,
  threads,
  upkeep,
  definitions,
  damage,
  toolsets,
  audits,
  races,
  rebuilds,
  plans,
};

/** Registers the suite for one kind of store. */
export function contract(store: string, open: Open): void {
  for (const [chapter, tests] of Object.entries(CHAPTERS)) {
    describe(`${store}: ${chapter}`, () => tests(open));
  }
}
