// What continuous integration runs: every check, one after another; `--without-tests` leaves the tests out.

import { spawnSync } from "node:child_process";

interface Step {
  readonly name: string;
  readonly script: string;
}

const STEPS: readonly Step[] = [
  { name: "format", script: "format:check" },
  { name: "lint, import cycles, part borders", script: "lint" },
  { name: "types", script: "types" },
  { name: "unused exports", script: "unused" },
  { name: "links in the docs", script: "docs:links" },
  { name: "tests and examples", script: "test" },
  { name: "shape", script: "shape" },
];

const withoutTests = process.argv.includes("--without-tests");
const failed: string[] = [];
for (const step of STEPS) {
  if (withoutTests && step.script === "test") continue;
  console.log(`\n── ${step.name}`);
  const { status } = spawnSync("npm", ["run", "--silent", step.script], { stdio: "inherit" });
  if (status !== 0) failed.push(step.name);
}
console.log(failed.length === 0 ? "\nverified" : `\nfailed: ${failed.join("; ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
