// What is told again and again, done only so often: at once where it was quiet, and the rest soon after, together.

/** Calls at once, and what is asked for within so many milliseconds after that together, at their end. */
export function gathered(call: () => void, togetherMs: number): () => void {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;
  const now = (): void => {
    later = undefined;
    quietUntil = performance.now() + togetherMs;
    call();
  };
  return () => {
    if (later !== undefined) return;
    const wait = quietUntil - performance.now();
    if (wait <= 0) now();
    else later = setTimeout(now, wait).unref();
  };
}
