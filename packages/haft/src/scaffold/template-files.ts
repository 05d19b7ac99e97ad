// The files of a template, with the project's names filled in.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The templates of `haft init`. */
export const TEMPLATES = ["typescript", "python", "bundle"] as const;
export type Template = (typeof TEMPLATES)[number];

/** Folder of all templates; the same distance from the sources and from what is built from them. */
const ROOT = fileURLToPath(new URL("../../templates", import.meta.url));

/** Which parts make a template, in order; a later part replaces a file of an earlier one. */
const PARTS: Readonly<Record<Template, readonly Part[]>> = {
  typescript: [{ folder: "shared" }, { folder: "typescript" }],
  python: [{ folder: "shared" }, { folder: "python" }],
  bundle: [
    { folder: "shared" },
    { folder: "python", only: /^(tools|tests|typings)\// },
    { folder: "typescript", only: /^(tools\/add\.tool\.ts|types\/.*|tsconfig\.json)$/ },
    { folder: "bundle" },
  ],
};

interface Part {
  readonly folder: string;
  readonly only?: RegExp;
}

/** Stored without their dot, because npm leaves such files out of a package or renames them. */
const DOTTED: Readonly<Record<string, string>> = { gitignore: ".gitignore", "env.example": ".env.example" };

/** What a template's `{{…}}` stand for. */
export interface Names {
  /** Fits a package and a bundle: `[a-z][a-z0-9-]{1,62}`. */
  readonly name: string;
  /** As people write it. */
  readonly title: string;
}

/** Text by path, for every file of the template. */
export function templateFiles(template: Template, names: Names): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { folder, only } of PARTS[template]) {
    for (const path of filesIn(join(ROOT, folder))) {
      if (only && !only.test(path)) continue;
      const text = readFileSync(join(ROOT, folder, path), "utf8");
      files.set(DOTTED[path] ?? path, fillIn(text, names));
    }
  }
  return files;
}

/** The text of one scaffold of `haft new`. */
export function scaffoldText(file: string, name: string): string {
  return fillIn(readFileSync(join(ROOT, "scaffolds", file), "utf8"), { name, title: name });
}

// Only these two: `{{config.key}}` in a prompt belongs to the bundle.
function fillIn(text: string, names: Names): string {
  return text.replaceAll("{{name}}", names.name).replaceAll("{{title}}", names.title);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__pycache__"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
