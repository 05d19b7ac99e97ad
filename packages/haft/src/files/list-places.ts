// The places of a database's files, as a person is shown them.

import type { Store } from "@haft/engine";
import type { PlaceSummary } from "../session/places.ts";
import { knownHome } from "./home.ts";
import { presentWorkers } from "./presence.ts";

/** Those where open runs have their files, where a worker is, and the home. `here`: this data folder's. */
export async function listPlaces(store: Store, here: string | undefined): Promise<readonly PlaceSummary[]> {
  const [home, workers, open] = await Promise.all([knownHome(store), presentWorkers(store), store.places()]);
  const names = [...open.map(({ place }) => place), ...workers.map(({ place }) => place)];
  const places = [...new Set([...(home === null ? [] : [home.place]), ...names])].sort();
  return places.map((place) => ({
    place,
    here: place === here,
    runs: open.find((one) => one.place === place)?.open ?? 0,
    workers: workers.filter((one) => one.place === place).map(({ machine, folder }) => ({ machine, folder })),
    ...(home?.place === place ? { home: { machine: home.machine, folder: home.folder } } : {}),
  }));
}
