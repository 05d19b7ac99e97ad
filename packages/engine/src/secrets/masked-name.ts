// Names and roles of people are text that somebody types: what is secret in them is masked like everywhere else (I12).

import type { Secrets } from "../ports/secrets.ts";
import { createMasker, type Masker } from "./masker.ts";

/** A person as the log names them. */
export function maskedPerson<T extends { readonly name: string; readonly roles: readonly string[] }>(
  masker: Masker,
  person: T,
): T {
  return { ...person, name: masker.text(person.name), roles: person.roles.map((role) => masker.text(role)) };
}

/** A name as it is stored. */
export async function maskedName(secrets: Secrets, tenant: string, name: string): Promise<string> {
  return createMasker(await secrets.values(tenant)).text(name);
}
