// The steps of a run's model: tools are read and the request is written, and only then the model is asked (I1); what it
// says, or why it says nothing, is a fact. A script's step takes the place of both.

import { createHash } from "node:crypto";
import { type AgentDefinition, NO_MODEL } from "../../agents/agent-definition.ts";
import type { EventDraft } from "../../events/event.ts";
import { canonicalJson } from "../../json/canonical-json.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { ModelMessage, ModelReply, ModelRequest, ModelSettings } from "../../ports/models.ts";
import { number } from "../../state/consequences.ts";
import { decide } from "../../state/decide.ts";
import type { AskEffect } from "../../state/effects.ts";
import type { AgentState, RunOrigin, RunState } from "../../state/run-state.ts";
import type { Plan, RunDesk } from "../desk.ts";
import type { Flight } from "../flights.ts";
import { type Response, scriptedReply } from "../script/scripted-reply.ts";
import type { Conversation } from "./conversation.ts";
import { gatherDeltas } from "./deltas.ts";
import { historyBefore } from "./history.ts";
import { maskReply } from "./mask-reply.ts";
import { retryAt } from "./retry.ts";
import type { ShownTools, ToolShelf } from "./tool-shelf.ts";

/** What is found out before the request is written. */
interface Prepared {
  readonly tools: ShownTools;
  /** Null: the run is scripted, or there is no model for it. */
  readonly model: ModelSettings | null;
  /** What was said in the thread before this run. */
  readonly history: readonly ModelMessage[];
}

/** Asks the model of one run. */
export class ModelSteps {
  readonly #desk: RunDesk;
  readonly #tools: ToolShelf;
  readonly #conversation: Conversation;
  #history: readonly ModelMessage[] | null = null;

  constructor(desk: RunDesk, tools: ToolShelf, conversation: Conversation) {
    this.#desk = desk;
    this.#tools = tools;
    this.#conversation = conversation;
  }

  /** Finds out what a request needs, unless that is under way already. */
  prepare(state: RunState, effect: AskEffect): void {
    const { flights } = this.#desk;
    const { created } = state;
    if (created === null || flights.get(effect.key) !== undefined || !this.#desk.mayStart()) return;
    const flight = flights.start(effect.key, null);
    const turn = (perform: () => Promise<void>): void => {
      if (flights.get(effect.key) === flight) this.#desk.post({ perform, abandon: () => flights.end(effect.key) });
    };
    this.#findOut(created, state.runId).then(
      (prepared) => turn(() => this.#begin(effect, prepared, flight)),
      (error: unknown) =>
        turn(async () => {
          flights.end(effect.key);
          throw error;
        }),
    );
  }

  async #findOut(run: RunOrigin, runId: string): Promise<Prepared> {
    const { services } = this.#desk;
    const agent = run.agent?.definition ?? {};
    const { tenant, thread, requestedBy, settings } = run;
    const scripted = run.script !== null;
    const query = { tenant, runId, threadId: thread, requestedBy, agent, settings };
    const [discovered, model, history] = await Promise.all([
      services.toolbox.discover(query),
      scripted ? null : services.models.find(tenant, modelOf(agent)),
      scripted ? [] : (this.#history ?? historyBefore(services, tenant, thread, runId)),
    ]);
    this.#history = history;
    return { tools: this.#tools.keep(discovered, this.#desk.masker), model, history };
  }

  async #begin(effect: AskEffect, prepared: Prepared, flight: Flight): Promise<void> {
    const { flights } = this.#desk;
    let sent = false;
    try {
      await this.#desk.masker.readAgain();
      sent = await this.#beginWith(effect, prepared, flight);
    } finally {
      if (!sent && flights.get(effect.key) === flight) flights.end(effect.key);
    }
  }

  /** Whether the model is being asked. */
  async #beginWith(effect: AskEffect, prepared: Prepared, flight: Flight): Promise<boolean> {
    const { flights, log } = this.#desk;
    for (;;) {
      const plan = this.#desk.plan();
      const { agent, created } = plan.state;
      const wanted = decide(plan.state, log.moment).some(({ key }) => key === effect.key);
      if (flights.get(effect.key) !== flight || !wanted || agent === null || created === null) return false;
      if (!this.#desk.mayStart()) return false;
      const shown = agent.tools?.digest === prepared.tools.digest ? [] : [prepared.tools.draft];
      if (created.script !== null || prepared.model === null) {
        flights.end(effect.key);
        if (created.script === null) await this.#desk.fail(plan, NO_MODEL);
        else await this.#desk.say(plan, [...shown, ...this.#scripted(created, agent, effect)]);
        return false;
      }
      const request = await this.#request(plan, agent, prepared, prepared.model);
      const requested = this.#requested(effect, prepared.model, request);
      const decisions = [...plan.events, ...shown, requested];
      const written = await this.#desk.write({ decisions, guards: plan.guards });
      if (written === "stale") continue;
      if (written !== "written") return false;
      flight.stage = "begun";
      this.#send(effect, request, flight);
      return true;
    }
  }

  /** The step of the script, as if a model had said it. */
  #scripted(created: RunOrigin, agent: AgentState, effect: AskEffect): readonly EventDraft[] {
    const step = created.script?.[agent.scriptStep];
    const reply = scriptedReply(step, effect.step);
    if (reply === null) throw new Error(`step ${agent.scriptStep} of the script is none that a model could say`);
    const requested = this.#event(effect, { provider: "script", name: "script" }, digestOf(reply));
    return [requested, responded(effect, reply, 0)];
  }

