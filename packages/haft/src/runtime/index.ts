// The parts put together for the command line: sessions on a store, and a look at everything around them.

export { examine } from "./examine.ts";
export { openSession } from "./open-session.ts";
