// The model as `haft doctor` sees it: whom an agent would ask, and whether the key is there. No request is sent.

import type { ModelSettings } from "@haft/engine";
import { modelNameFault } from "../models/index.ts";
import type { DoctorCheck } from "../session/checks.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { keySources } from "./local-models.ts";
import { LOCAL } from "./local-tenant.ts";

const SET_ONE = "haft model set default --provider openai --name NAME, or HAFT_MODEL=provider/name";

/** Looks for the model that has the role `default`; `stored` are those that the store keeps. */
export async function examineModel(options: SessionOptions, stored: readonly ModelSettings[]): Promise<DoctorCheck> {
  const [{ findModel }, { address }] = await Promise.all([
    import("../models/find-model.ts"),
    import("../models/address.ts"),
  ]);
  const sources = keySources(options);
  const model = findModel(stored, sources.environment, "default");
  if (model === null) return noModel(sources.environment.HAFT_MODEL?.trim() ?? "");
  const asked = await address(sources, { tenant: LOCAL, model });
  if (!("kind" in asked)) {
    const key = asked.key === "" ? "no key" : `the key of ${asked.keyPlace}`;
    return { name: "model", ok: true, detail: `${asked.provider}/${asked.name} at ${asked.shownUrl}, with ${key}` };
  }
  const { message, hint } = asked.error;
  return { name: "model", ok: false, detail: message, ...(hint === undefined ? {} : { remedy: hint }) };
}

function noModel(named: string): DoctorCheck {
  const fault = named === "" ? null : modelNameFault(named);
  return fault === null
    ? { name: "model", ok: true, detail: "none is set: tools need none, agents do", remedy: SET_ONE }
    : { name: "model", ok: false, detail: `HAFT_MODEL: ${fault.message}`, remedy: fault.hint };
}
