// Where the files of a database's runs are, as `haft doctor` sees it from this data folder.

import { resolve } from "node:path";
import type { OpenedStore } from "@haft/store";
import { knownHome } from "../files/home.ts";
import { knownPlace } from "../files/place.ts";
import type { DoctorCheck } from "../session/checks.ts";
import type { SessionOptions } from "../session/session-options.ts";

/** Looks, and makes nothing. */
export async function examineFiles(store: OpenedStore, options: SessionOptions): Promise<DoctorCheck> {
  const { files = "local", data = ".haft" } = options;
  const folder = resolve(data);
  const home = await knownHome(store);
  if (home === null)
    return { name: "files", ok: true, detail: `${files}; the first worker makes its data folder their home` };
  if (home.place === knownPlace(folder))
    return { name: "files", ok: true, detail: `${files}, at home here, on ${home.place}` };
  const where = `${home.place}, the folder ${home.folder} on ${home.machine}`;
  if (files === "local")
    return { name: "files", ok: true, detail: `local, at home on ${where}: workers are there only` };
  return {
    name: "files",
    ok: false,
    detail: `shared, at home on ${where}, and ${folder} is another`,
    remedy: "mount that folder here and name it with --data",
  };
}
