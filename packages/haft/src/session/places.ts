// Where the files of a database's runs are, and what moving them comes to.

/** One place where files of runs are. */
export interface PlaceSummary {
  readonly place: string;
  /** Whether it is this data folder. */
  readonly here: boolean;
  /** Open runs that have their files there. */
  readonly runs: number;
  readonly workers: readonly { readonly machine: string; readonly folder: string }[];
  /** Where it is, of the place that is the home of the store's files. */
  readonly home?: { readonly machine: string; readonly folder: string };
}

/** What moving the home of a place came to, or would come to. */
export interface PlaceMove {
  readonly from: string;
  /** The copy. */
  readonly folder: string;
  /** Open runs that have their files there. */
  readonly runs: number;
  /** What the copy lacks of what they need, the first of them; how many there are beside those. */
  readonly missing: readonly {
    readonly runId: string;
    readonly what: "workspace" | "source" | "blob";
    readonly name: string;
  }[];
  readonly missingMore: number;
  readonly applied: boolean;
  /** The new place; open and ended runs that have moved; ids of those that somebody took meanwhile. */
  readonly to?: string;
  readonly moved?: number;
  readonly ended?: number;
  readonly held?: readonly string[];
}
