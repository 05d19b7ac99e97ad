// The models of the local store: those that it keeps, and the one that the environment names.

import type { ModelSettings, Models, Store } from "@haft/engine";
import { createModels } from "../models/index.ts";
import type { SessionOptions } from "../session/session-options.ts";

/** The way to them. A key is a secret that was given, or a variable of the environment. */
export function localModels(store: Pick<Store, "definitions">, options: SessionOptions): Models {
  return createModels({
    ...keySources(options),
    stored: async (tenant) =>
      // Parsed when it was saved, and by nobody else written.
      (await store.definitions(tenant, "model")).map(({ definition }) => definition as unknown as ModelSettings),
  });
}

/** Where its keys come from. */
export function keySources(options: SessionOptions) {
  const environment: Readonly<Record<string, string | undefined>> = {
    ...options.environment,
    ...(options.model === undefined ? {} : { HAFT_MODEL: options.model }),
  };
  return {
    environment,
    secret: async (_tenant: string, name: string) => options.secrets[name] ?? environment[name],
  };
}
