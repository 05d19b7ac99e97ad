// Frames on a pipe: 4 bytes of length (big endian), then that many bytes of UTF-8.

/** What a frame holds at most; a longer one means that the other side has lost its way. */
const LONGEST = 256 * 1024 * 1024;

/** One text as a frame. */
export function frameOf(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(4 + size);
  frame.writeUInt32BE(size, 0);
  frame.write(text, 4);
  return frame;
}

/** Puts chunks together to frames and hands on the text of each. */
export function frameReader(onText: (text: string) => void, onBroken: () => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= 4) {
      const head = chunks[0] !== undefined && chunks[0].length >= 4 ? chunks[0] : Buffer.concat(chunks);
      const wanted = head.readUInt32BE(0);
      if (wanted > LONGEST) return onBroken();
      if (size < 4 + wanted) return;
      const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const rest = all.subarray(4 + wanted);
      chunks = rest.length === 0 ? [] : [rest];
      size = rest.length;
      onText(all.toString("utf8", 4, 4 + wanted));
    }
  };
}
