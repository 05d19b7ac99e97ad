// Waits that people answer, cancel and look at.

import { until } from "../calls/follow.ts";
import { inputKey, type Keyed, keyReused } from "../idempotency/request-key.ts";
import { underKey } from "../idempotency/under-key.ts";
import { waitAgain } from "../idempotency/wait-again.ts";
import type { Json } from "../json/json.ts";
import type { EndWait, Idempotency } from "../ports/store-inputs.ts";
import type { WaitFilter, WaitRow } from "../ports/store-rows.ts";
import { checkedReason } from "../refusals/check-reason.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { notAllowed, noWait, settled } from "../refusals/wait-refusals.ts";
import { maskedPerson } from "../secrets/masked-name.ts";
import { createMasker, type Masker } from "../secrets/masker.ts";
import { requesters } from "../state/evolve-approval.ts";
import { readRun } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";
import { checkAnswer } from "./check-answer.ts";
import { withWholeApproval } from "./large-approval.ts";
import { mayAnswer, type Person } from "./may-answer.ts";
import { requireCanceller } from "./may-cancel.ts";
import { type WaitView, waitView } from "./wait-view.ts";

/** The largest answer, in bytes of JSON. */
const MAX_ANSWER_BYTES = 900 * 1024;

/** What may be said beside the answer. */
export interface AnswerOptions extends Keyed {
  /** Whether the version that asked goes on although the source has changed since. */
  readonly resumeOriginal?: boolean;
}

/** What can be done with waits. */
export interface WaitDesk {
  /**
   * Answers an open wait, for whoever moves the run next. Rejects with `wait_not_found`, `not_an_answer_wait`,
   * `not_allowed` (the question is for others) and `invalid_answer` (the wait stays open in both), `wait_settled` (who and
   * when).
   */
  answer(tenant: string, waitId: string, response: Json, by: Person, options?: AnswerOptions): Promise<WaitView>;
  /**
   * Cancels one open wait of any kind; a call that waited for an approval does not run. Rejects with `wait_not_found`,
   * `not_allowed` (it is for others, and somebody else asked for the run), `wait_settled`.
   */
  cancelWait(tenant: string, waitId: string, by: Person, reason?: string, options?: Keyed): Promise<WaitView>;
  /** One wait. Rejects with `wait_not_found`. */
  wait(tenant: string, waitId: string): Promise<WaitView>;
  /** Open ones by nearest deadline, then where asked for ended ones. */
  listWaits(tenant: string, filter: WaitFilter): Promise<readonly WaitView[]>;
  /** Resolves when a wait has ended, whoever ended it. */
  waitEnded(tenant: string, waitId: string, signal: AbortSignal): Promise<WaitView>;
}

/** The desk on these services. */
export function waitDesk(services: Services): WaitDesk {
  const { store } = services;
  const shown = async (tenant: string, row: WaitRow): Promise<WaitView> =>
    waitView(await withWholeApproval(services, tenant, row));
  const wait = async (tenant: string, waitId: string): Promise<WaitView> => {
    const row = await store.wait(tenant, waitId);
    if (row === null) throw noWait(waitId);
    return shown(tenant, row);
  };
  return {
    async answer(tenant, waitId, response, person, options = {}) {
      const masker = createMasker(await services.secrets.values(tenant));
      const by = maskedPerson(masker, person);
      const resumeOriginal = options.resumeOriginal ?? false;
      const idempotency = inputKey(options, masker, ["answer", waitId, by.name, response, resumeOriginal]);
      const row = await underKey(store, tenant, idempotency, {
        act: () => answer(services, { tenant, waitId, by, idempotency }, masker.value(response), resumeOriginal),
        again: (reply) => waitAgain(store, tenant, waitId, reply),
      });
      return waitView(row);
    },
    async cancelWait(tenant, waitId, person, given, options = {}) {
      const masker = createMasker(await services.secrets.values(tenant));
      const by = maskedPerson(masker, person);
      const idempotency = inputKey(options, masker, ["cancel wait", waitId, by.name, given]);
      const row = await underKey(store, tenant, idempotency, {
        act: () => cancelWait(services, { tenant, waitId, by, idempotency }, masker, given),
        again: (reply) => waitAgain(store, tenant, waitId, reply),
      });
      return shown(tenant, row);
    },
    wait,
    async listWaits(tenant, filter) {
      const rows = await store.waits(tenant, filter);
      // One whose event cannot be read hides none of the others (I13): it is shown as far as its row goes.
      return Promise.all(rows.map((row) => shown(tenant, row).catch(() => waitView(row))));
    },
    async waitEnded(tenant, waitId, signal) {
      const { runId } = await wait(tenant, waitId);
      const look = async (): Promise<WaitView | undefined> => {
        const row = await wait(tenant, waitId);
        return row.status === "open" ? undefined : row;
      };
      return until(services, signal, { look, runId });
    },
  };
}

