// What goes with each request to the outside, and what its reply holds. A refusal is a reply with an error.
//
// `secret` {name} -> text. `signal.url` {key} -> text. `files.state` {paths} -> the state that changes are measured against: a
// list of {path, size, mtimeMs, inode}; it comes back as `params.state` of the wait. A runner that cannot wait for a reply
// while a helper is called takes the same state itself. Artifacts travel in parts of at most 1 MiB,
// so that a frame always holds one; most are one part.

/** `artifact.read`: the bytes from `offset` on, of the newest version unless one is named. Refused: `artifact_not_found`. */
export interface ArtifactRead {
  readonly path: string;
  readonly version?: number;
  readonly offset: number;
}

/** What `artifact.read` gives. `text`: the whole is text, in UTF-8. `last`: no further part. */
export interface ArtifactPart {
  readonly version: number;
  readonly mimeType: string;
  readonly text: boolean;
  readonly base64: string;
  readonly last: boolean;
}

/**
 * `artifact.write`: one part. The parts of one artifact come in order, from offset 0. The reply to the last one is
 * `{path, version, size, digest}`, to the others null.
 */
export interface ArtifactWrite {
  readonly path: string;
  readonly mimeType: string;
  readonly base64: string;
  readonly offset: number;
  readonly last: boolean;
}

/** What `artifact.write` gives in the end. */
export interface ArtifactWritten {
  readonly path: string;
  readonly version: number;
  readonly size: number;
  readonly digest: string;
}

/** One entry of the list that `artifact.list` {} gives, newest first. */
export interface ArtifactListed extends ArtifactWritten {
  readonly mimeType: string;
  /** ISO 8601. */
  readonly at: string;
}
