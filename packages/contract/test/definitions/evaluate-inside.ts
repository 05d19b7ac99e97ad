// Runs in a plain child process in place of a sandbox: loads a bundle, describes its definition, prints the answer.

import { describeDefinition } from "../../../sdk/src/definitions/index.ts";

const nothing = () => undefined;
Reflect.set(globalThis, Symbol.for("haft.sdk"), {
  askUser: nothing,
  defineTool: (definition: unknown) => definition,
  resumes: nothing,
  sleepFor: nothing,
  sleepUntil: nothing,
  tool: nothing,
  waitForSignal: nothing,
  watchFiles: nothing,
});

try {
  console.log(JSON.stringify(describeDefinition(await import(process.argv[2] ?? ""))));
} catch (error) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  console.log(JSON.stringify({ type: "load-failed", error: { type: name, message, stack } }));
}
