// The author's own line in a stack: the nearest to what was raised that is in the toolset's sources.

const PYTHON_FRAME = /^\s*File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const JAVASCRIPT_FRAME = /^\s*at (?:(?:async |new )*(\S+) .*?\(|(?:async )?)([^()\s]+?):(\d+):\d+\)?$/;

/** Sources are named as in their folder; what is installed, or of the language, by an absolute path or a scheme. */
const isOwn = (file: string): boolean => !/^(\/|<|[a-z]+:)/.test(file) && !file.includes("node_modules/");

/** `file:line in function`, or undefined where no frame is the author's. */
export function raisedAt(stack: string): string | undefined {
  const lines = stack.split("\n");
  const python = lines.flatMap((line) => PYTHON_FRAME.exec(line) ?? []).length > 0;
  return python ? inPython(lines) : inJavaScript(lines);
}

/** Python writes the outermost frame first, and earlier exceptions above the one that was raised last. */
function inPython(lines: readonly string[]): string | undefined {
  const last = lines.findLastIndex((line) => /^\s*(\| )?Traceback /.test(line));
  for (const line of lines.slice(Math.max(0, last)).reverse()) {
    const [, file = "", row, name] = PYTHON_FRAME.exec(line) ?? [];
    if (file !== "" && isOwn(file)) return place(file, row, name === "<module>" ? undefined : name);
  }
  return undefined;
}

function inJavaScript(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [, name, file = "", row] = JAVASCRIPT_FRAME.exec(line) ?? [];
    if (file !== "" && isOwn(file)) return place(file, row, name === "Object.<anonymous>" ? undefined : name);
  }
  return undefined;
}

function place(file: string, row: string | undefined, name: string | undefined): string {
  return `${file}:${row}${name === undefined ? "" : ` in ${name}`}`;
}
