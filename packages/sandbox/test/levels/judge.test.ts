// A report proves its level, or what it lacks is named.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { InsideReport } from "@haft/sdk/wire";
import { type Expectation, judge } from "../../src/levels/judge.ts";

const OWN = { mnt: "mnt:[1]", pid: "pid:[1]", net: "net:[1]", ipc: "ipc:[1]", uts: "uts:[1]", user: "user:[1]" };
const MADE = { mnt: "mnt:[2]", pid: "pid:[3]", net: "net:[4]", ipc: "ipc:[5]", uts: "uts:[6]", user: "user:[7]" };

const REPORT: InsideReport = {
  pid: 2,
  uid: 65_534,
  status: { NoNewPrivs: "1", CapEff: "0000000000000000", Seccomp_filters: "3" },
  namespaces: MADE,
  root: ["tmp", "usr"],
  descriptors: [0, 1, 2, 3],
  refused: { connect: "ENETUNREACH", ptrace: "EPERM" },
  limits: { RLIMIT_NOFILE: 256 },
  interpreter: "python 3.11",
};

const EXPECTED: Expectation = {
  way: { level: "namespaces", name: "bubblewrap" },
  own: { namespaces: OWN, filters: 1 },
  status: { "mnt-namespace": 2, "pid-namespace": 3, "net-namespace": 4 },
  network: "none",
  filters: 2,
  root: new Set(["tmp", "usr", "dev"]),
  descriptors: new Set([0, 1, 2, 3, 4]),
  refusals: { ptrace: ["EPERM"] },
  limits: { RLIMIT_NOFILE: 256 },
  memory: "512 MiB",
};

const SECCOMP: Expectation = { ...EXPECTED, way: { level: "seccomp", name: "seccomp" } };

describe("a report", () => {
  it("that is whole proves its level", () => {
    const verdict = judge(REPORT, EXPECTED);
    assert.deepEqual(verdict.missing, []);
    assert.ok(verdict.lines.every((line) => line.enforced));
  });

  const LACKS: readonly [string, Partial<InsideReport>, RegExp][] = [
    ["a namespace of the server's", { namespaces: { ...MADE, pid: OWN.pid } }, /processes.*shared with the server/],
    ["a namespace that bubblewrap did not make", { namespaces: { ...MADE, net: "net:[99]" } }, /bubblewrap made 4/],
    ["no user namespace", { namespaces: { ...MADE, user: OWN.user } }, /users/],
    ["a strange folder in the root", { root: ["tmp", "home"] }, /also holds home/],
    ["an unreadable root", { root: [] }, /only named paths/],
    ["a descriptor more", { descriptors: [0, 1, 2, 3, 30] }, /also open: 30/],
    ["a connection", { refused: { connect: "allowed", ptrace: "EPERM" } }, /came to allowed/],
    ["no attempt to connect", { refused: { ptrace: "EPERM" } }, /nothing that was reported/],
    ["new privileges", { status: { ...REPORT.status, NoNewPrivs: "0" } }, /NoNewPrivs 0/],
    ["a capability", { status: { ...REPORT.status, CapEff: "0000000000000400" } }, /CapEff/],
    ["no status at all", { status: {} }, /not reported/],
    ["a container's filter only", { status: { ...REPORT.status, Seccomp_filters: "1" } }, /0 of 2 filters/],
    ["a call that passed the filter", { refused: { connect: "ENETUNREACH", ptrace: "ESRCH" } }, /not refused: ptrace/],
    ["a limit that is too high", { limits: { RLIMIT_NOFILE: 1024 } }, /not in force: RLIMIT_NOFILE/],
    ["no limit", { limits: { RLIMIT_NOFILE: -1 } }, /not in force/],
    ["root", { uid: 0 }, /uid 0/],
  ];
  for (const [name, change, missing] of LACKS)
    it(`with ${name} does not`, () => {
      assert.match(judge({ ...REPORT, ...change }, EXPECTED).missing.join("; "), missing);
    });

  it("of root without user namespaces does not claim them", () => {
    const report = { ...REPORT, namespaces: { ...MADE, user: OWN.user } };
    const verdict = judge(report, { ...EXPECTED, way: { level: "namespaces", name: "bubblewrap as root" } });
    assert.deepEqual(verdict.missing, []);
    assert.equal(verdict.lines.find((line) => line.what.includes("user"))?.enforced, false);
  });

  it("with the machine's network granted says so", () => {
    const report = {
      ...REPORT,
      namespaces: { ...MADE, net: OWN.net },
      refused: { connect: "allowed", ptrace: "EPERM" },
    };
    const verdict = judge(report, { ...EXPECTED, network: "shared" });
    assert.deepEqual(verdict.missing, []);
    assert.match(verdict.lines.find((line) => line.what === "no network")?.detail ?? "", /network is granted/);
  });

  it("at the level seccomp needs no namespaces, but the filter and the refused connection", () => {
    const report = { ...REPORT, namespaces: OWN, root: [] };
    assert.deepEqual(judge(report, SECCOMP).missing, []);
    const open = judge({ ...report, refused: { connect: "allowed" } }, SECCOMP);
    assert.match(open.missing.join(), /no network/);
  });

  it("says line by line that a weaker level reads files as the user does", () => {
    const verdict = judge({ ...REPORT, namespaces: OWN, root: ["home", "usr"] }, SECCOMP);
    assert.deepEqual(verdict.missing, []);
    assert.equal(verdict.lines.find((line) => line.what === "only named paths readable")?.enforced, false);
  });

  it("at the level rlimit-only needs its limits only", () => {
    const bare = { ...REPORT, namespaces: OWN, status: {}, refused: { connect: "allowed" } };
    const expected: Expectation = { ...EXPECTED, way: { level: "rlimit-only", name: "rlimit-only" } };
    assert.deepEqual(judge(bare, expected).missing, []);
    assert.match(judge({ ...bare, limits: {} }, expected).missing.join(), /limits/);
  });
});
