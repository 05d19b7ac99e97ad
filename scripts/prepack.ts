// Makes the package in the current folder ready to be packed: builds its JavaScript and types into `dist`, and lets its
// manifest point there. `postpack.ts` puts the manifest back.

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const workspace = new URL("..", import.meta.url).pathname;
const folder = process.cwd();
const part = basename(folder);

/** Compiles every part at once, since the parts see each other's sources, and takes this one's output. */
function build(): void {
  const out = join(folder, ".build");
  rmSync(out, { recursive: true, force: true });
  const config = join(workspace, `tsconfig.pack-${part}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { noEmit: false, declaration: true, rootDir: "packages", outDir: out },
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/node_modules", "**/dist", "**/.build"],
    }),
  );
  try {
    execFileSync(process.execPath, [join(workspace, "node_modules/typescript/bin/tsc"), "-p", config], {
      stdio: "inherit",
    });
  } finally {
    rmSync(config);
  }
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  cpSync(join(out, part, "src"), dist, { recursive: true });
  rmSync(out, { recursive: true });
  for (const asset of globSync("src/**/*", { cwd: folder, withFileTypes: true })) {
    if (!asset.isFile() || (asset.name.endsWith(".ts") && !asset.name.endsWith(".d.ts"))) continue;
    const from = join(asset.parentPath, asset.name);
    const to = join(dist, from.slice(join(folder, "src").length + 1));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
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
if (!existsSync(kept)) copyFileSync(manifestFile, kept);
const manifest = JSON.parse(readFileSync(kept, "utf8"));
if (existsSync(join(folder, "src"))) build();
manifest.exports = Object.fromEntries(
  Object.entries(manifest.exports).map(([name, path]) => [name, typeof path === "string" ? published(path) : path]),
);
delete manifest.scripts;
writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
