// Which processes a worker is, so that another on the same machine can see that it is gone.

/**
 * A worker's machine and its process, for as long as it lives: it is written once. What it starts, and starts again, is not
 * listed; the machine knows whose it is.
 */
export interface WorkerIdentity {
  readonly machine: string;
  readonly processes: readonly { readonly pid: number; readonly started: string }[];
}

/** What can be seen of workers from here, and where this is. */
export interface Machine {
  identity(): WorkerIdentity;
  /**
   * What holds the files of runs that are moved here, and outlives restarts of the machine: runs that carry a place are moved
   * at that place only. Default: the machine as `identity` names it.
   */
  place?(): string;
  /** Whether a worker of this machine, and everything that it ran, is certainly gone. False for those of other machines. */
  isGone(worker: WorkerIdentity): boolean;
}
