// The model that a command names: `provider/name`, or the id or role of one that is saved.

import { CommandError } from "../session/command-error.ts";
import type { Session } from "../session/session.ts";

/** Providers that are spoken to; `script` asks nobody. */
export const PROVIDERS = ["openai", "openai-compatible", "anthropic", "google"] as const;

/** Roles that agents may name in place of a model. */
export const ROLES = ["default", "small", "deep"] as const;

/** Refuses what is neither, naming the nearest, before a run is begun with it. */
export async function requireModel(name: string, session: Session): Promise<void> {
  const [provider = "", ...rest] = name.split("/");
  const spelledOut = rest.join("/").trim() !== "";
  if (spelledOut && PROVIDERS.some((known) => known === provider)) return;
  const saved = [...(await session.list("model")).map(({ id }) => id), ...ROLES];
  if (saved.includes(name)) return;
  const { nearest } = await import("@haft/contract");
  const near = spelledOut ? nearest(provider, PROVIDERS) : nearest(name, saved);
  const meant = near === undefined ? undefined : spelledOut ? `${near}/${rest.join("/")}` : near;
  throw new CommandError("unknown_model", `there is no model ${name}`, {
    usage: true,
    hint:
      meant === undefined
        ? `write provider/name with one of ${PROVIDERS.join(", ")}, or the id of a model that is saved: haft model list`
        : `did you mean --model ${meant}?`,
  });
}
