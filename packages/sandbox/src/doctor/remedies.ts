// Why a machine gives no better level, and what changes that.

import { existsSync, readFileSync } from "node:fs";
import type { WireError } from "@haft/sdk/wire";

/** The line that installs a program, by the package manager that this machine has. */
export function installLine(program: string): string {
  const packages: Readonly<Record<string, string>> = {
    bwrap: "bubblewrap",
    python3: "python3",
    prlimit: "util-linux",
    setpriv: "util-linux",
  };
  const name = packages[program] ?? program;
  const managers: readonly (readonly [string, string])[] = [
    ["/usr/bin/apt-get", `apt-get install -y ${name}`],
    ["/usr/bin/dnf", `dnf install -y ${name}`],
    ["/usr/bin/pacman", `pacman -S ${name}`],
    ["/sbin/apk", `apk add ${name}`],
    ["/usr/bin/zypper", `zypper install ${name}`],
  ];
  return managers.find(([path]) => existsSync(path))?.[1] ?? `install the package ${name}`;
}

/** bubblewrap is not there. */
export function noBubblewrap(): WireError {
  return {
    type: "isolation_unavailable",
    message: "the level namespaces needs bubblewrap (bwrap), which is not installed",
    hint: installLine("bwrap"),
  };
}

/** A program that a level needs is not there. */
export function noProgram(program: string, what: string): WireError {
  return {
    type: "isolation_unavailable",
    message: `${what} needs ${program}, which is not installed`,
    hint: installLine(program),
  };
}

/** A setting of the kernel as text; undefined where there is none. */
export function kernelSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name.replaceAll(".", "/")}`, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** bubblewrap was started and was refused. `said` is what it wrote. */
export function namespacesRefused(said: string): WireError {
  return {
    type: "isolation_unavailable",
    message: `the level namespaces was refused: ${said}`,
    hint: refusalRemedy(kernelSetting),
  };
}

/** The line that changes what refuses user namespaces here. */
export function refusalRemedy(setting: (name: string) => string | undefined): string {
  if (setting("user.max_user_namespaces") === "0") return "sysctl -w user.max_user_namespaces=15000";
  if (setting("kernel.unprivileged_userns_clone") === "0") return "sysctl -w kernel.unprivileged_userns_clone=1";
  if (setting("kernel.apparmor_restrict_unprivileged_userns") === "1")
    return "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap an AppArmor profile with userns";
  return "in a container, allow user namespaces: --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined; or start Haft as root; or accept a weaker level: --isolation seccomp";
}

/** What bubblewrap writes when it may not make namespaces, in place of when a single mount is wrong. */
export function isNamespaceRefusal(said: string): boolean {
  return /namespace|uid map|gid map|setgroups|Creating new|clone|Failed to make \/ slave|mount proc|mounting proc|loopback|pivot_root|No permissions|unshare/i.test(
    said,
  );
}
