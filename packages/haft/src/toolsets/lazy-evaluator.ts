// The evaluator of `defineTool` modules, whose sandboxes are started with the first module that needs one.

import type { DefinitionEvaluator } from "@haft/contract";
import type { Sandboxes } from "@haft/sandbox";

/** An evaluator, and the sandboxes it may have started. */
export interface LazyEvaluator extends DefinitionEvaluator, AsyncDisposable {}

/** Starts nothing until the first `evaluate`. `open` makes the sandboxes; they are closed with the evaluator. */
export function lazyEvaluator(open: () => Promise<Sandboxes>): LazyEvaluator {
  let opened: Promise<Sandboxes> | undefined;
  return {
    async evaluate(code, file) {
      opened ??= open();
      const { createDefinitionEvaluator } = await import("@haft/sandbox");
      return createDefinitionEvaluator(await opened).evaluate(code, file);
    },
    async [Symbol.asyncDispose]() {
      const sandboxes = await opened?.catch(() => undefined);
      await sandboxes?.[Symbol.asyncDispose]();
    },
  };
}
