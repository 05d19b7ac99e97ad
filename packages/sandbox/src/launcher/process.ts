// One process that the launcher started: its descriptors, what it says of itself, and its end.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { FromLauncher, LaunchDescriptor, StartMessage } from "./messages.ts";

/** How long a process that is to end itself may take before it is killed. */
const SELF_ENDING_MS = 2_000;
/** How much is told of what a process said before its socket was handed over. */
const MOST_SAID = 4_096;

/** Hands a message, and a socket with it, to the server. */
export type Tell = (message: FromLauncher, socket?: Socket) => void;

/** A started process. */
export interface LaunchedProcess {
  go(): void;
  end(): void;
}

/** Starts a process and hands its sockets over. `gone` is called once, after its exit was told. */
export function launch(message: StartMessage, tell: Tell, gone: () => void): LaunchedProcess {
  const opened: number[] = [];
  let child: ChildProcess;
  try {
    child = spawn(message.program, message.arguments, {
      ...(message.name === undefined ? {} : { argv0: message.name }),
      env: { ...message.environment },
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe", ...message.descriptors.map((descriptor) => stdioOf(descriptor, opened))],
    });
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
  const { id } = message;
  child.once("error", (fault) => {
    tell({ type: "failed", id, code: "code" in fault ? String(fault.code) : fault.message });
    if (child.pid === undefined) gone();
  });
  if (child.pid === undefined) return { go() {}, end() {} };
  // All sockets leave in the turn of the event loop that made them. Nothing is lost even so: the process says nothing
  // before its gate opens, and the server opens it when it has the sockets.
  const errors = child.stderr;
  hand(1, "stdout");
  hand(2, "stderr");
  let gate: Writable | undefined;
  /** The first process inside, once bubblewrap has told it; undefined where nobody tells. */
  let inside: number | undefined;
  let wanted = false;
  message.descriptors.forEach((descriptor, index) => {
    const stream = child.stdio[index + 3];
    if (descriptor.kind === "socket") hand(index + 3, descriptor.name);
    else if (descriptor.kind === "text") quiet(stream as Writable).end(descriptor.text);
    else if (descriptor.kind === "status") follow(quiet(stream as Readable));
    else if (descriptor.kind === "gate") gate = quiet(stream as Writable);
  });
  tell({ type: "started", id, pid: child.pid });
  let timer: NodeJS.Timeout | undefined;
  child.once("exit", (code, signal) => {
    clearTimeout(timer);
    gate?.destroy();
    const said: Buffer | null = errors?.read() ?? null;
    tell({ type: "exited", id, code, signal, said: said?.toString("utf8", 0, MOST_SAID) ?? "" });
    gone();
  });

  function hand(index: number, name: string): void {
    const stdio: (Readable | Writable | null | undefined)[] = child.stdio;
    const stream = stdio[index];
    // Sockets travel one by one, and this one may be read from until it is gone. At the child's exit Node would throw
    // away what was read of what it still knows as the child's: bubblewrap's only words on why it could not start.
    stdio[index] = null;
    stopReading(stream);
    if (stream) tell({ type: "socket", id, name }, quiet(stream) as Socket);
  }
  function follow(stream: Readable): void {
    stream.setEncoding("utf8").on("data", (text: string) => {
      inside ??= Number(/"child-pid": (\d+)/.exec(text)?.[1] ?? 0) || undefined;
      if (wanted) kill();
      tell({ type: "status", id, text });
    });
  }
  /** Both processes of bubblewrap: the inner one may not yet die with the outer one. */
  function kill(): void {
    try {
      if (inside !== undefined) process.kill(inside, "SIGKILL");
    } catch {
      // It has ended; its number is not given out again before the outer one has seen that.
    }
    child.kill("SIGKILL");
  }
  return {
    go: () => void gate?.write("."),
    end() {
      if (message.ending === "kill" && inside !== undefined) {
        kill();
        return;
      }
      // A bubblewrap that is still making its inner process would leave it behind: it is killed when it has told of it.
      wanted = message.ending === "kill";
      gate?.destroy();
      timer ??= setTimeout(kill, SELF_ENDING_MS);
    },
  };
}

/**
 * A socket reads from the moment it is made, and while it waits for its turn to be handed over what it reads is thrown
 * away. Node has no public way to say so: `pause` holds the stream, not the handle.
 */
function stopReading(stream: unknown): void {
  if (typeof stream !== "object" || stream === null || !("_handle" in stream)) return;
  const handle = stream._handle;
  if (typeof handle !== "object" || handle === null || !("readStop" in handle)) return;
  if (typeof handle.readStop === "function") handle.readStop();
}

/** A process that ends breaks its pipes: that is told by its exit. */
function quiet<S extends Readable | Writable>(stream: S): S {
  stream.on("error", () => {});
  return stream;
}

function stdioOf(descriptor: LaunchDescriptor, opened: number[]): "pipe" | number {
  if (descriptor.kind !== "file") return "pipe";
  const number = openSync(descriptor.path, "r");
  opened.push(number);
  return number;
}
