// How a filter refuses the network where there is no network namespace.

import { type Rule, refusal, refusalWhen } from "./rule.ts";

const SOCK_TYPE_MASK = 0xf;
const SOCK_STREAM = 1;

/**
 * No socket of any family: a unix one would reach the machine's own services. Pairs stay, for `asyncio` and
 * `multiprocessing`, but only of connected streams: a datagram pair could be pointed at another address.
 */
export const NO_NETWORK: readonly Rule[] = [
  refusal("EACCES", "socket connect bind listen"),
  refusalWhen("EACCES", "socketpair", { argument: 1, mask: SOCK_TYPE_MASK, values: [SOCK_STREAM], not: true }),
];
