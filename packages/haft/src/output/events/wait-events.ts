// Events of a wait, and of the votes on an approval.

import type { JsonObject } from "@haft/sdk/wire";
import { formatMoment } from "../moment.ts";
import type { Summary } from "./kind-summary.ts";
import { after, join, json, list, object, shown, text } from "./read-data.ts";

/** Kind of event to its words. */
export const WAIT_EVENTS: Readonly<Record<string, Summary>> = {
  "tool.parked": (data, tool) => `${tool} waits ${parkedFor(data)} · ${text(data.waitId)}`,
  "approval.requested": ({ arguments: given, reason, waitId }, tool) =>
    `${join(" ", tool, json(given))}${after(": ", text(reason))} · ${text(waitId)}`,
  "approval.decided": ({ decision, by, counts, reason, arguments: edited, waitId }) => {
    const { have, need } = object(counts);
    const count = have === undefined ? "" : ` (${shown(have)} of ${shown(need)})`;
    const changed = edited === undefined ? "" : `, with ${json(edited)}`;
    return `${text(decision)} by ${text(by)}${count}${changed}${after(": ", text(reason))} · ${text(waitId)}`;
  },
  "wait.resolved": ({ kind, by, payload, waitId }) =>
    `${text(kind)} by ${text(by)}${after(": ", answered(payload))} · ${text(waitId)}`,
  "wait.expired": ({ kind, waitId }) => `${text(kind)} · ${text(waitId)}`,
  "wait.cancelled": ({ kind, by, payload, waitId }) =>
    `${text(kind)} by ${text(by)}${after(": ", text(object(payload).reason))} · ${text(waitId)}`,
};

/** What was answered, else the payload as it is. */
function answered(payload: JsonObject[string] | undefined): string {
  const { response } = object(payload);
  return json(response ?? payload);
}

function parkedFor({ kind, prompt, time, paths, key }: JsonObject): string {
  switch (kind) {
    case "answer":
      return `for an answer: ${text(prompt)}`;
    case "time":
      return `until ${typeof time === "string" ? formatMoment(time) : "a time"}`;
    case "files":
      return `for changes of ${list(paths).join(", ")}`;
    case "signal":
      return `for the signal ${text(key)}`;
    default:
      return `for ${text(kind)}`;
  }
}
