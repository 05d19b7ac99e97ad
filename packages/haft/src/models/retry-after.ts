// When a provider wants to be asked again: said in a header, or by Google in the body.

/** The longest pause that is passed on; whoever asks for more is asked again after it. */
const LONGEST = 24 * 60 * 60 * 1000;

/** Where a provider may have said it. */
export interface RetrySources {
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The error as the provider sent it, parsed. */
  readonly data?: unknown;
}

/** The pause in milliseconds; undefined: nothing was said that can be read. */
export function retryAfter({ headers = {}, data }: RetrySources, now: number): number | undefined {
  const said = milliseconds(headers["retry-after-ms"]) ?? ofHeader(headers, now) ?? ofDetails(data);
  return said === undefined ? undefined : Math.min(Math.max(0, Math.ceil(said)), LONGEST);
}

function milliseconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

/** Seconds, or a date: counted from the provider's own date where it sent one, because its clock is not ours. */
function ofHeader(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers["retry-after"];
  const seconds = milliseconds(text);
  if (seconds !== undefined) return seconds * 1000;
  const until = Date.parse(text ?? "");
  if (Number.isNaN(until)) return undefined;
  const theirs = Date.parse(headers.date ?? "");
  return until - (Number.isNaN(theirs) ? now : theirs);
}

/** Google: `error.details[].retryDelay`, as in `"34s"`. */
function ofDetails(data: unknown): number | undefined {
  const error = property(data, "error") ?? data;
  const details = property(error, "details");
  if (!Array.isArray(details)) return undefined;
  for (const one of details) {
    const delay = property(one, "retryDelay");
    const match = typeof delay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(delay) : null;
    if (match !== null) return Number(match[1]) * 1000;
  }
  return undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
