// What `haft` and `@plico-ai/sdk` are inside a tool: the part of Haft that the process inside the sandbox brings.
//
// Agreement with that process: before it imports a bundle it sets `globalThis[Symbol.for("haft.sdk")]` to an object that
// holds every name of SDK_NAMES (the values that `@haft/sdk` exports).

import type { Plugin } from "esbuild";
import { SDK, SDK_NAMES, SDK_SYMBOL } from "./module-kinds.ts";
import { unresolved } from "./unresolved.ts";

const ROOTS = new Set(["haft", "@plico-ai/sdk"]);
const BELOW = /^(haft|@plico-ai\/sdk|@haft\/[^/]+)(\/|$)/;

/** Resolves `haft` and `@plico-ai/sdk` to the sdk, and refuses what exists only outside. */
export function sdkModule(): Plugin {
  return {
    name: "haft-sdk",
    setup(build) {
      build.onResolve({ filter: BELOW }, (args) => {
        if (args.kind === "entry-point") return undefined;
        if (ROOTS.has(args.path)) return { path: args.path, namespace: SDK, sideEffects: false };
        return unresolved("outside-only", args.path);
      });
      build.onLoad({ filter: /.*/, namespace: SDK }, () => ({ contents: sdkSource(), loader: "js" }));
    },
  };
}

function sdkSource(): string {
  const key = JSON.stringify(SDK_SYMBOL);
  return `export const { ${SDK_NAMES.join(", ")} } = globalThis[Symbol.for(${key})];\n`;
}
