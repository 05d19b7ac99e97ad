// One call that is running: what it has said, what it waits for, and whether it is being cancelled.

import type { WaitObserver } from "../waits/observer.ts";
import type { Wait } from "../waits/wait.ts";
import type { Json, JsonObject } from "../wire/json.ts";
import type { RequestOperation } from "../wire/messages.ts";
import { filesState } from "./files-state.ts";
import { send, sendText } from "./frames.ts";
import { request } from "./requests.ts";

/** One call. With `reuse` its messages carry its id; else the socket tells whose they are. */
export class OpenCall implements WaitObserver {
  /** The helpers that were called, in order. */
  readonly helpers: string[] = [];
  /** Who looks at the signal waits for it: from then on the process stays for it. */
  onSignalUsed: () => void = () => {};
  readonly #id: string | undefined;
  readonly #workdir: string | null;
  readonly #states = new Map<string, readonly JsonObject[]>();
  #controller: AbortController | undefined;
  #cancelled = false;
  #answered = false;

  constructor(id: string | undefined, workdir: string | null) {
    this.#id = id;
    this.#workdir = workdir;
  }

  /** Whether the answer has been sent. */
  get answered(): boolean {
    return this.#answered;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      this.onSignalUsed();
    }
    if (this.#cancelled) this.#controller.abort();
    return this.#controller.signal;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }

  request(op: RequestOperation, params: JsonObject): Promise<Json> {
    return request(op, params, this.#id);
  }

  tell(fraction: number | undefined, message: string | undefined): void {
    send({
      type: "progress",
      ...this.#whose(),
      fraction,
      message: message === undefined ? undefined : String(message),
    });
  }

  waitMade(_wait: Wait, helper: string): void {
    this.helpers.push(helper);
  }

  /** The state that changes are measured against is taken now, and goes with the wait when it is returned. */
  filesWatched(paths: readonly string[]): void {
    if (this.#workdir === null) throw new Error("watchFiles: this thread has no workspace to watch");
    this.#states.set(JSON.stringify(paths), filesState(this.#workdir, paths));
  }

  /** Answers with a wait. */
  park(wait: Wait): void {
    const state = wait.kind === "files" ? this.#states.get(JSON.stringify(wait.params.paths)) : undefined;
    const params = state === undefined ? wait.params : { ...wait.params, state };
    this.#answer(JSON.stringify({ type: "yield", ...this.#whose(), kind: wait.kind, params, meta: wait.meta }));
  }

  /** Answers with a value whose JSON text is given. */
  finish(json: string): void {
    const whose = this.#id === undefined ? "" : `"callId":${JSON.stringify(this.#id)},`;
    this.#answer(`{"type":"result",${whose}"value":${json}}`);
  }

  /** Answers with an error, unless there is an answer already. */
  fail(error: object): void {
    if (!this.#answered) this.#answer(JSON.stringify({ type: "error", ...this.#whose(), error }));
  }

  #whose(): { readonly callId?: string } {
    return this.#id === undefined ? {} : { callId: this.#id };
  }

  #answer(json: string): void {
    this.#answered = true;
    try {
      sendText(json);
    } catch {
      // The tool has closed the socket: nothing can be said any more, and the end of the process says that.
      process.removeAllListeners("exit");
      process.exit(70);
    }
  }
}
