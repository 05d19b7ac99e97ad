// What a session works with, and what it grants to the calls that it moves.

import type { IsolationLevel } from "@haft/sandbox";

/** What a session works with and grants to the calls that it moves. */
export interface SessionOptions {
  /** Default `./.haft/haft.db`, made when first written to. */
  readonly store?: string;
  /** Where blobs, `/data` and artifacts are. Default `./.haft`. */
  readonly data?: string;
  /** The least level accepted; default: the best that the machine gives. */
  readonly isolation?: IsolationLevel;
  /** Who the sandboxes run as when the command runs as root. */
  readonly user?: string;
  readonly python?: string;
  /** Package environments by name. */
  readonly environments: Readonly<Record<string, string>>;
  /** The person: a name and roles. Default: the machine's user. */
  readonly as?: { readonly name: string; readonly roles: readonly string[] };
  /** Declared by being given. Their values appear in nothing that is stored or printed. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether calls share the machine's network. */
  readonly network: boolean;
  /** Host folder that is `/workspace` inside. */
  readonly workspace?: string;
  /** Sit through waits for a time, files or a signal, too. */
  readonly wait: boolean;
  /** `provider/name` of the model to ask, for example from HAFT_MODEL; absent: the stored one. */
  readonly model?: string;
  /** The environment, for the providers' usual key variables and HAFT_MODEL_URL. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whether machines mount one data folder, or each has its own (the default). */
  readonly files?: Files;
  /** For how many days a worker is to keep runs after their end; null: for ever; absent: as it was said before. */
  readonly retentionDays?: number | null;
  /** Milliseconds; for tests and those who know why. */
  readonly timing?: { readonly leaseMs?: number; readonly lookMs?: number; readonly drainMs?: number };
  /** The command looks at what there is: where there is no store, none is made, and the session is empty. */
  readonly looks?: boolean;
}

/** Where the files of several machines are. */
export type Files = "shared" | "local";
