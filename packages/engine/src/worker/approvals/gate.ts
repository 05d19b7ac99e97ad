// Whether a call may run: asked for each call, after its arguments were admitted, of the tenant's policies, the tool's own
// demand, and what is unknown of an equal call before it. I5: every doubt asks a person, and nothing that fails here runs.

import type { EventDraft } from "../../events/event.ts";
import { shorten } from "../../events/shorten.ts";
import type { CallFacts } from "../../policies/condition.ts";
import { type AskedJudge, evaluatePolicies, type PolicyVerdict } from "../../policies/evaluate-policies.ts";
import { factsOfCall } from "../../policies/facts-of-call.ts";
import { type Judgement, settleJudges } from "../../policies/settle-judges.ts";
import type { Runner } from "../../ports/runner.ts";
import type { Masker } from "../../secrets/masker.ts";
import { unknownsLike } from "../../state/failures.ts";
import type { CallState, RunOrigin, RunState } from "../../state/run-state.ts";
import { runnerCall } from "../calls/runner-call.ts";
import { digestOfCall } from "./digest-of-call.ts";
import { personRule } from "./person-rule.ts";
import type { PolicyShelf } from "./policy-shelf.ts";

/** Judges that are to be asked before the gate can say anything. */
export interface Question {
  /** Of this very question: another revision, or other arguments, are another one. */
  readonly key: string;
  readonly call: CallState;
  readonly judges: readonly AskedJudge[];
  readonly facts: CallFacts;
}

/** The verdict on a call as it is written down, or who is to be asked first. */
export type Gated =
  | { readonly at: "said"; readonly draft: EventDraft; readonly policyRevision: number }
  | { readonly at: "asking"; readonly question: Question };

/** The gate of one run. */
export class Gate {
  readonly #runner: Runner;
  readonly #policies: PolicyShelf;
  readonly #masker: Masker;
  readonly #judgements = new Map<string, readonly Judgement[]>();

  constructor(runner: Runner, policies: PolicyShelf, masker: Masker) {
    this.#runner = runner;
    this.#policies = policies;
    this.#masker = masker;
  }

  /** The revision of the policies that the gate goes by. */
  get policyRevision(): number {
    return this.#policies.book.revision;
  }

  /** What judges said to a question. */
  judged(question: Question, judgements: readonly Judgement[]): void {
    this.#judgements.set(question.key, judgements);
  }

  /** What is said of a call. */
  ask(state: RunState, run: RunOrigin, call: CallState): Gated {
    const { callId } = call;
    const revision = this.policyRevision;
    const digest = this.#digest(state, run, call);
    const facts = factsOfCall(run, call);
    const verdict = this.#masked(evaluatePolicies(this.#policies.book, facts, call.traits));
    const key = `judge:${callId}:${revision}:${digest}`;
    const judgements = this.#judgements.get(key) ?? [];
    if (verdict.judges.length > 0 && judgements.length === 0) {
      return { at: "asking", question: { key, call, judges: verdict.judges, facts } };
    }
    const said = withEarlierApproval(withUnknown(settleJudges(verdict, judgements), state, call), call);
    return { at: "said", draft: gatedDraft(call, said, { revision, digest, judgements }), policyRevision: revision };
  }

  /** A call whose approval turned out to be no good does not run, whatever else is said of it. */
  refuse(call: CallState, digest: string, reason: string): Extract<Gated, { at: "said" }> {
    const policyRevision = this.policyRevision;
    const data = { callId: call.callId, verdict: "deny", policies: [], policyRevision, digest, reason } as const;
    return { at: "said", draft: { type: "call.gated", data }, policyRevision };
  }

  /** I12: what authors and people wrote down as reasons enters the log here. */
  #masked(verdict: PolicyVerdict): PolicyVerdict {
    const text = (reason: string | null): string | null =>
      reason === null ? null : shorten(this.#masker.text(reason));
    const ruled = <T extends { readonly reason: string | null }>(rule: T): T => ({
      ...rule,
      reason: text(rule.reason),
    });
    return {
      ...verdict,
      reason: text(verdict.reason),
      rules: verdict.rules.map(ruled),
      judges: verdict.judges.map((judge) => ({ ...judge, rule: ruled(judge.rule) })),
    };
  }

  #digest(state: RunState, run: RunOrigin, call: CallState): string {
    const settings = this.#runner.settingsDigest(runnerCall(run, state.runId, call));
    return digestOfCall(run, state.runId, call, { source: call.digest, settings });
  }
}

/** An equal call may have had its effect already: then a person decides, whatever policies say. */
function withUnknown(verdict: PolicyVerdict, state: RunState, call: CallState): PolicyVerdict {
  if (verdict.verdict === "deny" || unknownsLike(state, call) === 0) return verdict;
  const reason = `what an equal call of \`${call.tool}\` did before is not known; it may happen twice`;
  return { ...verdict, verdict: "ask", rules: [...verdict.rules, personRule(reason)], reason };
}

/** What went on with an approval in another run needs one of this run, also where nothing asks for it any more. */
function withEarlierApproval(verdict: PolicyVerdict, call: CallState): PolicyVerdict {
  const hasWaited = call.inherited || call.goesOn !== null;
  if (verdict.verdict !== "run" || !hasWaited || !call.approved) return verdict;
  const reason = `\`${call.tool}\` was approved in the run whose history this one shares; to go on here it needs an approval of its own`;
  return { ...verdict, verdict: "ask", rules: [personRule(reason)], reason };
}

function gatedDraft(
  { callId }: CallState,
  { verdict, policies, reason, rules, onDenied }: PolicyVerdict,
  { revision, digest, judgements }: { revision: number; digest: string; judgements: readonly Judgement[] },
): EventDraft {
  return {
    type: "call.gated",
    data: {
      callId,
      verdict,
      policies,
      policyRevision: revision,
      digest,
      ...(reason === null ? {} : { reason }),
      ...(verdict === "ask" ? { rules } : {}),
      ...(verdict === "deny" ? { onDenied } : {}),
      ...(judgements.length === 0 ? {} : { judgements }),
    },
  };
}
