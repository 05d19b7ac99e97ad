// Packages in a bundle: from the environment's `node_modules`, or, without an environment, the `zod` that Haft brings.

import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { OWN } from "./module-kinds.ts";
import type { ModuleTrail } from "./module-trail.ts";
import { unresolved } from "./unresolved.ts";

/** Where the packages that Haft itself brings are resolved from. */
const HAFT_ROOT = import.meta.dirname;

/** The folder that bundling takes as its own: the environment's, or Haft's. */
export function packageRoot(packagesFrom: string | undefined): string {
  return packagesFrom ?? HAFT_ROOT;
}

/** Resolves bare specifiers of the author's modules, and remembers the way into packages. */
export function packageModules(packagesFrom: string | undefined, trail: ModuleTrail): Plugin {
  const environment = packagesFrom !== undefined && hasPackages(packagesFrom) ? packagesFrom : undefined;
  return {
    name: "haft-packages",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === RESOLVING) return undefined;
        if (isBuiltin(args.path)) return { path: args.path, external: true };
        const own = args.namespace === OWN;
        if (!own && args.namespace !== "file") return undefined;
        if (own && /^[a-z][a-z0-9+.-]+:/i.test(args.path)) {
          return unresolved("address", args.path);
        }
        if (own && environment === undefined && !/^zod(\/|$)/.test(args.path)) {
          return unresolved("no-environment", args.path);
        }
        const resolved = await build.resolve(args.path, {
          kind: args.kind,
          importer: own ? "" : args.importer,
          resolveDir: own ? (environment ?? HAFT_ROOT) : args.resolveDir,
          pluginData: RESOLVING,
        });
        if (resolved.errors.length > 0) {
          // In a package esbuild forgives what is optional (a `require` under `try`); it must decide that itself.
          return own ? unresolved("package", args.path) : undefined;
        }
        if (!resolved.external) {
          trail.enter(resolved.path, own ? { file: args.importer, specifier: args.path } : args.importer);
        }
        return resolved;
      });
    },
  };
}

/** Marks the question that the plugin itself asks of esbuild. */
const RESOLVING = Symbol("resolving");

/** Whether there is a `node_modules` in the folder or above it. */
function hasPackages(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "node_modules"))) return true;
    if (dirname(at) === at) return false;
  }
}
