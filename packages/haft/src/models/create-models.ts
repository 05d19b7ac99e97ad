// The port to models: which there are, and how one is asked. What is behind it is loaded when it is wanted: a command that
// asks no model opens the way to them all the same.

import type { ModelSettings, Models } from "@haft/engine";
import type { KeySources } from "./find-key.ts";

/** Where models and keys come from. */
export interface ModelsOptions extends KeySources {
  /** The models that a tenant may use, its own before the operator's. */
  readonly stored: (tenant: string) => Promise<readonly ModelSettings[]>;
}

/** Opens the way to models. */
export function createModels(options: ModelsOptions): Models {
  return {
    async find(tenant, idOrRole) {
      const { findModel } = await import("./find-model.ts");
      return findModel(await options.stored(tenant), options.environment, idOrRole);
    },
    async ask(request, observer, signal) {
      const [{ address }, { askModel }] = await Promise.all([import("./address.ts"), import("./ask-model.ts")]);
      const asked = await address(options, request);
      return "kind" in asked ? asked : askModel(asked, request, observer, signal);
    },
  };
}
