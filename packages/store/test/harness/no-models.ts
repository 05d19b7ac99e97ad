// Models and tools for engines whose runs are calls: nobody asks them.

import type { Models, Toolbox } from "@haft/engine";

/** No model is set. */
export const NO_MODELS: Models = {
  find: async () => null,
  ask: async () => ({
    kind: "failure",
    error: { type: "no_model", message: "no model is set" },
    retryable: false,
  }),
};

/** No tool is bound. */
export const NO_TOOLS: Toolbox = { discover: async () => ({ tools: [], missing: [] }) };
