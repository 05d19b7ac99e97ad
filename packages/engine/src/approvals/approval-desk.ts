// Deciding on approvals: who may, what their vote comes to, and one transaction that counts it. Whatever is read is read
// again where somebody else wrote first (I4, I5).

import { sameJson } from "@haft/contract/validation";
import { spill } from "../events/spill.ts";
import { inputKey, type Keyed, keyReused } from "../idempotency/request-key.ts";
import { underKey } from "../idempotency/under-key.ts";
import { waitAgain } from "../idempotency/wait-again.ts";
import type { JsonObject } from "../json/json.ts";
import type { Idempotency } from "../ports/store-inputs.ts";
import type { WaitRow } from "../ports/store-rows.ts";
import { checkedReason } from "../refusals/check-reason.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { noWait, settled } from "../refusals/wait-refusals.ts";
import { maskedPerson } from "../secrets/masked-name.ts";
import { createMasker, type Masker } from "../secrets/masker.ts";
import { requesters } from "../state/evolve-approval.ts";
import type { CallPhase, CallState, RunState } from "../state/run-state.ts";
import { withWholeApproval } from "../waits/large-approval.ts";
import type { Person } from "../waits/may-answer.ts";
import { personKey } from "../waits/same-name.ts";
import { type WaitView, waitView } from "../waits/wait-view.ts";
import { readRun } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import { checkEdit } from "./check-edit.ts";
import { requireApprover } from "./may-decide.ts";
import { type Decision, voteEvents } from "./vote-events.ts";
import { votedBefore } from "./voted-before.ts";
import { votesOn } from "./votes-on.ts";

/** What an approver may say beside yes. */
export interface ApproveOptions extends Keyed {
  /** In place of those that were asked for: the call is gated again with them. */
  readonly arguments?: JsonObject;
  readonly reason?: string;
  /** Whether the version that was asked for may run although the source has changed since. */
  readonly resumeOriginal?: boolean;
}

/** What can be done with approvals. */
export interface ApprovalDesk {
  /**
   * One person's approval; the call may run once everybody who must has given theirs. The same vote again gets the same
   * reply. Rejects with `wait_not_found`, `not_an_approval`, `not_allowed`, `requester_may_not`, `already_voted`,
   * `wait_settled`, and for edited arguments `invalid_arguments` and `denied_by_policy`: then nothing was decided.
   */
  approve(tenant: string, waitId: string, by: Person, options?: ApproveOptions): Promise<WaitView>;
  /** One person's denial, which is enough, also where they have approved before. Rejects as `approve` does. */
  deny(tenant: string, waitId: string, by: Person, reason: string, options?: Keyed): Promise<WaitView>;
}

/** The desk on these services. */
export function approvalDesk(services: Services): ApprovalDesk {
  return {
    async approve(tenant, waitId, by, options = {}) {
      const { arguments: given, reason, resumeOriginal = false } = options;
      return decide(services, { tenant, waitId, by }, options, {
        same: ["approve", given, reason, resumeOriginal],
        say: (masker) => ({
          decision: "approved",
          reason: reason === undefined ? null : checkedReason(reason, masker),
          given: given === undefined ? null : masker.value(given),
          resumeOriginal,
        }),
      });
    },
    deny: (tenant, waitId, by, reason, options = {}) =>
      decide(services, { tenant, waitId, by }, options, {
        same: ["deny", reason],
        say: (masker) => ({
          decision: "denied",
          reason: checkedReason(reason, masker),
          given: null,
          resumeOriginal: false,
        }),
      }),
  };
}

/** What somebody says, masked. */
interface Said extends Decision {
  /** Arguments in place of those that were asked for. */
  readonly given: JsonObject | null;
}

interface Place {
  readonly tenant: string;
  readonly waitId: string;
  readonly by: Person;
}

/** What somebody wants to say, as they said it. */
interface Saying {
  /** What makes it the same when it is said again. */
  readonly same: readonly unknown[];
  say(masker: Masker): Said;
}

