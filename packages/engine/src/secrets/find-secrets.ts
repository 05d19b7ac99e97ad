// Where secrets are in a text, however it is read: each found part, what may be the beginning of one, and where it can be cut.
// Line breaks are left out of every reading, as text is wrapped where it pleases whoever prints it.

import type { FormSearch } from "./form-search.ts";
import { Places } from "./places.ts";
import { type Reading, readingsOf } from "./readings.ts";

/** A part of a text that no one may see. */
export interface Found {
  from: number;
  to: number;
  name: string;
  /** Of the form that gave the name. */
  length: number;
}

/** What there is in a text of which more may come. */
export interface Known {
  /** In order; they do not overlap. */
  readonly found: readonly Found[];
  /** Before this it is decided what is shown. */
  readonly decided: number;
  /** From here on the text has to be seen again together with what comes; not after `decided`. */
  readonly needed: number;
}

/** So few characters before a line break are no beginning: nearly every line ends with what could be one. */
const FEW = 4;

/** What is known of a text so far; `whole`: no more comes. */
export function findSecrets(search: FormSearch, text: string, whole: boolean): Known {
  const found: Found[] = [];
  if (whole && text.length < search.shortest) return { found, decided: text.length, needed: text.length };
  const readings = readingsOf(text, whole);
  const places = new ReadingPlaces();
  let decided = text.length;
  let needed = text.length;
  for (const reading of readings) {
    const searched = withoutBreaks(reading.text);
    // Looked at only where something is found: most texts hold nothing.
    const own = (): Places => places.searched(reading, searched);
    const begun = search.run(searched, whole, (from, to, name) => {
      const first = beginning(search, searched, own(), from, places.end(reading));
      add(found, { from: own().from(first), to: own().to(to - 1), name, length: to - from });
    });
    if (begun > 0) {
      const from = searched.length - begun;
      const first = beginning(search, searched, own(), from, places.end(reading));
      needed = Math.min(needed, own().from(from));
      if (first < searched.length) decided = Math.min(decided, own().from(first));
    }
    if (reading.unfinished !== null && reading.of !== null) {
      const from = places.of(reading.of).from(reading.unfinished);
      needed = Math.min(needed, from);
      decided = Math.min(decided, from);
    }
  }
  if (needed === text.length) return { found: merged(found), decided, needed };
  return {
    found: merged(found),
    decided: places.outsideTokens(readings, decided),
    needed: places.outsideTokens(readings, needed),
  };
}

function withoutBreaks(text: string): string {
  return text.includes("\n") || text.includes("\r") ? text.replace(/[\r\n]+/g, "") : text;
}

/** Where what begins here is seen to begin: after a line break that only a few characters of it come before, unless it is its own. */
function beginning(search: FormSearch, text: string, places: Places, from: number, end: number): number {
  for (let length = FEW - 1; length > 0; length--) {
    const next = from + length;
    if (next > text.length) continue;
    const follows = next === text.length ? end : places.from(next);
    if (follows > places.to(next - 1) && !search.breaksAfter(text, from, length)) return next;
  }
  return from;
}

/** Takes together what overlaps; the name is that of what begins first, and among those of the longest. */
function add(found: Found[], one: Found): void {
  const last = found.at(-1);
  if (last === undefined || one.from >= last.to || last.from >= one.to) {
    found.push(one);
    return;
  }
  if (one.from < last.from || (one.from === last.from && one.length > last.length)) {
    last.name = one.name;
    last.length = one.length;
  }
  last.from = Math.min(last.from, one.from);
  last.to = Math.max(last.to, one.to);
}

function merged(found: Found[]): readonly Found[] {
  if (found.length < 2) return found;
  const together: Found[] = [];
  for (const one of found.sort((a, b) => a.from - b.from || b.length - a.length)) add(together, one);
  return together;
}

/** Places of readings, each made once. */
class ReadingPlaces {
  readonly #of = new Map<Reading, Places>();
  readonly #searched = new Map<Reading, Places>();

  of(reading: Reading): Places {
    const known = this.#of.get(reading);
    if (known !== undefined) return known;
    const made = Places.of(reading, reading.of === null ? null : this.of(reading.of));
    this.#of.set(reading, made);
    return made;
  }

  /** Where a reading ends: it may be shorter than the text, where that ends in the middle of a token. */
  end(reading: Reading): number {
    return reading.text === "" ? 0 : this.of(reading).to(reading.text.length - 1);
  }

  searched(reading: Reading, searched: string): Places {
    const known = this.#searched.get(reading);
    if (known !== undefined) return known;
    const made = this.of(reading).withoutBreaks(reading.text, searched.length);
    this.#searched.set(reading, made);
    return made;
  }

  /** The last place, not after this one, that is in the middle of no token of any reading. */
  outsideTokens(readings: readonly Reading[], place: number): number {
    for (let at = place; ; ) {
      const moved = readings.reduce((least, reading) => this.of(reading).outsideToken(least), at);
      if (moved === at) return at;
      at = moved;
    }
  }
}
