// Where everything that sandboxes mount is kept: a folder that the sandbox's user can reach, and nothing in it that is secret.

import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The default folder: `/var/lib/haft` for root, else `haft` in the user's state folder. */
export function defaultStateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (process.getuid?.() === 0) return "/var/lib/haft";
  const states = environment.XDG_STATE_HOME;
  return states?.startsWith("/") ? join(states, "haft") : join(homedir(), ".local", "state", "haft");
}

/** A folder below the state folder, made where it is missing. Names in it are digests, so that it need not be listed. */
export function stateSubfolder(state: string, name: string): string {
  const folder = join(state, name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  // The umask of the server must not close what the sandbox's user has to pass through.
  if (process.getuid?.() === 0) for (const path of [state, folder]) chmodSync(path, 0o711);
  return folder;
}

/** Fails, saying what to do, where the state folder cannot be written. */
export function requireStateFolder(state: string): void {
  try {
    mkdirSync(state, { recursive: true, mode: 0o755 });
    accessSync(state, constants.W_OK | constants.X_OK);
  } catch (fault) {
    const reason = fault instanceof Error && "code" in fault ? String(fault.code) : "no access";
    throw new Error(`the state folder ${state} cannot be written (${reason}); name another with XDG_STATE_HOME=DIR`);
  }
}
