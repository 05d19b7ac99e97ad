// A tenant's agents and models, as people keep them.

import { type Fault, faultText } from "../definitions/parser.ts";
import type { Parsing } from "../definitions/parsing.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import type { ModelSettings } from "../ports/models.ts";
import type { DefinitionKind, DefinitionRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { maskedName } from "../secrets/masked-name.ts";
import type { Services } from "../worker/services.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { parseAgent } from "./parse-agent.ts";
import { parseModel } from "./parse-model.ts";

/** A definition that was saved. `found`: there was one of this id before. */
export interface Saved {
  readonly id: string;
  readonly version: number;
  readonly found: boolean;
}

/** What can be done with agents and models. */
export interface DefinitionDesk {
  agents(tenant: string): Promise<readonly DefinitionRow[]>;
  /** Rejects with `agent_not_found`. */
  agent(tenant: string, id: string): Promise<AgentDefinition>;
  /** Rejects with `invalid_agent`, naming each fault. */
  saveAgent(tenant: string, definition: Json, by: string): Promise<Saved>;
  /** False: there was none. */
  removeAgent(tenant: string, id: string, by: string): Promise<boolean>;
  models(tenant: string): Promise<readonly DefinitionRow[]>;
  /** Rejects with `invalid_model`, naming each fault. */
  saveModel(tenant: string, definition: Json, by: string): Promise<Saved>;
  /** False: there was none. */
  removeModel(tenant: string, id: string, by: string): Promise<boolean>;
}

/** The desk on these services. */
export function definitionDesk(services: Services): DefinitionDesk {
  const { store } = services;
  return {
    agents: (tenant) => store.definitions(tenant, "agent"),
    async agent(tenant, id) {
      const row = await store.definition(tenant, "agent", id);
      if (row === null)
        throw new EngineError("agent_not_found", `there is no agent ${id}`, "haft agent list shows them");
      return checked("agent", row.definition, parseAgent);
    },
    saveAgent: async (tenant, given, by) => save(services, tenant, "agent", checked("agent", given, parseAgent), by),
    removeAgent: (tenant, id, by) => remove(services, tenant, "agent", id, by),
    models: (tenant) => store.definitions(tenant, "model"),
    saveModel: async (tenant, given, by) => save(services, tenant, "model", checked("model", given, parseModel), by),
    removeModel: (tenant, id, by) => remove(services, tenant, "model", id, by),
  };
}

function checked<T>(kind: DefinitionKind, given: Json, parse: (given: Json) => Parsing<T>): T {
  const parsed = parse(given);
  if (parsed.ok) return parsed.value;
  throw invalid(kind, given, parsed.faults);
}

function invalid(kind: DefinitionKind, given: Json, faults: readonly Fault[]): EngineError {
  const id = isObject(given) && typeof given.id === "string" ? ` ${given.id}` : "";
  return new EngineError(`invalid_${kind}`, faultText(`${kind}${id}`, faults), `haft ${kind} set --help shows some`);
}

async function save(
  { store, secrets }: Services,
  tenant: string,
  kind: DefinitionKind,
  definition: AgentDefinition | ModelSettings,
  person: string,
): Promise<Saved> {
  const { id } = definition;
  // Plain JSON, as its parser made it.
  const plain: JsonObject = JSON.parse(JSON.stringify(definition));
  const by = await maskedName(secrets, tenant, person);
  const reply = await store.saveDefinition({ tenant, kind, id, definition: plain, by });
  if (!reply.ok) throw new Error(`${kind} ${id} was not saved, although no version was named`);
  return { id, version: reply.version, found: reply.found };
}

async function remove(
  { store, secrets }: Services,
  tenant: string,
  kind: DefinitionKind,
  id: string,
  person: string,
): Promise<boolean> {
  const by = await maskedName(secrets, tenant, person);
  const reply = await store.saveDefinition({ tenant, kind, id, definition: null, by });
  return reply.ok && reply.found;
}
