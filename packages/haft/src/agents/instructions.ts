// The instructions of a bundle or project, with the values of its config in them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@haft/sdk/wire";
import { CommandError } from "../session/command-error.ts";
import { requireText } from "../toolsets/source-file.ts";

const FILES = ["prompt.md", "agent.md"];
const PLACEHOLDER = /\{\{\s*config\.([A-Za-z0-9_.]+)\s*\}\}/g;

/** The text of `prompt.md` or `agent.md`; empty where there is neither. */
export async function readInstructions(root: string, config: JsonObject): Promise<string> {
  const file = FILES.find((name) => existsSync(join(root, name)));
  if (file === undefined) return "";
  return withConfig(await requireText(join(root, file), root), file, config);
}

/** A text with `{{config.key}}` replaced. Throws `invalid_config` for a key that has no value. */
export function withConfig(text: string, file: string, config: JsonObject): string {
  return text.replace(PLACEHOLDER, (_, path: string) => {
    const value = path
      .split(".")
      .reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), config);
    if (value === undefined || value === null) {
      throw new CommandError("invalid_config", `${file} uses {{config.${path}}}, and the config has no \`${path}\``, {
        hint: `give it: --config ${path}=…`,
        usage: true,
      });
    }
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
