// A worker's process as far as others see it: says who it is and what its companions are marked with, and stays.

import { thisMachine } from "../../src/leases/machine.ts";

const { identity, mark } = thisMachine();
console.log(JSON.stringify({ identity: identity(), mark: mark ?? null }));
process.stdin.resume();
