// The Python processes of a reading thread, one for each interpreter. They live outside the thread: it may be ended at any
// moment, and they must not be left with nobody to reap them.

import type { Outliner } from "../python/index.ts";
import type { AddressedQuestion, OutlineAnswer } from "./thread-messages.ts";

/** Answers what a reading thread asks of Python. */
export interface PythonOutliners {
  answer(question: AddressedQuestion): Promise<OutlineAnswer>;
  /** Ends every process; resolves when they are gone. */
  end(): Promise<void>;
}

/** Makes them; `named`: the interpreter of the reader's options. Nothing is started before it is asked. */
export function pythonOutliners(named: string | undefined): PythonOutliners {
  const outliners = new Map<string | undefined, Outliner>();

  async function outlinerOf(ofPackages: string | undefined): Promise<Outliner> {
    // Loaded only for what it is needed for.
    const { createOutliner } = await import("../python/index.ts");
    const outliner = outliners.get(ofPackages) ?? createOutliner({ named, ofPackages });
    outliners.set(ofPackages, outliner);
    return outliner;
  }

  return {
    async answer({ ofPackages, question }) {
      const outliner = await outlinerOf(ofPackages);
      if (question.ask === "start") return outliner.start();
      if (question.ask === "outline") return outliner.ask(question.text, question.limitMs);
      outliners.delete(ofPackages);
      await outliner.end();
      return null;
    },
    async end() {
      await Promise.all([...outliners.values()].map((outliner) => outliner.end()));
    },
  };
}
