// Ids and names of calls as every provider takes them back. A thread may have been another model's before, whose ids look
// otherwise or begin anew with each message, and a model may have asked for a tool that cannot be called so: one such call in
// the history, and a provider refuses everything that is said in the thread from then on.

import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

const LONGEST = 64;

/** The prompt with ids that are sound and each there once, results still beside their calls, and with sound names. */
export function withSoundCalls(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const ids = new CallIds();
  return prompt.map((message) => soundMessage(message, ids));
}

function soundMessage(message: LanguageModelV4Message, ids: CallIds): LanguageModelV4Message {
  if (message.role === "assistant") {
    ids.next();
    return {
      ...message,
      content: message.content.map((part) =>
        part.type === "tool-call"
          ? { ...part, toolCallId: ids.ofCall(part.toolCallId), toolName: soundName(part.toolName) }
          : part,
      ),
    };
  }
  if (message.role !== "tool") return message;
  return {
    ...message,
    content: message.content.map((part) =>
      part.type === "tool-result"
        ? { ...part, toolCallId: ids.ofResult(part.toolCallId), toolName: soundName(part.toolName) }
        : part,
    ),
  };
}

/** Gives each call an id of its own, and its result the same. */
class CallIds {
  readonly #used = new Set<string>();
  /** The ids of the last message's calls, by the one that the model gave: several where it gave one twice. */
  readonly #open = new Map<string, string[]>();

  /** Another message begins, with calls of its own. */
  next(): void {
    this.#open.clear();
  }

  ofCall(id: string): string {
    const sound = this.#free(soundText(id) || "call");
    this.#used.add(sound);
    this.#open.set(id, [...(this.#open.get(id) ?? []), sound]);
    return sound;
  }

  ofResult(id: string): string {
    return this.#open.get(id)?.shift() ?? soundText(id);
  }

  #free(id: string): string {
    if (!this.#used.has(id)) return id;
    for (let count = 2; ; count += 1) {
      const end = `_${count}`;
      const other = `${id.slice(0, LONGEST - end.length)}${end}`;
      if (!this.#used.has(other)) return other;
    }
  }
}

/** The name of a tool in the history: Google wants it to begin with a letter or `_`. */
export function soundName(name: string): string {
  const sound = soundText(name);
  return /^[A-Za-z_]/.test(sound) ? sound : soundText(`_${sound}`);
}

function soundText(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST);
}
