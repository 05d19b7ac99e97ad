// The model server asked as Haft asks every model: through the SDK of the providers, streamed.

import type { ModelSettings, Models } from "@haft/engine";
import { createModels } from "../../packages/haft/src/models/index.ts";

/** Models of one server. */
export function sdkModels(url: string): Models {
  const model: ModelSettings = {
    ...{ id: "bench", provider: "openai-compatible", name: "bench", baseUrl: url, role: "default" },
    apiKeySecret: "BENCH_KEY",
  };
  return createModels({ stored: async () => [model], environment: {}, secret: async () => "a key of the benchmark" });
}
