// A limit on what something works, not on how long a machine that is busy with others takes for it.

/** So many times its limit may pass on the wall, whatever was worked. */
const MOST = 5;
/** The pause between two looks is never shorter. */
const SHORTEST_MS = 20;

/**
 * Calls `over` when something has worked so long, or five times as long has passed; the returned function ends that.
 * `worked` gives the milliseconds of processor time so far; where it is not known, or not told, what has passed counts.
 */
export function limitWork(limitMs: number, worked: () => Promise<number | undefined>, over: () => void): () => void {
  const begun = performance.now();
  const known = (): Promise<number | undefined> =>
    inTime(
      worked().catch(() => undefined),
      limitMs / 2,
    );
  const before = known();
  let ended = false;
  let timer = setTimeout(() => void look(), limitMs);

  async function look(): Promise<void> {
    const [first, now] = await Promise.all([before, known()]);
    if (ended) return;
    const passed = performance.now() - begun;
    const spent = first === undefined || now === undefined ? passed : now - first;
    if (spent >= limitMs || passed >= MOST * limitMs) over();
    else
      timer = setTimeout(() => void look(), Math.max(SHORTEST_MS, Math.min(limitMs - spent, MOST * limitMs - passed)));
  }

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** The value, or undefined where it does not come in time. */
function inTime<T>(value: Promise<T | undefined>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), milliseconds);
    value.then((came) => {
      clearTimeout(late);
      resolve(came);
    });
  });
}
