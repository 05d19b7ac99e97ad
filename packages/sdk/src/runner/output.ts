// Standard output and standard error, written at once: nothing is lost when the process ends, and the module that Node
// would use for pipes is not loaded.

import { writeAll } from "./frames.ts";

function output(fd: 1 | 2): NodeJS.WriteStream {
  // Loaded when the tool first writes.
  const stream = new (process.getBuiltinModule("node:stream").Writable)({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      try {
        writeAll(fd, chunk);
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  // A pipe's stream has these, and programs look at them.
  return Object.assign(stream, { fd, isTTY: false, _type: "pipe" }) as unknown as NodeJS.WriteStream;
}

/** Says that the call's output is whole, so that nobody has to wait for the end of this process to know it. */
export function markOutput(marker: string): void {
  for (const fd of [1, 2]) {
    try {
      writeAll(fd, Buffer.from(`${marker}\n`));
    } catch {
      // The tool has closed it: its end is the end of this process.
    }
  }
}

/** Takes the place of the process's own streams, which are made when they are first used. */
export function writeOutputAtOnce(): void {
  for (const [name, fd] of [
    ["stdout", 1],
    ["stderr", 2],
  ] as const) {
    let stream: NodeJS.WriteStream | undefined;
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        stream ??= output(fd);
        return stream;
      },
    });
  }
}
