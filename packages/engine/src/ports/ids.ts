// Where new ids come from.

/** Kinds of id; each is the prefix of its ids. */
export type IdKind = "run" | "call" | "wait" | "thr" | "wrk" | "app" | "sto";

/** Makes ids that nobody can guess and no two workers make twice. */
export interface Ids {
  next(kind: IdKind): string;
}
