// Descriptor 3 while code of the tool runs: messages are heard by the event loop, which is kept alive only where somebody
// waits for one.

import type { Socket } from "node:net";
import { frameSize, type Message, parseFrame, SOCKET } from "./frames.ts";

/** Hears what comes. The end of the socket is the end of the process. */
export class Listening {
  // Loaded when it is needed: most calls never listen.
  readonly #socket: Socket = new (process.getBuiltinModule("node:net").Socket)({
    fd: SOCKET,
    readable: true,
    writable: false,
  });
  #buffer: Buffer = Buffer.alloc(0);
  #holds = 0;

  constructor(hear: (message: Message) => void) {
    this.#socket.on("data", (part: Buffer) => this.#take(part, hear));
    this.#socket.on("error", () => process.exit(0));
    this.#socket.on("close", () => process.exit(0));
    this.#socket.unref();
  }

  /** The process stays until `release` was called as often. */
  hold(): void {
    this.#holds += 1;
    this.#socket.ref();
  }

  /** Undoes one `hold`. */
  release(): void {
    this.#holds -= 1;
    if (this.#holds === 0) this.#socket.unref();
  }

  #take(part: Buffer, hear: (message: Message) => void): void {
    this.#buffer = this.#buffer.length === 0 ? part : Buffer.concat([this.#buffer, part]);
    try {
      while (this.#buffer.length >= 4) {
        const end = 4 + frameSize(this.#buffer);
        if (this.#buffer.length < end) return;
        const body = this.#buffer.subarray(4, end);
        this.#buffer = this.#buffer.subarray(end);
        hear(parseFrame(body));
      }
    } catch {
      process.exit(72);
    }
  }
}
