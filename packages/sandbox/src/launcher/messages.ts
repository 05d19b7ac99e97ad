// What the server and its launcher say to each other.

/** One descriptor of a new process, from 3 on. */
export type LaunchDescriptor =
  /** A socket whose other end goes to the server under this name. */
  | { readonly kind: "socket"; readonly name: string }
  /** Read once by the new process: this text, then end of file. */
  | { readonly kind: "text"; readonly text: string }
  /** A file, opened anew for this process. */
  | { readonly kind: "file"; readonly path: string }
  /** The process waits for one byte on it before anything of a tool runs: the server's `go`. */
  | { readonly kind: "gate" }
  /** The process tells about itself on it (`--json-status-fd`). */
  | { readonly kind: "status" };

/** Asks for one process. */
export interface StartMessage {
  readonly type: "start";
  readonly id: number;
  readonly program: string;
  /** What it is told that it was called as; default: the program. */
  readonly name?: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly descriptors: readonly LaunchDescriptor[];
  /** `kill`: SIGKILL ends its whole tree. `gate`: it ends its tree itself when its gate is closed. */
  readonly ending: "kill" | "gate";
}

/** Server to launcher. */
export type ToLauncher =
  | StartMessage
  | { readonly type: "go"; readonly id: number }
  | { readonly type: "end"; readonly id: number }
  /** All sandboxes are ended if no later deadline comes within this time; null: no deadline. */
  | { readonly type: "deadline"; readonly milliseconds: number | null };

/** Launcher to server. A `socket` message carries the socket as its handle. */
export type FromLauncher =
  /** It ends all sandboxes and then itself, because the deadline has passed or it was told to: none of them ended by itself. */
  | { readonly type: "leaving" }
  | { readonly type: "socket"; readonly id: number; readonly name: string }
  | { readonly type: "started"; readonly id: number; readonly pid: number }
  | { readonly type: "status"; readonly id: number; readonly text: string }
  | { readonly type: "failed"; readonly id: number; readonly code: string }
  /** `said`: the part of its standard error that the launcher had read before it handed the socket over. */
  | {
      readonly type: "exited";
      readonly id: number;
      readonly code: number | null;
      readonly signal: string | null;
      readonly said: string;
    };
