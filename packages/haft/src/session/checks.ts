// What was found by those who look: evals, replays and the doctor.

import type { Isolation } from "@haft/sandbox";
import type { Json } from "@haft/sdk/wire";
import type { SessionOptions } from "./session-options.ts";

/** One scripted check of a bundle. */
export interface EvalResult {
  /** Relative to the bundle, for example `evals/greet.script.json`. */
  readonly file: string;
  readonly ok: boolean;
  readonly runId?: string;
  /** Each thing that was expected and is not so. */
  readonly problems: readonly string[];
  readonly durationMs: number;
}

/** What `haft replay` found. */
export interface ReplayReport {
  readonly ok: boolean;
  readonly events: number;
  /** The first difference between what is stored and what today's code makes of the log. */
  readonly difference?: { readonly seq?: number; readonly what: string; readonly stored: Json; readonly folded: Json };
}

/** One thing that `haft doctor` looked at. */
export interface DoctorCheck {
  /** `node`, `store`, `isolation`, `python`, `toolDiscovery` … */
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** The next thing to type; absent where nothing need be done. */
  readonly remedy?: string;
}

/** What `haft doctor` found. `ok` if every check is. */
export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly DoctorCheck[];
  /** Line by line what is and is not enforced; null where no sandbox could be started. */
  readonly isolation: Isolation | null;
}

/** Exported by `../runtime/examine.ts` as `examine`: looks at everything, also where no session can be opened. */
export type Examine = (options: SessionOptions, path: string) => Promise<DoctorReport>;
