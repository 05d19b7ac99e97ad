// Whom a request goes to, found out before anything is sent.

import type { Provider } from "@haft/contract";
import type { ModelRequest, ModelSettings } from "@haft/engine";
import type { Asked } from "./asked.ts";
import { type Failure, lasting, passing } from "./failure.ts";
import { findKey, isFailure, type KeySources } from "./find-key.ts";
import { isAskable, PROVIDER_FACTS } from "./providers.ts";

/** A character that is in no key. */
const UNSENDABLE = /[^\u0021-\u007e]/;

/** The model's address and key, or why a request cannot be sent. */
export async function address(
  sources: KeySources,
  { tenant, model }: Pick<ModelRequest, "tenant" | "model">,
): Promise<Asked | Failure> {
  const { provider, id, name } = model;
  if (!isAskable(provider))
    return lasting(
      "model_not_configured",
      `model ${id} plays a script and cannot be asked`,
      `set another: haft model set ${id} --provider openai --name gpt-5-mini`,
    );
  const baseUrl = model.baseUrl ?? PROVIDER_FACTS[provider].baseUrl;
  if (baseUrl === undefined)
    return lasting(
      "model_not_configured",
      `model ${id} has no address, and ${provider} has no usual one`,
      "set HAFT_MODEL_URL, or the model's base URL, as in http://127.0.0.1:11434/v1",
    );
  const shown = presentableUrl(baseUrl);
  if (shown === null)
    return lasting(
      "model_not_configured",
      `the base URL of model ${id} is no address: ${JSON.stringify(baseUrl)}`,
      "set HAFT_MODEL_URL, or the model's base URL, to one as http://127.0.0.1:11434/v1",
    );
  const found = await safely(() => findKey(sources, tenant, withProvider(model, provider)), id);
  if (isFailure(found)) return found;
  // No header takes it: the request would fail where nobody can tell why.
  if (UNSENDABLE.test(found.key))
    return lasting(
      "model_key_refused",
      `the key in ${found.place} cannot be sent: it holds a space, a line break or another character that no key has`,
      `put the key alone into ${found.place}`,
    );
  return { provider, name, baseUrl, shownUrl: shown, key: found.key, keyPlace: found.place };
}

function withProvider(model: ModelSettings, provider: Provider) {
  return { ...model, provider };
}

/** An address as messages show it: a password or a key in it is nobody's to read. Null: it is no address. */
function presentableUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, host, pathname } = new URL(text);
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : null;
}

/** A store of secrets that cannot be read may be readable a moment later. */
async function safely<T>(read: () => Promise<T>, id: string): Promise<T | Failure> {
  try {
    return await read();
  } catch (error) {
    const words = error instanceof Error ? error.message : "unknown error";
    return passing("model_key_missing", `the key of model ${id} could not be read: ${words}`);
  }
}
