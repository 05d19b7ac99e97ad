// Many calls with so many under way at a time.

/** Calls a second of `total` calls, `width` at a time. */
export async function rate(total: number, width: number, call: () => Promise<unknown>): Promise<number> {
  let left = total;
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: width }, lane));
  return (total / (performance.now() - start)) * 1_000;
}
