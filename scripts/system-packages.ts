// The system packages that the sandbox tests need: installed as root on Debian and its kin, named elsewhere.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program or file that tests need, and the Debian package that brings it. */
interface SystemPackage {
  readonly debian: string;
  readonly probe: string;
  readonly for: string;
}

const PACKAGES: readonly SystemPackage[] = [
  { debian: "bubblewrap", probe: "/usr/bin/bwrap", for: "the sandbox at level namespaces" },
  { debian: "python3", probe: "/usr/bin/python3", for: "tools written in Python" },
  { debian: "python3-httpx", probe: "/usr/lib/python3/dist-packages/httpx", for: "the tracker example" },
  { debian: "python3-pydantic", probe: "/usr/lib/python3/dist-packages/pydantic", for: "pydantic models as arguments" },
  { debian: "python3-numpy", probe: "/usr/lib/python3/dist-packages/numpy", for: "modules with native code" },
  { debian: "util-linux", probe: "/usr/bin/prlimit", for: "limits of Node processes" },
];

function missing(): SystemPackage[] {
  return PACKAGES.filter((entry) => !existsSync(entry.probe));
}

/** Installs what is missing where that is possible, and says what is still missing where it is not. */
export function ensureSystemPackages(): void {
  const wanted = missing();
  if (wanted.length === 0) return;
  const names = wanted.map((entry) => entry.debian);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    console.error(`installing ${names.join(", ")} …`);
    const options = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { ...options, env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { ...options, env });
  }
  for (const entry of missing()) {
    console.error(
      `missing: ${entry.debian}, needed for ${entry.for}; tests that need it are skipped. Install it with: sudo apt-get install ${entry.debian}`,
    );
  }
}
