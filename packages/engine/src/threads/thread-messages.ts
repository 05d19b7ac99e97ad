// What was said in a thread, as people read it: without what tools were asked and answered.

import type { RunRow } from "../ports/store-rows.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

const PAGE = 500;
/** Forks of forks that are followed. */
const DEEPEST = 100;
const SPOKEN = ["message.user", "model.responded"];

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
  { store, blobs }: Pick<Services, "store" | "blobs">,
  { tenant, runId, kind }: RunRow,
): Promise<readonly ThreadMessage[]> {
  if (kind === "call") return [];
  const said: ThreadMessage[] = [];
  for (let last = 0; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    for (const { type, data, at } of await readEvents(
      page.filter((event) => SPOKEN.includes(event.type)),
      tenant,
      blobs,
    )) {
      if (type === "message.user" && data.from !== "haft") said.push({ role: "user", text: data.text, at, runId });
      if (type === "model.responded" && data.text !== "") said.push({ role: "assistant", text: data.text, at, runId });
    }
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) return said;
    last = next;
  }
}
