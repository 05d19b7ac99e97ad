// What is kept under an id: policies, agents, models; and threads.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { StoredDefinition, StoredKind } from "../../session/definitions.ts";
import type { Session } from "../../session/session.ts";
import { mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import type { SessionContext } from "./session-context.ts";

type Definitions = Pick<
  Session,
  "list" | "set" | "remove" | "testPolicy" | "threads" | "thread" | "setThread" | "removeThread"
>;

/** One kind of definition: how it is listed, saved and removed. */
interface Shelf {
  list(): Promise<readonly StoredDefinition[]>;
  set(definition: Json): ReturnType<Session["set"]>;
  remove(id: string): Promise<boolean>;
}

/** The chapter. */
export function sessionDefinitions(context: SessionContext): Definitions {
  const { engine } = context.parts;
  const by = context.person.name;
  const shelves: Readonly<Record<StoredKind, Shelf>> = {
    policy: {
      list: async () => {
        const { policies } = await engine.policies(LOCAL);
        // A policy is JSON: its type only does not say so.
        return policies.map((policy) => ({ id: policy.id, definition: policy as unknown as JsonObject }));
      },
      set: async (definition) => {
        const { found, id } = await engine.savePolicy(LOCAL, definition, by);
        return { id, created: !found };
      },
      remove: (id) => engine.removePolicy(LOCAL, id, by),
    },
    agent: {
      list: async () => (await engine.agents(LOCAL)).map(shown),
      set: async (definition) => {
        const saved = created(await engine.saveAgent(LOCAL, definition, by));
        const { unknownTools } = await import("../unknown-tools.ts");
        const warnings = await unknownTools(context.parts, definition);
        return warnings.length === 0 ? saved : { ...saved, warnings };
      },
      remove: (id) => engine.removeAgent(LOCAL, id, by),
    },
    model: {
      list: async () => (await engine.models(LOCAL)).map(shown),
      set: async (definition) => created(await engine.saveModel(LOCAL, definition, by)),
      remove: (id) => engine.removeModel(LOCAL, id, by),
    },
  };
  return {
    list: (kind) => mended(() => shelves[kind].list()),
    set: (kind, definition) => mended(() => shelves[kind].set(definition)),
    remove: (kind, id) => mended(() => shelves[kind].remove(id)),
    testPolicy: (policy, last) => mended(() => engine.testPolicy(LOCAL, policy, last)),
    threads: (limit) => mended(() => engine.threads(LOCAL, limit)),
    thread: (id) => mended(() => engine.thread(LOCAL, id)),
    setThread: (id, change) => mended(() => engine.saveThread(LOCAL, id, change)),
    removeThread: (id) => mended(() => engine.removeThread(LOCAL, id, by)),
  };
}

interface SavedRow {
  readonly id: string;
  readonly definition: JsonObject;
  readonly savedBy: string;
  readonly savedAt: number;
}

function shown({ id, definition, savedBy, savedAt }: SavedRow): StoredDefinition {
  return { id, definition, savedBy, savedAt: new Date(savedAt).toISOString() };
}

function created({ id, found }: { readonly id: string; readonly found: boolean }) {
  return { id, created: !found };
}
