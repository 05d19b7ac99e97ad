// Whoever has voted on a wait before: each person counts once, and who has approved may still deny, for as long as nobody
// has ended it.

import { EngineError } from "../refusals/engine-error.ts";
import type { Person } from "../waits/may-answer.ts";
import { personKey } from "../waits/same-name.ts";
import type { Vote } from "./tally.ts";

/** What somebody wants to say now. */
export interface NextVote extends Pick<Vote, "decision"> {
  readonly resumeOriginal: boolean;
  /** Whether they give other arguments. */
  readonly edits: boolean;
}

/** `same`: they have said so; `new`: their vote is to be taken. Throws `already_voted`. */
export function votedBefore(waitId: string, votes: readonly Vote[], { name }: Person, next: NextVote): "same" | "new" {
  const earlier = votes.findLast((vote) => personKey(vote.by) === personKey(name));
  if (earlier === undefined || next.decision !== earlier.decision) return "new";
  if (next.edits) {
    throw new EngineError(
      "already_voted",
      `you have ${earlier.decision} ${waitId} already, and each person counts once`,
      `to take it back: haft deny ${waitId} --reason …`,
    );
  }
  // That the source does not matter can be said later, too.
  return next.resumeOriginal && earlier.resumeOriginal !== true ? "new" : "same";
}
