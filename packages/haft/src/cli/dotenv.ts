// Secrets by name: from the environment, or from a `.env` file.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { CommandError } from "../session/command-error.ts";

/** A shorter secret is not masked, as in the engine's masker: it cannot be told from text. */
export const SHORTEST_MASKED = 8;

const NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Values of the secrets given as `NAME` or `NAME=VALUE`. `folders` are looked through in order for a `.env`. */
export async function readSecrets(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  folders: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const secrets: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    checkName(name);
    secrets[name] = at < 0 ? await lookUp(name, environment, folders) : text.slice(at + 1);
    if (secrets[name] === "") {
      throw new CommandError("secret_empty", `the secret ${name} is empty`, {
        usage: true,
        hint: `write --secret ${name}=VALUE`,
      });
    }
  }
  return secrets;
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  const mended = name
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, "_")
    .replace(/^[^A-Z]+/, "");
  throw new CommandError(
    "usage",
    `${JSON.stringify(name)} is no name of a secret: capital letters, digits and _, beginning with a letter`,
    {
      usage: true,
      hint: mended === "" ? "for example --secret API_TOKEN" : `write --secret ${mended}`,
    },
  );
}

async function lookUp(name: string, environment: NodeJS.ProcessEnv, folders: readonly string[]): Promise<string> {
  const own = environment[name];
  if (own !== undefined) return own;
  for (const folder of folders) {
    const value = (await readEnvFile(join(folder, ".env")))[name];
    if (value !== undefined) return value;
  }
  throw new CommandError(
    "secret_missing",
    `the secret ${name} is neither in the environment nor in ${folders.map((folder) => join(folder, ".env")).join(" or ")}`,
    {
      usage: true,
      hint: `add the line ${name}=… to .env, or write --secret ${name}=VALUE`,
    },
  );
}

async function readEnvFile(path: string): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
