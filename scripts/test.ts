// Runs every test, or those whose path contains one of the arguments, and ends with how many passed, failed and were skipped.

import { globSync, writeFileSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { ensureSystemPackages } from "./system-packages.ts";

const root = new URL("..", import.meta.url).pathname;
const wanted = process.argv.slice(2);
const files = globSync(["packages/*/test/**/*.test.ts", "scripts/**/*.test.ts"], { cwd: root })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
  .map((file) => `${root}${file}`);

ensureSystemPackages();

const counts = { passed: 0, failed: 0, skipped: 0 };
const skips: string[] = [];
const seeded = ["--import", `${root}scripts/property-seed.ts`];
const stream = run({ files, concurrency: 2, timeout: 15 * 60_000, cwd: root, execArgv: seeded });
stream.on("test:summary", (summary) => {
  if (summary.file !== undefined) return;
  counts.passed = summary.counts.passed;
  counts.failed = summary.counts.tests - summary.counts.passed - summary.counts.skipped - summary.counts.todo;
  counts.skipped = summary.counts.skipped;
});
stream.on("test:pass", (test) => {
  if (test.skip !== undefined) skips.push(`${test.name}: ${test.skip === true ? "no reason given" : test.skip}`);
});
stream.compose(spec).pipe(process.stdout);
stream.on("end", () => {
  // After the reporter has written its own summary.
  setImmediate(() => {
    for (const skip of skips) console.log(`skipped: ${skip}`);
    const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    console.log(line);
    const summaryFile = process.env.HAFT_TEST_SUMMARY;
    if (summaryFile !== undefined) writeFileSync(summaryFile, `${line}\n`);
    process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  });
});
