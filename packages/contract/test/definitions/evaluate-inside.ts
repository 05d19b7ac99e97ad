// Runs in a plain child process in place of a sandbox: loads the bundles it is sent, and answers with their definitions.

import { describeDefinition } from "../../../sdk/src/definitions/describe-definition.ts";
import * as sdk from "../../../sdk/src/index.ts";

Reflect.set(globalThis, Symbol.for("haft.sdk"), sdk);

async function describe(code: string): Promise<unknown> {
  // Left by the bundle before, where its schemas needed it.
  Reflect.deleteProperty(globalThis, Symbol.for("haft.zod"));
  try {
    return describeDefinition(await import(`data:text/javascript,${encodeURIComponent(code)}`));
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    return { type: "load-failed", error: { type: name, message, stack: stack ?? "" } };
  }
}

process.on("message", async ({ id, code }: { id: number; code: string }) => {
  process.send?.({ id, answer: await describe(code) });
});
