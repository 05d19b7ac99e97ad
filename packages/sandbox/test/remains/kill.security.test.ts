// Whoever is killed, and whenever: no process of a sandbox is left.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { endOrphans } from "../../src/launcher/orphans.ts";
import { missingFor } from "../harness.ts";
import { controlGroups, eventually, ownUser, processesOf, temporaries } from "./remains.ts";

/** `HAFT_KILLS=200` for the long form. */
const KILLS = Number(process.env.HAFT_KILLS ?? 40);
const UID = ownUser(55_000);
const LATEST_MS = 12;
const VICTIMS = [["server"], ["launcher"], ["launcher", "server"], ["server", "launcher"]] as const;
const numberOf = (found: string) => found.split(" ")[0];
const nothing = (found: readonly string[]) => found.length === 0;

const WAYS = ["bubblewrap", "seccomp"] as const;

for (const way of WAYS)
  describe(`kills by ${way}`, {
    skip: missingFor(way) || (process.getuid?.() === 0 ? false : "needs root, to count by user"),
  }, () => {
    it(`SIGKILL of the server or the launcher 0–${LATEST_MS} ms after a start, ${KILLS / WAYS.length} times: nothing is left`, async () => {
      for (let round = 0; round < KILLS / WAYS.length; round += 1) {
        const driver = fork(join(import.meta.dirname, "kill-driver.ts"), [way, String(UID)], { stdio: "inherit" });
        const [ready] = (await once(driver, "message")) as [{ launcher: number }];
        driver.send("go");
        await once(driver, "message");
        await pause((round / (KILLS / WAYS.length)) * LATEST_MS);
        const exited = once(driver, "exit");
        // By number: a process that lives on may have become another program.
        const there = new Set(processesOf(UID).map(numberOf));
        const victims = VICTIMS[round % VICTIMS.length] ?? [];
        for (const victim of victims)
          process.kill(victim === "launcher" ? ready.launcher : (driver.pid ?? 0), "SIGKILL");
        // A server that has lost its launcher ends what that left, and goes on with a new one.
        if (!victims.some((victim) => victim === "server")) {
          const left = () => processesOf(UID).filter((one) => there.has(numberOf(one)));
          await eventually(left, nothing, `processes left in round ${round}`);
          driver.kill("SIGKILL");
        }
        await exited;
        // Where both were killed, one after the other or at once, the next server's first look ends what is left.
        const launcherToo = victims.some((victim) => victim === "launcher");
        const leftOver = async () => {
          if (launcherToo) await endOrphans();
          return processesOf(UID);
        };
        await eventually(leftOver, nothing, `processes left in round ${round}`);
        await eventually(() => controlGroups(driver.pid ?? 0), nothing, "control groups left");
      }
      assert.deepEqual(temporaries(UID), []);
    });
  });
