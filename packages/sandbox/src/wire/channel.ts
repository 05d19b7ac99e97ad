// One socket of a sandbox: messages out, validated messages in, and the first thing that went wrong.

import type { Socket } from "node:net";
import type { JsonObject, ToCall, ToSandbox } from "@haft/sdk/wire";
import { encodeFrame, FrameReader, WireFault } from "./frames.ts";

/** A socket that carries frames. */
export class Channel {
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #closed = Promise.withResolvers<void>();
  #listener: ((message: JsonObject) => void) | undefined;
  #held: JsonObject[] = [];
  #fault: WireFault | undefined;
  #onFault: ((fault: WireFault) => void) | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.once("close", () => this.#closed.resolve());
  }

  /** Resolves at end of file. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Bytes that have arrived. */
  get received(): number {
    return this.#socket.bytesRead;
  }

  /** Whether something has arrived that nobody has read. */
  get unread(): boolean {
    return this.#held.length > 0 || this.#reader.partial;
  }

  /** Throws a `WireFault` if the message is too large. A socket that has ended takes nothing, which its end tells. */
  send(message: ToCall | ToSandbox): void {
    const frame = encodeFrame(message);
    if (this.#socket.writable) this.#socket.write(frame);
  }

  /** What was held comes first. A listener that throws a `WireFault` refuses the message. */
  listen(listener: (message: JsonObject) => void, onFault: (fault: WireFault) => void): void {
    this.#listener = listener;
    this.#onFault = onFault;
    if (this.#fault) onFault(this.#fault);
    for (const message of this.#held.splice(0)) this.#deliver(message);
  }

  /** Messages are held from now on. */
  pause(): void {
    this.#listener = undefined;
    this.#onFault = undefined;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#fault) return;
    try {
      for (const message of this.#reader.push(chunk)) this.#deliver(message);
    } catch (fault) {
      this.#refuse(fault);
    }
  }

  #deliver(message: JsonObject): void {
    if (this.#fault) return;
    if (!this.#listener) {
      // Nothing inside has a reason to say more than one thing unasked.
      if (this.#held.length >= 16) this.#refuse(new WireFault("messages that nobody asked for"));
      else this.#held.push(message);
      return;
    }
    try {
      this.#listener(message);
    } catch (fault) {
      this.#refuse(fault);
    }
  }

  #refuse(fault: unknown): void {
    if (!(fault instanceof WireFault)) throw fault;
    this.#fault = fault;
    this.#onFault?.(fault);
  }
}
