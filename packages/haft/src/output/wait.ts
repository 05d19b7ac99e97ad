// A wait for people: what a parked call waits for, and how it goes on.

import { hasPassed } from "../session/has-passed.ts";
import type { Wait } from "../session/wait.ts";
import { jsonText, visible } from "./json-text.ts";
import { formatMoment, fromNow } from "./moment.ts";
import { plainLine, plainText } from "./plain-text.ts";

/** One line: what is waited for; of a time, until when. */
export function waitSummary(wait: Wait, now: number): string {
  switch (wait.kind) {
    case "answer":
      return plainLine(wait.prompt ?? "a question");
    case "approval":
      return wait.approval === undefined ? "approval" : plainLine(wouldRun(wait.approval));
    case "time":
      return wait.due === undefined ? "a time" : `until ${formatMoment(wait.due)} (${fromNow(wait.due, now)})`;
    case "files":
      return `changes of ${plainLine((wait.paths ?? []).join(", "))}`;
    case "signal":
      return `the signal ${plainLine(wait.key ?? "")}`;
  }
}

/** What would run, and how many of those who are asked have agreed. */
function wouldRun({ arguments: given, have, need }: NonNullable<Wait["approval"]>): string {
  return `${visible(jsonText(given))} (${have} of ${need})`;
}

/** The end of "it waits …". */
export function waitsFor(wait: Wait, now: number): string {
  if (wait.kind === "approval") return "for approval";
  return `${wait.kind === "time" ? "" : "for "}${waitSummary(wait, now)}`;
}

/** Any wait but an approval (`approval.ts`) in full, one fact a line. */
export function describeWait(wait: Wait, now: number): readonly string[] {
  const lines = [`${wait.id} waits ${wait.kind === "answer" ? "for an answer" : waitsFor(wait, now)}`];
  if (wait.kind === "answer") {
    lines.push(
      ...plainText(wait.prompt ?? "")
        .split("\n")
        .map((line) => `  ${line}`),
    );
    const choices = wait.choices?.map((choice) => plainLine(asText(choice)));
    if (choices) lines.push(`  choices: ${choices.join(", ")}`);
    else if (wait.schema) lines.push(`  an answer that fits ${plainLine(JSON.stringify(wait.schema))}`);
    if (wait.to && wait.to.length > 0) lines.push(`  for: ${plainLine(wait.to.join(", "))}`);
  }
  if (wait.expiresAt !== undefined && wait.kind !== "time") {
    const word = hasPassed(wait, now) ? "expired" : "expires";
    lines.push(`  ${word} ${formatMoment(wait.expiresAt)} (${fromNow(wait.expiresAt, now)})`);
  }
  return lines;
}

/** The next thing to type for a wait of this kind. */
export function howToGoOn(wait: Wait, now: number): string {
  // Whatever moves it on needs what the call was given: else the command that shows it would have moved it.
  if (hasPassed(wait, now))
    return "its time has passed: haft worker --once, with each --secret that the call was given";
  if (wait.kind === "answer") return `answer it: haft answer ${wait.id} ${exampleAnswer(wait)}`;
  if (wait.kind === "approval")
    return `approve it: haft approve ${wait.id}, or deny it: haft deny ${wait.id} --reason WHY`;
  if (wait.kind === "time") return "go on when it is due: haft worker --once";
  if (wait.kind === "files") return "go on when they have changed: haft worker --once";
  return `send it: haft signal ${typed(wait.key ?? "KEY")} JSON`;
}

function exampleAnswer(wait: Wait): string {
  const first = wait.choices?.[0];
  if (first === undefined) return "VALUE";
  return typed(asText(first));
}

/** A text as a shell takes it. */
function typed(text: string): string {
  return /^[\w.@%+:,/-]+$/.test(text) ? text : `'${plainLine(text).replaceAll("'", "'\\''")}'`;
}

/** A choice as it is typed: text as it is, everything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
