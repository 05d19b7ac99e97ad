// The model that agents ask: a real HTTP server on loopback whose answers follow from the request alone, so that asking
// again gives the same. Now and then it refuses, or breaks off.

import type { WireReply } from "../models/wire-server/reply.ts";
import { startWireServer, type WireRequest, type WireServer } from "../models/wire-server/wire-server.ts";
import type { ToolsFor } from "./languages.ts";
import type { Random } from "./random.ts";

type Calls = readonly (readonly [name: string, args: object])[];

/** Starts it. */
export function startModel(choices: Random, toolsFor: ToolsFor): Promise<WireServer> {
  return startWireServer({
    replies(request) {
      if (choices.percent(4)) return { status: 429, headers: { "retry-after-ms": "5" } };
      const reply = replyTo(request, toolsFor);
      return choices.percent(4) ? { ...reply, after: { events: 2, instead: "break" } } : reply;
    },
  });
}

function replyTo(
  { body }: WireRequest,
  toolsFor: ToolsFor,
): Exclude<WireReply, { status: number } | { events: readonly string[] }> {
  const messages: readonly { role?: string; content?: unknown }[] = Array.isArray(body.messages) ? body.messages : [];
  const step = messages.filter(({ role }) => role === "assistant").length;
  const name = textOf(messages.find(({ role }) => role === "user")?.content);
  const calls = stepsOf(name, toolsFor)[step];
  if (calls === undefined) return { text: `${name} is done` };
  return {
    text: `step ${step + 1}`,
    calls: calls.map(([tool, args], index) => ({
      id: `c_${step}_${index}`,
      name: tool,
      arguments: JSON.stringify(args),
    })),
  };
}

/** What is asked for in each step. The second asks again for something of the first: after `outcome_unknown` a person is asked. */
function stepsOf(name: string, toolsFor: ToolsFor): readonly Calls[] {
  const [one, other] = toolsFor(name);
  return [
    [
      [one.note, { word: name }],
      [other.ask, { question: name }],
      [one.publish, { version: name }],
      [other.fail, { reason: name }],
    ],
    [
      [one.note, { word: name }],
      [other.count, { beats: 6 }],
      [one.keep, { path: `${name}.txt` }],
    ],
    [[other.hear, { key: name }]],
  ];
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const [part] = Array.isArray(content) ? content : [];
  return String(Reflect.get(Object(part), "text"));
}
