// The launcher: the only process that starts others. It owns the processes it started and ends them all when its channel
// to the server closes or the server's deadline passes. It holds no secret and reads nothing that a tool wrote.
//
// It starts everything from its main thread: the signal for a parent's death belongs to the thread that forked.

import { closeSync, readdirSync, readFileSync } from "node:fs";
import type { ToLauncher } from "./messages.ts";
import { type LaunchedProcess, launch, type Tell } from "./process.ts";

const O_CLOEXEC = 0o2000000;

/** A descriptor that the server inherited from whoever started it would be open in every sandbox. */
function closeInherited(): void {
  let numbers: number[];
  try {
    numbers = readdirSync("/proc/self/fdinfo").map(Number);
  } catch {
    return; // no /proc: not Linux, and no sandbox that could see them
  }
  for (const number of numbers) {
    if (number <= 2) continue;
    try {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, "utf8"))?.[1];
      if (flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0) closeSync(number);
    } catch {
      // the listing's own descriptor
    }
  }
}

const processes = new Map<number, LaunchedProcess>();
let deadline: NodeJS.Timeout | undefined;

/** How often it looks for its server: `disconnect` is not emitted where a socket was on its way when the server was killed. */
const LOOK_MS = 50;
const server = process.ppid;

const tell: Tell = (message, socket) => {
  if (process.connected) process.send?.(message, socket, {}, () => {});
};

function endAll(): void {
  for (const launched of processes.values()) launched.end();
}

let leaving = false;

/** Ends everything and then this process: whatever cannot be ended kindly dies with it. */
function leave(): void {
  if (leaving) return;
  leaving = true;
  tell({ type: "leaving" });
  endAll();
  const wait = setInterval(() => {
    if (processes.size === 0) process.exit(0);
  }, 5);
  setTimeout(() => {
    clearInterval(wait);
    process.exit(0);
  }, 3_000);
}

function onMessage(message: ToLauncher): void {
  switch (message.type) {
    case "start":
      try {
        processes.set(
          message.id,
          launch(message, tell, () => processes.delete(message.id)),
        );
      } catch (fault) {
        tell({ type: "failed", id: message.id, code: fault instanceof Error ? fault.message : String(fault) });
      }
      break;
    case "go":
      processes.get(message.id)?.go();
      break;
    case "end":
      processes.get(message.id)?.end();
      break;
    case "deadline":
      clearTimeout(deadline);
      if (message.milliseconds !== null) deadline = setTimeout(leave, message.milliseconds);
      break;
  }
}

closeInherited();
process.on("message", onMessage);
process.on("disconnect", leave);
setInterval(() => {
  if (!process.connected || process.ppid !== server) leave();
}, LOOK_MS);
// Whoever stops the server by its terminal stops it, and it stops this.
process.on("SIGINT", () => {});
process.on("SIGTERM", leave);
