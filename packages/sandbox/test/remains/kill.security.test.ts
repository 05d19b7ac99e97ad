// Whoever is killed, and whenever: no process of a sandbox is left.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { missingFor } from "../harness.ts";
import { controlGroups, eventually, processesOf, temporaries } from "./remains.ts";

/** `HAFT_KILLS=200` for the long form. */
const KILLS = Number(process.env.HAFT_KILLS ?? 40);
const UID = 54_322;
const LATEST_MS = 12;

for (const way of ["bubblewrap", "seccomp"] as const)
  describe(`kills by ${way}`, {
    skip: missingFor(way) || (process.getuid?.() === 0 ? false : "needs root, to count by user"),
  }, () => {
    it(`SIGKILL of the server or the launcher 0–${LATEST_MS} ms after a start, ${KILLS} times: nothing is left`, async () => {
      const before = temporaries();
      for (let round = 0; round < KILLS / 2; round += 1) {
        const driver = fork(join(import.meta.dirname, "kill-driver.ts"), [way, String(UID)], { stdio: "inherit" });
        const [ready] = (await once(driver, "message")) as [{ launcher: number }];
        driver.send("go");
        await once(driver, "message");
        await pause((round / (KILLS / 2)) * LATEST_MS);
        const exited = once(driver, "exit");
        // One after the other and, every third time, both at once.
        if (round % 3 !== 0) process.kill(round % 3 === 1 ? ready.launcher : (driver.pid ?? 0), "SIGKILL");
        if (round % 3 === 0) for (const pid of [ready.launcher, driver.pid ?? 0]) process.kill(pid, "SIGKILL");
        if (round % 3 === 1) driver.kill("SIGKILL");
        await exited;
        await eventually(
          () => processesOf(UID),
          (found) => found.length === 0,
          `processes left in round ${round}`,
        );
        await eventually(
          () => controlGroups(driver.pid ?? 0),
          (found) => found.length === 0,
          "control groups left",
        );
      }
      assert.deepEqual(temporaries(), before);
    });
  });
