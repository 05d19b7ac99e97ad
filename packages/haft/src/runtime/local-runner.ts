// The engine's Runner on this machine's sandboxes: from a kept version to a place in a sandbox, and its one call.

import type { ToolDescriptor } from "@haft/contract";
import {
  type CallError,
  type Grants,
  type Preparation,
  type Prepared,
  type Runner,
  type RunnerCall,
  type Store,
  settingsDigest,
} from "@haft/engine";
import type { ToolsetImage } from "@haft/sandbox";
import { type Sandboxes, type Seat, SeatUnavailable } from "@haft/sandbox/seats";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { BUILTIN } from "../builtins/index.ts";
import type { BuiltModule } from "../toolsets/built-toolset.ts";
import { locate } from "../toolsets/locate.ts";
import { namedPackages, type Packages, projectPackages } from "../toolsets/package-environment.ts";
import { scanFiles } from "../watching/scan-files.ts";
import { builtinPlace } from "./builtin-place.ts";
import { formDigest } from "./form-digest.ts";
import { moduleOf } from "./kept-version.ts";
import { grantsOf, type LocalSettings, parseSettings } from "./local-settings.ts";
import { withNetworkHint } from "./network-hint.ts";
import { resultWarning } from "./result-warning.ts";
import { missingSecrets, whatIsMissing } from "./run-settings.ts";

/** What a runner works with. */
export interface LocalRunnerOptions {
  readonly store: Pick<Store, "toolset">;
  readonly sandboxes: Sandboxes;
  /** Given to the calls that declare nothing: on the local store a secret is declared by being given. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The data folder, in which workspaces are found that were made elsewhere. */
  readonly data: string;
  /** The folder that is `/data` for a toolset. */
  readonly dataFolder: (tenant: string, toolset: string) => string;
}

async function packagesOf(settings: LocalSettings, toolset: string): Promise<Packages> {
  const { environment, path } = settings;
  // Another toolset than the project's own runs without the project's packages: its version is complete.
  if (settings.toolset !== undefined && settings.toolset !== toolset) return { pythonPath: [] };
  if (environment !== undefined) return namedPackages(environment.name, environment.folder);
  return projectPackages(locate(path, "/").root);
}

async function imageOf(
  call: RunnerCall,
  module: BuiltModule,
  settings: LocalSettings,
  options: LocalRunnerOptions,
): Promise<ToolsetImage> {
  const packages = await packagesOf(settings, call.toolset);
  return {
    tenant: call.tenant,
    toolset: call.toolset,
    version: call.version,
    digest: module.digest,
    language: module.language,
    files: module.files,
    entry: module.entry,
    file: module.file,
    ...(module.sourceMap === undefined ? {} : { sourceMap: module.sourceMap }),
    plans: module.plans,
    async: module.plans.some((plan) => plan.isAsync),
    environment: {
      ...(packages.interpreter === undefined ? {} : { interpreter: packages.interpreter }),
      pythonPath: packages.pythonPath,
    },
    env: {},
    network: settings.network ? "shared" : "none",
    subprocess: false,
    memoryMiB: 512,
    reuse: false,
    data: options.dataFolder(call.tenant, call.toolset),
    ...(settings.workspace === undefined ? {} : { workspace: settings.workspace, thread: call.threadId }),
    timeoutSeconds: call.timeoutSeconds,
  };
}

/** What a place reaches: of the image that was taken, and the names under which it is told a secret. */
function grantsIn({ network, subprocess, env }: ToolsetImage, secrets: readonly string[]): Grants {
  return { network: network !== "none", secrets, subprocess, env: Object.keys(env) };
}

/**
 * A secret, or the error that says what is missing. A run is told those that it was created with and no others, whatever
 * the process has that moves it: those are what people were shown when they approved it.
 */
function secretOf(
  granted: readonly string[],
  secrets: Readonly<Record<string, string>>,
  { name: asked }: JsonObject,
): Json {
  const name = String(asked);
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  if (value !== undefined && granted.includes(name)) return value;
  const error = new Error(
    value === undefined
      ? `the secret ${name} is not set; give it with --secret ${name} (from the environment or .env) or --secret ${name}=VALUE`
      : `this run was not given the secret ${name}, and gets no other than those that it was started with; start it again with --secret ${name}`,
  );
  error.name = "KeyError";
  throw error;
}

