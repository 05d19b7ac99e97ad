// The other half of the seeds, so that both processors have something to do.

import { test } from "node:test";
import { assertSeeds } from "../simulation/assert-seeds.ts";

test(
  "whatever goes wrong with the second half of the seeds, the logs keep their rules and every run ends",
  {
    timeout: 600_000,
  },
  () => assertSeeds(2),
);
