// Evaluates bundles in one plain child process: for tests of the reading around it, without a sandbox.

import { type ChildProcess, fork } from "node:child_process";
import type { DefinitionEvaluator } from "../../src/read/reader.ts";

type Answer = Awaited<ReturnType<DefinitionEvaluator["evaluate"]>>;

/** The child is started by the first evaluation, and ends with `using`, or with the process of the test. */
export class ChildEvaluator implements DefinitionEvaluator, Disposable {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #child: ChildProcess | undefined;
  #next = 0;

  evaluate(code: string): Promise<Answer> {
    this.#child ??= this.#start();
    this.#child.channel?.ref();
    const id = this.#next++;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#child.send({ id, code });
    return promise;
  }

  [Symbol.dispose](): void {
    this.#child?.kill();
  }

  #start(): ChildProcess {
    const child = fork(new URL("./evaluate-inside.ts", import.meta.url));
    child.on("message", ({ id, answer }: { id: number; answer: Answer }) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) child.channel?.unref();
    });
    child.unref();
    return child;
  }
}

/** One for the tests of a file. */
export const childEvaluator: DefinitionEvaluator = new ChildEvaluator();
