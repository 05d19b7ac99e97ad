// Which model an id or a role means for a tenant.

import type { ModelRole, ModelSettings } from "@haft/engine";
import { type ModelEnvironment, modelFromEnvironment, modelFromText } from "./settings-text.ts";

const ROLES: readonly ModelRole[] = ["default", "small", "deep"];

/**
 * Looks in this order: a stored model of that id; of that role; where an empty role was asked for, the stored one with the
 * role `default`, else the environment's. A `provider/name` that no stored model has as its id means that very model.
 */
export function findModel(
  stored: readonly ModelSettings[],
  environment: ModelEnvironment,
  idOrRole: string,
): ModelSettings | null {
  const byId = stored.find(({ id }) => id === idOrRole);
  if (byId !== undefined) return byId;
  if (!ROLES.some((role) => role === idOrRole)) return spelledOut(environment, idOrRole);
  const withRole = (role: string) => stored.find((one) => one.role === role);
  return withRole(idOrRole) ?? withRole("default") ?? modelFromEnvironment(environment);
}

/** The address in the environment belongs to its model's provider, and to servers that have no usual address. */
function spelledOut(environment: ModelEnvironment, text: string): ModelSettings | null {
  const model = modelFromText(text);
  const baseUrl = environment.HAFT_MODEL_URL?.trim() ?? "";
  if (model === null || baseUrl === "") return model;
  const ofEnvironment = modelFromText(environment.HAFT_MODEL?.trim() ?? "");
  const provider = ofEnvironment?.provider ?? "openai-compatible";
  return model.provider === provider ? { ...model, baseUrl } : model;
}
