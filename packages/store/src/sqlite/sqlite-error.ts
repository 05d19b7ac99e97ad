// What SQLite says went wrong, in the store's own words.

import { StoreError } from "../database/store-error.ts";

/** SQLite's primary result codes that have a remedy. */
const CODES = {
  denied: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  locking: 15,
  notADatabase: 26,
};

/** The result code of an error of SQLite's, or undefined. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

/** Whether another process holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === CODES.busy || code === CODES.locked;
}

/** An error of SQLite's in the store's own words; anything else as it is. */
export function asStoreError(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  switch (resultCode(error)) {
    case CODES.busy:
    case CODES.locked:
    case CODES.locking:
      return new StoreError(
        "store_busy",
        `the store ${file} was locked by another process for more than 10 s`,
        "look for a process that has the file open and is stopped or very slow",
        error,
      );
    case CODES.denied:
    case CODES.readOnly:
    case CODES.cannotOpen:
      return new StoreError(
        "store_read_only",
        `the store ${file} cannot be written: ${error.message}`,
        "make the file and its folder writable for this user, or name another with --store FILE",
        error,
      );
    case CODES.io:
      // Also what a full disk comes to where SQLite has to lengthen the files beside the store.
      return new StoreError(
        "disk_full",
        `the disk refused to read or write the store ${file}: ${error.message}`,
        "make room on the disk that holds it, or look at why it fails (dmesg); nothing of this step was kept",
        error,
      );
    case CODES.full:
      return new StoreError(
        "disk_full",
        `the store ${file} could not be written: ${error.message}`,
        "make room on the disk that holds it; nothing of this step was kept",
        error,
      );
    case CODES.corrupt:
    case CODES.notADatabase:
      return new StoreError(
        "store_unreadable",
        `${file} is not a store of Haft, or it is damaged: ${error.message}`,
        "name another file with --store FILE, or put a copy back",
        error,
      );
    default:
      return error;
  }
}
