// Events of one call.

import type { JsonObject } from "@haft/sdk/wire";
import { type Change, formatChange } from "../changes.ts";
import { formatDuration } from "../duration.ts";
import type { Summary } from "./kind-summary.ts";
import { toolName } from "./names.ts";
import { after, error, join, json, list, moreThanOne, objects, shown, text } from "./read-data.ts";

const VERDICTS: Readonly<Record<string, string>> = { run: "may run", ask: "needs approval", deny: "is denied" };
const ENDS: Readonly<Record<string, string>> = {
  answer: "goes on",
  timeout: "goes on after its time-out",
  cancel: "goes on after its cancellation",
};

/** Kind of event to its words. */
export const CALL_EVENTS: Readonly<Record<string, Summary>> = {
  "tool.called": (data) => join(" ", toolName(data), json(data.arguments ?? data.sent)),
  "arguments.repaired": ({ changes }, tool) =>
    join(" ", tool, objects(changes).map(asChange).map(formatChange).join(", ")),
  "call.gated": ({ verdict, policies, reason }, tool) =>
    `${tool} ${VERDICTS[text(verdict)] ?? text(verdict)}${after(", by ", list(policies).join(", "))}${after(": ", text(reason))}`,
  "tool.started": ({ attempt, isolation, approval }, tool) =>
    `${tool} · ${text(isolation)}${moreThanOne(", attempt ", attempt)}${after(", approved by ", text(approval))}`,
  "tool.resumed": ({ end, attempt, waitId }, tool) =>
    `${tool} ${ENDS[text(end)] ?? text(end)} · ${text(waitId)}${moreThanOne(", attempt ", attempt)}`,
  "tool.log": ({ stream, text: line }, tool) => `${tool} ${text(stream)} | ${text(line)}`,
  "tool.progress": ({ fraction, message }, tool) =>
    join(" ", tool, typeof fraction === "number" ? `${Math.round(fraction * 100)} %` : "", text(message)),
  "tool.egress": ({ host, port, bytes, allowed }, tool) =>
    `${tool} ${text(host)}:${shown(port)}, ${allowed === true ? `${shown(bytes)} bytes` : "refused"}`,
  "artifact.written": ({ path, version, size, mimeType }) =>
    `${text(path)}, version ${shown(version)}, ${shown(size)} bytes of ${text(mimeType)}`,
  "tool.result": result,
  "tool.late_result": (data, tool) => `${result(data, tool)}, too late to count`,
};

function result({ ok, value, error: failure, durationMs }: JsonObject, tool: string): string {
  const spent = typeof durationMs === "number" ? ` (${formatDuration(durationMs)})` : "";
  return ok === true ? `${join(" ", tool, json(value))}${spent}` : `${tool} failed: ${error(failure)}${spent}`;
}

/** A repair as the log has it. */
export function asChange({ path, from, to }: JsonObject): Change {
  return {
    path: text(path),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
