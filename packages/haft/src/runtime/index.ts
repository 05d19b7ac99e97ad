// The parts put together for the command line: sessions on a store. `examine.ts` looks at everything around them.

export { openSession } from "./open-session.ts";
