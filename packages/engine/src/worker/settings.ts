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
  /** How long notes are gathered. */
  readonly notesMs: number;
  /** How long a stopping worker lets calls finish. */
  readonly drainMs: number;
  /** Waiting times before a sandbox is asked for again. */
  readonly retriesMs: readonly number[];
  /** Runs of one tenant that may be held at once. */
  readonly maxRunning: number;
}

/** As the design has them. */
export const DEFAULT_SETTINGS: WorkerSettings = Object.freeze({
  leaseMs: 30_000,
  startMarginMs: 10_000,
  stopMarginMs: 5_000,
  lookMs: 1_000,
  notesMs: 100,
  drainMs: 30_000,
  retriesMs: Object.freeze([500, 2_500, 7_000]),
  maxRunning: 50,
});
