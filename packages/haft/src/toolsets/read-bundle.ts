// The parts of a bundle besides its tools, held against each other: manifest, prompt, config schema, files.

import { existsSync } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Diagnostic, FolderFile } from "@haft/contract";
import { type BundleFile, type BundleText, checkBundle, checkFiles, type ReadManifest } from "@haft/contract/manifest";
import { requireText } from "./source-file.ts";

/** A manifest with its text. */
export interface ManifestText extends BundleText {
  readonly read: ReadManifest;
}

async function textIn(root: string, names: readonly string[]): Promise<BundleText | undefined> {
  const file = names.find((name) => existsSync(join(root, name)));
  return file === undefined ? undefined : { file, text: await requireText(join(root, file), root) };
}

/** Every file of the bundle; packages and what Haft keeps are not shipped and do not count. */
async function filesOf(root: string): Promise<BundleFile[]> {
  const found: BundleFile[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (["node_modules", ".venv", ".haft", ".git", "__pycache__"].includes(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      else found.push(await fileAt(root, path));
    }
  };
  await walk("");
  return found;
}

async function fileAt(root: string, path: string): Promise<BundleFile> {
  const full = join(root, path);
  const own = await lstat(full);
  if (!own.isSymbolicLink()) return { path, bytes: own.size };
  const target = await realpath(full).catch(() => "nothing");
  const inside = target.startsWith(`${await realpath(root)}${sep}`);
  return { path, bytes: inside ? (await stat(full)).size : 0, link: { target, inside } };
}

/** Every fault of a bundle outside its sources, and the texts that they point into. */
export async function readBundle(
  root: string,
  manifest: ManifestText,
  files: readonly FolderFile[],
  texts: Readonly<Record<string, string>>,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly texts: Readonly<Record<string, string>> }> {
  const prompt = await textIn(root, ["prompt.md", "agent.md"]);
  const configSchema = await textIn(root, ["config_schema.json"]);
  const broken = manifest.read.diagnostics.some((each) => each.code === "HAFT701");
  const unread = files.some(({ result }) => result.diagnostics.some((each) => each.severity === "error"));
  const between = broken
    ? []
    : checkBundle({
        manifest: manifest.read.manifest,
        source: manifest,
        tools: files.flatMap(({ result }) => result.tools.map((tool) => tool.name)),
        ...(prompt === undefined ? {} : { prompt }),
        ...(configSchema === undefined ? {} : { configSchema }),
        sources: files.map(({ file }) => ({ file, text: texts[file] ?? "" })),
      });
  // A source with a fault registers none of its tools: that they are missing is not a second mistake.
  const told = unread ? between.filter((each) => each.code !== "HAFT703") : between;
  const others = [manifest, prompt, configSchema].filter((each) => each !== undefined);
  return {
    diagnostics: [...manifest.read.diagnostics, ...checkFiles(await filesOf(root), manifest.file), ...told],
    texts: Object.fromEntries(others.map(({ file, text }) => [file, text])),
  };
}
