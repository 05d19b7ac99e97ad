// Runs every test, or those whose path contains one of the arguments, and ends with how many passed, failed and were skipped.

import { globSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { watchOver } from "./overdue.ts";
import { ensureSystemPackages } from "./system-packages.ts";
import { testEnvironment } from "./test-environment.ts";

/** What takes longer hangs: all files together, and each of them. Continuous integration gives less. */
const ALL_MINUTES = Number(process.env.HAFT_TEST_MINUTES ?? 60);
const FILE_MINUTES = ALL_MINUTES / 4;
const MINUTE_MS = 60_000;

const root = new URL("..", import.meta.url).pathname;
const wanted = process.argv.slice(2);
const files = globSync(["packages/*/test/**/*.test.ts", "scripts/**/*.test.ts"], { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
  .map((file) => `${root}${file}`);

ensureSystemPackages();

/** Counted as the tests end, for when not all of them do. */
const counted = { passed: 0, failed: 0, skipped: 0 };
let summed: typeof counted | undefined;
const ended = new Set<string>();
const remarks: string[] = [];
const seeded = ["--import", `${root}scripts/property-seed.ts`];
testEnvironment(process.env);
const stream = run({ files, concurrency: 2, timeout: FILE_MINUTES * MINUTE_MS, cwd: root, execArgv: seeded });
const forget = watchOver({
  files: new Set(files),
  fileMs: FILE_MINUTES * MINUTE_MS,
  allMs: ALL_MINUTES * MINUTE_MS,
  overdue(file) {
    ended.add(file);
    remark(`✖ ${relative(root, file)} did not end within ${FILE_MINUTES} min; it was ended with all its processes`);
  },
  over(running) {
    for (const file of running) remark(`✖ ${relative(root, file)} was still running after ${ALL_MINUTES} min`);
    const left = files.filter((file) => !ended.has(file)).length;
    remark(`${left} of ${files.length} test files had not ended after ${ALL_MINUTES} min`);
    tell({ ...counted, failed: counted.failed + left });
    process.exit(1);
  },
});

stream.on("test:summary", (summary) => {
  if (summary.file !== undefined) {
    ended.add(summary.file);
    return;
  }
  const { passed, skipped, tests, todo } = summary.counts;
  summed = { passed, failed: tests - passed - skipped - todo, skipped };
});
stream.on("test:pass", ({ name, skip, todo, details }) => {
  if (skip !== undefined) remarks.push(`skipped: ${name}: ${skip === true ? "no reason given" : skip}`);
  if (details.type === "suite" || todo !== undefined) return;
  if (skip === undefined) counted.passed += 1;
  else counted.skipped += 1;
});
stream.on("test:fail", ({ details }) => {
  if (details.type !== "suite") counted.failed += 1;
});
stream.compose(spec).pipe(process.stdout);
stream.on("end", () => {
  forget();
  // After the reporter has written its own summary.
  setImmediate(() => {
    const { passed, failed } = tell(summed ?? counted);
    process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  });
});

/** Told at once, and again in the end. */
function remark(line: string): void {
  console.log(line);
  remarks.push(line);
}

function tell(counts: typeof counted): typeof counted {
  const { passed, failed, skipped } = counts;
  for (const line of remarks) console.log(line);
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  console.log(line);
  const summaryFile = process.env.HAFT_TEST_SUMMARY;
  if (summaryFile !== undefined) writeFileSync(summaryFile, `${line}\n`);
  return counts;
}
