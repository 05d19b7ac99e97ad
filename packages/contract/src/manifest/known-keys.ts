// The keys that a manifest may have, by table, with the type of each; and plnt's that Haft leaves alone.

/** What a key's value must be. */
export type ValueKind = "text" | "texts" | "whole" | "truth";

/** Keys by table. */
export const KNOWN_KEYS: Readonly<Record<string, Readonly<Record<string, ValueKind>>>> = {
  meta: { name: "text", version: "text", description: "text", tags: "texts" },
  runtime: {
    tools: "texts",
    max_steps: "whole",
    require_tool: "text",
    model_hint: "text",
    timeout_seconds: "whole",
    network: "texts",
    subprocess: "truth",
    environment: "text",
  },
  budget: { tokens: "whole", wall_seconds: "whole" },
  secrets: { required: "texts", optional: "texts" },
};

/** plnt's tables and keys that have no meaning here: warnings, so that its bundles are read as they are. */
export const UNUSED_KEYS: readonly string[] = [
  "requires",
  "output",
  "graph",
  "triggers",
  "response_schema",
  "integrations_required",
  "meta.integrations_required",
  "runtime.integrations_required",
  "runtime.default_isolation",
  "default_isolation",
  "budget.joules",
  "joules",
];
