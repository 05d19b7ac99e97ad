// One started, proved and loaded sandbox: its channels, its output, its end. Owns the resources that must not outlive it.

import { randomBytes } from "node:crypto";
import type { FromSandbox, JsonObject, LoadMessage, WireError } from "@haft/sdk/wire";
import type { LaunchEnd, LaunchedSandbox } from "../launcher/launched-sandbox.ts";
import type { Isolation } from "../levels/level.ts";
import { Channel } from "../wire/channel.ts";
import { WireFault } from "../wire/frames.ts";
import { sandboxMessage } from "../wire/from-sandbox.ts";
import { OutputCapture } from "../wire/output.ts";

/** What a loaded sandbox can be asked. */
export interface SandboxProcess {
  readonly isolation: Isolation;
  readonly interpreter: string;
  /** Threads that the module started at import. */
  readonly threads: number;
  /** The socket of the calls. */
  readonly calls: Channel;
  /** Python: the socket of the parent. */
  readonly parent: Channel | undefined;
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  /** Ends it and everything in it. */
  end(): void;
  /** Resolves when all its sockets are at end of file. */
  readonly gone: Promise<void>;
  /** Resolves when nothing of it is left, its control group included. */
  readonly over: Promise<void>;
  /** How the process that was started ended; a little later than `gone`. */
  readonly exit: Promise<LaunchEnd>;
  /** Resident memory and the like: who watches it. */
  readonly guards: Guards;
}

/** What watches a sandbox from outside while it runs. */
export interface Guards {
  /** Watches for the time of one call; `over` is called at most once, with the error of the call. */
  watch(tool: string, over: (error: WireError) => void): Disposable;
  /** Whether memory was the reason that a process was killed. */
  outOfMemory(): boolean;
}

/** Nobody can guess it, so that no output of a tool ends its own capture by accident. */
export function newMarker(): string {
  return `--haft-${randomBytes(16).toString("hex")}--`;
}

/** The channels of a sandbox that stands before its gate. */
export interface Streams {
  readonly calls: Channel;
  readonly parent: Channel | undefined;
  readonly stdout: OutputCapture;
  readonly stderr: OutputCapture;
  readonly gone: Promise<void>;
}

/** Takes over the sockets of an opened sandbox. */
export function streamsOf(launched: LaunchedSandbox, withParent: boolean, marker: string): Streams {
  const names = ["calls", ...(withParent ? ["parent"] : []), "stdout", "stderr"];
  const closed = names.map(
    (name) =>
      new Promise<void>((resolve) => {
        const socket = launched.socket(name);
        if (socket.closed) resolve();
        else socket.once("close", () => resolve());
      }),
  );
  return {
    calls: new Channel(launched.socket("calls")),
    parent: withParent ? new Channel(launched.socket("parent")) : undefined,
    stdout: new OutputCapture(launched.socket("stdout"), marker),
    stderr: new OutputCapture(launched.socket("stderr"), marker),
    gone: Promise.all(closed).then(() => {}),
  };
}

/** What came of a start. */
export type StartFault =
  /** `said`: what it wrote to standard error. */
  | {
      readonly kind: "ended";
      readonly during: "start" | "load";
      readonly said: readonly string[];
      readonly how: string;
    }
  | { readonly kind: "slow"; readonly during: "start" | "load" }
  | { readonly kind: "load-failed"; readonly error: WireError }
  | { readonly kind: "protocol"; readonly detail: string };

/** A start that did not come to a waiting process. */
export class StartFailed extends Error {
  readonly fault: StartFault;
  constructor(fault: StartFault) {
    super(`the sandbox did not start: ${fault.kind}`);
    this.fault = fault;
  }
}

/** Messages of the sandbox itself, one after another. */
export class Opening {
  readonly #queue: FromSandbox[] = [];
  readonly #channel: Channel;
  #waiting: PromiseWithResolvers<FromSandbox> | undefined;
  #fault: StartFailed | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.listen(
      (message: JsonObject) => this.#hear(sandboxMessage(message)),
      (fault) => this.#fail({ kind: "protocol", detail: fault.message }),
    );
    void channel.closed.then(() => this.#fail({ kind: "ended", during: "start", said: [], how: "" }));
  }

  /** The next message, which must be one of these. */
  async next<const T extends FromSandbox["type"]>(
    during: "start" | "load",
    limitMs: number,
    ...types: readonly T[]
  ): Promise<Extract<FromSandbox, { type: T }>> {
    const message = await this.#take(during, limitMs);
    if (message.type === "load-failed" && !types.includes("load-failed" as T))
      throw new StartFailed({ kind: "load-failed", error: message.error });
    if (!isOne(message, types))
      throw new StartFailed({ kind: "protocol", detail: `${message.type} at the wrong time` });
    return message;
  }

  /** Leaves the channel to whoever listens next. */
  done(): void {
    this.#channel.pause();
  }

  #hear(message: FromSandbox): void {
    if (this.#waiting) {
      this.#waiting.resolve(message);
      this.#waiting = undefined;
    } else if (this.#queue.length < 4) this.#queue.push(message);
    else throw new WireFault("messages that nobody asked for");
  }

  async #take(during: "start" | "load", limitMs: number): Promise<FromSandbox> {
    const queued = this.#queue.shift();
    if (queued) return queued;
    if (this.#fault) throw this.#during(during);
    const waiting = Promise.withResolvers<FromSandbox>();
    this.#waiting = waiting;
    const timer = setTimeout(() => waiting.reject(new StartFailed({ kind: "slow", during })), limitMs);
    try {
      return await waiting.promise;
    } catch (fault) {
      throw fault === this.#fault ? this.#during(during) : fault;
    } finally {
      clearTimeout(timer);
    }
  }

  #during(during: "start" | "load"): StartFailed {
    const fault: StartFault = this.#fault?.fault ?? { kind: "ended", during, said: [], how: "" };
    return new StartFailed(fault.kind === "ended" ? { ...fault, during } : fault);
  }

  #fail(fault: StartFault): void {
    this.#fault ??= new StartFailed(fault);
    this.#waiting?.reject(this.#fault);
    this.#waiting = undefined;
  }
}

function isOne<T extends FromSandbox["type"]>(
  message: FromSandbox,
  types: readonly T[],
): message is Extract<FromSandbox, { type: T }> {
  return types.some((type) => type === message.type);
}

/** The `load` of an image, apart from what it is loaded for. */
export type LoadPlan = Omit<LoadMessage, "type" | "marker">;
