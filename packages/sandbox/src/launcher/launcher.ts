// The server's side of its launcher. Owns the launcher process and knows which of its sandboxes are alive; starts a new
// launcher when the old one has ended.

import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { LaunchedSandbox } from "./launched-sandbox.ts";
import type { FromLauncher, StartMessage, ToLauncher } from "./messages.ts";
import { endOrphansSoon } from "./orphans.ts";

/** How the launcher process is started. */
export interface LauncherSettings {
  /** A Node that the sandbox's user can run. */
  readonly node: string;
  /** The launcher's script, as one JavaScript file that the sandbox's user can read. */
  readonly script: string;
  /** Stands in its command line, as in those of what it starts. */
  readonly mark?: string | undefined;
  /** Absent: as the server's own user. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** What one start needs. */
export type StartRequest = Omit<StartMessage, "type" | "id">;

/** Starts processes without blocking the server. */
export class Launcher implements AsyncDisposable {
  readonly #settings: LauncherSettings;
  readonly #sandboxes = new Map<number, LaunchedSandbox>();
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #nextId = 1;
  #closed = false;
  /** Whether the launcher that there is has said that it ends everything. */
  #leaving = false;
  #deadline: { readonly at: number } | undefined;

  constructor(settings: LauncherSettings) {
    this.#settings = settings;
  }

  /** The launcher's process number, for those who watch over it; undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts a process. Its sockets, its number and its status come later; its failure is its end. */
  start(request: StartRequest): LaunchedSandbox {
    if (this.#closed) throw new Error("the launcher has been closed");
    const id = this.#nextId;
    this.#nextId += 1;
    const sandbox = new LaunchedSandbox({
      expected: ["stdout", "stderr", ...request.descriptors.flatMap((d) => (d.kind === "socket" ? [d.name] : []))],
      go: () => this.#send({ type: "go", id }),
      end: () => this.#send({ type: "end", id }),
    });
    this.#sandboxes.set(id, sandbox);
    this.#send({ type: "start", id, ...request });
    return sandbox;
  }

  /** Everything is ended unless a later deadline comes within this time; null: no deadline. */
  extendDeadline(milliseconds: number | null): void {
    this.#deadline = milliseconds === null ? undefined : { at: performance.now() + milliseconds };
    if (this.#child) this.#send({ type: "deadline", milliseconds });
  }

  /** Ends every sandbox and the launcher; resolves when the launcher has exited. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    if (this.#child?.connected) this.#child.disconnect();
    await this.#ended;
  }

  #send(message: ToLauncher): void {
    this.#child ??= this.#startProcess();
    // A launcher that has just ended takes no message; its exit is told to every sandbox below.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #startProcess(): ChildProcess {
    const { node, script, mark, user } = this.#settings;
    this.#leaving = false;
    const child = spawn(node, ["--max-old-space-size=64", script, ...(mark === undefined ? [] : [mark])], {
      // A session of its own: Control-C in the server's terminal is the server's to handle.
      detached: true,
      cwd: "/",
      env: {},
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    child.on("message", (message: FromLauncher, handle) => this.#hear(message, handle));
    this.#ended = new Promise((resolve) => {
      const over = () => {
        if (this.#child === child) this.#child = undefined;
        if (!this.#closed) endOrphansSoon();
        for (const sandbox of this.#sandboxes.values()) sandbox.lost();
        this.#sandboxes.clear();
        resolve();
      };
      child.once("error", over);
      child.once("exit", over);
    });
    if (this.#deadline)
      child.send({ type: "deadline", milliseconds: Math.max(0, this.#deadline.at - performance.now()) }, () => {});
    return child;
  }

  #hear(message: FromLauncher, handle: unknown): void {
    if (message.type === "leaving") {
      this.#leaving = true;
      return;
    }
    const sandbox = this.#sandboxes.get(message.id);
    if (!sandbox) {
      if (handle instanceof Socket) handle.destroy();
      return;
    }
    switch (message.type) {
      case "socket":
        if (handle instanceof Socket) sandbox.receive(message.name, handle);
        break;
      case "started":
        sandbox.started(message.pid);
        break;
      case "status":
        sandbox.status(message.text);
        break;
      case "failed":
        this.#sandboxes.delete(message.id);
        sandbox.failed(message.code);
        break;
      case "exited":
        this.#sandboxes.delete(message.id);
        if (this.#leaving) sandbox.lost();
        else sandbox.exited(message.code, message.signal, message.said);
        break;
    }
  }
}
