// Makes a project from a template: all of it, or nothing.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { linkHaft, runningHaft } from "./link-haft.ts";
import { inspectTarget, type TargetFolder } from "./target-folder.ts";
import { type Names, type Template, templateFiles } from "./template-files.ts";

/** What was made. */
export interface CreatedProject {
  /** Absolute path. */
  readonly path: string;
  readonly template: Template;
  /** Paths of the files written, relative to the project. */
  readonly files: readonly string[];
}

/** Makes the project. `shown` is the folder as the user named it. Throws a `CommandError` where the folder may not be used. */
export function createProject(path: string, shown: string, template: Template): CreatedProject {
  const target = inspectTarget(path, shown);
  const files = new Map(templateFiles(template, namesFor(path)));
  // A README of the author's own stays.
  if (target.present.some((name) => /^readme(\..*)?$/i.test(name))) files.delete("README.md");
  files.set("package.json", withHaft(files.get("package.json") ?? "{}", target));
  const made = new Set<string>();
  try {
    for (const [file, text] of files) write(target, file, text, made);
    linkHaft(path);
  } catch (error) {
    removeAll(target, made);
    throw error;
  }
  return { path, template, files: [...files.keys()].sort() };
}

function write(target: TargetFolder, file: string, text: string, made: Set<string>): void {
  const path = join(target.path, file);
  const first = mkdirSync(dirname(path), { recursive: true });
  if (first !== undefined) made.add(first);
  const replaces = target.present.includes(file);
  writeFileSync(path, text, { flag: replaces ? "w" : "wx" });
  if (!replaces) made.add(path);
}

/** Takes back what was written before something failed. */
function removeAll(target: TargetFolder, made: ReadonlySet<string>): void {
  for (const path of made) rmSync(path, { recursive: true, force: true });
  if (!target.present.includes("node_modules"))
    rmSync(join(target.path, "node_modules"), { recursive: true, force: true });
  if (!target.exists) rmSync(target.path, { recursive: true, force: true });
}

/** The template's manifest with Haft among its packages, and with what `npm install` wrote there before. */
function withHaft(text: string, target: TargetFolder): string {
  const manifest: Record<string, unknown> = { ...JSON.parse(text), ...target.manifest };
  const named = [manifest.dependencies, manifest.devDependencies].some(
    (packages) => typeof packages === "object" && packages !== null && "haft" in packages,
  );
  if (!named) manifest.devDependencies = { ...asRecord(manifest.devDependencies), haft: `file:${runningHaft()}` };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function asRecord(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function namesFor(path: string): Names {
  const title = basename(path);
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "")
    .slice(0, 63);
  return { name: slug.length < 2 ? "my-tools" : slug, title: title === "" ? "My tools" : title };
}
