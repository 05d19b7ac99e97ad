// The name that somebody probably meant.

/** Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((current[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 64);

/** Whether one name goes on where the other ends: `timeout` and `timeout_seconds`. */
function goesOn(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short);
}

/**
 * The candidate that is nearest to a name (case and separators do not count), else one that begins with it or that it
 * begins with; undefined if none is near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(name);
  let best: string | undefined;
  // Every name of one letter is one edit away from every other, so that it is near to none.
  let least = Math.min(Math.max(1, Math.floor(wanted.length / 3)), wanted.length - 1) + 1;
  const all = [...candidates];
  for (const candidate of all) {
    const edits = distance(wanted, plain(candidate));
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best ?? all.find((candidate) => goesOn(wanted, plain(candidate)));
}