/** What the files are now that a call wants to watch: taken when it asks, not when it parks. */
async function filesState(workspace: string | undefined, { paths }: JsonObject): Promise<Json> {
  if (workspace === undefined) throw new Error("this thread has no workspace to watch");
  const globs = Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
  return (await scanFiles(workspace, globs)).map((file) => ({ ...file }));
}

/** A version never changes: what the store has under its number now is not what was called, or approved. */
function notWhatWasCalled({ toolset, tool, version, digest }: RunnerCall, now: string): CallError {
  const [was, is] = [digest, now].map((each) => each.slice(0, 12));
  return {
    type: "source_changed",
    message: `version ${version} of \`${toolset}/${tool}\` in the store is not what was called: it was ${was}, and is ${is}`,
    hint: "call it again from its source; nothing but a hand in the store changes a version that was saved",
  };
}

function preparedFrom(
  seat: Seat,
  call: RunnerCall,
  settings: LocalSettings,
  image: ToolsetImage,
  tool: ToolDescriptor,
  secrets: Readonly<Record<string, string>>,
): Prepared {
  const { secrets: granted = [] } = settings;
  const mounted = seat.isolation.level === "namespaces";
  const ctx = {
    tenantId: call.tenant,
    sessionId: call.threadId,
    runId: call.runId,
    callId: call.callId,
    bundle: call.toolset,
    config: call.config,
    // Without a mount namespace the paths are the real ones.
    dataDir: image.data === undefined ? null : mounted ? "/data" : image.data,
    workdir: settings.workspace === undefined ? null : mounted ? "/workspace" : settings.workspace,
    ...(call.context === undefined ? {} : { context: call.context }),
  };
  return {
    isolation: seat.isolation.level,
    interpreter: seat.interpreter,
    settingsDigest: settingsDigest(grantsIn(image, granted)),
    run: async (input, observer, signal) => {
      const outcome = await seat.call(
        {
          callId: call.callId,
          tool: call.tool,
          ...(input.phase === "call"
            ? { phase: "call" as const, arguments: input.arguments }
            : { phase: "resume" as const, payload: input.payload, meta: input.meta }),
          ctx: {
            ...ctx,
            idempotencyKey: input.idempotencyKey,
            ...(input.phase === "resume" ? { parkedAt: input.parkedAt } : {}),
          },
          timeoutSeconds: call.timeoutSeconds,
        },
        {
          log: (stream, text) => observer.log(stream, text),
          progress: (fraction, message) => observer.progress(fraction, message),
          request: async (operation, params) => {
            if (operation === "secret") return secretOf(granted, secrets, params);
            if (operation === "files.state") return filesState(settings.workspace, params);
            return observer.request(operation, params);
          },
        },
        signal,
      );
      const warning = outcome.kind === "result" ? resultWarning(tool, outcome.value) : undefined;
      if (warning !== undefined) observer.log("warning", warning);
      return withNetworkHint(outcome, settings.network);
    },
    release: () => seat.release(),
  };
}

/** A runner on this machine's sandboxes. */
export function localRunner(options: LocalRunnerOptions): Runner {
  return {
    settingsDigest: (call) => settingsDigest(grantsOf(call.settings)),
    lacks: (settings) => whatIsMissing(missingSecrets(settings, options.secrets)),
    extendDeadline: (milliseconds) => options.sandboxes.extendDeadline?.(milliseconds),
    async prepare(call, signal): Promise<Preparation> {
      const builtin = call.toolset === BUILTIN ? builtinPlace(call, options.data) : undefined;
      if (builtin !== undefined) return { kind: "prepared", place: builtin };
      const kept = await options.store.toolset(call.tenant, call.toolset, call.version);
      const module = kept === null ? undefined : moduleOf(kept.built, call.tool);
      const tool = module?.tools.find((each) => each.name === call.tool);
      if (module === undefined || tool === undefined) {
        const message = `${call.tool} in version ${call.version} of ${call.toolset} is not in this store any more`;
        return { kind: "failed", error: { type: "load_failed", message, hint: "call the tool again" } };
      }
      const now = formDigest(module);
      if (now !== call.digest) return { kind: "failed", error: notWhatWasCalled(call, now) };
      const settings = parseSettings(call.settings, options.data);
      const image = await imageOf(call, module, settings, options);
      try {
        const seat = await options.sandboxes.take(image, signal);
        return { kind: "prepared", place: preparedFrom(seat, call, settings, image, tool, options.secrets) };
      } catch (error) {
        if (!(error instanceof SeatUnavailable)) throw error;
        return { kind: error.retryable ? "retry" : "failed", error: error.error };
      }
    },
  };
}
