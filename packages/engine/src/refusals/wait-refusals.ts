// What is said to whoever asks something of a wait that is not there, is over, or is not theirs.

import type { WaitRow } from "../ports/store-rows.ts";
import type { Person } from "../waits/may-answer.ts";
import { EngineError } from "./engine-error.ts";

/** There is no such wait. */
export function noWait(waitId: string): EngineError {
  return new EngineError("wait_not_found", `there is no wait ${waitId}`, "haft waits lists the open ones");
}

/** The question, or the approval, is for others. */
export function notAllowed(
  waitId: string,
  to: readonly string[],
  { name, roles }: Person,
  verb = "answered",
): EngineError {
  const whom = to.join(", ");
  const you = roles.length === 0 ? name : `${name} (${roles.join(", ")})`;
  const [first = ""] = to;
  const who =
    to.length === 1 ? `${whom}, or by whoever has that role` : `${whom}, or by whoever has one of these roles`;
  const hint = `it can be ${verb} by ${who}: --as ${first}, or --as ${name}:${first}`;
  return new EngineError("not_allowed", `${waitId} is for ${whom}; you are ${you}`, hint);
}

/** I4: everybody after the first is told who ended the wait, and when. */
export function settled(wait: WaitRow, resolved = "answered"): EngineError {
  const when = wait.endedAt === null ? "" : ` at ${new Date(wait.endedAt).toISOString()}`;
  const who = wait.status === "expired" || wait.endedBy === null ? "" : ` by ${wait.endedBy}`;
  const how = { resolved: `was ${resolved}`, expired: "expired", cancelled: "was cancelled", open: "is open" }[
    wait.status
  ];
  return new EngineError("wait_settled", `wait ${wait.waitId} ${how}${who}${when}`);
}
