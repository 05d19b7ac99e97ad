// What of a machine decides about sandboxes, fact by fact, each with the line that changes it: for `haft doctor`.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { SandboxOptions } from "../calls/seat.ts";
import { pythonInterpreter, pythonName } from "../images/python-interpreter.ts";
import { findProgram } from "../levels/find-program.ts";
import { findControlGroups } from "../limits/control-group.ts";
import { hostArchitecture } from "../seccomp/architecture.ts";
import { closedOnTheWay } from "../state/reachable.ts";
import { sandboxUser } from "../state/sandbox-user.ts";
import { defaultStateFolder, requireStateFolder } from "../state/state-folder.ts";
import { installLine, kernelSetting, refusalRemedy } from "./remedies.ts";

const run = promisify(execFile);

/** One fact. `remedy` is the next thing to type where it is not as it should be. */
export interface MachineFact {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy?: string;
}

/** Looks at the machine; starts no sandbox, changes nothing but the state folder. Never rejects. */
export async function machineFacts(options: SandboxOptions): Promise<readonly MachineFact[]> {
  const looks = [
    bubblewrap,
    userNamespaces,
    filter,
    memory,
    () => python(options),
    () => state(options),
    () => user(options),
    project,
  ];
  return Promise.all(
    looks.map(async (look) => {
      try {
        return await look();
      } catch (fault) {
        return { name: "sandbox", ok: false, detail: fault instanceof Error ? fault.message : String(fault) };
      }
    }),
  );
}

async function bubblewrap(): Promise<MachineFact> {
  const path = findProgram("bwrap");
  if (path === undefined)
    return { name: "bubblewrap", ok: false, detail: "bwrap is not installed", remedy: installLine("bwrap") };
  const { stdout } = await run(path, ["--version"], { env: {} });
  return { name: "bubblewrap", ok: true, detail: `${path}, ${stdout.trim()}` };
}

function userNamespaces(): MachineFact {
  const names = [
    "user.max_user_namespaces",
    "kernel.unprivileged_userns_clone",
    "kernel.apparmor_restrict_unprivileged_userns",
  ];
  const found = names.flatMap((name) => {
    const value = kernelSetting(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const refused = found.some((one) => /(max_user_namespaces|userns_clone)=0$|apparmor.*=1$/.test(one));
  const detail = found.join(", ") || "the kernel has no setting that refuses them";
  return {
    name: "user namespaces",
    ok: !refused,
    detail,
    ...(refused ? { remedy: refusalRemedy(kernelSetting) } : {}),
  };
}

function filter(): MachineFact {
  const architecture = hostArchitecture();
  return architecture
    ? {
        name: "system call filter",
        ok: true,
        detail: `for ${architecture.name}, to number ${architecture.syscalls.last}`,
      }
    : { name: "system call filter", ok: false, detail: `none for ${process.arch}`, remedy: "use x86-64 or arm64" };
}

async function memory(): Promise<MachineFact> {
  const groups = await findControlGroups();
  if (groups) return { name: "control groups", ok: true, detail: `version ${groups.version}, in ${groups.memory}` };
  return {
    name: "control groups",
    ok: false,
    detail: "none can be made: resident memory is watched instead; socket buffers and files in /tmp are not counted",
    remedy: "start Haft as root, or as a service with Delegate=memory pids",
  };
}

async function python(options: SandboxOptions): Promise<MachineFact> {
  try {
    const found = await pythonInterpreter(pythonName(options.python));
    return { name: "python", ok: true, detail: `${found.named}, ${found.version}` };
  } catch (fault) {
    const detail = fault instanceof Error ? fault.message : String(fault);
    return { name: "python", ok: false, detail, remedy: installLine("python3") };
  }
}

function state(options: SandboxOptions): MachineFact {
  const folder = options.state ?? defaultStateFolder();
  requireStateFolder(folder);
  const closed = closedOnTheWay(folder, sandboxUser(options.user));
  return closed === undefined || closed === folder
    ? { name: "state folder", ok: true, detail: folder }
    : {
        name: "state folder",
        ok: false,
        detail: `${closed} is closed to the sandbox's user`,
        remedy: `chmod o+x ${closed}`,
      };
}

function user(options: SandboxOptions): MachineFact {
  const { uid, gid } = sandboxUser(options.user);
  return { name: "sandbox user", ok: true, detail: `uid ${uid}, gid ${gid}` };
}

/** Where the project is closed to the sandbox's user, what it needs is copied; only folders that tools write to cannot be. */
function project(): MachineFact {
  const here = process.cwd();
  const closed = existsSync(here) ? closedOnTheWay(here, sandboxUser(undefined)) : undefined;
  return closed === undefined
    ? { name: "this folder", ok: true, detail: `${here} can be reached by the sandbox's user` }
    : { name: "this folder", ok: true, detail: `${closed} is closed to the sandbox's user: what is mounted is copied` };
}
