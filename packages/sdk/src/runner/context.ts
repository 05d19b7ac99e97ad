// What a tool receives as its context, inside.

import type { ArtifactEntry, Artifacts, ArtifactVersion } from "../context/artifacts.ts";
import type { ToolContext } from "../context/tool-context.ts";
import { askUser } from "../waits/ask-user.ts";
import { sleepFor, sleepUntil } from "../waits/sleep.ts";
import { waitForSignal } from "../waits/wait-for-signal.ts";
import { watchFiles } from "../waits/watch-files.ts";
import type { Json } from "../wire/json.ts";
import type { ContextData } from "../wire/plan.ts";
import type { OpenCall } from "./open-call.ts";

/** What is larger travels in parts, so that a frame always holds one. */
const PART_BYTES = 1024 * 1024;

/** Makes the context of one call. */
export function liveContext(data: ContextData, call: OpenCall): ToolContext {
  return {
    tenantId: data.tenantId,
    sessionId: data.sessionId,
    runId: data.runId,
    callId: data.callId,
    bundle: data.bundle,
    config: frozen(data.config),
    dataDir: data.dataDir,
    workdir: data.workdir,
    context: data.context,
    idempotencyKey: data.idempotencyKey,
    parkedAt: data.parkedAt === undefined ? null : new Date(data.parkedAt),
    get signal() {
      return call.signal;
    },
    artifacts: liveArtifacts(call),
    secret: async (name) => String(await call.request("secret", { name: String(name) })),
    progress: (fraction, message) => call.tell(checkedFraction(fraction), message),
    inform: (text) => call.tell(undefined, String(text)),
    signalUrl: async (key) => String(await call.request("signal.url", { key: String(key) })),
    askUser,
    sleepFor,
    sleepUntil,
    watchFiles,
    waitForSignal,
  };
}

function checkedFraction(fraction: number | undefined): number | undefined {
  if (fraction === undefined || fraction === null) return undefined;
  if (typeof fraction === "number" && fraction >= 0 && fraction <= 1) return fraction;
  throw new RangeError(`progress: fraction must be a number from 0 to 1, not ${fraction}`);
}

function frozen<T extends Json>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}

interface Part {
  readonly version: number;
  readonly text: boolean;
  readonly base64: string;
  readonly last: boolean;
}

function liveArtifacts(call: OpenCall): Artifacts {
  return {
    async read(path, wanted) {
      const parts: Buffer[] = [];
      let version = wanted;
      for (let offset = 0; ; ) {
        const params = { path, offset, ...(version === undefined ? {} : { version }) };
        const part = (await call.request("artifact.read", params)) as unknown as Part;
        const bytes = Buffer.from(part.base64, "base64");
        parts.push(bytes);
        offset += bytes.length;
        version = part.version;
        if (part.last) {
          const whole = Buffer.concat(parts);
          return part.text ? whole.toString("utf8") : whole;
        }
      }
    },
    async write(path, content, options) {
      const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
      const mimeType = options?.mimeType ?? (typeof content === "string" ? "text/plain" : "application/octet-stream");
      for (let offset = 0; ; ) {
        const part = bytes.subarray(offset, offset + PART_BYTES);
        const last = offset + part.length >= bytes.length;
        const params = { path, mimeType, base64: part.toString("base64"), offset, last };
        const reply = await call.request("artifact.write", params);
        offset += part.length;
        if (last) return reply as unknown as ArtifactVersion;
      }
    },
    list: async () => (await call.request("artifact.list", {})) as unknown as readonly ArtifactEntry[],
  };
}
