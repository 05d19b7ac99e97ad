// Places: where the files of runs are, and moving them.

import { CommandError, type Session } from "../../cli/session.ts";
import { mended } from "../as-command-error.ts";
import { knownPlace } from "../place.ts";
import type { SessionContext } from "./session-context.ts";

/** The chapter. */
export function sessionPlaces({ parts, person }: SessionContext): Pick<Session, "places" | "movePlace"> {
  const { store, blobs, data, machine, isShared } = parts;
  return {
    places: () =>
      mended(async () => {
        if (!isShared) return [];
        const { listPlaces } = await import("../../files/list-places.ts");
        return listPlaces(store, knownPlace(data));
      }),
    movePlace: (from, { apply, incomplete }) =>
      mended(async () => {
        if (!isShared) {
          throw new CommandError("no_places", "a store that is a file has its runs' files beside it, and no places", {
            hint: "bring its folder to the new machine, and work there",
          });
        }
        const { moveHome } = await import("../../files/move-home.ts");
        return moveHome({ store, blobs, machine, folder: data, from, by: person.name, apply, incomplete });
      }),
  };
}
