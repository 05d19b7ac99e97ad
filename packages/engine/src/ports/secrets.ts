// The values that must never be stored.

/** One secret that a tenant holds, or held in the last 90 days. */
export interface SecretValue {
  readonly name: string;
  readonly value: string;
}

/** The values to be masked. A rejection means that they cannot be read: then nothing is written (I12). */
export interface Secrets {
  values(tenant: string): Promise<readonly SecretValue[]>;
}
