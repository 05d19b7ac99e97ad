// What a store is asked for so that it does not grow for ever, and what is known of it as a whole: tenants, blobs that
// nothing names, facts.

/** One tenant. */
export interface TenantRow {
  readonly tenant: string;
  /** Runs that may be held at once. */
  readonly maxRunning: number;
  /** How many days a run is kept after its end; null: for ever. */
  readonly retentionDays: number | null;
}

/** What is set of a tenant, and by whom. */
export interface SaveTenant {
  readonly tenant: string;
  readonly retentionDays: number | null;
  readonly by: string;
}

/** Whether it was something else before: only then the trail tells of it. */
export interface SaveTenantReply {
  readonly changed: boolean;
}

/** Runs of a tenant that ended before a moment: at most so many, and no more than have so many events together (2,000). */
export interface PruneRuns {
  readonly tenant: string;
  readonly endedBefore: number;
  readonly limit: number;
  readonly events?: number;
}

/** What was removed. `more`: there is, or may be, more to remove. */
export interface PrunedRuns {
  readonly runs: number;
  readonly more: boolean;
}

/** A blob that nothing names. */
export interface UnnamedBlob {
  readonly tenant: string;
  readonly digest: string;
  readonly bytes: number;
  /** As what it was seen when it was looked at last; null: it was not looked at since it lost its last name. */
  readonly seenAs: string | null;
}

/** What was seen of blobs that nothing names. Those that have a name by now are left out. */
export interface MarkBlobs {
  readonly tenant: string;
  readonly blobs: readonly Pick<UnnamedBlob, "digest" | "bytes" | "seenAs">[];
  /** They are looked at again after so many milliseconds. */
  readonly againMs: number;
}

/** A blob that nothing named for as long as it was to be left, and that is what it was seen as. */
export interface ForgetBlob {
  readonly tenant: string;
  readonly digest: string;
  readonly seenAs: string;
}

/** Something that is known of the store, or of who works on it, and when it was written. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** A null value removes it. `ifMatch`: the value that it must have; null: there must be none; absent: whatever it is. */
export interface SaveFact {
  readonly name: string;
  readonly value: string | null;
  readonly ifMatch?: string | null;
}

/** Whether it was written, and the store's time. */
export interface SaveFactReply {
  readonly ok: boolean;
  readonly at: number;
}

/** A place where open runs have their files, and how many of them somebody holds. */
export interface PlaceRow {
  readonly place: string;
  readonly open: number;
  readonly held: number;
}

/** A run that has not ended. */
export interface OpenRun {
  readonly tenant: string;
  readonly runId: string;
}

/** A page of a tenant's runs, behind one of them, is looked through for those of one place: they get another. */
export interface MovePlace {
  readonly tenant: string;
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly after: string;
  readonly limit: number;
}

/** How many have moved, and the ids of those that somebody holds: they have not. `next`: behind which it goes on; null: that was all. */
export interface MovePlaceReply {
  readonly open: number;
  readonly ended: number;
  readonly held: readonly string[];
  readonly next: string | null;
}

/** The part of a store that looks after it. */
export interface StoreUpkeep {
  saveTenant(request: SaveTenant): Promise<SaveTenantReply>;
  /** Tenants behind one of them, by their names. */
  tenants(after: string, limit: number): Promise<readonly TenantRow[]>;
  /** Removes one piece of the runs that ended before a time, and threads with their last run; what has not ended never. */
  prune(request: PruneRuns): Promise<PrunedRuns>;
  /** Blobs that nothing names and whose time to be looked at has come, of all tenants. */
  unnamedBlobs(limit: number): Promise<readonly UnnamedBlob[]>;
  /** Those of which the store knows nothing. */
  unknownBlobs(tenant: string, digests: readonly string[]): Promise<readonly string[]>;
  markBlobs(request: MarkBlobs): Promise<void>;
  /** False: something names it by now, or it was seen as something else since. */
  forgetBlob(request: ForgetBlob): Promise<boolean>;
  /** The places of open runs. */
  places(): Promise<readonly PlaceRow[]>;
  /** Open runs of a place, behind one of them. */
  openRuns(place: string, after: OpenRun | null, limit: number): Promise<readonly OpenRun[]>;
  /** Digests of the blobs that a run's events name. */
  blobsOfRun(tenant: string, runId: string): Promise<readonly string[]>;
  movePlace(request: MovePlace): Promise<MovePlaceReply>;
  /** Those whose names begin so, by their names. */
  facts(prefix: string): Promise<readonly Fact[]>;
  saveFact(request: SaveFact): Promise<SaveFactReply>;
}
