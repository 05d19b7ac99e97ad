// The processes of this machine, as /proc tells of them.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** One process as it is now. */
export interface SeenProcess {
  /** When it was started, in ticks since the machine was: the number of a process that has ended is given to another. */
  readonly started: string;
  /** Nothing of it runs any more; its parent has not looked yet. */
  readonly over: boolean;
  /** It is on its way out: what it was started with cannot be read any more, and what it holds may not have ended yet. */
  readonly leaving: boolean;
}

const PF_EXITING = 0x4;
/** What is not there, or has ended since it was listed. */
const MISSING: readonly unknown[] = ["ENOENT", "ESRCH"];

/**
 * The space in which processes are numbered here: the number of one means nothing in another. Undefined: processes of others
 * cannot be seen from here.
 */
export function ownSpace(): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    // A /proc of another namespace tells of other processes by the same numbers.
    if (readlinkSync("/proc/self") !== String(process.pid)) return undefined;
    if (hidesOthers(readFileSync("/proc/self/mounts", "utf8"))) return undefined;
    // Times of starts are told by the clock of this one.
    return ["pid", "time"].map((name) => readlinkSync(`/proc/self/ns/${name}`).replace(/\D/g, "")).join(".");
  } catch {
    return undefined;
  }
}

/** Whether /proc, as the list of what is mounted has it, shows to each user his own processes only. */
export function hidesOthers(mounts: string): boolean {
  return /^\S+ \/proc proc \S*\bhidepid=(?!0|off)/m.test(mounts);
}

/** Looks at one; undefined: there is none. Throws where it cannot be told. */
export function look(pid: number): SeenProcess | undefined {
  const stat = read(pid, "stat");
  if (stat === undefined) return undefined;
  // The second field, the name, may hold spaces and parentheses; the fields after the last one are plain.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Its first thread may have ended before the others have.
  const over = (fields[0] === "Z" || fields[0] === "X") && Number(fields[17]) <= 1;
  return { started: fields[19] ?? "", over, leaving: !over && (Number(fields[6]) & PF_EXITING) !== 0 };
}

/**
 * Whether a process is there in whose command line one of these words stands, of those that are not older than `since`.
 * Throws where it cannot be told.
 */
export function isAnyMarked(words: readonly string[], since: number): boolean {
  return readdirSync("/proc").some((name) => /^\d+$/.test(name) && isMarked(Number(name), words, since));
}

function isMarked(pid: number, words: readonly string[], since: number): boolean {
  const seen = look(pid);
  if (seen === undefined || seen.over || Number(seen.started) < since) return false;
  // The first process of a namespace stands for all in it, and is over when they are: what they say of themselves is not read.
  const inside = /^NSpid:(?:\t\d+)+\t(\d+)$/m.exec(read(pid, "status") ?? "")?.[1];
  if (inside !== undefined && inside !== "1") return false;
  if (
    read(pid, "cmdline")
      ?.split(/[\0 ]/)
      .some((word) => words.includes(word))
  )
    return true;
  // It ends the others on its way out, when its command line reads as empty already: whose it is cannot be told any more.
  return inside !== undefined && (look(pid)?.leaving ?? false);
}

function read(pid: number, file: "stat" | "status" | "cmdline"): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && MISSING.includes(error.code)) return undefined;
    throw error;
  }
}
