// The log checker: reads the events of one run and the lines that its tools left in a ledger, and says which of the
// invariants they break. It shares no code with what wrote them, on purpose. What no log can show is left to other tests:
// that nothing is held (I7), and that wakes are certain (I8).

import { approved, approvedIsWhatRuns, inheritedIsLetThrough, scriptsVoteAsRequester, votesBind } from "./approvals.ts";
import { begunOnce, unknownNotRepeated } from "./at-most-once.ts";
import { errorOfRun, nothingAfterCancelling, nothingAfterFatal, oneEnd } from "./ends.ts";
import { type LedgerLine, type LogEvent, type Rule, readLog } from "./log.ts";
import { oneEndPerWait } from "./one-answer.ts";
import { fenced, ordered } from "./one-decider.ts";
import { inOrder, notTooMany } from "./order.ts";
import { sameVersion } from "./same-code.ts";
import { callsOfResponses, stepsInOrder } from "./steps.ts";
import { modelsWereAsked, toolsWereStarted } from "./write-before-act.ts";

export type { LedgerLine, LogEvent } from "./log.ts";

/** The rules by what they state. */
export const RULES: Readonly<Record<string, Rule>> = {
  toolsWereStarted,
  modelsWereAsked,
  ordered,
  fenced,
  begunOnce,
  unknownNotRepeated,
  oneEndPerWait,
  approved,
  approvedIsWhatRuns,
  inheritedIsLetThrough,
  scriptsVoteAsRequester,
  votesBind,
  sameVersion,
  inOrder,
  notTooMany,
  stepsInOrder,
  callsOfResponses,
  oneEnd,
  errorOfRun,
  nothingAfterCancelling,
  nothingAfterFatal,
};

/** Everything that is wrong with a run's log; nothing, if it is right. */
export function checkLog(events: readonly LogEvent[], ledger: readonly LedgerLine[]): string[] {
  const log = readLog(events);
  return Object.values(RULES).flatMap((rule) => rule(log, ledger));
}
