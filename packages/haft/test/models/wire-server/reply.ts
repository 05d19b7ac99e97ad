// What a wire server is told to answer, the same for every wire format.

/** A call that the model asks for. */
export interface WireCall {
  /** Absent: the server makes one, or sends none where the format allows that. */
  readonly id?: string;
  readonly name: string;
  /** The text that stands for the arguments on the wire, whatever it is. */
  readonly arguments: string;
}

/** A streamed response. */
export interface WireResponse {
  /** Each piece is an event of its own. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly WireCall[];
  /** Default: `calls` where there are some, else `stop`. */
  readonly finish?: "stop" | "calls" | "length" | "filter";
  /** Default: 11 in, 7 out. */
  readonly usage?: { readonly input: number; readonly output: number };
  /** Reasoning that the provider wants back: its text is `thought`, its signature or encrypted form this. */
  readonly signature?: string;
  /** What happens after so many events instead of the rest: see `Instead`. */
  readonly after?: { readonly events: number; readonly instead: Instead };
  /** Writes in pieces of so many bytes, through the middle of characters. */
  readonly chunkBytes?: number;
}

/** `break`: the connection is torn. `end`: the stream ends as if it were whole. `hang`: nothing more is said. */
export type Instead = "break" | "end" | "hang";

/** An answer that is no response. */
export interface WireRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. Default: the format's own error, with `message`. */
  readonly body?: string | object;
  readonly message?: string;
}

/** The texts of the events, as they are: for what no model would say. */
export interface WireRaw {
  readonly events: readonly string[];
  /** What happens after them. Default: `end`. */
  readonly instead?: Instead;
}

/** One answer. */
export type WireReply = WireResponse | WireRefusal | WireRaw;

/** The pieces of a response's text. */
export function pieces({ text = [] }: WireResponse): readonly string[] {
  return typeof text === "string" ? (text === "" ? [] : [text]) : text;
}

/** How a response ends. */
export function finish({ finish: said, calls = [] }: WireResponse): "stop" | "calls" | "length" | "filter" {
  return said ?? (calls.length > 0 ? "calls" : "stop");
}

/** What a response used. */
export function usage({ usage: said }: WireResponse): { readonly input: number; readonly output: number } {
  return said ?? { input: 11, output: 7 };
}

/** The halves of a text: arguments come in pieces. */
export function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== "");
}
