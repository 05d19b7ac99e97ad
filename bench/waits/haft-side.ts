// What Haft does in a round: a call that parks, its answer, and its outcome.

import type { CallRequest, Engine } from "@haft/engine";
import type { Side } from "./side.ts";

/** A side on an engine. */
export function haftSide(settings: string, engine: Engine, call: CallRequest, parts: AsyncDisposable): Side {
  return {
    settings,
    async park() {
      const { runId, callId } = await engine.startCall(call);
      const { wait, error } = await engine.outcome("local", callId);
      if (wait === undefined) throw new Error(`the tool did not ask: ${error?.message}`);
      return {
        async answer(text) {
          await engine.answer("local", wait.id, text, { name: "bench", roles: [] });
          await engine.moveRun("local", runId);
          const outcome = await engine.outcome("local", callId);
          return String(outcome.value ?? outcome.error?.message);
        },
      };
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}
