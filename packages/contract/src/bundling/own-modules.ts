// The author's own modules in a bundle: the file and its siblings, from memory. Nothing is read from disk for them, so
// that what a version's digest covers is what runs.

import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Loader, Plugin } from "esbuild";
import { OWN } from "./module-kinds.ts";
import type { ModuleTrail } from "./module-trail.ts";
import { isNestedTooDeeply, NestedTooDeeply } from "./nesting.ts";
import { unresolved } from "./unresolved.ts";

const LOADERS: Readonly<Record<string, Loader>> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
  ".json": "json",
  ".txt": "text",
};

/** Endings tried for an import without one, and for one that names the JavaScript that TypeScript would emit. */
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];
const EMITTED: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/** Serves the entry (`entry`, where given, stands in front of it) and resolves relative imports to siblings. */
export function ownModules(request: { readonly file: string }, trail: ModuleTrail, entry?: string): Plugin {
  return {
    name: "haft-own",
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === "entry-point") return { path: entry === undefined ? request.file : ENTRY, namespace: OWN };
        if (args.namespace !== OWN) return undefined;
        if (args.importer === ENTRY) {
          return args.path === `./${request.file}` ? { path: request.file, namespace: OWN } : { path: args.path };
        }
        if (isBuiltin(args.path)) return { path: args.path, external: true };
        if (!/^\.{0,2}\//.test(args.path) && args.path !== "." && args.path !== "..") return undefined;
        const found = siblingOf(args.path, args.importer, trail);
        if (found !== undefined) return { path: found, namespace: OWN };
        return unresolved("sibling", args.path);
      });
      build.onLoad({ filter: /.*/, namespace: OWN }, async (args) => {
        if (args.path === ENTRY && entry !== undefined) return { contents: entry, loader: "js" };
        const contents = trail.text(args.path);
        if (contents !== undefined && (await isNestedTooDeeply(args.path, contents))) {
          return { errors: [{ text: "nested too deeply", detail: new NestedTooDeeply(args.path) }] };
        }
        return contents === undefined ? undefined : { contents, loader: LOADERS[posix.extname(args.path)] ?? "ts" };
      });
    },
  };
}

/** A name that no file has. */
const ENTRY = "<entry>";

function siblingOf(specifier: string, importer: string, trail: ModuleTrail): string | undefined {
  const path = posix.normalize(posix.join(trail.folderOf(importer), specifier));
  const ending = posix.extname(path);
  const stem = path.slice(0, path.length - ending.length);
  const candidates = [...ENDINGS.map((end) => path + end), ...(EMITTED[ending] ?? []).map((end) => stem + end)];
  return candidates.map((candidate) => trail.at(candidate)).find((found) => found !== undefined);
}
