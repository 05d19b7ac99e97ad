// A bare `fork()` round trip: a parent that has imported the same modules forks a child, which answers on a socket.

import { spawn } from "node:child_process";
import { once } from "node:events";

const PARENT = `
import os, sys, socket, json
out = socket.socket(fileno=3)
while True:
    if not out.recv(1):
        break
    pid = os.fork()
    if pid == 0:
        out.send(b"x")
        os._exit(0)
    os.waitpid(pid, 0)
`;

/** A parent that forks on request. */
export async function bareFork(): Promise<{ round(): Promise<void>; end(): Promise<void> }> {
  const child = spawn("/usr/bin/python3", ["-I", "-S", "-c", PARENT], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const socket = child.stdio[3] as import("node:net").Socket;
  const round = async (): Promise<void> => {
    socket.write("a");
    await once(socket, "data");
  };
  await round();
  return {
    round,
    async end() {
      socket.end();
      await once(child, "exit");
    },
  };
}
