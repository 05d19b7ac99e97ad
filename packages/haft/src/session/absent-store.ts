// Whoever asks for one thing where there is no store is told so, and how to name the right one.

import { CommandError } from "./command-error.ts";
import { shownStore } from "./store-name.ts";

/** `store` is where it would be. */
export function absentStore(store: string): CommandError {
  return new CommandError("not_found", `there is no store at ${shownStore(store)}`, {
    hint: "run the command where the call was made, or name the store: --store FILE",
    usage: true,
  });
}
