// The levels of isolation, weakest first, and what is said of the one in force.

/** `rlimit-only` < `seccomp` < `namespaces`. */
export type IsolationLevel = "rlimit-only" | "seccomp" | "namespaces";

/** The levels, weakest first. */
export const LEVELS: readonly IsolationLevel[] = ["rlimit-only", "seccomp", "namespaces"];

/** One line of what is, or is not, enforced. */
export interface IsolationLine {
  readonly what: string;
  readonly enforced: boolean;
  readonly detail: string;
}

/** What the process inside confirmed before it loaded any of the tool's code. */
export interface Isolation {
  readonly level: IsolationLevel;
  readonly lines: readonly IsolationLine[];
}