async function decide(services: Services, given: Place, keyed: Keyed, saying: Saying): Promise<WaitView> {
  const { tenant, waitId } = given;
  const masker = createMasker(await services.secrets.values(tenant));
  const by = maskedPerson(masker, given.by);
  const place = { tenant, waitId, by };
  const idempotency = inputKey(keyed, masker, ["vote", waitId, by.name, ...saying.same]);
  const row = await underKey(services.store, tenant, idempotency, {
    act: () => voteOnce(services, place, saying.say(masker), idempotency),
    again: (reply) => waitAgain(services.store, tenant, waitId, reply),
  });
  return waitView(await withWholeApproval(services, tenant, row));
}

async function voteOnce(
  services: Services,
  place: Place,
  decision: Said,
  idempotency: Idempotency | null,
): Promise<WaitRow> {
  const { tenant, waitId } = place;
  for (;;) {
    const wait = await services.store.wait(tenant, waitId);
    if (wait === null) throw noWait(waitId);
    if (wait.kind !== "approval") throw noApproval(wait);
    if (wait.status !== "open") return afterwards(services, place, wait, decision);
    const asked = await readAsked(services, tenant, wait);
    // The run was read a moment after its wait: somebody has decided in between.
    if (asked === null) continue;
    const reply = await vote(services, place, asked, decision, idempotency);
    if (reply === "repeated") return wait;
    if (reply.ok) return reply.wait;
    if (reply.reason === "not_found") throw noWait(waitId);
    if (reply.reason === "key_taken") throw keyReused(idempotency?.key ?? "");
    if (reply.reason === "ended") return afterwards(services, place, reply.wait, decision);
  }
}

/** A call that people are asked about. */
export interface AskedCall {
  readonly state: RunState;
  readonly call: CallState;
  readonly phase: Extract<CallPhase, { at: "asked" }>;
}

async function readAsked(services: Services, tenant: string, wait: WaitRow): Promise<AskedCall | null> {
  const read = await readRun(services, tenant, wait.runId);
  const call = read?.state.calls[wait.callId];
  if (read === null || call?.phase.at !== "asked" || call.phase.waitId !== wait.waitId) return null;
  return { state: read.state, call, phase: call.phase };
}

async function vote(
  services: Services,
  { tenant, waitId, by }: Place,
  asked: AskedCall,
  decision: Said,
  idempotency: Idempotency | null,
) {
  const { state, call, phase } = asked;
  requireApprover(waitId, phase.gate.rules, by, requesters(state, call));
  const earlier = votedBefore(waitId, phase.votes, by, { ...decision, edits: decision.given !== null });
  if (earlier === "same") return "repeated";
  const edited = decision.given === null ? null : await checkEdit(services, tenant, asked, decision.given);
  const events = await spill(voteEvents(asked, by, decision, edited), tenant, services.blobs);
  const keyed = idempotency === null ? {} : { idempotency };
  return services.store.vote({ tenant, runId: state.runId, waitId, by: by.name, lastSeq: state.seq, events, ...keyed });
}

/** The wait is over: whoever said the same before gets the same reply, everybody else hears who ended it, and when. */
async function afterwards(
  services: Services,
  { tenant, by }: Place,
  wait: WaitRow,
  { decision, given }: Said,
): Promise<WaitRow> {
  const votes = await votesOn(services, tenant, wait);
  const own = votes.findLast((one) => personKey(one.by) === personKey(by.name));
  const last = votes.at(-1);
  const same = own !== undefined && own.decision === decision && sameJson(own.arguments, given);
  if (same) return wait;
  throw settled(wait, last?.decision ?? "decided");
}

function noApproval({ waitId, kind }: WaitRow): EngineError {
  const hint = kind === "answer" ? `haft answer ${waitId} VALUE` : "haft waits shows what each waits for";
  return new EngineError("not_an_approval", `wait ${waitId} is for ${kind}, which nobody can approve or deny`, hint);
}
