// The thread's artifacts, as a tool sees them.

/** One version of one file. */
export interface ArtifactVersion {
  readonly path: string;
  readonly version: number;
  /** In bytes. */
  readonly size: number;
  readonly digest: string;
}

/** An entry of a list. */
export interface ArtifactEntry extends ArtifactVersion {
  readonly mimeType: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
}

/** A versioned file tree of the thread. Paths are relative to its root, at most 512 characters. */
export interface Artifacts {
  /** Text for `text/*`, JSON and the like, else bytes. Rejects with an Error of code `artifact_not_found`. */
  read(path: string, version?: number): Promise<string | Uint8Array>;
  /** A new version; at most 16 MiB. */
  write(path: string, content: string | Uint8Array, options?: { readonly mimeType?: string }): Promise<ArtifactVersion>;
  /** What there is, newest first. */
  list(): Promise<readonly ArtifactEntry[]>;
}
