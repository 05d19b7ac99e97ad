// What a toolset's source is now, to compare with the source that a call belongs to (I6).

/** The current source of a toolset. */
export interface CurrentSource {
  readonly version: string;
  readonly digest: string;
}

/** Tells the current source of a toolset; null: it is gone. */
export interface Sources {
  current(tenant: string, toolset: string): Promise<CurrentSource | null>;
}
