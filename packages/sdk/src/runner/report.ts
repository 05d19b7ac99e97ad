// What the process finds of its own surroundings, before it has loaded any of the tool's code.

import type { InsideReport } from "../wire/messages.ts";
import type { RunnerSettings } from "./index.ts";
import { connection, interfaces } from "./probes.ts";

// Not imported: a bundle would copy every function of the module at every start.
const { readdirSync, readFileSync, readlinkSync } = process.getBuiltinModule("node:fs");

const STATUS = new Set(["NoNewPrivs", "CapEff", "CapBnd", "Seccomp", "Seccomp_filters"]);
const NAMESPACES = ["mnt", "pid", "net", "ipc", "uts", "user", "cgroup", "time"];

/** Names of limits as the kernel's own table shows them. */
const LIMITS: Readonly<Record<string, string>> = {
  RLIMIT_CPU: "Max cpu time",
  RLIMIT_FSIZE: "Max file size",
  RLIMIT_DATA: "Max data size",
  RLIMIT_STACK: "Max stack size",
  RLIMIT_CORE: "Max core file size",
  RLIMIT_RSS: "Max resident set",
  RLIMIT_NPROC: "Max processes",
  RLIMIT_NOFILE: "Max open files",
  RLIMIT_MEMLOCK: "Max locked memory",
  RLIMIT_AS: "Max address space",
};

function orElse<T>(found: () => T, otherwise: T): T {
  try {
    return found();
  } catch {
    return otherwise;
  }
}

function statusLines(): Record<string, string> {
  const text = orElse(() => readFileSync("/proc/self/status", "latin1"), "");
  const lines = text.split("\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return Object.fromEntries(lines.filter(([name]) => STATUS.has(name)));
}

function namespaces(): Record<string, string> {
  const found = NAMESPACES.map((name) => [name, orElse(() => readlinkSync(`/proc/self/ns/${name}`), "")]);
  return Object.fromEntries(found.filter(([, identity]) => identity !== ""));
}

/**
 * Descriptors that came with the process. The interpreter has opened some of its own by now: kernel objects without a
 * path, pipes of which it holds both ends, and the null device.
 */
function descriptors(): number[] {
  const names = orElse(() => readdirSync("/proc/self/fd"), []);
  const targets = names.map((name) => orElse(() => readlinkSync(`/proc/self/fd/${name}`), ""));
  const isOwn = (target: string) =>
    target === "" ||
    target === "/dev/null" ||
    target.startsWith("anon_inode:") ||
    (target.startsWith("pipe:") && targets.indexOf(target) !== targets.lastIndexOf(target));
  return names.flatMap((name, index) => (Number(name) <= 3 || !isOwn(targets[index] ?? "") ? [Number(name)] : []));
}

function limits(names: readonly string[]): Record<string, number> {
  const text = orElse(() => readFileSync("/proc/self/limits", "latin1"), "");
  const found = names.map((name): [string, number] => {
    const label = LIMITS[name];
    const line = text.split("\n").find((candidate) => label !== undefined && candidate.startsWith(`${label} `));
    const soft =
      line === undefined || label === undefined ? "" : (line.slice(label.length).trim().split(/\s+/)[0] ?? "");
    return [name, soft === "unlimited" ? -1 : Number(soft || Number.NaN)];
  });
  return Object.fromEntries(found.filter(([, value]) => !Number.isNaN(value)));
}

/** The report. */
export function insideReport(settings: RunnerSettings): InsideReport {
  return {
    pid: process.pid,
    uid: process.getuid?.() ?? 0,
    status: statusLines(),
    namespaces: namespaces(),
    root: orElse(() => readdirSync("/").sort(), []),
    descriptors: descriptors().sort((a, b) => a - b),
    refused: { connect: connection(), interfaces: interfaces() },
    limits: limits(settings.limits),
    interpreter: `node ${process.versions.node}`,
  };
}
