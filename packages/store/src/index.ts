// The storage of the engine, on SQLite and on PostgreSQL.

export { createFolderBlobs } from "./blobs/folder-blobs.ts";
export { StoreError, type StoreProblem } from "./database/store-error.ts";
export { thisMachine } from "./leases/machine.ts";
export { openStore, type StoreOptions } from "./open-store.ts";
export type { OpenedStore, WakeupState } from "./opened-store.ts";
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
