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

/** A setting that cannot be read. */
export class ModelSettingsError extends Error {
  /** As in an Outcome's error. */
  readonly code = "model_not_configured";
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = "ModelSettingsError";
    this.hint = hint;
  }
}

/** The model with the role `default` that the environment sets. Throws a `ModelSettingsError` where it is no model. */
export function modelFromEnvironment(environment: ModelEnvironment): ModelSettings | null {
  const text = environment.HAFT_MODEL?.trim() ?? "";
  if (text === "") return null;
  const model = modelFromText(text, environment.HAFT_MODEL_URL?.trim() || undefined);
  if (model !== null) return { ...model, role: "default" };
  throw new ModelSettingsError(
    `HAFT_MODEL is ${JSON.stringify(text)}, which is no provider/name`,
    `name the provider first, as in HAFT_MODEL=anthropic/NAME; the providers: ${SPOKEN.join(", ")}`,
  );
}
