// From the start of work that asks, over the answer, to its result: Haft beside Restate, DBOS and LangGraph, in turns.

import type { Measurement, Row } from "../row.ts";
import { size } from "../size.ts";
import { percentile, rounded } from "../statistics.ts";
import { type Round, type RunningSide, startSide } from "./side.ts";

const SIDES = {
  sandboxed: new URL("./haft-sandboxed.side.ts", import.meta.url),
  inProcess: new URL("./haft-in-process.side.ts", import.meta.url),
  Restate: new URL("./restate.side.ts", import.meta.url),
  DBOS: new URL("./dbos.side.ts", import.meta.url),
  LangGraph: new URL("./langgraph.side.ts", import.meta.url),
} as const;
const PEERS = ["Restate", "DBOS", "LangGraph"] as const;
const WARM = 30;

type Name = keyof typeof SIDES;
type Times = Readonly<Record<Name, readonly Round[]>>;

/** The rows about waits and their peers. */
export const parkToResult: Measurement = {
  name: "park to result",
  async run() {
    const rounds = size("rounds", 300);
    await using stack = new AsyncDisposableStack();
    const sides: [Name, RunningSide][] = [];
    for (const name of Object.keys(SIDES) as Name[]) {
      sides.push([name, stack.use(await startSide(SIDES[name]))]);
      console.log(`   ${sides.at(-1)?.[1].settings}`);
    }
    const times = Object.fromEntries(sides.map(([name]) => [name, [] as Round[]])) as Record<Name, Round[]>;
    for (let round = -WARM; round < rounds; round++) {
      for (const [name, side] of sides) {
        const took = await side.round();
        if (round >= 0) times[name].push(took);
      }
    }
    return [
      row("tool in process, as the peers run their steps", "inProcess", times),
      row("tool in a sandbox of its own for each phase, which no peer has", "sandboxed", times),
    ];
  },
};

const wall = ({ park, answer }: Round): number => park + answer;
const at = (rounds: readonly Round[], share: number, span: (round: Round) => number = wall): number =>
  percentile(rounds.map(span), share);

function row(how: string, side: "inProcess" | "sandboxed", times: Times): Row {
  const haft = { p50: at(times[side], 0.5), p99: at(times[side], 0.99) };
  const names: readonly Name[] = [side, ...PEERS];
  const peers = PEERS.map((name) => ({ name, p50: at(times[name], 0.5), p99: at(times[name], 0.99) }));
  const beside = peers.map(
    ({ name, p50, p99 }) =>
      `${name} ${rounded(p50)} / ${rounded(p99)} ms (${slower(haft.p50, p50)} / ${slower(haft.p99, p99)})`,
  );
  return {
    what: `park → answer → resumed result, wall time, ${how}`,
    against: PEERS.join(", "),
    goal: "faster than each, p50 and p99",
    figures: names.flatMap((name) => figures(name === side ? "Haft" : name, times[name])),
    reached: `Haft ${rounded(haft.p50)} / ${rounded(haft.p99)} ms; ${beside.join("; ")}`,
    met: peers.every(({ p50, p99 }) => haft.p50 < p50 && haft.p99 < p99),
  };
}

/** How many times as long Haft took. */
const slower = (haft: number, peer: number): string => `${rounded(haft / peer)} ×`;

function figures(label: string, rounds: readonly Round[]): Row["figures"] {
  return [
    { label: `${label} p50`, value: rounded(at(rounds, 0.5)), unit: "ms" },
    { label: `${label} p99`, value: rounded(at(rounds, 0.99)), unit: "ms" },
    { label: `${label} until parked, p50`, value: rounded(at(rounds, 0.5, ({ park }) => park)), unit: "ms" },
    {
      label: `${label} from answer to result, p50`,
      value: rounded(at(rounds, 0.5, ({ answer }) => answer)),
      unit: "ms",
    },
  ];
}
