// One process of a test with several: opens the store that its arguments name and does one thing, told by lines on
// standard output. What it did to the world it appends to a ledger.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createClock, createEngine, createIds, type PhaseOutcome } from "@haft/engine";
import { createFolderBlobs, openStore, thisMachine } from "../../src/index.ts";
import { NO_MODELS, NO_TOOLS } from "../harness/no-models.ts";
import { call } from "./call.ts";

const [address = "", folder = "", task = "", argument = ""] = process.argv.slice(2);
const ledger = join(folder, "ledger");
const say = (line: string): void => console.log(line);

const store = await openStore(address);
const engine = createEngine({
  store,
  clock: createClock(),
  ids: createIds(),
  blobs: createFolderBlobs(join(folder, "blobs")),
  secrets: { values: async () => [] },
  sources: { current: async () => ({ version: "1", digest: "d1" }) },
  machine: thisMachine(),
  models: NO_MODELS,
  toolbox: NO_TOOLS,
  runner: {
    settingsDigest: () => "s1",
    async prepare({ tool, callId }) {
      return {
        kind: "prepared",
        place: {
          isolation: "none",
          interpreter: "fake",
          settingsDigest: "s1",
          release: () => undefined,
          async run(input): Promise<PhaseOutcome> {
            const phase = input.phase === "call" ? "call" : input.waitId;
            appendFileSync(ledger, `${callId} ${phase}\n`);
            if (input.phase === "resume") return { kind: "result", value: input.payload };
            if (tool === "ask") return { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} };
            if (tool === "hang") {
              say(`started ${callId}`);
              return new Promise(() => setInterval(() => undefined, 1_000));
            }
            if (tool === "sleep") return { kind: "yield", wait: "time", params: { seconds: 0 }, meta: {} };
            return { kind: "result", value: callId };
          },
        },
      };
    },
  },
});

switch (task) {
  case "call": {
    const started = await engine.startCall(call(argument));
    say(JSON.stringify(started));
    break;
  }
  case "calls":
    for (let index = 0; index < Number(argument); index++) await engine.startCall(call("echo"));
    break;
  case "calls-for-ever":
    for (;;) say((await engine.startCall(call("echo"))).callId);
  case "work": {
    // Until it is killed: calls of every kind, several at once, answers, and whatever others have left.
    const names = ["echo", "ask", "sleep", "echo"];
    for (let turn = 0; ; turn++) {
      await Promise.all(names.map((name) => engine.startCall(call(name))));
      const [wait] = await engine.listWaits("local", { open: true, limit: 1 });
      if (wait !== undefined)
        await engine.answer("local", wait.id, turn, { name: "bob", roles: [] }).catch(() => undefined);
      await engine.once();
      if (turn === 0) say("working");
    }
  }
  case "once":
    say(JSON.stringify(await engine.once()));
    break;
  case "answer": {
    const answers = Array.from({ length: 25 }, (_, index) => `${process.pid}-${index}`);
    const came = await Promise.all(
      answers.map((by) =>
        engine.answer("local", argument, by, { name: by, roles: [] }).then(
          () => "won",
          (error: Error) => error.message,
        ),
      ),
    );
    say(JSON.stringify(came));
    break;
  }
  case "ended":
    say((await engine.waitEnded("local", argument, AbortSignal.timeout(20_000))).endedBy ?? "nobody");
}
await engine.stop();
await store[Symbol.asyncDispose]();
