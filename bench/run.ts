// Runs the measurements one after another (those whose name contains an argument, if any are given) and writes the results.
// Arguments of the form NAME=NUMBER are sizes: size.ts.

import { installPeers } from "./install-peers.ts";
import type { Measurement, Row, Table } from "./row.ts";

installPeers();

// Reading comes first: what `starting` leaves in this process's memory slows whatever is measured after it.
const measurements: readonly Measurement[] = [
  (await import("./reading/re-read.ts")).reRead,
  (await import("./reading/understood.ts")).understood,
  (await import("./calls/python-calls.ts")).pythonCalls,
  (await import("./calls/typescript-calls.ts")).typescriptCalls,
  (await import("./calls/starting.ts")).starting,
  (await import("./steps/durable-steps.ts")).durableSteps,
  (await import("./steps/growth.ts")).growth,
  (await import("./waits/park-to-result.ts")).parkToResult,
  (await import("./parked/parked-runs.ts")).parkedRuns,
  (await import("./tenants/fairness.ts")).fairness,
  (await import("./workers/four-workers.ts")).fourWorkers,
];

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.includes("="));
const rows: Row[] = [];
for (const measurement of measurements) {
  if (wanted.length > 0 && !wanted.some((word) => measurement.name.includes(word))) continue;
  console.log(`── ${measurement.name}`);
  for (const row of await measurement.run()) {
    rows.push(row);
    console.log(
      `${row.met === false ? "missed" : row.met ? "met   " : "      "} ${row.what}: ${row.reached} (goal: ${row.goal})`,
    );
    if (row.table !== undefined) printTable(row.table);
  }
}
if (words.length === 0) (await import("./report.ts")).report(rows);

function printTable({ head, lines }: Table): void {
  for (const line of [head, ...lines]) console.log(`         ${line.map((cell) => cell.padEnd(12)).join("")}`);
}
