// Finding many forms in one text, in time that grows with the text alone, however alike forms and text are.
// Where nothing has begun, text is skipped by what its next characters cannot be the beginning of (Wu and Manber); where
// something may have begun, one automaton follows all forms at once (Aho and Corasick). It is built when it is needed first.

import { type Form, symbolOf } from "./forms.ts";

/** Characters by which is skipped. */
const BLOCK = 3;
/** More are not looked at together: whatever has to be read again is that short. */
const LONGEST_REACH = 16;

/** Hears of each form: its name, and where in the text it is. Of those that end at one place only the longest. */
type Hit = (from: number, to: number, name: string) => void;

/** Looks for forms. */
export class FormSearch {
  readonly #forms: readonly Form[];
  /** Characters that every form begins with at least. */
  readonly #reach: number;
  readonly #skips: Uint8Array;
  readonly #mask: number;
  #automaton: Automaton | null = null;

  /** At least one form, none shorter than `SHORTEST`. */
  constructor(forms: readonly Form[]) {
    this.#forms = forms;
    const shortest = forms.reduce((least, { text }) => Math.min(least, text.length), LONGEST_REACH);
    this.#reach = shortest;
    const size = 2 ** Math.max(12, Math.ceil(Math.log2(forms.length * shortest * 8)));
    this.#mask = size - 1;
    this.#skips = new Uint8Array(size).fill(shortest - BLOCK + 1);
    for (const { text } of forms) {
      for (let at = 0; at + BLOCK <= shortest; at++) {
        const block = this.#block(text, at);
        this.#skips[block] = Math.min(this.#skips[block] ?? 0, shortest - BLOCK - at);
      }
    }
  }

  /** Shorter texts hold none. */
  get shortest(): number {
    return this.#reach;
  }

  /** Whether it is worth a search. */
  mayHold(text: string): boolean {
    return this.#skip(text, 0) <= text.length - this.#reach;
  }

  /** Searches a text. Gives how many of its last characters may be the beginning of a form; 0 where `whole` says that no more comes. */
  run(text: string, whole: boolean, hit: Hit): number {
    const end = text.length;
    let from = this.#skip(text, 0);
    if (whole && from + this.#reach > end) return 0;
    this.#automaton ??= new Automaton(this.#forms);
    const automaton = this.#automaton;
    while (from < end) {
      let node = 0;
      let next = end;
      for (let at = from; at < end; at++) {
        node = automaton.step(node, symbolOf(text.charCodeAt(at)));
        const form = automaton.formAt(node);
        if (form !== null) hit(at + 1 - form.text.length, at + 1, form.name);
        const begun = at + 1 - automaton.depth(node);
        if (begun === from || at + 1 - begun >= this.#reach) continue;
        // Whatever began at `from` has come to nothing: the next place where something may have begun.
        const place = this.#skip(text, begun);
        if (place > begun) {
          next = place;
          break;
        }
        from = begun;
      }
      if (next === end) return whole ? 0 : automaton.depth(node);
      from = next;
      if (whole && from + this.#reach > end) return 0;
    }
    return 0;
  }

  /** The first place, from here on, at which a form may begin. */
  #skip(text: string, from: number): number {
    const last = text.length - this.#reach;
    let at = from;
    while (at <= last) {
      const skip = this.#skips[this.#block(text, at + this.#reach - BLOCK)] ?? 0;
      if (skip === 0) return at;
      at += skip;
    }
    return at;
  }

  #block(text: string, at: number): number {
    const first = symbolOf(text.charCodeAt(at));
    const second = symbolOf(text.charCodeAt(at + 1));
    const third = symbolOf(text.charCodeAt(at + 2));
    return (Math.imul(first, 0x9e35) + Math.imul(second, 0x2b1) + third) & this.#mask;
  }

  /** Whether some form whose beginning is here has a line break of its own after so many characters. */
  breaksAfter(text: string, from: number, length: number): boolean {
    const beginning = [...Array(length).keys()].map((index) => symbolOf(text.charCodeAt(from + index)));
    return this.#forms.some(
      (form) =>
        form.breaks.includes(length) &&
        beginning.every((symbol, index) => symbol === symbolOf(form.text.charCodeAt(index))),
    );
  }
}

/** All forms at once: a tree of their characters, in which each node knows the longest beginning of a form that it ends with. */
class Automaton {
  readonly #child: number[] = [0];
  readonly #sibling: number[] = [0];
  readonly #symbol: number[] = [0];
  readonly #depth: number[] = [0];
  readonly #fail: number[] = [0];
  readonly #form: (Form | null)[] = [null];
  /** The children of the root, which has the most of them. */
  readonly #first = new Map<number, number>();

  constructor(forms: readonly Form[]) {
    for (const form of forms) this.#add(form);
    const queue = [0];
    for (const node of queue) {
      for (let child = this.#child[node] ?? 0; child !== 0; child = this.#sibling[child] ?? 0) {
        queue.push(child);
        const fail = node === 0 ? 0 : this.step(this.#fail[node] ?? 0, this.#symbol[child] ?? 0);
        this.#fail[child] = fail;
        this.#form[child] ??= this.#form[fail] ?? null;
      }
    }
  }

  step(from: number, symbol: number): number {
    let node = from;
    for (;;) {
      const child = this.#next(node, symbol);
      if (child !== 0 || node === 0) return child;
      node = this.#fail[node] ?? 0;
    }
  }

  depth(node: number): number {
    return this.#depth[node] ?? 0;
  }

  /** The longest form that ends here. */
  formAt(node: number): Form | null {
    return this.#form[node] ?? null;
  }

  #next(node: number, symbol: number): number {
    if (node === 0) return this.#first.get(symbol) ?? 0;
    let child = this.#child[node] ?? 0;
    while (child !== 0 && this.#symbol[child] !== symbol) child = this.#sibling[child] ?? 0;
    return child;
  }

  #add(form: Form): void {
    let node = 0;
    for (let at = 0; at < form.text.length; at++) {
      const symbol = symbolOf(form.text.charCodeAt(at));
      node = this.#next(node, symbol) || this.#grow(node, symbol);
    }
    this.#form[node] ??= form;
  }

  #grow(node: number, symbol: number): number {
    const child = this.#symbol.length;
    this.#symbol.push(symbol);
    this.#child.push(0);
    this.#sibling.push(this.#child[node] ?? 0);
    this.#depth.push((this.#depth[node] ?? 0) + 1);
    this.#fail.push(0);
    this.#form.push(null);
    this.#child[node] = child;
    if (node === 0) this.#first.set(symbol, child);
    return child;
  }
}
