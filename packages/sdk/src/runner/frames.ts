// Frames of the wire on descriptor 3, read and written without the event loop: a process that waits for its call is asleep.

import { MAX_FRAME_BYTES } from "../wire/messages.ts";

// Not imported: a bundle would copy every function of the module at every start.
const { readSync, writeSync } = process.getBuiltinModule("node:fs");

/** The socket. */
export const SOCKET = 3;

/** A message whose `type` is text and whose other fields are checked by who reads them. */
export type Message = { readonly type: string; readonly [field: string]: unknown };

/** What arrived is not a message of the wire. */
export class FrameFault extends Error {}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Runs an operation until the descriptor, which somebody may have made non-blocking, is ready for it. */
function persist(operation: () => number): number {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EOF" || code === "ECONNRESET") return 0;
      if (code !== "EAGAIN" && code !== "EINTR") throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

/** Writes all of some bytes. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += persist(() => writeSync(descriptor, bytes, at));
}

/** Sends one frame whose body is JSON already. */
export function sendText(json: string): void {
  const size = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(4 + size);
  frame.writeUInt32BE(size);
  frame.write(json, 4);
  writeAll(SOCKET, frame);
}

/** Sends one message. */
export function send(message: object): void {
  sendText(JSON.stringify(message));
}

function readExactly(size: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; ) {
    const read = persist(() => readSync(SOCKET, bytes, at, size - at, null));
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

/** The size in a frame's header. */
export function frameSize(header: Buffer, at = 0): number {
  const size = header.readUInt32BE(at);
  if (size < 2 || size > MAX_FRAME_BYTES) throw new FrameFault(`a frame of ${size} bytes`);
  return size;
}

/** The message in a frame's body. */
export function parseFrame(body: Buffer): Message {
  const value: unknown = JSON.parse(body.toString("utf8"));
  if (typeof value === "object" && value !== null && "type" in value && typeof value.type === "string") {
    return value as Message;
  }
  throw new FrameFault("a frame that is not a message");
}

/** Waits for the next message; undefined at end of file. */
export function receive(): Message | undefined {
  const header = readExactly(4);
  const body = header && readExactly(frameSize(header));
  return body && parseFrame(body);
}
