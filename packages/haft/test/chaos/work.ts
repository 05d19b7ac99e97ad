// The work that is there to be interrupted: agents that ask a model, agents that play a script, and direct calls.

import { LOCAL } from "../../src/runtime/local-tenant.ts";
import type { Parts } from "../../src/runtime/parts.ts";
import { startAgent } from "../../src/runtime/start-agent.ts";
import type { Crew } from "./crew.ts";
import type { Tools, ToolsFor } from "./languages.ts";
import type { People } from "./people.ts";
import type { Project } from "./project.ts";
import type { Random } from "./random.ts";
import type { CallOrder } from "./worker.child.ts";

const ENDED: readonly string[] = ["completed", "failed", "cancelled"];

/** What brings work. */
export interface Work {
  readonly parts: Parts;
  readonly project: Project;
  readonly people: People;
  readonly crew: Crew;
  readonly choices: Random;
  readonly toolsFor: ToolsFor;
  /** Hears of the kinds of event that are written here. */
  readonly wrote: (kind: string) => void;
  /** The model's address and name. */
  readonly model: { readonly name: string; readonly url: string };
}

/** Brings one more piece, of whichever kind is next. `index` makes its names its own. */
export async function bring(work: Work, index: number): Promise<void> {
  const { people, choices, crew } = work;
  const name = `w${index}`;
  const [member] = crew.members;
  if (index % 3 === 2 && member !== undefined) {
    member.order(callOf(work, name, index));
    return;
  }
  const runId = await (index % 3 === 0 ? asked(work, name) : played(work, name));
  people.acknowledged.push({ what: "created", runId });
  for (const kind of ["run.created", "message.user"]) work.wrote(kind);
  people.signal(name, choices.number(1_500));
  if (choices.percent(12)) people.cancel(runId, choices.number(1_500));
}

/** Runs that have not ended. */
export async function openRuns({ parts }: Pick<Work, "parts">): Promise<readonly string[]> {
  const rows = await parts.engine.listRuns(LOCAL, { limit: 100_000 });
  return rows.filter(({ status }) => !ENDED.includes(status)).map(({ runId }) => runId);
}

function callOf({ project, people, choices, toolsFor }: Work, name: string, index: number): CallOrder {
  const calls: readonly (readonly [tool: keyof Tools, args: CallOrder["arguments"]])[] = [
    ["note", { word: name }],
    ["toil", { beats: 5 }],
    ["ask", { question: name }],
    ["count", { beats: 5 }],
    ["hear", { key: name }],
    ["publish", { version: name }],
    ["keep", { path: `${name}.txt` }],
    ["fail", { reason: name }],
  ];
  // Twice each: once in each language, where there are both.
  const [tool, args] = calls[Math.floor(index / 6) % calls.length] ?? ["note", { word: name }];
  if (tool === "hear") people.signal(name, choices.number(1_000));
  return { path: project.folder, tool: toolsFor(name)[0][tool], arguments: args };
}

/** An agent that asks the model. */
async function asked({ parts, project, model }: Work, name: string): Promise<string> {
  const options = project.options({ model: model.name, environment: { HAFT_MODEL_URL: model.url } });
  const { runId } = await startAgent(parts, options, { path: project.folder, input: name, config: {} }, {});
  return runId;
}

/** An agent that plays a script: its calls come one after another, and in one message. */
async function played({ parts, project, toolsFor }: Work, name: string): Promise<string> {
  const [one, other] = toolsFor(name);
  const call = (toolName: string, args: object) => ({ type: "tool.call", toolName, arguments: { ...args } });
  const script = [
    call(one.note, { word: name }),
    {
      type: "tool.calls",
      calls: [
        { toolName: other.hear, arguments: { key: name } },
        { toolName: one.count, arguments: { beats: 4 } },
        { toolName: other.publish, arguments: { version: name } },
      ],
    },
    call(one.ask, { question: name }),
    call(other.keep, { path: `${name}.txt` }),
    { type: "assistant.output", content: name },
  ];
  const { runId } = await startAgent(
    parts,
    project.options(),
    { path: project.folder, input: name, script, config: {} },
    {},
  );
  return runId;
}
