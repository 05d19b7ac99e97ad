// The home of a database's files: the one data folder in which its blobs, its `/data` and its workspaces are. Kept in the
// database by the first worker, so that a second data folder is noticed before a run looks for its files there in vain.

import type { Store } from "@haft/engine";
import { CommandError } from "../session/command-error.ts";
import type { Files } from "../session/session-options.ts";

const FACT = "home";

/** Where the home is. */
export interface Home {
  readonly place: string;
  readonly machine: string;
  readonly folder: string;
}

/** The home, with the text that stands for it; null: there is none yet. */
export async function knownHome(store: Pick<Store, "facts">): Promise<(Home & { readonly text: string }) | null> {
  const text = (await store.facts(FACT)).find((fact) => fact.name === FACT)?.value;
  if (text === undefined) return null;
  const { place, machine, folder } = JSON.parse(text) as Record<string, unknown>;
  return { place: String(place), machine: String(machine), folder: String(folder), text };
}

/** Makes this the home; false: it was another by then. `before`: what stood there. */
export async function makeHome(store: Pick<Store, "saveFact">, home: Home, before: string | null): Promise<boolean> {
  const { place, machine, folder } = home;
  return (await store.saveFact({ name: FACT, value: JSON.stringify({ place, machine, folder }), ifMatch: before })).ok;
}

/** What a worker finds of its data folder. `place` null: it names none. */
export interface Candidate {
  readonly place: string | null;
  readonly machine: string;
  readonly folder: string;
  readonly files: Files;
}

/** Makes the data folder the home where there is none, and throws where it is not the one that there is. */
export async function comeHome(
  store: Pick<Store, "facts" | "saveFact" | "places">,
  find: () => Candidate,
  makePlace: () => string,
): Promise<string> {
  for (;;) {
    const home = await knownHome(store);
    // Found anew each time: of two that come at once one makes the place.
    const candidate = find();
    if (home !== null && home.place !== candidate.place) throw notHome(candidate, home.place, whereIs(home));
    const places = home === null ? await store.places() : [];
    // Whoever has runs of its own may be the first: what others have left elsewhere keeps no worker from them.
    const [other] = places.some(({ place }) => place === candidate.place) ? [] : places;
    if (other !== undefined) throw notHome(candidate, other.place, `where ${other.open} of its runs have their files`);
    const place = candidate.place ?? makePlace();
    const { machine, folder } = candidate;
    if (home?.machine === machine && home.folder === folder) return place;
    if (await makeHome(store, { place, machine, folder }, home?.text ?? null)) return place;
  }
}

/** Throws where the data folder is not the home that there is: what a command would write there, no worker would find. */
export async function requireHome(store: Pick<Store, "facts">, candidate: Candidate): Promise<void> {
  const home = await knownHome(store);
  if (home !== null && home.place !== candidate.place) throw notHome(candidate, home.place, whereIs(home));
}

function whereIs({ machine, folder }: Home): string {
  return `the folder ${folder} on ${machine}`;
}

function notHome({ place, machine, folder, files }: Candidate, home: string, where: string): CommandError {
  const found = place === null ? "names no place" : `is ${place}`;
  if (files === "shared") {
    return new CommandError(
      "files_elsewhere",
      `the data folder ${folder} is not the one that the machines of this store share: that is ${home}, ${where}; this one ${found}`,
      { hint: `mount it here and name it with --data; a copy of it is made its new home by haft place move ${home}` },
    );
  }
  return new CommandError(
    "files_elsewhere",
    `the files of this store are at home on ${home}, ${where}; the data folder ${folder} on ${machine} ${found}, and with HAFT_FILES=local one data folder alone has workers`,
    {
      hint: `mount that folder here and set HAFT_FILES=shared on all machines; or stop the workers there, bring a copy of it here, and say haft place move ${home} --data COPY`,
    },
  );
}
