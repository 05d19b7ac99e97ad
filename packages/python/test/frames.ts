// One end of a sandbox's socket, for tests.

import type { Socket } from "node:net";

/** A message of either direction; tests look at its fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into messages that no type has checked
export type Message = Record<string, any>;

/** One end of a socket, in frames. */
export class Frames {
  readonly #socket: Socket;
  readonly #arrived: Message[] = [];
  readonly #waiting: ((message: Message | undefined) => void)[] = [];
  #buffer = Buffer.alloc(0);
  #ended = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (part: Buffer) => this.#take(part));
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#ended = true;
      for (const waiting of this.#waiting.splice(0)) waiting(undefined);
    });
  }

  #take(part: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, part]);
    while (this.#buffer.length >= 4) {
      const size = this.#buffer.readUInt32BE(0);
      if (this.#buffer.length < 4 + size) return;
      const message = JSON.parse(this.#buffer.subarray(4, 4 + size).toString("utf8"));
      this.#buffer = this.#buffer.subarray(4 + size);
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.#arrived.push(message);
    }
  }

  send(message: unknown): void {
    this.sendBytes(Buffer.from(JSON.stringify(message)));
  }

  sendBytes(body: Buffer): void {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(body.length);
    this.#socket.write(Buffer.concat([header, body]));
  }

  sendRaw(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** The next message; undefined at end of file. */
  next(): Promise<Message | undefined> {
    const message = this.#arrived.shift();
    if (message || this.#ended) return Promise.resolve(message);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#socket.destroy();
  }
}
