// What one scripted check came to: a line, and a line for each thing that is not as expected.

import type { EvalResult } from "../session/checks.ts";
import { formatDuration } from "./duration.ts";
import type { Paint } from "./paint.ts";
import { plainLine, plainText } from "./plain-text.ts";

/** Ends in a line feed. */
export function formatEval({ file, ok, problems, durationMs }: EvalResult, paint: Paint): string {
  const line = `${ok ? paint.good("ok") : paint.error("no")} ${plainLine(file)} (${formatDuration(durationMs)})`;
  const details = problems.flatMap((problem) =>
    plainText(problem)
      .trimEnd()
      .split("\n")
      .map((part, index) => `   ${index === 0 ? "" : "  "}${part}`),
  );
  return `${[line, ...details].join("\n")}\n`;
}
