// Reads the literals of Python and TypeScript, so that a hint can show as JSON what an author wrote as a call.

import type { Json } from "@haft/sdk/wire";

const TOKEN =
  /\s*(?:(?<text>[rbuf]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|(?<number>[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<mark>[[\](){}:,=]))/uy;

const WORDS: Readonly<Record<string, Json>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};

type Token = { readonly kind: "text" | "number" | "word" | "mark"; readonly text: string };

/** What a call passes: by place, and by name. */
export interface CallLiterals {
  readonly places: readonly Json[];
  readonly names: Readonly<Record<string, Json>>;
}

class NotLiteral extends Error {}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const text = source.trimEnd();
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new NotLiteral();
    at = TOKEN.lastIndex;
    for (const kind of ["text", "number", "word", "mark"] as const)
      if (groups[kind] !== undefined) tokens.push({ kind, text: groups[kind] });
  }
  return tokens;
}

function unquote(token: string): string {
  const body = token.replace(/^[rbuf]/, "").slice(1, -1);
  const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
  return body.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
}

class LiteralParser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  take(mark: string): boolean {
    if (this.#tokens[this.#at]?.kind !== "mark" || this.#tokens[this.#at]?.text !== mark) return false;
    this.#at += 1;
    return true;
  }

  expect(mark: string): void {
    if (!this.take(mark)) throw new NotLiteral();
  }

  value(): Json {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotLiteral();
    if (this.take("[")) return this.#items("]");
    if (this.take("(")) return this.#items(")");
    if (this.take("{")) return this.#entries();
    this.#at += 1;
    if (token.kind === "text") return unquote(token.text);
    if (token.kind === "number") return Number(token.text.replaceAll("_", ""));
    if (token.kind === "word" && Object.hasOwn(WORDS, token.text)) return WORDS[token.text] ?? null;
    throw new NotLiteral();
  }

  /** `name=value` or a value. */
  argument(): { name?: string; value: Json } {
    const [word, mark] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    if (word?.kind !== "word" || mark?.text !== "=") return { value: this.value() };
    this.#at += 2;
    return { name: word.text, value: this.value() };
  }

  #items(close: string): Json[] {
    const values: Json[] = [];
    while (!this.take(close)) {
      values.push(this.value());
      if (!this.take(",")) {
        this.expect(close);
        break;
      }
    }
    return values;
  }

  #entries(): Json {
    const values: [string, Json][] = [];
    while (!this.take("}")) {
      const key = this.#tokens[this.#at];
      this.#at += 1;
      if (key === undefined || key.kind === "mark") throw new NotLiteral();
      this.expect(":");
      values.push([key.kind === "text" ? unquote(key.text) : key.text, this.value()]);
      if (!this.take(",")) {
        this.expect("}");
        break;
      }
    }
    return Object.fromEntries(values);
  }
}

function attempt<T>(source: string, read: (parser: LiteralParser) => T): T | undefined {
  try {
    const parser = new LiteralParser(tokensOf(source));
    const value = read(parser);
    return parser.done ? value : undefined;
  } catch (error) {
    if (error instanceof NotLiteral) return undefined;
    throw error;
  }
}

/** A value written as a literal of either language; undefined for anything else. */
export function looseLiteral(source: string): Json | undefined {
  return attempt(source, (parser) => parser.value());
}

/** The arguments between the brackets of a call, if all are literals. */
export function callLiterals(source: string): CallLiterals | undefined {
  return attempt(source, (parser) => {
    const places: Json[] = [];
    const names: Record<string, Json> = {};
    while (!parser.done) {
      const { name, value } = parser.argument();
      if (name === undefined) places.push(value);
      else names[name] = value;
      if (!parser.take(",") && !parser.done) throw new NotLiteral();
    }
    return { places, names };
  });
}
