// Runs simulations by hand: `node packages/engine/test/simulation/main.ts FROM [TO]`. Of one seed it prints the logs, too.

import { openGround, type Simulated, simulate } from "./simulate.ts";

const [from = "1", to = from] = process.argv.slice(2);
using ground = openGround();
let [faulty, deaths, runs] = [0, 0, 0];
for (let seed = Number(from); seed <= Number(to); seed++) {
  const simulated = await simulate(ground, seed);
  deaths += simulated.deaths;
  runs += simulated.logs.length;
  if (simulated.faults.length > 0) faulty += 1;
  tell(simulated, from === to);
}
console.log(`seeds ${from} to ${to}: ${runs} runs, ${deaths} workers died, ${faulty} seeds with faults`);
process.exitCode = faulty === 0 ? 0 : 1;

function tell({ seed, faults, logs }: Simulated, withLogs: boolean): void {
  for (const fault of faults) console.log(`seed ${seed}: ${fault}`);
  for (const { runId, seq, at, type, data } of withLogs ? logs.flat() : []) {
    console.log(`${runId} ${String(seq).padStart(3)} ${at.slice(11)} ${type} ${JSON.stringify(data).slice(0, 200)}`);
  }
}
