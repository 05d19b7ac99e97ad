// Which paths globs mean: the one reading of both sides. A tool writes the glob, and names the files that it is held
// against; so the time is bounded by the lengths of both, whatever they are (patterns that become regular expressions have
// no such bound).
//
// `*` stands for any characters of a name, `**` as a whole name for any folders, `?` for one character, `[a-z]` and `[!a]`
// for one of some, `{a,b}` and `{1..3}` for alternatives. Names that begin with a dot are meant only by what begins with it.

import { alternatives } from "./glob-braces.ts";
import { ANY, meansText, type Token } from "./star-pattern.ts";

/** A name between slashes; `**`: any folders. */
type Name = "**" | { readonly dotted: boolean; readonly tokens: readonly Token[] };

/** The longest glob, and all of the alternatives of all globs together, in characters. */
const LONGEST = 1_000;
const LONGEST_OF_ALL = 8_192;

/**
 * Whether a path is one that the globs mean. Paths are relative and have no empty name. Throws a RangeError for globs that are
 * longer, or of more alternatives, than anybody writes.
 *
 * @example
 * globMatcher(["docs/**", "*.md"])("docs/a/b.md"); // true
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = readable(globs).map((pattern) => pattern.split("/").map(nameOf));
  return (path) => {
    const names = path.split("/");
    return patterns.some((pattern) => meansPath(pattern, names));
  };
}

function readable(globs: readonly string[]): readonly string[] {
  let length = 0;
  return globs.flatMap((glob) => {
    if (glob.length > LONGEST)
      throw new RangeError(`a glob has ${glob.length} characters, at most ${LONGEST} are read`);
    const all = alternatives(glob);
    length += all.reduce((sum, one) => sum + one.length, 0);
    if (length > LONGEST_OF_ALL)
      throw new RangeError("the globs are more than can be looked for; name folders with **");
    return all;
  });
}

/** Every place of the pattern that can be reached with the names so far: as many steps as there are names times places. */
function meansPath(pattern: readonly Name[], names: readonly string[]): boolean {
  let places = new Set(skippingFolders(pattern, 0));
  for (const name of names) {
    const next = new Set<number>();
    for (const place of places) {
      const wanted = pattern[place];
      if (wanted === "**") {
        if (name.startsWith(".")) continue;
        next.add(place);
        // At the end it stands for one name at least.
        if (place === pattern.length - 1) next.add(pattern.length);
        else for (const behind of skippingFolders(pattern, place + 1)) next.add(behind);
      } else if (wanted !== undefined && meansName(wanted, name)) {
        for (const behind of skippingFolders(pattern, place + 1)) next.add(behind);
      }
    }
    places = next;
    if (places.size === 0) return false;
  }
  return places.has(pattern.length);
}

/** A place, and those behind it that are reached where `**` stands for no folder at all. */
function skippingFolders(pattern: readonly Name[], from: number): readonly number[] {
  const places = [from];
  for (let place = from; pattern[place] === "**" && place < pattern.length - 1; place++) places.push(place + 1);
  return places;
}

function meansName({ dotted, tokens }: Exclude<Name, "**">, name: string): boolean {
  if (name === "" || (name.startsWith(".") && !dotted)) return false;
  return meansText(tokens, name);
}

function nameOf(text: string): Name {
  if (text === "**") return "**";
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const set = character === "[" ? setAt(text, at) : null;
    if (set !== null) {
      tokens.push({ any: false, is: set.is });
      at = set.end;
      continue;
    }
    if (character === "*") {
      if (tokens.at(-1)?.any !== true) tokens.push(ANY);
    } else tokens.push({ any: false, is: character === "?" ? () => true : (one) => one === character });
    at += 1;
  }
  return { dotted: text.startsWith(".") || text.startsWith("[.]"), tokens };
}

/** The characters in brackets; null: they are not closed, so that the bracket stands for itself. */
function setAt(
  text: string,
  from: number,
): { readonly is: (character: string) => boolean; readonly end: number } | null {
  const negated = text[from + 1] === "!" || text[from + 1] === "^";
  const begin = from + (negated ? 2 : 1);
  // The first one may be a closing bracket.
  const close = text.indexOf("]", begin + 1);
  if (close < 0) return null;
  const ranges: (readonly [string, string])[] = [];
  for (let at = begin; at < close; at++) {
    const first = text[at] ?? "";
    const isRange = text[at + 1] === "-" && at + 2 < close;
    ranges.push([first, isRange ? (text[at + 2] ?? "") : first]);
    if (isRange) at += 2;
  }
  const among = (one: string): boolean => ranges.some(([first, last]) => one >= first && one <= last);
  return { is: (one) => among(one) !== negated, end: close + 1 };
}
