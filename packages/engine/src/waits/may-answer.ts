// Who may answer: a question that names people or roles is theirs; others see it and are refused.

import { isNamed } from "./same-name.ts";

/** Somebody who asks something of the engine: a name, and the roles that the surface vouches for. */
export interface Person {
  readonly name: string;
  readonly roles: readonly string[];
}

/** Whether a question that is for `to` (null: for everybody) may be answered by this person. */
export function mayAnswer(to: readonly string[] | null, person: Person): boolean {
  return to === null || isOneOf(to, person);
}

/** Whether a person is named, or has a role that is. */
export function isOneOf(names: readonly string[], { name, roles }: Person): boolean {
  return names.some((named) => isNamed(named, name) || roles.some((role) => isNamed(named, role)));
}
