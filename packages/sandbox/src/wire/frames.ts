// Frames of the wire: a 4-byte big-endian length and that many bytes of JSON.

import { type Json, type JsonObject, MAX_FRAME_BYTES, type ToCall, type ToSandbox } from "@haft/sdk/wire";

const HEADER_BYTES = 4;
const SHORTEST_BODY = 2;

/** What came from inside is not what the wire allows; the sandbox is not used again. */
export class WireFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WireFault";
  }
}

/** A message as one frame. Throws a `WireFault` if it is over 8 MiB. */
export function encodeFrame(message: ToCall | ToSandbox): Buffer {
  const body = JSON.stringify(message);
  const length = Buffer.byteLength(body);
  if (length > MAX_FRAME_BYTES)
    throw new WireFault(`a message of ${length} bytes is over the limit of ${MAX_FRAME_BYTES}`);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32BE(length, 0);
  frame.write(body, HEADER_BYTES);
  return frame;
}

/** Gathers what arrives into frames. Holds at most one frame and one chunk. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;
  /** Length of the frame that is being gathered; undefined: its header has not arrived. */
  #body: number | undefined;

  /** Whether part of a frame is waiting for its rest. */
  get partial(): boolean {
    return this.#held > 0 || this.#body !== undefined;
  }

  /** The messages that are complete with this chunk. Throws a `WireFault` for what is no frame. */
  *push(chunk: Buffer): Generator<JsonObject> {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    for (;;) {
      if (this.#body === undefined) {
        const header = this.#take(HEADER_BYTES);
        if (!header) return;
        const length = header.readUInt32BE(0);
        if (length < SHORTEST_BODY || length > MAX_FRAME_BYTES) throw new WireFault(`a frame of ${length} bytes`);
        this.#body = length;
      }
      const body = this.#take(this.#body);
      if (!body) return;
      this.#body = undefined;
      yield parse(body);
    }
  }

  #take(length: number): Buffer | undefined {
    if (this.#held < length) return undefined;
    const first = this.#chunks[0];
    const whole = first && first.length >= length ? first : Buffer.concat(this.#chunks);
    if (whole !== first) this.#chunks = [whole];
    const rest = whole.subarray(length);
    if (rest.length > 0) this.#chunks[0] = rest;
    else this.#chunks.shift();
    this.#held -= length;
    return whole.subarray(0, length);
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse(body: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(body));
  } catch {
    throw new WireFault("a frame that is not JSON");
  }
  if (!isObject(value)) throw new WireFault("a frame that is not a message");
  return value;
}

/** Narrows what `JSON.parse` made. */
export function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
