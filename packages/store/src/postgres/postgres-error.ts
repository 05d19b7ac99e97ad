// What PostgreSQL or the way to it refuses, in the store's own words, and whether asking again may help.

import { StoreError } from "../database/store-error.ts";

/** A statement, or the connection to send it on, has failed. Everything else that is thrown is a fault of this program. */
export class Failure extends Error {
  /** The five characters by which PostgreSQL names it, or what the operating system calls it. */
  readonly code: string | undefined;
  constructor(cause: unknown) {
    super(reason(cause), { cause });
    this.name = "Failure";
    this.code = codeOf(cause);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What went wrong; where a host has several addresses, each with its own failure, that of the first. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return error instanceof AggregateError ? reason(error.errors[0]) : error.name;
}

/** What the server says itself has a code of five characters; everything else is said by the way to it. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** The server ends the connection: it stops, has crashed, starts, or the transaction was idle for too long. */
const ENDS = /^(?:08...|57P0[1-5]|25P03)$/;

/** Whether the connection is gone, so that nobody knows what became of what was last sent. */
export function isLost({ code }: Failure): boolean {
  return code === undefined || !SQLSTATE.test(code) || ENDS.test(code);
}

/** Serialization failures, deadlocks, and plans that another Haft's migration has made old: nothing was kept, and the same again may work. */
export function isConflict({ code, message }: Failure): boolean {
  return code === "40001" || code === "40P01" || (code === "0A000" && message.includes("cached plan"));
}

/** Whether the server has no connection left, or somebody holds a lock for long. */
export function isBusy({ code }: Failure): boolean {
  return code === "53300" || code === "55P03";
}

/** A failure in the store's own words, where it has a remedy; anything else as it is. `place` is without a password. */
export function asStoreError(error: unknown, place: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message: said, cause } = error;
  if (isLost(error)) {
    const hint =
      code === "ENOTFOUND" || code === "EAI_AGAIN"
        ? "look at the host in the address of the store"
        : "see that PostgreSQL runs there and can be reached from here";
    return new StoreError("store_unreachable", `the store, ${place}, cannot be reached: ${said}`, hint, cause);
  }
  const told = REFUSALS.find(({ codes }) => codes.test(code ?? ""));
  return told === undefined ? error : new StoreError(told.problem, told.message(place, said), told.hint, cause);
}

/** Refusals of the server that have a remedy. */
const REFUSALS: readonly {
  readonly codes: RegExp;
  readonly problem: StoreError["code"];
  readonly message: (place: string, said: string) => string;
  readonly hint: string;
}[] = [
  {
    codes: /^28/,
    problem: "store_denied",
    message: (place, said) => `the store, ${place}, does not let this user in: ${said}`,
    hint: "put the right name and password into its address: postgres://USER:PASSWORD@HOST:PORT/DATABASE",
  },
  {
    codes: /^3D000$/,
    problem: "store_denied",
    message: (place) => `there is no ${place}`,
    hint: "make it with: createdb DATABASE",
  },
  {
    codes: /^53300$/,
    problem: "store_unreachable",
    message: (place, said) => `the store, ${place}, has no connection left: ${said}`,
    hint: "raise max_connections in PostgreSQL, or run fewer workers",
  },
  {
    codes: /^(?:42501|25006)$/,
    problem: "store_read_only",
    message: (place, said) => `the store, ${place}, cannot be written: ${said}`,
    hint: "give this user the right to create and write tables, and name a server that is no read-only copy",
  },
  {
    codes: /^53100$/,
    problem: "disk_full",
    message: (place, said) => `the store, ${place}, could not be written: ${said}`,
    hint: "make room on the disk of the database; nothing of this step was kept",
  },
  {
    codes: /^(?:40001|40P01|55P03|57014)$/,
    problem: "store_busy",
    message: (place, said) => `the store, ${place}, was held by another transaction for too long: ${said}`,
    hint: "look for a transaction that stays open: select * from pg_stat_activity where state like 'idle in%'",
  },
];
