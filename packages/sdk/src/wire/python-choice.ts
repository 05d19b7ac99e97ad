// Which Python reads and runs a toolset: both sides must come to the same one, because what parses depends on its version.

/** An interpreter to use, and the variable that named it. */
export interface PythonChoice {
  readonly command: string;
  readonly namedBy?: "HAFT_PYTHON";
}

/** What the choice is made from. */
export interface PythonChoiceFrom {
  /** Named by whoever gave the command or made the reader. */
  readonly named?: string | undefined;
  /** The interpreter of the toolset's package environment. */
  readonly ofPackages?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The interpreters to try, in order: the one named, else `HAFT_PYTHON`, else the package environment's own, else the
 * usual ones. One that somebody chose is the only one: another could be of another version.
 */
export function pythonChoices({ named, ofPackages, environment }: PythonChoiceFrom): readonly PythonChoice[] {
  if (named) return [{ command: named }];
  if (environment.HAFT_PYTHON) return [{ command: environment.HAFT_PYTHON, namedBy: "HAFT_PYTHON" }];
  if (ofPackages) return [{ command: ofPackages }];
  return [{ command: "/usr/bin/python3" }, { command: "python3" }];
}
