// Finds the arguments of calls in a line of Google's stream, and writes each as a JSON string of its own text.

/** A text with a place in it. Values end by quotes and brackets alone: what stands inside of them need not be JSON. */
class Scanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  /** Reads white space and gives what follows it. */
  skipSpace(): string {
    while (/\s/.test(this.peek())) this.at += 1;
    return this.peek();
  }

  /** Reads a string whole and gives its text with the quotes. */
  readString(): string {
    const start = this.at;
    this.at += 1;
    while (this.at < this.text.length && this.peek() !== '"') this.at += this.peek() === "\\" ? 2 : 1;
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  /** Reads an object whole and gives its text; undefined: it has no end here. */
  readObject(): string | undefined {
    const start = this.at;
    let depth = 0;
    while (this.at < this.text.length) {
      const here = this.peek();
      if (here === '"') {
        this.readString();
        continue;
      }
      if (here === "{" || here === "[") depth += 1;
      if (here === "}" || here === "]") depth -= 1;
      this.at += 1;
      if (depth === 0) return this.text.slice(start, this.at);
    }
    return undefined;
  }
}

/** The line with the arguments of each `functionCall` as a string. A line without any whole ones is the same. */
export function argumentsAsText(line: string): string {
  if (!line.includes('"functionCall"')) return line;
  const scanner = new Scanner(line);
  /** The key under which each open bracket stands, and the one that was read last. */
  const keys: string[] = [];
  let key = "";
  let done = 0;
  let changed = "";
  while (scanner.at < line.length) {
    const here = scanner.peek();
    if (here === '"') {
      const text = scanner.readString();
      if (scanner.skipSpace() !== ":") continue;
      scanner.at += 1;
      key = text;
      if (scanner.skipSpace() !== "{" || key !== '"args"' || keys.at(-1) !== '"functionCall"') continue;
      const start = scanner.at;
      const found = scanner.readObject();
      if (found === undefined) break;
      changed += line.slice(done, start) + JSON.stringify(found);
      done = scanner.at;
      continue;
    }
    if (here === "{" || here === "[") keys.push(key);
    if (here === "}" || here === "]") keys.pop();
    if (here === "{" || here === "[" || here === ",") key = "";
    scanner.at += 1;
  }
  return changed + line.slice(done);
}
