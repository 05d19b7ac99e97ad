// The thread that owns the connection. Everything it is asked while a commit is under way goes into the next one.

import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { openDatabase } from "../sqlite/open.ts";
import { watchDatabase } from "../wakeups/watch-database.ts";
import { createCore } from "./core.ts";
import type { FromThread, ThreadSettings, ToThread } from "./messages.ts";
import { sendError } from "./sent-error.ts";

const port = parentPort;
if (port === null) throw new Error("the store's thread is started by the store");
const say = (message: FromThread): void => port.postMessage(message);
const { file }: ThreadSettings = workerData;

try {
  serve();
} catch (error) {
  say({ type: "refused", error: sendError(error) });
}

function serve(): void {
  const core = createCore(openDatabase(file), Date.now);
  let watching: Disposable | undefined;

  const take = (message: ToThread): void => {
    switch (message.type) {
      case "do": {
        const { id } = message;
        core.ask(message.name, message.parameters, {
          done: (value) => say({ type: "done", id, value }),
          failed: (error) => say({ type: "failed", id, error: sendError(error) }),
        });
        return;
      }
      case "watch":
        watching?.[Symbol.dispose]();
        watching = message.on ? watchDatabase(core.database, () => say({ type: "changed" })) : undefined;
        return;
      case "close":
        core.flush();
        watching?.[Symbol.dispose]();
        core[Symbol.dispose]();
        say({ type: "closed" });
        port?.close();
    }
  };

  port?.on("message", (message: ToThread) => {
    take(message);
    for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port))
      take(more.message);
    core.flush();
  });
  say({ type: "opened" });
}
