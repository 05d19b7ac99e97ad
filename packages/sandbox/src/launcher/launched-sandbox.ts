// One started sandbox as the server sees it: the sockets that came out of it, what it is known by, and how it ended.

import type { Socket } from "node:net";

/** How the process that was started ended. */
export interface LaunchEnd {
  /** `failed`: it could not be started. `lost`: the launcher ended, or ends, and with it the sandbox. */
  readonly kind: "exited" | "failed" | "lost";
  readonly detail: string;
  /** What it wrote to standard error and did not come by its socket. */
  readonly said?: string;
}

interface Controls {
  /** Names of the sockets that will come. */
  readonly expected: readonly string[];
  readonly go: () => void;
  readonly end: () => void;
}

/** Everything that is needed to let it run. */
export interface Opened {
  readonly pid: number;
  /** What `--json-status-fd` said first, parsed; empty where there is none. */
  readonly status: Readonly<Record<string, unknown>>;
}

/** A sandbox that was asked for. */
export class LaunchedSandbox {
  readonly #controls: Controls;
  readonly #sockets = new Map<string, Socket>();
  readonly #socketsCame = Promise.withResolvers<void>();
  readonly #startedAs = Promise.withResolvers<number>();
  readonly #firstStatus = Promise.withResolvers<Record<string, unknown>>();
  readonly #end = Promise.withResolvers<LaunchEnd>();
  #statusText = "";
  #over = false;

  constructor(controls: Controls) {
    this.#controls = controls;
    // Nobody may be waiting for these when it ends.
    for (const promise of [this.#socketsCame, this.#startedAs, this.#firstStatus]) promise.promise.catch(() => {});
  }

  /** Resolves once, however it ends. */
  get ended(): Promise<LaunchEnd> {
    return this.#end.promise;
  }

  /** Resolves when every socket was handed over, whether or not it will run; rejects if it ends before. */
  async handed(): Promise<void> {
    await Promise.all([this.#startedAs.promise, this.#socketsCame.promise]);
  }

  /** Resolves when it stands before its gate with every socket handed over; rejects if it ends before. */
  async opened(withStatus: boolean): Promise<Opened> {
    const [pid] = await Promise.all([this.#startedAs.promise, this.#socketsCame.promise]);
    return { pid, status: withStatus ? await this.#firstStatus.promise : {} };
  }

  /** Lets it run. */
  go(): void {
    this.#controls.go();
  }

  /** Ends it and everything in it. */
  end(): void {
    if (!this.#over) this.#controls.end();
  }

  /** A socket by name; only after `handed`. */
  socket(name: string): Socket {
    const socket = this.#sockets.get(name);
    if (!socket) throw new Error(`the sandbox has no socket ${name}`);
    return socket;
  }

  receive(name: string, socket: Socket): void {
    socket.on("error", () => {});
    this.#sockets.set(name, socket);
    if (this.#controls.expected.every((one) => this.#sockets.has(one))) this.#socketsCame.resolve();
  }

  started(pid: number): void {
    this.#startedAs.resolve(pid);
  }

  status(text: string): void {
    this.#statusText += text;
    const line = this.#statusText.indexOf("\n");
    if (line < 0) return;
    try {
      this.#firstStatus.resolve(JSON.parse(this.#statusText.slice(0, line)));
    } catch {
      this.#firstStatus.resolve({});
    }
  }

  failed(code: string): void {
    this.#finish({ kind: "failed", detail: code });
  }

  exited(code: number | null, signal: string | null, said = ""): void {
    this.#finish({ kind: "exited", detail: signal ?? `code ${code}`, said });
  }

  lost(): void {
    this.#finish({ kind: "lost", detail: "the launcher ended" });
  }

  #finish(end: LaunchEnd): void {
    this.#over = true;
    const fault = new Error(`the sandbox ended before it was open: ${end.detail}`);
    for (const promise of [this.#socketsCame, this.#startedAs, this.#firstStatus]) promise.reject(fault);
    this.#end.resolve(end);
  }
}
