// Reading a module again after a one-line edit, warm; how that grows with its length; and the first read of a cold command.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReader, type Reader } from "@haft/contract";
import type { Measurement, Row } from "../row.ts";
import { percentile, rounded, timed } from "../statistics.ts";
import { edited, moduleText } from "./module-text.ts";

type Language = "python" | "typescript";

const GOALS: Readonly<Record<Language, number>> = { typescript: 40, python: 15 };
const fileOf = (language: Language): string => (language === "python" ? "bench.py" : "bench.tools.ts");

/** Milliseconds of `rounds` reads, each after another one-line edit. */
async function reread(reader: Reader, language: Language, lines: number, rounds: number): Promise<number[]> {
  const text = moduleText(language, lines);
  const file = fileOf(language);
  const first = await reader.read({ language, file, text });
  if (first.tools.length === 0) throw new Error(`the module does not read: ${JSON.stringify(first.diagnostics[0])}`);
  for (let edit = 0; edit < 5; edit++) await reader.read({ language, file, text: edited(text, -edit) });
  const times: number[] = [];
  for (let edit = 0; edit < rounds; edit++) {
    const request = { language, file, text: edited(text, edit) };
    times.push(await timed(() => reader.read(request)));
  }
  return times;
}

async function warmRow(reader: Reader, language: Language): Promise<Row> {
  const times = await reread(reader, language, 500, 60);
  const points: [number, number][] = [];
  for (const lines of [100, 1_000, 5_000])
    points.push([lines, rounded(percentile(await reread(reader, language, lines, 15), 0.5))]);
  const p95 = percentile(times, 0.95);
  return {
    what: `reading a 500-line ${language} module again after a one-line edit, warm`,
    against: "–",
    goal: `p95 ≤ ${GOALS[language]} ms`,
    figures: [
      { label: "p50", value: rounded(percentile(times, 0.5)), unit: "ms" },
      { label: "p95", value: rounded(p95), unit: "ms" },
    ],
    reached: `p95 ${rounded(p95)} ms`,
    met: p95 <= GOALS[language],
    curve: { x: "lines", y: "ms", points },
  };
}

/** The whole of `haft check FILE`, from its start to its end. */
async function coldRow(language: Language): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "haft-bench-"));
  const file = join(folder, fileOf(language));
  writeFileSync(file, moduleText(language, 500));
  const haft = new URL("../../packages/haft/bin/haft.js", import.meta.url).pathname;
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    times.push(await timed(() => spawnSync(process.execPath, [haft, "check", file], { cwd: folder, stdio: "ignore" })));
  }
  rmSync(folder, { recursive: true });
  const median = percentile(times, 0.5);
  return {
    what: `first read of a cold command: haft check of a 500-line ${language} module`,
    against: "–",
    goal: "≤ 1 s",
    figures: [{ label: "median", value: rounded(median), unit: "ms" }],
    reached: `${rounded(median)} ms`,
    met: median <= 1_000,
  };
}

/** Warm and cold reading. */
export const reRead: Measurement = {
  name: "reading again",
  async run() {
    await using reader = createReader({});
    return [
      await warmRow(reader, "typescript"),
      await warmRow(reader, "python"),
      await coldRow("typescript"),
      await coldRow("python"),
    ];
  },
};
