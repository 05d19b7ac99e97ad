// The Python process as the reading thread sees it: outside, asked by messages, one question at a time.

import type { Outliner } from "../python/index.ts";
import type { OutlineAnswer, OutlineQuestion } from "./thread-messages.ts";

/** An outliner that asks outside, and hears the answers. */
export interface OutsideOutliner extends Outliner {
  hear(answer: OutlineAnswer): void;
}

/** Makes the inside of it; `ask` carries a question outside. */
export function outlinerOutside(ask: (question: OutlineQuestion) => void): OutsideOutliner {
  let settle: ((answer: OutlineAnswer) => void) | undefined;

  function answered(question: OutlineQuestion): Promise<OutlineAnswer> {
    const { promise, resolve } = Promise.withResolvers<OutlineAnswer>();
    settle = resolve;
    ask(question);
    return promise;
  }

  return {
    hear(answer) {
      settle?.(answer);
    },
    async start() {
      const answer = await answered({ ask: "start" });
      return answer !== null && ("fresh" in answer || "fault" in answer) ? answer : { fresh: true };
    },
    async ask(text, limitMs) {
      const answer = await answered({ ask: "outline", text, limitMs });
      return answer !== null && "kind" in answer ? answer : { kind: "died" };
    },
    async end() {
      await answered({ ask: "end" });
    },
  };
}
