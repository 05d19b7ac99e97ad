// The settings of a worker, in milliseconds.

/** How a worker keeps time. */
export interface WorkerSettings {
  /** How long a lease lasts after each renewal. */
  readonly leaseMs: number;
  /** So long before the end of a lease nothing more is started. */
  readonly startMarginMs: number;
  /** So long before the end of a lease what runs is killed. */
  readonly stopMarginMs: number;
  /** How often is looked for what came from outside, whatever wakes. */
  readonly lookMs: number;
  /** How long what came of a call or of a request may wait for what begins next, to be written with it. */
  readonly gatherMs: number;
  /** How long notes are gathered. */
  readonly notesMs: number;
  /** How long streamed text is gathered. */
  readonly deltaMs: number;
  /** How long a stopping worker lets calls finish. */
  readonly drainMs: number;
  /** Waiting times before a sandbox is asked for again. */
  readonly retriesMs: readonly number[];
  /** Waiting times before a model is asked again, each up to a quarter longer at random; none left: it is given up. */
  readonly modelRetriesMs: readonly number[];
  /** The longest waiting time that a provider can ask for. */
  readonly longestRetryMs: number;
  /** How long a judge may think. */
  readonly judgeMs: number;
  /** Waiting times before a run that could not be moved is tried again; the last one holds for every later time. */
  readonly troubleMs: readonly number[];
  /** Runs of one tenant that may be held at once. */
  readonly maxRunning: number;
  /** How often what ended long ago, and blobs that nothing names, are looked for: by one worker of all. */
  readonly upkeepMs: number;
  /** Between two pieces of that. */
  readonly upkeepPauseMs: number;
  /** How long nothing must have named a blob before it is removed. */
  readonly keepUnnamedMs: number;
}

/** As the design has them. */
export const DEFAULT_SETTINGS: WorkerSettings = Object.freeze({
  leaseMs: 30_000,
  startMarginMs: 10_000,
  stopMarginMs: 5_000,
  lookMs: 1_000,
  gatherMs: 25,
  notesMs: 100,
  deltaMs: 50,
  drainMs: 30_000,
  retriesMs: Object.freeze([500, 2_500, 7_000]),
  modelRetriesMs: Object.freeze([1_000, 2_000, 4_000, 8_000]),
  longestRetryMs: 60_000,
  judgeMs: 10_000,
  troubleMs: Object.freeze([5_000, 30_000, 300_000]),
  maxRunning: 50,
  upkeepMs: 60_000,
  upkeepPauseMs: 50,
  keepUnnamedMs: 24 * 3_600_000,
});

/** The settings with those that were given; the margins of a lease grow and shrink with it. */
export function workerSettings(given: Partial<WorkerSettings>): WorkerSettings {
  const leaseMs = given.leaseMs ?? DEFAULT_SETTINGS.leaseMs;
  return { ...DEFAULT_SETTINGS, startMarginMs: leaseMs / 3, stopMarginMs: leaseMs / 6, ...given };
}
