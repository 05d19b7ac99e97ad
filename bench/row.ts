// One line of the results: what was measured, against what, and whether the goal was met.

/** A measured figure with its unit. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
}

/** A curve: how cost grows with size. */
export interface Curve {
  readonly x: string;
  readonly y: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Figures that are read side by side. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** One line of the results. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly goal: string;
  readonly figures: readonly Figure[];
  /** The figure that the goal speaks of. */
  readonly reached: string;
  /** null where there is no goal. */
  readonly met: boolean | null;
  readonly curve?: Curve;
  readonly table?: Table;
}

/** A group of rows that share their preparation. */
export interface Measurement {
  readonly name: string;
  run(): Promise<readonly Row[]>;
}
