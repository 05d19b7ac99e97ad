// To whom a request goes.

import type { Provider } from "@haft/contract";

/** Whom a request went to, and with what. */
export interface Asked {
  readonly provider: Provider;
  /** The provider's own name of the model. */
  readonly name: string;
  readonly baseUrl: string;
  /** The base URL as messages show it. */
  readonly shownUrl: string;
  /** Empty: none was sent. */
  readonly key: string;
  /** What people call the place that the key came from. */
  readonly keyPlace: string;
}
