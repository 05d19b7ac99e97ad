// Transaction 8: a signal ends every open wait of its key, 500 a transaction, or is kept for 24 h for the first that opens.
// Bringing and waiting hold the key, so that neither misses the other. One that comes again by its id is the same signal, and
// its reply the same; an id that stands for something else already is refused.

import { createHash } from "node:crypto";
import { canonicalJson, type Json, type Signal, type SignalReply } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { holdKey, type Transaction } from "../database/transaction.ts";
import { all, get, type Row, send, type Work } from "../database/work.ts";
import { waitRow } from "../reads/waits.ts";
import { audit } from "./audit.ts";
import { signalLock } from "./early-signals.ts";
import { holdWait, tell } from "./end-wait.ts";
import { keepKey } from "./remember.ts";
import { signalResolves } from "./signal-event.ts";

/** Waits that one transaction ends. */
const AT_ONCE = 500;
/** How long a signal waits for somebody to wait for it. */
const KEPT_MS = 24 * 3_600_000;
/** How long an id is remembered: longer than those who send again go on doing so. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;
/** How long an idempotency key is: not longer than the id of its signal, by which the reply is known. */
const KEY_REMEMBERED_MS = 29 * 24 * 3_600_000;

/** Plan: unique index signals_id. */
const KNOWN = `
select number, status, at, by, digest, waits from signals where tenant = :tenant and key = :key and signal_id = :id`;
/** Plan: the last entry of (tenant, key) in the primary key. */
const NUMBER = "select coalesce(max(number), 0) + 1 as number from signals where tenant = :tenant and key = :key";
const REMEMBER = `
insert into signals (tenant, key, number, signal_id, status, payload, digest, waits, by, at, kept_until, forget_at)
values (:tenant, :key, :number, :id, :status, :payload, :digest, :waits, :by, :at, :keptUntil, :forgetAt)`;
/** Plan: primary key (tenant, key, number). */
const WENT_ON = `
update signals set status = :status,
  waits = case when waits = '' or :waits = '' then waits || :waits else waits || ',' || :waits end
where tenant = :tenant and key = :key and number = :number`;
/** Plan: index waits_signal, covering, in its order. Waits that opened when the signal had begun to be brought are not its. */
const OPEN = `
select wait_id, run_id from waits
where tenant = :tenant and key = :key and status = 'open' and kind = 'signal' and opened_at <= :until
order by opened_at limit :limit`;

/** What came of this part of it; `rest`: there are more waits than one transaction ends, and the same request again goes on with them. */
export interface SignalPart extends SignalReply {
  readonly rest: { readonly number: number; readonly at: number } | null;
}

/** Brings the signal, or goes on bringing it. */
export function* signal(transaction: Transaction, request: Signal, rest: SignalPart["rest"] = null): Work<SignalPart> {
  const { tenant, key, id } = request;
  yield* holdKey(transaction, signalLock(tenant, key));
  const known = rest === null && id !== null ? yield* get(KNOWN, { tenant, key, id }) : undefined;
  const refused = known === undefined ? undefined : otherThan(known, request);
  if (refused !== undefined) return { waits: [], repeated: false, refused, rest: null };
  const earlier = known === undefined ? [] : idsIn(text(known, "waits"));
  if (known !== undefined && known.status !== "delivering") return { waits: earlier, repeated: true, rest: null };
  if (known === undefined && rest === null && !(yield* keep(transaction, request))) {
    return { waits: [], repeated: false, keyTaken: true, rest: null };
  }
  const before = rest ?? (known === undefined ? null : { number: int(known, "number"), at: int(known, "at") });

  const until = before?.at ?? Number.MAX_SAFE_INTEGER;
  const rows = yield* all(OPEN, { tenant, key, until, limit: AT_ONCE + 1 });
  const waits = yield* resolve(transaction, request, rows.slice(0, AT_ONCE));
  const more = rows.length > AT_ONCE;
  const kept = waits.length === 0 && before === null && !more;
  const status = more ? "delivering" : kept ? "kept" : "done";
  const number = yield* remember(transaction, request, before, { status, waits });
  if (before === null) {
    yield* audit(transaction, tenant, { by: request.by, action: "signal.brought", subject: key, detail: {} });
  }
  return {
    waits: [...earlier, ...waits],
    repeated: known !== undefined,
    rest: more ? { number, at: before?.at ?? transaction.now } : null,
  };
}

/** Keeps the key of a new signal, before anything else is written; false: somebody has used it already. */
function* keep(transaction: Transaction, { tenant, idempotency }: Signal): Work<boolean> {
  if (idempotency === undefined) return true;
  return yield* keepKey(transaction, idempotency, {
    tenant,
    runId: "",
    reply: null,
    forgetAt: transaction.now + KEY_REMEMBERED_MS,
  });
}

/** In what the signal that is known by this id differs from this one. */
function otherThan(known: Row, { payload, by }: Signal): SignalReply["refused"] {
  const was = { by: text(known, "by"), at: int(known, "at") };
  if (was.by !== by) return { other: "person", ...was };
  return text(known, "digest") === digestOf(payload) ? undefined : { other: "payload", ...was };
}

function digestOf(payload: Json): string {
  return createHash("sha256").update(canonicalJson(payload)).digest("hex");
}

/** Ids hold no commas. */
function idsIn(waits: string): readonly string[] {
  return waits === "" ? [] : waits.split(",");
}

/** Ends those that are still open when their run is held, and in time. Runs are held in one order by all who hold several. */
function* resolve(transaction: Transaction, { tenant, payload, by }: Signal, rows: readonly Row[]): Work<string[]> {
  const open = rows.map((row) => ({ runId: text(row, "run_id"), waitId: text(row, "wait_id") }));
  const ended: string[] = [];
  for (const { waitId } of open.sort((a, b) => (a.runId < b.runId ? -1 : 1))) {
    const row = yield* holdWait(tenant, waitId);
    if (row === undefined || text(row, "status") !== "open") continue;
    const wait = waitRow(row);
    // What is due is ended by its deadline, and is no reason to lose the signal.
    if (wait.expiresAt !== null && transaction.now >= wait.expiresAt) continue;
    yield* tell(transaction, tenant, wait, signalResolves(wait, payload, by));
    ended.push(wait.waitId);
  }
  return ended;
}

/** The number under which the signal is known; one that has no id and was delivered at once need not be. */
function* remember(
  { now }: Transaction,
  { tenant, key, id, payload, by }: Signal,
  before: { readonly number: number } | null,
  { status, waits }: { readonly status: "kept" | "delivering" | "done"; readonly waits: readonly string[] },
): Work<number> {
  // One that has no id comes never again.
  const ended = id === null ? "" : waits.join(",");
  if (before !== null) {
    yield* send(WENT_ON, { tenant, key, number: before.number, status, waits: ended });
    return before.number;
  }
  if (status === "done" && id === null) return 0;
  const number = int((yield* get(NUMBER, { tenant, key })) ?? { number: 1 }, "number");
  const keptUntil = now + KEPT_MS;
  yield* send(REMEMBER, {
    ...{ tenant, key, number, id, status, by, at: now, keptUntil },
    payload: status === "kept" ? JSON.stringify(payload) : "null",
    ...{ digest: id === null ? null : digestOf(payload), waits: ended },
    forgetAt: id === null ? keptUntil : now + REMEMBERED_MS,
  });
  return number;
}
