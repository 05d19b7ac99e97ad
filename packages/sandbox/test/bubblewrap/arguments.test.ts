// The arguments of bubblewrap: what must be there, and in which order.

import assert from "node:assert/strict";
import { it } from "node:test";
import { type BubblewrapPlan, bubblewrapArguments } from "../../src/bubblewrap/arguments.ts";

const PLAN: BubblewrapPlan = {
  userNamespace: true,
  network: "none",
  mounts: [
    { host: "/state/b", inside: "/workspace", access: "write" },
    { host: "/usr/lib", inside: "/usr/lib", access: "read" },
  ],
  links: [{ inside: "/lib", target: "usr/lib" }],
  environment: { HOME: "/tmp" },
  filter: 8,
  gate: 6,
  status: 7,
};
const text = (plan: BubblewrapPlan) => ` ${bubblewrapArguments(plan).join(" ")} `;

it("unshares everything, dies with its parent and closes the root last", () => {
  const line = text(PLAN);
  for (const part of [
    "--unshare-all --unshare-user --disable-userns",
    "--die-with-parent --new-session",
    "--seccomp 8 --block-fd 6 --json-status-fd 7",
    "--ro-bind /usr/lib /usr/lib",
    "--bind /state/b /workspace",
    "--size 4096 --tmpfs /proc/1 --remount-ro /proc/1",
    "--size 16777216 --tmpfs /dev/shm --remount-ro /dev",
    "--size 67108864 --tmpfs /tmp",
    "--setenv HOME /tmp",
  ])
    assert.ok(line.includes(` ${part} `), part);
  assert.ok(line.endsWith(" --remount-ro / "));
  assert.ok(!line.includes("--share-net"));
});

it("shares the network only where it is granted, and as root keeps what setpriv needs", () => {
  assert.ok(text({ ...PLAN, network: "shared" }).includes(" --unshare-all --share-net "));
  const root = text({ ...PLAN, userNamespace: false });
  assert.ok(root.includes("--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP"));
  assert.ok(root.includes("--unshare-net") && !root.includes("--unshare-user") && !root.includes("--unshare-all"));
});
