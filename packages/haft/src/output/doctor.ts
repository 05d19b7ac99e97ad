// A doctor's report for people: each check on a line, its remedy below, and the isolation line by line.

import type { DoctorReport } from "../session/checks.ts";
import type { Paint } from "./paint.ts";
import { plainText } from "./plain-text.ts";

/** The whole report, ending in a line feed. */
export function formatReport(report: DoctorReport, paint: Paint): string {
  const longest = Math.max(0, ...report.checks.map((check) => check.name.length));
  const lines = report.checks.flatMap((check) => {
    const line = `${mark(check.ok, paint)} ${check.name.padEnd(longest)}  ${plainText(check.detail)}`;
    return check.remedy === undefined
      ? [line]
      : [line, `${" ".repeat(longest + 4)}${paint.strong("do:")} ${plainText(check.remedy)}`];
  });
  if (report.isolation) {
    const { level, lines: enforced } = report.isolation;
    const widest = Math.max(0, ...enforced.map((line) => line.what.length));
    lines.push("", paint.strong(`isolation ${level}`));
    for (const line of enforced) {
      lines.push(`${mark(line.enforced, paint)} ${line.what.padEnd(widest)}  ${plainText(line.detail)}`.trimEnd());
    }
  }
  return `${lines.join("\n")}\n`;
}

function mark(ok: boolean, paint: Paint): string {
  return ok ? paint.good("ok") : paint.error("no");
}
