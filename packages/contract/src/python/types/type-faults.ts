// Types that are not data, too large, or not to be found: the fault with the way out.

import { nearest } from "../../diagnostics/nearest.ts";
import type { TypeNode } from "../../model/type.ts";
import { builtinNames, isStandardModule, starNames } from "../names/known-modules.ts";
import { moduleOf, type Scope } from "../names/module-scope.ts";
import type { Origin } from "../names/origins.ts";

/** A type that is not data (302). `hint` is a whole sentence. */
export function notData(found: string, hint: string): TypeNode {
  return fault("HAFT302", found, hint);
}

/** A type that cannot be resolved (308). */
export function unresolved(found: string, hint: string): TypeNode {
  return fault("HAFT308", found, hint);
}

/** A type that is too large or too deep (102). */
export function tooLarge(found: string): TypeNode {
  return fault("HAFT102", found, "Use a smaller or flatter type: this one is too large to be read.");
}

function fault(code: "HAFT102" | "HAFT302" | "HAFT308", found: string, hint: string): TypeNode {
  return Object.freeze({ kind: "fault", fault: Object.freeze({ code, found, hint }) });
}

/** A name that nothing declares, with the nearest one that something does. */
export function unknownName(found: string, origin: Extract<Origin, { kind: "unknown" }>, scope: Scope): TypeNode {
  const { name, why, among } = origin;
  const last = name.split(".").at(-1) ?? name;
  if (why === undefined) {
    const module = starNames("typing")?.has(name) === true ? "typing" : IMPORTABLE.get(name);
    if (module !== undefined) return unresolved(found, `Add \`from ${module} import ${name}\`.`);
  }
  // The name itself may well be there, only to be imported from where it is not.
  const near = (names: Iterable<string>) =>
    nearest(
      last,
      [...names].filter((one) => one !== last),
    );
  const own = [...moduleOf(scope).bindings.names.keys(), ...builtinNames()];
  const guess = near(among ?? own) ?? (among === undefined ? near(starNames("typing") ?? []) : undefined);
  const advice = `declare \`${last}\` in this file or import it from a module of the same folder`;
  const sentence = guess === undefined ? `${capital(advice)}.` : `Did you mean \`${guess}\`? Otherwise ${advice}.`;
  return unresolved(found, why === undefined ? sentence : `${why} ${sentence}`);
}

/** Types that people forget to import, and where they are. */
const IMPORTABLE: ReadonlyMap<string, string> = new Map([
  ["datetime", "datetime"],
  ["date", "datetime"],
  ["time", "datetime"],
  ["timedelta", "datetime"],
  ["UUID", "uuid"],
  ["Decimal", "decimal"],
  ["Path", "pathlib"],
  ["Enum", "enum"],
  ["BaseModel", "pydantic"],
  ["Field", "pydantic"],
]);

/** A full name from outside the folder that is none of the known types. */
export function foreignType(found: string, fullName: string): TypeNode {
  const dot = fullName.lastIndexOf(".");
  const module = fullName.slice(0, dot);
  const name = fullName.slice(dot + 1);
  const names = starNames(module);
  if (names !== undefined && !names.has(name)) {
    const guess = nearest(name, names);
    const meant = guess === undefined ? "" : ` Did you mean \`${guess}\`?`;
    return unresolved(found, `There is no \`${name}\` in \`${module}\`.${meant}`);
  }
  if (module === "builtins" || isStandardModule(fullName)) return notData(found, PLAIN_INSTEAD);
  return unresolved(
    found,
    `Types of the package \`${module.split(".")[0]}\` are not read; declare a dataclass or a TypedDict with the fields you need in this file.`,
  );
}

/** What to use instead of a class that is no record. */
export const PLAIN_INSTEAD =
  "A tool receives data: use `str`, `int`, `float`, `bool`, `list[…]`, `dict[str, …]`, a dataclass or a TypedDict.";

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
