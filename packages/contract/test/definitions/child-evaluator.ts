// Evaluates bundles in one plain child process: for tests of the reading around it, without a sandbox.

import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { DefinitionEvaluator } from "../../src/read/reader.ts";

type Answer = Awaited<ReturnType<DefinitionEvaluator["evaluate"]>>;

/** The child is started by the first evaluation, and ends with the process of the test. */
let child: ChildProcess | undefined;
const waiting = new Map<number, (answer: Answer) => void>();
let next = 0;

function started(): ChildProcess {
  const fresh = fork(join(import.meta.dirname, "evaluate-inside.ts"));
  fresh.on("message", ({ id, answer }: { id: number; answer: Answer }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
    if (waiting.size === 0) fresh.channel?.unref();
  });
  fresh.unref();
  return fresh;
}

export const childEvaluator: DefinitionEvaluator = {
  evaluate(code) {
    child ??= started();
    child.channel?.ref();
    const id = next++;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    child.send({ id, code });
    return promise;
  },
};
