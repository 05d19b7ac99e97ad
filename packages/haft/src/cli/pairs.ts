// `NAME=VALUE` as it stands behind a flag.

import { CommandError } from "../session/command-error.ts";

/** The two sides of the first `=`. `flag` and `example` are for the message of a text without one. */
export function splitPair(text: string, flag: string, example: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) {
    throw new CommandError("usage", `${flag} takes NAME=VALUE, and got ${JSON.stringify(text)}`, {
      usage: true,
      hint: `write ${flag} ${example}`,
    });
  }
  return [text.slice(0, at), text.slice(at + 1)];
}
