// The alternatives of a glob: `{a,b}` and `{1..3}`, also within one another.

/** More of one glob are not looked at. */
const MOST = 1_000;
const COUNTED = /^(-?\d{1,9})\.\.(-?\d{1,9})$/;

/** The glob once for each combination of its alternatives. Throws a RangeError where there are more than 1,000. */
export function alternatives(glob: string): readonly string[] {
  const braces = firstBraces(glob);
  if (braces === null) return [glob];
  const { from, to, parts } = braces;
  const behind = alternatives(glob.slice(to));
  const found = parts.flatMap((part) => {
    const inside = alternatives(part);
    if (inside.length * behind.length > MOST) throw tooMany(glob);
    return inside.flatMap((one) => behind.map((rest) => glob.slice(0, from) + one + rest));
  });
  if (found.length > MOST) throw tooMany(glob);
  return found;
}

function tooMany(glob: string): RangeError {
  return new RangeError(`${JSON.stringify(glob.slice(0, 60))} stands for more than ${MOST} globs`);
}

interface Braces {
  readonly from: number;
  /** Behind the closing one. */
  readonly to: number;
  readonly parts: readonly string[];
}

/** The first braces that hold alternatives; null: what is in braces, if anything, stands for itself. */
function firstBraces(glob: string): Braces | null {
  const ends = closingBraces(glob);
  for (let from = glob.indexOf("{"); from >= 0; from = glob.indexOf("{", from + 1)) {
    const close = ends.get(from);
    if (close === undefined) continue;
    const parts = partsOf(glob.slice(from + 1, close));
    // One number is one alternative; one text in braces is a text in braces.
    if (parts.length > 1 || COUNTED.test(glob.slice(from + 1, close))) return { from, to: close + 1, parts };
  }
  return null;
}

function closingBraces(glob: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === "{") open.push(at);
    const from = glob[at] === "}" ? open.pop() : undefined;
    if (from !== undefined) ends.set(from, at);
  }
  return ends;
}

function partsOf(inside: string): readonly string[] {
  const numbers = COUNTED.exec(inside);
  if (numbers !== null) return counted(Number(numbers[1]), Number(numbers[2]), inside);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === "{") depth += 1;
    else if (inside[at] === "}") depth -= 1;
    else if (inside[at] === "," && depth === 0) {
      parts.push(inside.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, inside.slice(from)];
}

function counted(first: number, last: number, inside: string): readonly string[] {
  const count = Math.abs(last - first) + 1;
  if (count > MOST) throw tooMany(`{${inside}}`);
  const step = last < first ? -1 : 1;
  return Array.from({ length: count }, (_, index) => String(first + index * step));
}
