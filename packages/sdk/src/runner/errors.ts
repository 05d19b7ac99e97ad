// Errors as they cross the border: the author's frames, without those of the machinery.

import type { WireError } from "../wire/messages.ts";

const LONGEST_MESSAGE = 32_000;
const LONGEST_STACK = 64_000;

/** An error with one of Haft's own types. */
export class Refused extends Error {
  readonly wire: WireError;
  constructor(type: string, message: string, hint?: string) {
    super(message);
    this.wire = { type, message, ...(hint === undefined ? {} : { hint }) };
  }
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** The class's own name, also where the author did not set `name`. */
function nameOf(error: Error): string {
  const own = error.constructor.name;
  const name = typeof error.name === "string" && error.name !== "" ? error.name : own;
  return (name === "Error" && own !== "" ? own : name).slice(0, 200);
}

function messageOf(error: Error, depth = 0): string {
  const parts = [String(error.message)];
  if (depth < 5) {
    if (error.cause instanceof Error) parts.push(messageOf(error.cause, depth + 1));
    if (error instanceof AggregateError) {
      for (const one of error.errors.slice(0, 10))
        parts.push(one instanceof Error ? messageOf(one, depth + 1) : String(one));
    }
  }
  return parts.filter((part) => part !== "").join(": ");
}

/** Frames of the runner itself and of the interpreter say nothing to the author. */
function isMachinery(line: string): boolean {
  return line.includes("node:internal") || (ownFile !== "" && line.includes(ownFile));
}

/** The file that this code runs from, as stacks name it. */
const ownFile =
  /\(?((?:file:\/\/)?\/[^():]+):\d+:\d+\)?$/m.exec((new Error().stack ?? "").split("\n")[1] ?? "")?.[1] ?? "";

function stackOf(error: Error, depth = 0): string {
  const lines = typeof error.stack === "string" ? error.stack.split("\n").filter((line) => !isMachinery(line)) : [];
  const own = lines.length > 0 ? lines.join("\n") : `${nameOf(error)}: ${error.message}`;
  return error.cause instanceof Error && depth < 5 ? `${own}\nCaused by: ${stackOf(error.cause, depth + 1)}` : own;
}

function kindOf(error: Error): { readonly type: string; readonly hint?: string } {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return { type: "disk_full", hint: "/tmp holds 64 MiB and a file 64 MiB; write less, or to /data or the workspace" };
  }
  if (code === "EPERM" && "syscall" in error && String(error.syscall).startsWith("spawn")) {
    return {
      type: nameOf(error),
      hint: "a tool starts no programs without the grant subprocess, which a call from the command line does not give; use a library instead",
    };
  }
  return { type: nameOf(error) };
}

/** Anything that was thrown, as it crosses. Never throws. */
export function wireError(thrown: unknown): WireError {
  try {
    if (thrown instanceof Refused) return thrown.wire;
    if (!(thrown instanceof Error)) return { type: "Error", message: cut(textOf(thrown), LONGEST_MESSAGE) };
    const { type, hint } = kindOf(thrown);
    const message = cut(messageOf(thrown), LONGEST_MESSAGE) || type;
    return { type, message, ...(hint === undefined ? {} : { hint }), stack: cut(stackOf(thrown), LONGEST_STACK) };
  } catch {
    return { type: "Error", message: "the tool threw something that cannot be read" };
  }
}

function textOf(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  if ("message" in thrown && typeof thrown.message === "string") return thrown.message;
  return JSON.stringify(thrown) ?? Object.prototype.toString.call(thrown);
}

/** Why a module could not be loaded. */
export function loadError(thrown: unknown, file: string): WireError {
  const error = wireError(thrown);
  return {
    ...error,
    type: "load_failed",
    message: `${file} could not be loaded: ${error.type}: ${error.message}`,
    hint: error.hint ?? `mend ${file}, then call again`,
  };
}
