// Events of a run as a whole.

import type { JsonObject } from "@haft/sdk/wire";
import { count } from "../count.ts";
import type { Summary } from "./kind-summary.ts";
import { after, error, join, json, list, object, objects, shown, text } from "./read-data.ts";

/** Kind of event to its words. */
export const RUN_EVENTS: Readonly<Record<string, Summary>> = {
  "run.created": (data) => join(" ", what(data), `by ${text(data.requestedBy)}`) + origin(data),
  "run.recovered": ({ lost, orphans }) => `from ${text(lost)}${after(", in flight: ", list(orphans).join(", "))}`,
  "run.cancelling": byWhom,
  "instructions.composed": ({ sources, digest }) =>
    `from ${list(sources).join(", ") || "nothing"} · ${text(digest).slice(0, 12)}`,
  "tools.discovered": ({ names, missing }) =>
    `${list(names).join(", ") || "no tools"}${after("; missing ", missingOnes(objects(missing)))}`,
  "message.user": ({ text: said, from }) => (from === "haft" ? `reminded: ${text(said)}` : text(said)),
  "message.assistant": ({ text: said }) => text(said),
  "clock.advanced": ({ seconds }) => `by ${shown(seconds)} s`,
  "budget.exceeded": ({ limit, used, allowed }) => `${text(limit)}: ${shown(used)} of ${shown(allowed)}`,
  "run.error": (data) => error(data.error),
  "run.completed": ({ output }) => json(output),
  "run.failed": (data) => error(data.error),
  "run.cancelled": byWhom,
};

function what(data: JsonObject): string {
  if (data.kind === "call") return join(" ", text(data.tool), json(data.input));
  return join(" ", "agent", text(data.agent), json(data.input));
}

function origin({ script, rerunOf }: JsonObject): string {
  const { runId, seq } = object(rerunOf);
  const steps = Array.isArray(script) ? `, a script of ${count(script.length, "step")}` : "";
  return runId === undefined ? steps : `${steps}, shares ${text(runId)} up to ${shown(seq)}`;
}

function missingOnes(missing: readonly JsonObject[]): string {
  return missing.map(({ name, reason }) => `${text(name)} (${text(reason)})`).join(", ");
}

function byWhom({ by, reason }: JsonObject): string {
  return `by ${text(by)}${after(": ", text(reason))}`;
}
