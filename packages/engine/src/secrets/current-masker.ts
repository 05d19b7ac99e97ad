// A masker of what a tenant holds now: a secret that is set while a run is held must not be in what comes after it (I12).

import type { Secrets, SecretValue } from "../ports/secrets.ts";
import type { FormSearch } from "./form-search.ts";
import { type Masker, maskerBy, searchFor } from "./masker.ts";

/** A masker whose secrets are read again. */
export interface CurrentMasker extends Masker {
  /** Reads the values again. Rejects if they cannot be read: then nothing may be written. */
  readAgain(): Promise<void>;
}

/** Reads the values of a tenant. Rejects as `readAgain` does. */
export async function openMasker(secrets: Secrets, tenant: string): Promise<CurrentMasker> {
  let values: readonly SecretValue[] = [];
  let search: FormSearch | null = null;
  let reads = 0;
  let newest = 0;
  const readAgain = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const now = await secrets.values(tenant);
    // One that began later may have come first.
    if (read < newest) return;
    newest = read;
    if (areSame(now, values)) return;
    search = searchFor(now);
    values = now;
  };
  await readAgain();
  return { ...maskerBy(() => search), readAgain };
}

function areSame(some: readonly SecretValue[], others: readonly SecretValue[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, value }, index) => name === others[index]?.name && value === others[index]?.value)
  );
}
