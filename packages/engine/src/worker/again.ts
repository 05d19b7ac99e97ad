// Writing to a store whose reply was lost: asked again with the same id, the store says what it did the first time.

import type { Services } from "./services.ts";

/** Waiting times before the store is asked again, in milliseconds. */
const PAUSES = [50, 250, 1_000, 3_000];

/** What the store replies. Rejects where it cannot be reached for longer, or for any other reason. */
export async function untilReplied<T>({ clock }: Pick<Services, "clock">, ask: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
    await new Promise<void>((resolve) => void clock.after(pause, resolve));
  }
  return ask();
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "store_unreachable";
}
