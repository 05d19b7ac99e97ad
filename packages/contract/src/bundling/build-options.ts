// How esbuild is asked for a bundle.

import type { BuildOptions } from "esbuild";
import type { BundleRequest } from "./bundle.ts";
import type { ModuleTrail } from "./module-trail.ts";
import { ownModules } from "./own-modules.ts";
import { packageModules, packageRoot } from "./package-modules.ts";
import { sdkModule } from "./sdk-module.ts";

/** What a further build of the same module is asked for, after what the first one showed. */
export interface Further {
  /** Stands in front of the author's module. */
  readonly entry?: string;
  /** Packages in CommonJS form call `require` for built-ins. */
  readonly requires?: boolean;
  /** Notes which module imported which in the trail; slower. */
  readonly tracks?: boolean;
}

/** The options of one build. */
export function buildOptions(request: BundleRequest, trail: ModuleTrail, further: Further = {}) {
  const root = packageRoot(request.packagesFrom);
  return {
    entryPoints: [request.file],
    absWorkingDir: root,
    outfile: `${root}/bundle.mjs`,
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    keepNames: true,
    sourcemap: "external",
    sourcesContent: false,
    legalComments: "none",
    charset: "utf8",
    metafile: true,
    logLevel: "silent",
    logLimit: 0,
    // A project's compiler settings must not change what a toolset does.
    tsconfigRaw: {},
    ...(further.requires === true ? { banner: { js: REQUIRE } } : {}),
    plugins: [
      sdkModule(),
      ownModules(request, trail, further.entry),
      ...packageModules(request.packagesFrom, trail, further.tracks === true),
    ],
  } satisfies BuildOptions;
}

/** An ES module has no `require`. Only built-ins are there to be required, so that it does not matter from where. */
const REQUIRE = 'import{createRequire as __haftRequire}from"node:module";var require=__haftRequire("/");';
