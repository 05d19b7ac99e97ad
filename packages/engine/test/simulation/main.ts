import { openGround, simulate } from "./simulate.ts";

const [from = "1", to = from] = process.argv.slice(2);
using ground = openGround();
const t0 = process.cpuUsage();
const w0 = performance.now();
let deaths = 0,
  events = 0,
  bad = 0;
const ends: Record<string, number> = {};
for (let seed = Number(from); seed <= Number(to); seed++) {
  const s = await simulate(ground, seed);
  deaths += s.deaths;
  for (const l of s.logs) {
    events += l.length;
    const e = l.at(-1)?.type ?? "none";
    ends[e] = (ends[e] ?? 0) + 1;
  }
  if (s.faults.length > 0) {
    bad++;
    if (bad < 6) {
      console.log("seed", seed);
      for (const f of s.faults.slice(0, 4)) console.log("   ", f.slice(0, 900));
    }
  }
  if (from === to)
    for (const l of s.logs) {
      console.log("-----");
      for (const e of l)
        console.log(e.seq, e.at.slice(11), e.type, JSON.stringify(e.data).slice(0, Number(process.env.W ?? 170)));
    }
}
const cpu = process.cpuUsage(t0);
console.log({ bad, deaths, events, ends, cpuMs: (cpu.user + cpu.system) / 1000, wall: performance.now() - w0 });
