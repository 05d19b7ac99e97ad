// Limits in numbers, and where control groups are looked for.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { folderOf } from "../../src/limits/control-group.ts";
import { prlimitArguments, processLimits, processorSeconds } from "../../src/limits/process-limits.ts";
import { imageOf } from "../harness.ts";

const MIB = 1024 * 1024;

describe("limits of a process", () => {
  it("bound address space only where no control group bounds memory", () => {
    const python = imageOf("python", "return 1");
    const node = imageOf("typescript", "return 1");
    const surroundings = { ownUserCount: true, memoryGroup: false };
    assert.equal(processLimits(python, surroundings).RLIMIT_AS, 4096 * MIB);
    assert.equal(processLimits(node, surroundings).RLIMIT_AS, (512 + 1536) * MIB);
    assert.equal(processLimits(node, { ...surroundings, memoryGroup: true }).RLIMIT_AS, undefined);
  });

  it("count processes only where the user is counted alone", () => {
    const image = imageOf("python", "return 1");
    assert.equal(processLimits(image, { ownUserCount: true, memoryGroup: true }).RLIMIT_NPROC, 64);
    assert.equal(processLimits(image, { ownUserCount: false, memoryGroup: true }).RLIMIT_NPROC, undefined);
  });

  it("give a call its wall clock on every processor, and a second", () => {
    assert.equal(processorSeconds(30, 2), 62);
    assert.equal(processorSeconds(0.5, 1), 2);
    const shared = imageOf("typescript", "return 1", { reuse: true });
    assert.equal(processLimits(shared, { ownUserCount: true, memoryGroup: true }).RLIMIT_CPU, undefined);
  });

  it("are arguments of prlimit", () => {
    assert.deepEqual(prlimitArguments({ RLIMIT_NOFILE: 256, RLIMIT_CORE: 0 }), ["--nofile=256:256", "--core=0:0"]);
  });
});

describe("the folder of a control group", () => {
  const own = "4:memory:/docker/abc\n3:cpu,cpuacct:/\n0::/system.slice/x.service\n";
  const mounts = [
    "30 20 0:25 /docker/abc /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
    "31 20 0:26 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct",
    "32 20 0:27 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw",
  ].join("\n");
  it("is found below the part of the hierarchy that is mounted", () => {
    assert.equal(folderOf(own, mounts, "memory"), "/sys/fs/cgroup/memory");
    assert.equal(folderOf(own, mounts, "cpuacct"), "/sys/fs/cgroup/cpu");
    assert.equal(folderOf(own, mounts, undefined), "/sys/fs/cgroup/unified/system.slice/x.service");
    assert.equal(folderOf(own, mounts, "pids"), undefined);
  });
});
