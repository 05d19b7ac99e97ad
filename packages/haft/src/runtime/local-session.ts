// A session of the command line on the local store, put together of its chapters.

import type { Session } from "../session/session.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { mended } from "./as-command-error.ts";
import { openParts } from "./parts.ts";
import { sessionCalls } from "./session/calls.ts";
import { sessionDefinitions } from "./session/definitions.ts";
import { sessionLooks } from "./session/looks.ts";
import { sessionPlaces } from "./session/places.ts";
import { sessionRuns } from "./session/runs.ts";
import { sessionContext } from "./session/session-context.ts";

/** Opens a session. Rejects with `store_read_only`, `store_too_new`, `store_unreadable`, `disk_full` … */
export async function openLocalSession(options: SessionOptions): Promise<Session> {
  const parts = await mended(() => openParts(options));
  const context = sessionContext(parts, options);
  return {
    ...sessionCalls(context),
    ...sessionRuns(context, openLocalSession),
    ...sessionLooks(context),
    ...sessionDefinitions(context),
    ...sessionPlaces(context),
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}
