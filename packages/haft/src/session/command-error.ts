// A failure that the user can mend, told by one message.

import type { Reading } from "./reading.ts";

/**
 * A failure with a remedy, told by one message. Everything that reading and sessions reject with on purpose is one; anything
 * else is a fault of Haft's own. `usage`: the command was written wrongly (exit code 2), else what was asked for failed (1).
 */
export class CommandError extends Error {
  /** A stable word: `not_found`, `no_tools`, `unknown_tool`, `ambiguous`, `store_read_only`, `store_too_new`, `disk_full` … */
  readonly type: string;
  readonly hint: string | undefined;
  readonly usage: boolean;
  /** `does_not_read`, `unknown_tool`: what reading found, printed above the message. */
  readonly reading: Reading | undefined;
  constructor(
    type: string,
    message: string,
    options: { readonly hint?: string; readonly usage?: boolean; readonly reading?: Reading } = {},
  ) {
    super(message);
    this.name = "CommandError";
    this.type = type;
    this.hint = options.hint;
    this.usage = options.usage ?? false;
    this.reading = options.reading;
  }
}
