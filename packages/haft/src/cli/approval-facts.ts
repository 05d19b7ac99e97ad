// What the log of a run has of a call that waits for approval, beside what its wait says.

import type { ApprovalFacts, Vote } from "../output/approval.ts";
import { asChange } from "../output/events/call-events.ts";
import { list, object, objects, shown, text } from "../output/events/read-data.ts";
import type { RunEvent } from "../session/run.ts";
import type { Session } from "../session/session.ts";
import type { Wait } from "../session/wait.ts";

/** Reads the run's log up to its end, and the wait with what would run. */
export async function approvalFacts(session: Session, wait: Wait): Promise<ApprovalFacts> {
  const gathering = new Gathering(wait);
  const { signal } = new AbortController();
  for await (const event of session.events(wait.runId, { after: 0, follow: false, signal })) gathering.hear(event);
  const { description, source } = (await session.wait(wait.id)).approval ?? {};
  return {
    ...gathering.facts(),
    ...(description === undefined ? {} : { description }),
    ...(source === undefined ? {} : { source }),
  };
}

class Gathering {
  readonly #wait: Wait;
  #requestedBy: string | undefined;
  #agent: string | undefined;
  #grants: ApprovalFacts["grants"] = { network: false, secrets: [] };
  #repairs: ApprovalFacts["repairs"] = [];
  #votes: readonly Vote[] = [];
  #policies: readonly string[] = [];

  constructor(wait: Wait) {
    this.#wait = wait;
  }

  hear({ type, data }: RunEvent): void {
    if (type === "run.created") {
      const { network, secrets, workspace } = object(data.settings);
      this.#requestedBy = text(data.requestedBy);
      this.#agent = data.kind === "agent" ? text(data.agent) : undefined;
      this.#grants = {
        network: network === true,
        secrets: list(secrets),
        ...(typeof workspace === "string" ? { workspace } : {}),
      };
    }
    if (data.callId !== this.#wait.callId) return;
    if (type === "arguments.repaired") this.#repairs = objects(data.changes).map(asChange);
    if (type === "call.gated") this.#policies = list(data.policies);
    if (type === "approval.decided" && data.waitId === this.#wait.id) this.#votes = [...this.#votes, vote(data)];
  }

  facts(): ApprovalFacts {
    return {
      grants: this.#grants,
      repairs: this.#repairs,
      votes: this.#votes,
      policies: this.#policies,
      ...(this.#requestedBy === undefined ? {} : { requestedBy: this.#requestedBy }),
      ...(this.#agent === undefined ? {} : { agent: this.#agent }),
    };
  }
}

function vote({ decision, by, reason, arguments: edited }: RunEvent["data"]): Vote {
  return {
    decision: shown(decision),
    by: text(by),
    edited: edited !== undefined,
    ...(typeof reason === "string" && reason !== "" ? { reason } : {}),
  };
}
