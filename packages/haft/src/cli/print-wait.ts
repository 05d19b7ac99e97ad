// A wait in full, with what the log has of it, and the next thing to type.

import { describeApproval } from "../output/approval.ts";
import { plainText } from "../output/plain-text.ts";
import { describeWait, howToGoOn } from "../output/wait.ts";
import type { Session } from "../session/session.ts";
import type { Wait } from "../session/wait.ts";
import { approvalFacts } from "./approval-facts.ts";
import type { Invocation } from "./invocation.ts";

/** Settings of printing. */
export interface PrintWait {
  /** Whether the source that would run is printed, too. */
  readonly source?: boolean;
}

/** The wait on standard output, how it goes on on standard error. */
export async function printWait(
  wait: Wait,
  session: Session,
  { printer, surroundings }: Invocation,
  options: PrintWait = {},
): Promise<void> {
  const now = surroundings.now();
  if (wait.kind !== "approval") printer.result(`${describeWait(wait, now).join("\n")}\n`);
  else {
    const facts = await approvalFacts(session, wait);
    printer.result(`${describeApproval(wait, facts, now).join("\n")}\n`);
    if (options.source === true && facts.source !== undefined) {
      printer.result(`\n${plainText(facts.source.text).trimEnd()}\n`);
    }
  }
  if (wait.status === "open") printer.message(`${howToGoOn(wait, now)}\n`);
}
