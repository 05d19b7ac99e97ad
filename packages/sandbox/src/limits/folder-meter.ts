// How much a folder holds, measured by a process that sees nothing else: the server never opens a path that a tool can change.

/** Measures one folder. */
export interface FolderMeter {
  /** Bytes that its files take on the disk; undefined where they could not be counted. */
  measure(): Promise<number | undefined>;
  close(): void;
}
