// Finds the arguments of calls in a line of Google's stream, and writes each as a JSON string of its own text.

/** A text with a place in it. It tells where values begin and end by quotes and brackets alone: what stands inside of them
 * need not be JSON. */
class Scanner {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  skipSpace(): void {
    while (/\s/.test(this.peek())) this.at += 1;
  }

  /** Reads a string whole and gives its text with the quotes. */
  readString(): string {
    const start = this.at;
    this.at += 1;
    while (this.at < this.text.length && this.peek() !== '"') this.at += this.peek() === "\\" ? 2 : 1;
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  /** Reads one value whole, whatever it holds. */
  readValue(): string {
    const start = this.at;
    let depth = 0;
    while (this.at < this.text.length) {
      if (this.peek() === '"') this.readString();
      else if (depth === 0 && /[,}\]\s]/.test(this.peek())) break;
      else {
        if (/[{[]/.test(this.peek())) depth += 1;
        if (/[}\]]/.test(this.peek())) depth -= 1;
        this.at += 1;
      }
      if (depth === 0 && /["}\]]/.test(this.text.charAt(this.at - 1))) break;
    }
    return this.text.slice(start, this.at);
  }
}

/** The line with the arguments of each `functionCall` as a string. A line without any is the same. */
export function argumentsAsText(line: string): string {
  if (!line.includes('"functionCall"')) return line;
  const scanner = new Scanner(line);
  const keys: string[] = [];
  let key = "";
  let done = 0;
  let changed = "";
  while (scanner.at < line.length) {
    const here = scanner.peek();
    if (here === '"') {
      const text = scanner.readString();
      scanner.skipSpace();
      if (scanner.peek() !== ":") continue;
      scanner.at += 1;
      scanner.skipSpace();
      key = text;
      if (key !== '"args"' || keys.at(-1) !== '"functionCall"' || scanner.peek() !== "{") continue;
      changed += line.slice(done, scanner.at) + JSON.stringify(scanner.readValue());
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
