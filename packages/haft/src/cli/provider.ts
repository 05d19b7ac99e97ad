// Names of model providers as people type them.

import type { Provider } from "@haft/contract";
import { CommandError } from "../session/command-error.ts";

/** The provider of that name. Throws a `CommandError` with the nearest where there is none. */
export async function asProvider(name: string): Promise<Provider> {
  const { isProvider, nearest, PROVIDERS } = await import("@haft/contract");
  if (isProvider(name)) return name;
  const near = nearest(name, PROVIDERS);
  throw new CommandError("unknown_provider", `there is no provider ${JSON.stringify(name)}`, {
    usage: true,
    hint: near === undefined ? `the providers: ${PROVIDERS.join(", ")}` : `did you mean --provider ${near}?`,
  });
}
