// Makes the package in the current folder ready to be packed: builds its JavaScript and types into `dist`, and lets its
// manifest point there. `postpack.ts` puts the manifest back.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const workspace = new URL("..", import.meta.url).pathname;
const folder = process.cwd();
const part = basename(folder);

/** Every part compiled at once, since the parts see each other's sources; kept until a source changes. */
function builtWorkspace(): string {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: workspace }).sort();
  const hash = createHash("sha256");
  for (const source of sources) hash.update(`${source} ${statSync(join(workspace, source)).mtimeMs}\n`);
  const out = join(workspace, ".build", hash.digest("hex").slice(0, 16));
  if (existsSync(out)) return out;
  rmSync(join(workspace, ".build"), { recursive: true, force: true });
  const unfinished = `${out}.unfinished`;
  const config = join(workspace, "tsconfig.pack.json");
  const compilerOptions = { noEmit: false, declaration: true, rootDir: "packages", outDir: unfinished };
  writeFileSync(
    config,
    JSON.stringify({ extends: "./tsconfig.json", compilerOptions, include: ["packages/*/src/**/*.ts"] }),
  );
  const compiler = join(workspace, "node_modules/typescript/bin/tsc");
  try {
    execFileSync(process.execPath, [compiler, "-p", config], { stdio: "inherit" });
  } finally {
    rmSync(config);
  }
  mendDynamicImports(unfinished);
  renameSync(unfinished, out);
  return out;
}

/** The part's output, with everything else that lies beside its sources. */
function fillDist(): void {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(builtWorkspace(), part, "src"), dist, { recursive: true });
  for (const asset of globSync("src/**/*", { cwd: folder, withFileTypes: true })) {
    if (!asset.isFile() || (asset.name.endsWith(".ts") && !asset.name.endsWith(".d.ts"))) continue;
    const from = join(asset.parentPath, asset.name);
    const to = join(dist, from.slice(join(folder, "src").length + 1));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

/** Dynamic imports of own modules that the compiler left as they were written (it overlooks some of them). */
function mendDynamicImports(folder: string): void {
  for (const file of globSync("**/*.js", { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const mended = text.replace(/\bimport\("(\.{1,2}\/[^"]+)\.ts"\)/g, 'import("$1.js")');
    if (mended !== text) writeFileSync(path, mended);
  }
}

/** `./src/a.ts` as the published package has it. */
function published(path: string): unknown {
  if (!path.startsWith("./src/")) return path;
  const built = path.replace("./src/", "./dist/").replace(/\.ts$/, "");
  return { types: `${built}.d.ts`, default: `${built}.js` };
}

const manifestFile = join(folder, "package.json");
const kept = join(folder, ".package.json.kept");
if (existsSync(join(folder, "src"))) fillDist();
if (!existsSync(kept)) copyFileSync(manifestFile, kept);
const manifest = JSON.parse(readFileSync(kept, "utf8"));
manifest.exports = Object.fromEntries(
  Object.entries(manifest.exports).map(([name, path]) => [name, typeof path === "string" ? published(path) : path]),
);
delete manifest.scripts;
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
