// The key that a request is sent with: the tenant's secret that the model names, or the operator's variable.

import type { Provider } from "@haft/contract";
import type { ModelSettings } from "@haft/engine";
import { type Failure, lasting } from "./failure.ts";
import { PROVIDER_FACTS } from "./providers.ts";

/** Where keys come from. */
export interface KeySources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The value of a tenant's secret; undefined: there is none of that name. */
  readonly secret: (tenant: string, name: string) => Promise<string | undefined>;
}

/** A key, and what people call the place that it came from. */
export interface FoundKey {
  readonly key: string;
  readonly place: string;
}

/** Whether a search ended in a failure. */
export function isFailure(found: object): found is Failure {
  return "kind" in found && found.kind === "failure";
}

/**
 * Finds the key. The operator's own is sent only to the provider itself, or to the address that the operator set: a tenant
 * who gives a model another address gets no key by it.
 */
export async function findKey(
  sources: KeySources,
  tenant: string,
  model: ModelSettings & { readonly provider: Provider },
): Promise<FoundKey | Failure> {
  if (model.apiKeySecret !== undefined) return ofSecret(sources, tenant, model.id, model.apiKeySecret);
  const { keyVariables, keyless } = PROVIDER_FACTS[model.provider];
  const trusted = model.baseUrl === undefined || model.baseUrl === sources.environment.HAFT_MODEL_URL?.trim();
  if (!trusted && !keyless)
    return lasting(
      "model_key_missing",
      `model ${model.id} has an address of its own, and no key for it`,
      "store the key as a secret and name it in the model's apiKeySecret; keys in variables go only to the provider itself and to HAFT_MODEL_URL",
    );
  const variable = keyVariables.find((name) => (sources.environment[name]?.trim() ?? "") !== "");
  if (variable !== undefined && trusted) return { key: sources.environment[variable]?.trim() ?? "", place: variable };
  const usual = keyVariables[0] ?? "";
  if (keyless) return { key: "", place: usual };
  return lasting(
    "model_key_missing",
    `model ${model.id} needs a key of ${model.provider}, and ${usual} is not set`,
    `set ${usual}, or store the key as a secret and name it in the model's apiKeySecret`,
  );
}

async function ofSecret(sources: KeySources, tenant: string, id: string, name: string): Promise<FoundKey | Failure> {
  const key = (await sources.secret(tenant, name))?.trim() ?? "";
  if (key !== "") return { key, place: `the secret ${name}` };
  return lasting(
    "model_key_missing",
    `model ${id} takes its key from the secret ${name}, which is not set`,
    `give it with --secret ${name}, from the environment or .env`,
  );
}