  async #request(plan: Plan, agent: AgentState, prepared: Prepared, model: ModelSettings): Promise<ModelRequest> {
    const { log } = this.#desk;
    const planned = number(log.runId, plan.events, log.state.seq + 1, log.moment.now);
    const pending = [...log.unwritten, ...planned];
    const [instructions, messages] = await Promise.all([
      this.#conversation.instructions(agent, pending),
      this.#conversation.messages(agent, pending),
    ]);
    return {
      tenant: log.tenant,
      model,
      instructions,
      messages: [...prepared.history, ...messages],
      tools: prepared.tools.tools.map(({ name, descriptor }) => ({
        name,
        description: descriptor.description,
        inputSchema: schemaOf(descriptor.inputSchema),
      })),
    };
  }

  #requested(effect: AskEffect, model: ModelSettings, request: ModelRequest): EventDraft {
    return this.#event(effect, model, digestOf(request));
  }

  #event(
    { step, attempt }: AskEffect,
    { provider, name }: Pick<ModelSettings, "provider" | "name">,
    digest: string,
  ): EventDraft {
    const { fence } = this.#desk.log.moment;
    return { type: "model.requested", data: { step, provider, model: name, attempt, fence, digest } };
  }

  #send(effect: AskEffect, request: ModelRequest, flight: Flight): void {
    const { services, masker, observer } = this.#desk;
    const { clock, settings, models } = services;
    const before = clock.monotonic();
    const out = observer.delta === undefined ? undefined : (text: string) => observer.delta?.(text);
    const deltas = gatherDeltas(clock, masker, settings.deltaMs, out);
    const came = (reply: ModelReply): void => {
      deltas.end();
      const latencyMs = Math.round(clock.monotonic() - before);
      this.#desk.post({
        perform: () => this.#conclude(effect, reply, latencyMs),
        abandon: () => this.#desk.flights.end(effect.key),
      });
    };
    const { signal } = flight.abort;
    // One that does not hear the abort must not keep the run here: unlike a call, it does nothing in the world.
    const asked = askOnce(() => models.ask(request, deltas, signal));
    void Promise.race([asked, aborted(signal)]).then(came);
  }

  /** The model has answered, or failed: a fact, written with what begins next, or alone where that takes a while. */
  async #conclude(effect: AskEffect, raw: ModelReply, latencyMs: number): Promise<void> {
    const { flights, log, masker } = this.#desk;
    const signal = flights.get(effect.key)?.abort.signal;
    flights.end(effect.key);
    await masker.readAgain();
    const reply = maskReply(raw, masker);
    // Ended for a reason of the worker's: whoever moves the run next asks again.
    if (reply.kind === "failure" && signal?.aborted === true && signal.reason !== "cancel") return;
    if (!log.held) return;
    const stopped = signal?.aborted === true;
    const draft =
      reply.kind === "response" ? responded(effect, reply, latencyMs) : this.#failed(effect, reply, stopped);
    log.know([draft]);
  }

  #failed(
    { step, attempt }: AskEffect,
    failure: Extract<ModelReply, { kind: "failure" }>,
    stopped: boolean,
  ): EventDraft {
    const at = stopped ? null : retryAt(this.#desk.services, failure, attempt);
    const again = at === null ? {} : { retryAt: new Date(at).toISOString() };
    const { error, retryable } = failure;
    return { type: "model.failed", data: { step, attempt, error, retryable, ...again } };
  }
}

function responded({ step, attempt }: AskEffect, reply: Response, latencyMs: number): EventDraft {
  const { text, calls, carry, finishReason, usage } = reply;
  const kept = carry === undefined ? {} : { carry };
  return {
    type: "model.responded",
    data: { step, attempt, text, calls, ...kept, finishReason, usage, latencyMs },
  };
}

function modelOf(agent: JsonObject): AgentDefinition["model"] {
  return typeof agent.model === "string" && agent.model !== "" ? agent.model : "default";
}

/** A contract's schema is plain data: its type only says less about it. */
function schemaOf(schema: { readonly [keyword: string]: unknown }): JsonObject {
  return JSON.parse(JSON.stringify(schema));
}

/** SHA-256, in hex, of what is sent, or said. */
function digestOf(value: unknown): string {
  const plain: Json = JSON.parse(JSON.stringify(value));
  return createHash("sha256").update(canonicalJson(plain)).digest("hex");
}

/** A port that breaks its word, and rejects or throws, has failed once more. */
async function askOnce(ask: () => Promise<ModelReply>): Promise<ModelReply> {
  try {
    return await ask();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failure", error: { type: "model_unreachable", message }, retryable: true };
  }
}

/** Resolves when the request is not wanted any more. */
function aborted(signal: AbortSignal): Promise<ModelReply> {
  const error = { type: "aborted", message: "the request was aborted" };
  return new Promise((resolve) => {
    const end = (): void => resolve({ kind: "failure", error, retryable: false });
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
}
