// The Python processes as the reading thread sees them: outside, asked by messages, one question at a time.

import type { Outliner } from "../python/index.ts";
import type { AddressedQuestion, OutlineAnswer, OutlineQuestion } from "./thread-messages.ts";

/** The outliners that ask outside, and hear the answers. */
export interface OutsideOutliners {
  /** The one of a package environment's interpreter; without one, of the usual interpreter. */
  of(ofPackages: string | undefined): Outliner;
  hear(answer: OutlineAnswer): void;
}

/** Makes the inside of them; `ask` carries a question outside. */
export function outlinersOutside(ask: (question: AddressedQuestion) => void): OutsideOutliners {
  let settle: ((answer: OutlineAnswer) => void) | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Answers bear no name: each question waits for the answer to the one before. */
  function answered(ofPackages: string | undefined, question: OutlineQuestion): Promise<OutlineAnswer> {
    const answer = last.then(() => {
      const { promise, resolve } = Promise.withResolvers<OutlineAnswer>();
      settle = resolve;
      ask({ ofPackages, question });
      return promise;
    });
    last = answer;
    return answer;
  }

  return {
    of: (ofPackages) => ({
      async start() {
        const answer = await answered(ofPackages, { ask: "start" });
        if (answer !== null && ("fresh" in answer || "fault" in answer)) return answer;
        throw new Error("starting an interpreter was answered with something else");
      },
      async ask(text, limitMs) {
        const answer = await answered(ofPackages, { ask: "outline", text, limitMs });
        return answer !== null && "kind" in answer ? answer : { kind: "died" };
      },
      async end() {
        await answered(ofPackages, { ask: "end" });
      },
    }),
    hear(answer) {
      settle?.(answer);
    },
  };
}
