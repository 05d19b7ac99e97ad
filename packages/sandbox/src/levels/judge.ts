// Judges what the process inside reported before it loaded anything: is the level in force that its way claims? (I10)

import type { InsideReport } from "@haft/sdk/wire";
import type { IsolationLine } from "./level.ts";
import type { OwnSurroundings } from "./own-surroundings.ts";
import type { Way } from "./way.ts";

/** What the report is held against. */
export interface Expectation {
  readonly way: Pick<Way, "level" | "name">;
  readonly own: OwnSurroundings;
  /** What `--json-status-fd` said: the namespaces that bubblewrap made. */
  readonly status: Readonly<Record<string, unknown>>;
  readonly network: "none" | "shared";
  /** Filters that must have been added; 0 where there is none for this machine. */
  readonly filters: number;
  /** Names that may stand in `/`. */
  readonly root: ReadonlySet<string>;
  /** Descriptors that may be open. */
  readonly descriptors: ReadonlySet<number>;
  /** Calls that must have been refused, and with which errors. */
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  /** Limits that must be in force, or lower ones. */
  readonly limits: Readonly<Record<string, number>>;
  /** How memory is bounded, in words. */
  readonly memory: string;
}

/** A line, and whether the level is missing without it. */
interface Finding extends IsolationLine {
  readonly required: boolean;
}

/** What is and is not enforced, and what the level lacks. */
export interface Verdict {
  readonly lines: readonly IsolationLine[];
  /** Empty: the level is in force. */
  readonly missing: readonly string[];
}

/** Judges a report. */
export function judge(report: InsideReport, expected: Expectation): Verdict {
  const level = expected.way.level;
  const findings: Finding[] = [
    ...(level === "namespaces" ? namespaceFindings(report, expected) : withoutNamespaces(report, expected)),
    ...(level === "rlimit-only" ? [] : privilegeFindings(report, expected)),
    limits(report, expected),
    user(report),
    { what: "memory", enforced: true, detail: expected.memory, required: false },
  ];
  return {
    lines: findings.map(({ what, enforced, detail }) => ({ what, enforced, detail })),
    missing: findings.filter((one) => one.required && !one.enforced).map((one) => `${one.what}: ${one.detail}`),
  };
}

const NAMESPACE_WORDS: Readonly<Record<string, string>> = {
  mnt: "mounts",
  pid: "processes",
  net: "network",
  ipc: "ipc",
  uts: "host name",
  user: "users",
};

function namespaceFindings(report: InsideReport, expected: Expectation): Finding[] {
  const findings: Finding[] = [];
  for (const [name, word] of Object.entries(NAMESPACE_WORDS)) {
    const required = !(name === "net" && expected.network === "shared");
    const claimed = !(name === "user" && expected.way.name === "bubblewrap as root");
    const inside = report.namespaces[name];
    const made = expected.status[`${name}-namespace`];
    const own = inside !== undefined && inside !== expected.own.namespaces[name];
    const asMade = made === undefined || inside === `${name}:[${String(made)}]`;
    findings.push({
      what: `own ${word} (${name} namespace)`,
      enforced: own && asMade,
      detail: own ? (asMade ? inside : `${inside}, but bubblewrap made ${String(made)}`) : "shared with the server",
      required: required && claimed,
    });
  }
  const strange = report.root.filter((name) => !expected.root.has(name));
  findings.push({
    what: "only named paths visible",
    enforced: strange.length === 0 && report.root.length > 0,
    detail: strange.length === 0 ? `/ holds ${report.root.join(", ")}` : `/ also holds ${strange.join(", ")}`,
    required: true,
  });
  const open = report.descriptors.filter((number) => !expected.descriptors.has(number));
  findings.push({
    what: "no inherited descriptors",
    enforced: open.length === 0,
    detail: open.length === 0 ? `open: ${report.descriptors.join(", ")}` : `also open: ${open.join(", ")}`,
    required: true,
  });
  findings.push(connection(report, expected));
  return findings;
}

function withoutNamespaces(report: InsideReport, expected: Expectation): Finding[] {
  // Whoever may read only named paths cannot list the root: that is tried, not told.
  const confined = expected.way.level === "seccomp" && report.root.length === 0;
  return [
    {
      what: "only named paths readable",
      enforced: confined,
      detail: confined ? "by Landlock: / cannot be listed" : "reads files as the user that runs the sandbox",
      required: false,
    },
    {
      what: "own processes",
      enforced: false,
      detail: "sees the machine's processes; its own are ended with it",
      required: false,
    },
    expected.way.level === "seccomp"
      ? connection(report, expected)
      : { what: "no network", enforced: false, detail: "reaches the network as the server does", required: false },
  ];
}

function connection(report: InsideReport, expected: Expectation): Finding {
  const attempt = report.refused.connect;
  return {
    what: "no network",
    enforced: expected.network === "none" && attempt !== undefined && attempt !== "allowed",
    detail:
      expected.network === "shared"
        ? "the machine's network is granted"
        : `a connection to 192.0.2.1 came to ${attempt ?? "nothing that was reported"}`,
    required: expected.network === "none",
  };
}

function privilegeFindings(report: InsideReport, expected: Expectation): Finding[] {
  const { status } = report;
  const added = Number(status.Seccomp_filters ?? 0) - expected.own.filters;
  const passed = Object.entries(expected.refusals).filter(
    ([name, errors]) => name in report.refused && !errors.includes(report.refused[name] ?? ""),
  );
  return [
    {
      what: "no new privileges",
      enforced: status.NoNewPrivs === "1",
      detail: `NoNewPrivs ${status.NoNewPrivs ?? "not reported"}`,
      required: true,
    },
    {
      what: "no capabilities",
      enforced: /^0+$/.test(status.CapEff ?? "none"),
      detail: `CapEff ${status.CapEff ?? "not reported"}`,
      required: true,
    },
    {
      what: "system call filter",
      enforced: expected.filters > 0 && added >= expected.filters && passed.length === 0,
      detail: filterDetail(expected.filters, added, passed),
      required: true,
    },
  ];
}

function filterDetail(
  wanted: number,
  added: number,
  passed: readonly (readonly [string, readonly string[]])[],
): string {
  if (wanted === 0) return `there is no filter for ${process.arch}`;
  if (added < wanted) return `${added} of ${wanted} filters in force`;
  if (passed.length > 0) return `not refused: ${passed.map(([name]) => name).join(", ")}`;
  return `${added} in force`;
}

function limits(report: InsideReport, expected: Expectation): Finding {
  const higher = Object.entries(expected.limits).filter(([name, most]) => {
    const found = report.limits[name];
    return found === undefined || found < 0 || found > most;
  });
  return {
    what: "limits",
    enforced: higher.length === 0,
    detail:
      higher.length === 0
        ? Object.keys(expected.limits)
            .map((name) => name.slice("RLIMIT_".length))
            .join(", ")
        : `not in force: ${higher.map(([name]) => name).join(", ")}`,
    required: true,
  };
}

function user(report: InsideReport): Finding {
  return {
    what: "not root",
    enforced: report.uid !== 0,
    detail: `uid ${report.uid}`,
    required: true,
  };
}
