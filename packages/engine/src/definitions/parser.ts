// Parsing what people write down for Haft to keep (policies, agents, models, scripts): strictly, so that a misspelt key is
// told and not ignored. A parser gives a typed value, or notes every fault with its place and remedy.

import { nearest } from "@haft/contract";
import { isObject, type Json } from "../json/json.ts";

/** One thing that is wrong. `path`: `judge.model`, `[2].arguments`; empty for the whole. */
export interface Fault {
  readonly path: string;
  /** What was found and what is expected, without the path. */
  readonly message: string;
}

/** Gives the value, or undefined after it has noted why there is none. */
export type Parser<T> = (value: Json, path: string, faults: Fault[]) => T | undefined;

/** What a parser gives. */
export type Parsed<P> = P extends Parser<infer T> ? T : never;

type Fields = Readonly<Record<string, Parser<unknown>>>;
type Record_<R extends Fields, O extends Fields> = { readonly [K in keyof R]: Parsed<R[K]> } & {
  readonly [K in keyof O]?: Parsed<O[K]>;
};

/** A value as messages show it. */
export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A value that a test accepts; `expected` ends the sentence "is …; expected …". */
export function value<T extends Json>(test: (value: Json) => value is T, expected: string): Parser<T> {
  return (given, path, faults) => {
    if (test(given)) return given;
    faults.push({ path, message: `is ${shown(given)}; expected ${expected}` });
    return undefined;
  };
}

/** Text that is not empty. */
export const text: Parser<string> = value(
  (given): given is string => typeof given === "string" && given.trim() !== "",
  "text",
);

/** Text, also empty. */
export const anyText: Parser<string> = value((given): given is string => typeof given === "string", "text");

/** True or false. */
export const truth: Parser<boolean> = value((given): given is boolean => typeof given === "boolean", "true or false");

/** Any JSON. */
export const anything: Parser<Json> = (given) => given;

/** Text that a pattern matches. */
export function textLike(pattern: RegExp, expected: string): Parser<string> {
  return value((given): given is string => typeof given === "string" && pattern.test(given), expected);
}

/** A number between two, both included. */
export function number(least: number, most: number): Parser<number> {
  const test = (given: Json): given is number => typeof given === "number" && given >= least && given <= most;
  return value(test, `a number from ${least} to ${most}`);
}

/** A whole number between two, both included. */
export function whole(least: number, most: number): Parser<number> {
  const test = (given: Json): given is number =>
    Number.isInteger(given) && Number(given) >= least && Number(given) <= most;
  return value(test, `a whole number from ${least} to ${most}`);
}

/** One of some words. */
export function word<W extends string>(...words: readonly W[]): Parser<W> {
  const test = (given: Json): given is W => words.some((one) => one === given);
  return (given, path, faults) => {
    if (test(given)) return given;
    const meant = typeof given === "string" ? nearest(given, words) : undefined;
    const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
    faults.push({ path, message: `is ${shown(given)}; expected ${words.join(", ")}${hint}` });
    return undefined;
  };
}

/** A list, of one item at least where `least` is 1. */
export function list<T>(item: Parser<T>, least: 0 | 1 = 0): Parser<readonly T[]> {
  return (given, path, faults) => {
    if (!isList(given) || given.length < least) {
      const expected = least === 1 ? "a list of at least one" : "a list";
      faults.push({ path, message: `is ${shown(given)}; expected ${expected}` });
      return undefined;
    }
    const items = given.map((one, index) => item(one, `${path}[${index}]`, faults));
    return items.every((one): one is Awaited<T> & T => one !== undefined) ? items : undefined;
  };
}

/** An object with any names. */
export function map<T>(item: Parser<T>): Parser<Readonly<Record<string, T>>> {
  return (given, path, faults) => {
    const object = objectOf(given, path, faults);
    if (object === undefined) return undefined;
    const entries = Object.entries(object).map(([name, one]) => [name, item(one, at(path, name), faults)] as const);
    const whole = entries.filter((entry): entry is [string, T & {}] => entry[1] !== undefined);
    return whole.length === entries.length ? Object.fromEntries(whole) : undefined;
  };
}

/** An object with these names and no others. */
export function record<R extends Fields, O extends Fields>(required: R, optional: O): Parser<Record_<R, O>> {
  const names = [...Object.keys(required), ...Object.keys(optional)];
  return (given, path, faults) => {
    const object = objectOf(given, path, faults);
    if (object === undefined) return undefined;
    const before = faults.length;
    for (const name of Object.keys(object))
      if (!names.includes(name)) faults.push(unknownName(name, names, object, path));
    const result: Record<string, unknown> = {};
    for (const name of names) {
      const parse = required[name] ?? optional[name];
      const inner = Object.hasOwn(object, name) ? object[name] : undefined;
      if (inner !== undefined) result[name] = parse?.(inner, at(path, name), faults);
      else if (Object.hasOwn(required, name)) faults.push({ path: at(path, name), message: "is missing" });
    }
    // Each name was given by its own parser above; TypeScript cannot follow names from one table to another.
    return faults.length === before ? (Object.freeze(result) as Record_<R, O>) : undefined;
  };
}

function objectOf(given: Json, path: string, faults: Fault[]): Readonly<Record<string, Json>> | undefined {
  if (isObject(given)) return given;
  faults.push({ path, message: `is ${shown(given)}; expected an object` });
  return undefined;
}

function unknownName(name: string, names: readonly string[], object: object, path: string): Fault {
  const free = names.filter((one) => !Object.hasOwn(object, one));
  const meant = nearest(name, free);
  const hint = meant === undefined ? `there are ${names.join(", ")}` : `did you mean \`${meant}\`?`;
  return { path: at(path, name), message: `is no known key; ${hint}` };
}

function at(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isList(given: Json): given is readonly Json[] {
  return Array.isArray(given);
}

/** The faults as one text: each with its place. */
export function faultText(what: string, faults: readonly Fault[]): string {
  const sentences = faults.map(({ path, message }) => (path === "" ? message : `\`${path}\` ${message}`));
  return `${what}: ${sentences.join("; ")}`;
}
