// Turns an entry module of Haft's own into one plain JavaScript file: what starts a process must not wait for types to be
// stripped, and must not need the folder that it was written in.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeText } from "./placed.ts";
import { stateSubfolder } from "./state-folder.ts";

interface BuildRecord {
  readonly script: string;
  /** SHA-256 of every source, by path. */
  readonly inputs: Readonly<Record<string, string>>;
}

function digest(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function current(record: BuildRecord): boolean {
  return (
    existsSync(record.script) &&
    Object.entries(record.inputs).every(([path, was]) => existsSync(path) && digest(path) === was)
  );
}

/** The place of the script built from `entry`, built again when any of its sources has changed. */
export async function builtScript(state: string, entry: string, format: "esm" | "cjs" = "esm"): Promise<string> {
  const file = join(stateSubfolder(state, "built"), `${createHash("sha256").update(entry).digest("hex")}.json`);
  if (existsSync(file)) {
    const record: BuildRecord = JSON.parse(readFileSync(file, "utf8"));
    if (current(record)) return record.script;
  }
  const { build } = await import("esbuild");
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    target: "node24",
    format,
    write: false,
    metafile: true,
    absWorkingDir: "/",
    logLevel: "silent",
  });
  const script = placeText(state, result.outputFiles[0]?.text ?? "", format === "cjs" ? ".cjs" : ".mjs");
  const inputs = Object.fromEntries(
    Object.keys(result.metafile.inputs).map((path) => [join("/", path), digest(join("/", path))]),
  );
  writeFileSync(file, JSON.stringify({ script, inputs } satisfies BuildRecord));
  return script;
}
