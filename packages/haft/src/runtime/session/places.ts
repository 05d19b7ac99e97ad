// Places: where the files of runs are, and moving them.

import { knownPlace } from "../../files/place.ts";
import { CommandError } from "../../session/command-error.ts";
import type { Session } from "../../session/session.ts";
import { mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import { filesOf } from "../run-settings.ts";
import type { SessionContext } from "./session-context.ts";

/** The chapter. */
export function sessionPlaces({ parts, person }: SessionContext): Pick<Session, "places" | "filesOf" | "movePlace"> {
  const { store, engine, blobs, data, machine, isShared, isHere } = parts;
  return {
    places: () =>
      mended(async () => {
        if (!isShared) return [];
        const { listPlaces } = await import("../../files/list-places.ts");
        return listPlaces(store, knownPlace(data));
      }),
    filesOf: (runId) =>
      mended(async () => {
        const run = await store.run(LOCAL, runId);
        if (run === null || run.place === null || run.endedAt !== null || isHere(run.place)) return null;
        const { presentWorkers } = await import("../../files/presence.ts");
        const workers = await presentWorkers(store);
        return { place: run.place, away: workers.every(({ place }) => place !== run.place) };
      }),
    movePlace: (from, { apply, incomplete }) =>
      mended(async () => {
        if (!isShared) {
          throw new CommandError("no_places", "a store that is a file has its runs' files beside it, and no places", {
            hint: "bring its folder to the new machine, and work there",
          });
        }
        const { moveHome } = await import("../../files/move-home.ts");
        const filesOfRun = (tenant: string, runId: string) => filesOf(engine, tenant, runId, data);
        return moveHome({ store, blobs, filesOfRun, machine, folder: data, from, by: person.name, apply, incomplete });
      }),
  };
}