/** The wait with who asked for it. That its run has gone on meanwhile is found out when it is ended. */
async function cancellable(services: Services, tenant: string, { runId, callId, waitId, to }: WaitRow) {
  const state = (await readRun(services, tenant, runId))?.state;
  const call = state?.calls[callId];
  if (state === undefined || call === undefined) return { waitId, to, requesters: [] };
  const asked = call.phase.at === "asked" ? { rules: call.phase.gate.rules } : {};
  return { waitId, to, requesters: requesters(state, call), ...asked };
}

/** Which wait somebody ends, and under which key. */
interface Ending {
  readonly tenant: string;
  readonly waitId: string;
  readonly by: Person;
  readonly idempotency: Idempotency | null;
}

async function cancelWait(services: Services, ending: Ending, masker: Masker, given?: string): Promise<WaitRow> {
  const { tenant, waitId, by } = ending;
  const row = await services.store.wait(tenant, waitId);
  if (row === null) throw noWait(waitId);
  if (row.status === "open") requireCanceller(await cancellable(services, tenant, row), by);
  const reason = given === undefined ? "cancelled" : checkedReason(given, masker);
  const payload = { cancelled: true, reason, by: by.name };
  return endWait(services, ending, { end: "cancelled", payload, resumeOriginal: false });
}

/** `value` is masked: I12. */
async function answer(services: Services, ending: Ending, value: Json, resumeOriginal: boolean): Promise<WaitRow> {
  const { tenant, waitId, by } = ending;
  const wait = await services.store.wait(tenant, waitId);
  if (wait === null) throw noWait(waitId);
  if (wait.kind !== "answer") {
    const message = `wait ${waitId} is for ${wait.kind}, which nobody can answer`;
    const hint = wait.kind === "approval" ? `haft approve ${waitId}, or haft deny ${waitId} --reason …` : undefined;
    throw new EngineError("not_an_answer_wait", message, hint ?? "haft waits shows what each waits for");
  }
  if (!mayAnswer(wait.to, by)) throw notAllowed(waitId, wait.to ?? [], by);
  requireSmall(value);
  const checked = wait.status === "open" ? checkAnswer(wait, value) : { ok: true as const };
  if (!checked.ok) throw new EngineError("invalid_answer", checked.message, checked.hint);
  const payload = { response: value, answered_by: by.name };
  return endWait(services, ending, { end: "resolved", payload, resumeOriginal });
}

async function endWait(
  { store }: Services,
  { tenant, waitId, by, idempotency }: Ending,
  how: Pick<EndWait, "end" | "payload" | "resumeOriginal">,
): Promise<WaitRow> {
  const keyed = idempotency === null ? {} : { idempotency };
  const reply = await store.endWait({ tenant, waitId, by: by.name, ...how, ...keyed });
  if (reply.ok) return reply.wait;
  if (reply.reason === "key_taken") throw keyReused(idempotency?.key ?? "");
  throw reply.reason === "ended" ? settled(reply.wait) : noWait(waitId);
}

function requireSmall(value: Json): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MAX_ANSWER_BYTES) return;
  const message = `the answer has ${bytes} bytes, at most ${MAX_ANSWER_BYTES} are taken`;
  throw new EngineError("invalid_answer", message, "answer with the address of what is large");
}
