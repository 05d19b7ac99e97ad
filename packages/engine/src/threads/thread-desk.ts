// A tenant's threads: what they are called, what was said in them.

import type { JsonObject } from "../json/json.ts";
import type { SaveThread } from "../ports/store-inputs.ts";
import type { ThreadRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { maskedName } from "../secrets/masked-name.ts";
import { createMasker } from "../secrets/masker.ts";
import type { Services } from "../worker/services.ts";
import { type ThreadMessage, threadMessages } from "./thread-messages.ts";

/** One thread. */
export interface ThreadView {
  readonly id: string;
  readonly agent?: string;
  readonly title?: string;
  readonly metadata: JsonObject;
  /** Folder of its workspace, as the host knows it. */
  readonly workspace?: string;
  readonly forkOf?: { readonly threadId: string; readonly before: string };
  readonly createdAt: string;
}

/** What may be changed of a thread; what is not named stays. */
export type ThreadChange = Pick<SaveThread, "agent" | "title" | "metadata" | "workspace">;

/** What can be done with threads. */
export interface ThreadDesk {
  /** Newest first. */
  threads(tenant: string, limit: number): Promise<readonly ThreadView[]>;
  /** One thread with its messages, oldest first. Rejects with `thread_not_found`. */
  thread(tenant: string, threadId: string): Promise<ThreadView & { readonly messages: readonly ThreadMessage[] }>;
  /** Makes a thread, or changes what is named of one. */
  saveThread(tenant: string, threadId: string, change: ThreadChange): Promise<ThreadView>;
  /** Removes a thread with its runs and artifacts. Rejects with `thread_not_found`, `thread_busy`: a run of it has not ended. */
  removeThread(tenant: string, threadId: string, by: string): Promise<{ readonly runs: number }>;
}

/** The desk on these services. */
export function threadDesk(services: Services): ThreadDesk {
  const { store, secrets } = services;
  return {
    async threads(tenant, limit) {
      return (await store.threads(tenant, limit)).map(view);
    },
    async thread(tenant, threadId) {
      const row = await store.thread(tenant, threadId);
      if (row === null) throw noThread(threadId);
      return { ...view(row), messages: await threadMessages(services, tenant, threadId) };
    },
    async saveThread(tenant, threadId, { agent, title, metadata, workspace }) {
      const masker = createMasker(await secrets.values(tenant));
      return view(
        await store.saveThread({
          ...{ tenant, threadId },
          ...(agent === undefined ? {} : { agent }),
          ...(title === undefined ? {} : { title: masker.text(title) }),
          ...(metadata === undefined ? {} : { metadata: masker.value(metadata) }),
          ...(workspace === undefined ? {} : { workspace }),
        }),
      );
    },
    async removeThread(tenant, threadId, by) {
      const reply = await store.removeThread({ tenant, threadId, by: await maskedName(secrets, tenant, by) });
      if (reply.ok) return { runs: reply.runs };
      throw reply.reason === "not_found" ? noThread(threadId) : busy(threadId);
    },
  };
}

function view({ threadId, agent, title, metadata, workspace, forkOf, createdAt }: ThreadRow): ThreadView {
  return {
    id: threadId,
    ...(agent === null ? {} : { agent }),
    ...(title === null ? {} : { title }),
    metadata,
    ...(workspace === null ? {} : { workspace }),
    ...(forkOf === null ? {} : { forkOf }),
    createdAt: new Date(createdAt).toISOString(),
  };
}

function noThread(threadId: string): EngineError {
  return new EngineError("thread_not_found", `there is no thread ${threadId}`, "haft thread list shows them");
}

function busy(threadId: string): EngineError {
  const message = `thread ${threadId} has a run that has not ended`;
  return new EngineError("thread_busy", message, "haft runs shows it; haft cancel RUN ends it");
}
