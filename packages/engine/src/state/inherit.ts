// Where a history that another run made ends, what waits in it is another run's: whoever let it begin there has not let it
// go on here (I5).

import { type Draft, setCall } from "./draft.ts";

/** From here on the history is the run's own. */
export function inherit(draft: Draft): void {
  for (const call of Object.values(draft.state.calls)) {
    const { at } = call.phase;
    if (at === "parked" || at === "woken") setCall(draft, Object.freeze({ ...call, inherited: true }));
  }
}
