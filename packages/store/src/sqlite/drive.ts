// Runs work to its end on a connection, without a pause.

import type { Step, StepResult, Work } from "../database/work.ts";
import type { Database } from "./database.ts";

/** What the work comes to. */
export function drive<T>(database: Database, work: Work<T>): T {
  let next = work.next();
  while (next.done !== true) next = work.next(perform(database, next.value));
  return next.value;
}

function perform(database: Database, step: Step): StepResult {
  if (step.kind !== "each") for (const { sql, parameters } of step.before ?? []) database.run(sql, parameters);
  switch (step.kind) {
    case "run":
      return database.run(step.sql, step.parameters);
    case "get":
      return database.get(step.sql, step.parameters);
    case "all":
      return database.all(step.sql, step.parameters);
    case "each":
      return step.parameters.reduce((changed, one) => changed + database.run(step.sql, one), 0);
  }
}
