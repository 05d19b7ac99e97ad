// What the log tells of a call that its Outcome leaves out: the network it shares, and where its error was raised.

import type { RunEvent } from "@haft/engine";
import type { CallFacts } from "../session/outcome.ts";
import { parseSettings } from "./local-settings.ts";
import { raisedAt } from "./raised-at.ts";

/** The facts in the events of a run of kind `call`. */
export function callFacts(events: readonly RunEvent[]): CallFacts {
  const created = events.find((event) => event.type === "run.created");
  const result = events.findLast((event) => event.type === "tool.result");
  const stack = result?.data.error?.stack;
  const at = stack === undefined ? undefined : raisedAt(stack);
  return {
    ...(created === undefined ? {} : { kind: created.data.kind }),
    sharesNetwork: created !== undefined && parseSettings(created.data.settings ?? {}).network,
    ...(at === undefined ? {} : { raisedAt: at }),
  };
}
