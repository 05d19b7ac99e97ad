// Whether a run came to what was expected: events as a part of what is there, in their order.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { RunEvent, RunResult } from "../session/run.ts";
import type { Expectation } from "./eval-file.ts";

const isTable = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything that was expected and is not so. */
export function problemsOf(expect: Expectation, result: RunResult, events: readonly RunEvent[]): readonly string[] {
  const { status = "completed", output } = expect;
  return [
    ...(result.status === status ? [] : [standing(status, result)]),
    ...(output === undefined ? [] : differences(output, result.output ?? null, "output").slice(0, 1)),
    ...missingEvents(expect.events ?? [], events),
  ];
}

function standing(expected: string, { status, error, waits }: RunResult): string {
  const why =
    error === undefined
      ? waits.map((wait) => `it waits for ${wait.kind}: ${wait.tool}`).join(", ")
      : `${error.type}: ${error.message}`;
  return `the run was expected to be ${expected} and is ${status}${why === "" ? "" : ` (${why})`}`;
}

/** Each expected event is looked for after the one before it; of one that is not there, how the nearest differs. */
function missingEvents(expected: readonly JsonObject[], events: readonly RunEvent[]): readonly string[] {
  const problems: string[] = [];
  let from = 0;
  expected.forEach((wanted, index) => {
    const at = events.findIndex((event, place) => place >= from && differences(wanted, plain(event), "").length === 0);
    if (at >= 0) from = at + 1;
    else
      problems.push(
        `expected event ${index + 1} (${String(wanted.type)}) is not there${nearestTo(wanted, events.slice(from))}`,
      );
  });
  return problems;
}

function nearestTo(wanted: JsonObject, events: readonly RunEvent[]): string {
  const alike = events.filter((event) => event.type === wanted.type);
  const [nearest] = alike
    .map((event) => ({ event, differs: differences(wanted, plain(event), "") }))
    .sort((a, b) => a.differs.length - b.differs.length);
  if (nearest === undefined) return `: there is no more ${String(wanted.type)}`;
  return `: event ${nearest.event.seq} differs, ${nearest.differs[0]}`;
}

function plain({ type, data, seq, runId, at }: RunEvent): JsonObject {
  return { type, data, seq, runId, at };
}

/** Where a value is not what is expected; what is not mentioned may be anything. */
function differences(expected: Json, found: Json | undefined, path: string): string[] {
  if (isTable(expected) && isTable(found)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, found[key], path === "" ? key : `${path}.${key}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return expected.flatMap((value, index) => differences(value, found[index], `${path}[${index}]`));
  }
  if (JSON.stringify(expected) === JSON.stringify(found)) return [];
  return [`${path} is ${short(found)} and was expected to be ${short(expected)}`];
}

function short(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? "not there";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
