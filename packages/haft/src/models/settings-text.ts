// A model named in one word, `provider/name`: what `HAFT_MODEL` and `--model` hold.

import type { ModelProvider, ModelSettings } from "@haft/engine";

const SPOKEN: readonly ModelProvider[] = ["openai", "openai-compatible", "anthropic", "google"];

/** The variables that set a model. */
export interface ModelEnvironment {
  readonly HAFT_MODEL?: string | undefined;
  readonly HAFT_MODEL_URL?: string | undefined;
}

/** The model that `provider/name` names, or null where the text is no such name. The name itself may hold slashes. */
export function modelFromText(text: string, baseUrl?: string): ModelSettings | null {
  const slash = text.indexOf("/");
  const provider = SPOKEN.find((one) => one === text.slice(0, slash));
  const name = text.slice(slash + 1).trim();
  if (slash < 1 || provider === undefined || name === "") return null;
  return { id: text, provider, name, ...(baseUrl === undefined ? {} : { baseUrl }) };
}

/** The model with the role `default` that the environment sets. One that is no `provider/name` sets none. */
export function modelFromEnvironment(environment: ModelEnvironment): ModelSettings | null {
  const model = modelFromText(environment.HAFT_MODEL?.trim() ?? "", environment.HAFT_MODEL_URL?.trim() || undefined);
  return model === null ? null : { ...model, role: "default" };
}

/** What is wrong with a text that should be a `provider/name`, and how to write it; null: nothing. */
export function modelNameFault(text: string): { readonly message: string; readonly hint: string } | null {
  if (modelFromText(text) !== null) return null;
  return {
    message: `${JSON.stringify(text)} is no provider/name`,
    hint: `name the provider first, as in anthropic/NAME; the providers: ${SPOKEN.join(", ")}`,
  };
}
