// I6: what goes on after a wait is the version that was called.

import type { Rule } from "./log.ts";

/** Every resume. */
export const sameVersion: Rule = ({ calls }) =>
  [...calls.values()].flatMap(({ callId, called, begun, parked }) =>
    [...begun, ...parked]
      .filter(({ type, data }) => type !== "tool.started" && data.version !== called?.data.version)
      .map(({ data }) => `I6: ${callId} goes on with version ${data.version}`),
  );
