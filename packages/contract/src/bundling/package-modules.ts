// Packages in a bundle: from the environment's `node_modules`, or, without an environment, the `zod` that Haft brings.

import { existsSync } from "node:fs";
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

/**
 * Resolves the author's imports of packages. What packages import themselves is left to esbuild, which is many times
 * faster; `tracks` notes the way into them, for the place of a fault.
 */
export function packageModules(packagesFrom: string | undefined, trail: ModuleTrail, tracks: boolean): Plugin[] {
  const environment = packagesFrom !== undefined && hasPackages(packagesFrom) ? packagesFrom : undefined;
  return tracks ? [ownImports(environment, trail), packageImports(trail)] : [ownImports(environment, trail)];
}

function ownImports(environment: string | undefined, trail: ModuleTrail): Plugin {
  return {
    name: "haft-packages",
    setup(build) {
      build.onResolve({ filter: /.*/, namespace: OWN }, async ({ path, kind, importer }) => {
        if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return unresolved("address", path);
        if (environment === undefined && !/^zod(\/|$)/.test(path)) return unresolved("no-environment", path);
        const resolveDir = environment ?? HAFT_ROOT;
        const resolved = await build.resolve(path, { kind, resolveDir, pluginData: RESOLVING });
        if (resolved.errors.length > 0) return unresolved("package", path);
        trail.enter(resolved.path, { file: importer, specifier: path });
        return resolved;
      });
    },
  };
}

function packageImports(trail: ModuleTrail): Plugin {
  return {
    name: "haft-trail",
    setup(build) {
      build.onResolve({ filter: /.*/, namespace: "file" }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === RESOLVING) return undefined;
        const resolved = await build.resolve(path, {
          kind,
          importer,
          namespace: "file",
          resolveDir,
          pluginData: RESOLVING,
        });
        // esbuild forgives what is optional (a `require` under `try`); it must decide that itself.
        if (resolved.errors.length > 0) return undefined;
        trail.enter(resolved.path, importer);
        return resolved;
      });
    },
  };
}

/** Marks the questions that the plugins themselves ask of esbuild. */
const RESOLVING = Symbol("resolving");

/** Whether there is a `node_modules` in the folder or above it. */
function hasPackages(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "node_modules"))) return true;
    if (dirname(at) === at) return false;
  }
}
