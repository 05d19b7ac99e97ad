// What was said in a thread, as people read it: without what tools were asked and answered.

import { insteadOfUnreadable } from "../events/parse.ts";
import { readLogOf } from "../log/read-log.ts";
import type { RunRow } from "../ports/store-rows.ts";
import type { Services } from "../worker/services.ts";

/** Forks of forks that are followed. */
const DEEPEST = 100;

/** One message. */
export interface ThreadMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly at: string;
  readonly runId: string;
}

/** The messages of a thread, oldest first; of a fork, with those of the thread that it comes from before them. */
export async function threadMessages(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  threadId: string,
): Promise<readonly ThreadMessage[]> {
  const parts: (readonly ThreadMessage[])[] = [];
  let place: { readonly threadId: string; readonly before?: string } | null = { threadId };
  for (let depth = 0; place !== null && depth < DEEPEST; depth += 1) {
    const said: ThreadMessage[] = [];
    for (const run of await services.store.runsOfThread(tenant, place.threadId, place.before))
      said.push(...(await messagesOfRun(services, run)));
    parts.unshift(said);
    place = (await services.store.thread(tenant, place.threadId))?.forkOf ?? null;
  }
  return parts.flat();
}

async function messagesOfRun(
  services: Pick<Services, "store" | "blobs">,
  { tenant, runId, kind }: RunRow,
): Promise<readonly ThreadMessage[]> {
  const said: ThreadMessage[] = [];
  const read = async (): Promise<void> => {
    for await (const event of readLogOf(services, tenant, runId, ["message.user", "model.responded"])) {
      const { at } = event;
      const { text } = event.data;
      if (event.type === "message.user") {
        if (event.data.from !== "haft") said.push({ role: "user", text, at, runId });
      } else if (text !== "") said.push({ role: "assistant", text, at, runId });
    }
  };
  if (kind === "agent") await read().catch(insteadOfUnreadable(undefined));
  return said;
}
