// What a start that failed means: for whoever asked for a seat, and for the way that was used.

import type { WireError } from "@haft/sdk/wire";
import { StartFailed } from "../calls/sandbox-process.ts";
import { SeatUnavailable } from "../calls/seat.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { isNamespaceRefusal, namespacesRefused, noProgram } from "../doctor/remedies.ts";
import { Unreachable } from "../images/placement.ts";
import { NoInterpreter } from "../images/python-interpreter.ts";
import { bubblewrapComplaint } from "../levels/bubblewrap-way.ts";
import type { Way } from "../levels/way.ts";
import { WireFault } from "../wire/frames.ts";
import { LevelMissing } from "./sandbox-starter.ts";

/** The reason if the way itself cannot be used on this machine; undefined if something else went wrong. */
export function wayRefused(way: Way, fault: unknown): WireError | undefined {
  if (fault instanceof LevelMissing)
    return {
      type: "isolation_unavailable",
      message: `the level ${way.level} is not in force: ${fault.missing.join("; ")}`,
      hint: "haft doctor shows line by line what is and is not enforced",
    };
  if (!(fault instanceof StartFailed) || fault.fault.kind !== "ended") return undefined;
  const { how, said } = fault.fault;
  if (how.startsWith("failed: "))
    return noProgram(way.level === "namespaces" ? "bwrap" : "python3", `the level ${way.level}`);
  const complaint = bubblewrapComplaint(said);
  if (complaint !== undefined && isNamespaceRefusal(complaint)) return namespacesRefused(complaint);
  return undefined;
}

/** The fault as `take` tells it. */
export function seatFault(image: ToolsetImage, fault: unknown): SeatUnavailable {
  if (fault instanceof SeatUnavailable) return fault;
  if (fault instanceof NoInterpreter)
    return new SeatUnavailable({ type: "load_failed", message: fault.message, hint: "haft doctor" }, false);
  if (fault instanceof Unreachable)
    return new SeatUnavailable({ type: "isolation_unavailable", message: fault.message, hint: "haft doctor" }, false);
  if (fault instanceof StartFailed) return startFault(image, fault);
  if (fault instanceof WireFault)
    return new SeatUnavailable({ type: "protocol_error", message: `${image.file}: ${fault.message}` }, false);
  const message = fault instanceof Error ? fault.message : String(fault);
  return new SeatUnavailable({ type: "isolation_unavailable", message, hint: "haft doctor" }, true);
}

function startFault(image: ToolsetImage, { fault }: StartFailed): SeatUnavailable {
  switch (fault.kind) {
    case "load-failed":
      return new SeatUnavailable(fault.error, false);
    case "slow":
      return new SeatUnavailable(
        {
          type: "load_failed",
          message: `${image.file} had not ${fault.during === "load" ? "loaded" : "started"} after 30 s`,
          hint: "move work from the top of the module into the tool",
        },
        false,
      );
    case "protocol":
      return new SeatUnavailable(
        {
          type: "protocol_error",
          message: `${image.file} sent what is no message while it was loaded: ${fault.detail}`,
          hint: "leave descriptors 3 and 4 alone: they carry the call's own messages",
        },
        false,
      );
    case "ended": {
      const last = fault.said.at(-1);
      const said = last === undefined ? "" : `: ${last}`;
      return fault.during === "load"
        ? new SeatUnavailable(
            {
              type: "load_failed",
              message: `${image.file} ended its process while it was loaded (${fault.how})${said}`,
              hint: "a module must not call exit at its top level",
            },
            false,
          )
        : new SeatUnavailable(
            {
              type: "killed",
              message: `a sandbox ended before it was ready (${fault.how})${said}`,
              hint: "haft doctor",
            },
            true,
          );
    }
  }
}
