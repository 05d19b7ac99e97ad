// What a bundle's files must keep to: no link that leaves it, no more than may be shipped, one manifest.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** A file of a bundle, by its path in it. */
export interface BundleFile {
  readonly path: string;
  readonly bytes: number;
  /** For a symbolic link: whether it stays in the bundle. */
  readonly link?: { readonly target: string; readonly inside: boolean };
}

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_FILES = 5_000;
const start = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/** Every fault of a bundle's files. `manifest` names the one that is read. */
export function checkFiles(files: readonly BundleFile[], manifest: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const manifests = files.filter((file) => file.path === "skill.toml" || file.path === "haft.toml");
  const fault = (code: string, file: string, message: string, hint: string): void => {
    found.push({ code, severity: "error", message, hint, file, ...start });
  };
  if (manifests.length === 0)
    fault("HAFT701", manifest, "the bundle has no manifest", "write skill.toml beside its tools/ folder");
  if (manifests.length > 1)
    fault("HAFT701", manifest, "the bundle has two manifests, skill.toml and haft.toml", "remove one of them");
  for (const file of files) {
    if (file.link !== undefined && !file.link.inside) {
      fault(
        "HAFT709",
        file.path,
        `${file.path} is a link to ${file.link.target}, outside the bundle`,
        "copy the file into the bundle",
      );
    }
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > MAX_BYTES || files.length > MAX_FILES) {
    const size = `${(bytes / 1024 / 1024).toFixed(1)} MB in ${files.length} files`;
    fault(
      "HAFT710",
      manifest,
      `the bundle has ${size}; at most 50 MB and 5,000 files are shipped`,
      "move data out of the bundle",
    );
  }
  return found;
}
