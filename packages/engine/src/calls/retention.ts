// How long a tenant's runs are kept after their end.

import { maskedName } from "../secrets/masked-name.ts";
import type { Services } from "../worker/services.ts";

const MOST_DAYS = 36_500;

/** Sets it, in somebody's name; null: for ever. Resolves with whether it was something else before. Throws a RangeError. */
export async function setRetention(
  { store, secrets }: Services,
  tenant: string,
  retentionDays: number | null,
  by: string,
): Promise<boolean> {
  const fits = retentionDays === null || (Number.isInteger(retentionDays) && retentionDays >= 1);
  if (!fits || (retentionDays ?? 1) > MOST_DAYS) {
    throw new RangeError(`runs are kept for 1 to ${MOST_DAYS} days, and not for ${retentionDays}`);
  }
  const name = await maskedName(secrets, tenant, by);
  return (await store.saveTenant({ tenant, retentionDays, by: name })).changed;
}
