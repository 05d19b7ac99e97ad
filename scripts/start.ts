// Shows a newcomer what Haft does: checks the example bundle, calls one tool of each kind, and says what to try next.
// Arguments go to every `haft call`, for example `npm start -- --isolation seccomp`.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const haft = join(root, "packages/haft/bin/haft.js");
const extra = process.argv.slice(2);
const desk = "examples/parcel-desk";

const bold = (text: string): string => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
const quoted = (arg: string): string => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg}'`);

function play(why: string, args: readonly string[]): number {
  console.log(`\n${bold(why)}\n$ haft ${args.map(quoted).join(" ")}`);
  return (
    spawnSync(process.execPath, [haft, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status ?? 1
  );
}

const call = (why: string, ...args: string[]): number => play(why, ["call", desk, ...args, ...extra]);

const results = [
  play("The contract is read from the source; nothing of it runs.", ["check", desk]),
  call("A Python function, in a sandbox.", "price", "--args", '{"parcel": {"weight_kg": 2.5}, "speed": "express"}'),
  call(
    "A TypeScript function.",
    "route",
    "--args",
    '{"from": {"latitude": 59.9, "longitude": 10.7}, "to": {"latitude": 52.5, "longitude": 13.4}}',
  ),
  call("A definition with a Zod schema; its defaults reach the handler.", "slot", "--arg", "wish=evening"),
];
results.push(
  play("An agent's run, played from a script: it reads a file, asks, is approved, sleeps, and watches a file.", [
    "eval",
    "examples/release-desk",
    ...extra,
  ]),
);
const waiting = call(
  "A tool that asks a person. It parks: no process waits.",
  "confirm_pickup",
  "--arg",
  "address=Storgata 1",
  "--arg",
  "day=2030-01-31",
);

const worked = results.every((status) => status === 0) && waiting === 3;
if (worked) {
  console.log(`
${bold("What to try next")}
  npx haft waits                     the question that is open
  npx haft answer WAIT yes           answer it, from any terminal, today or next week
  npx haft runs                      what ran; npx haft events RUN shows its log
  npx haft init ../my-tools          a project of your own, beside this folder; in it npx haft works, too
  npx haft doctor                    what the sandbox enforces on this machine`);
} else {
  console.log(`
${bold("Something is missing on this machine.")}
  npx haft doctor                    says what, and the line that mends it
  npm start -- --isolation seccomp   goes on with a weaker level; rlimit-only is the weakest`);
}
process.exitCode = worked ? 0 : 1;
