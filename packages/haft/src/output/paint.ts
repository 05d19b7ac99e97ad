// Colours, where they are seen: on a terminal whose user has not turned them off.

import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Wraps text in styles, or leaves it as it is. */
export interface Paint {
  readonly coloured: boolean;
  strong(text: string): string;
  quiet(text: string): string;
  error(text: string): string;
  warning(text: string): string;
  good(text: string): string;
  name(text: string): string;
}

/** Where text is written to, as far as colours need to know. */
export interface Paintable {
  readonly isTTY?: boolean;
}

/** `NO_COLOR` (any value) and a dumb terminal mean none; so does everything that is not a terminal. */
export function paintFor(stream: Paintable, environment: NodeJS.ProcessEnv): Paint {
  const coloured = stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
  const style = (format: Style) => (text: string) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  return {
    coloured,
    strong: style("bold"),
    quiet: style("dim"),
    error: style(["bold", "red"]),
    warning: style(["bold", "yellow"]),
    good: style("green"),
    name: style("cyan"),
  };
}
