// Starts one sandbox for an image, in one way: place, launch, enter the group, open the gate, judge, load.

import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadMessage } from "@haft/sdk/wire";
import {
  newMarker,
  Opening,
  type SandboxProcess,
  StartFailed,
  type Streams,
  streamsOf,
} from "../calls/sandbox-process.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { LaunchEnd, LaunchedSandbox, Opened } from "../launcher/launched-sandbox.ts";
import type { Launcher } from "../launcher/launcher.ts";
import { judge } from "../levels/judge.ts";
import type { Isolation } from "../levels/level.ts";
import type { OwnSurroundings } from "../levels/own-surroundings.ts";
import type { Way } from "../levels/way.ts";
import { type ControlGroup, type ControlGroups, createControlGroup } from "../limits/control-group.ts";
import type { FolderMeter } from "../limits/folder-meter.ts";
import { guardsOf } from "../limits/guards.ts";
import { placeText } from "../state/placed.ts";
import { sandboxEnvironment } from "./environment.ts";
import type { Preparation } from "./preparation.ts";

/** How long the process inside may take to report. */
const LAST_WORDS_MS = 1_000;
const READY_MS = 20_000;
/** How long a module may take to load. */
const LOAD_MS = 30_000;

/** What a start needs besides the image. */
export interface StarterSettings {
  readonly launcher: Launcher;
  readonly way: Way;
  readonly state: string;
  readonly own: OwnSurroundings;
  readonly groups: ControlGroups | undefined;
  readonly meter: (folder: string) => FolderMeter;
}

/** The process inside reported less than the level asks for. */
export class LevelMissing extends Error {
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super(`the sandbox does not confirm its level: ${missing.join("; ")}`);
    this.missing = missing;
  }
}

/** A sandbox that has reported and was judged; nothing of the tool has run. */
export interface ProvedSandbox {
  readonly launched: LaunchedSandbox;
  readonly streams: Streams;
  readonly opening: Opening;
  readonly isolation: Isolation;
  readonly interpreter: string;
  readonly marker: string;
  readonly pid: number;
  readonly group: ControlGroup | undefined;
  /** Resolves when it has ended and its control group is removed. */
  readonly over: Promise<void>;
}

/** Temporary folder of a sandbox that has no `/tmp` of its own; its supervisor makes and removes it. */
export function temporaryName(): string {
  return join(tmpdir(), `haft-${randomBytes(9).toString("hex")}`);
}

/** Starts a sandbox and has it judged. What it left, if it fails, is gone when the promise rejects. */
export async function prove(
  settings: StarterSettings,
  image: ToolsetImage,
  prepared: Preparation,
  again = true,
): Promise<ProvedSandbox> {
  const group = settings.groups ? await createControlGroup(settings.groups, image.memoryMiB) : undefined;
  const { way } = settings;
  const { filters } = prepared;
  let launched: LaunchedSandbox | undefined;
  let streams: Streams | undefined;
  try {
    launched = settings.launcher.start(
      way.start({
        line: prepared.line,
        sockets: prepared.sockets,
        mounts: prepared.placement.mounts,
        links: prepared.placement.links,
        environment: sandboxEnvironment(image, way, prepared.temporary),
        network: image.network,
        filter: filters.outer ? placeText(settings.state, filters.outer) : undefined,
        temporary: prepared.temporary,
      }),
    );
    await launched.handed();
    const marker = newMarker();
    // Before it is known whether it will run: bubblewrap says here why it cannot.
    streams = streamsOf(launched, prepared.sockets.includes("parent"), marker);
    const opened = await launched.opened(way.status);
    await Promise.all(processesOf(opened).map((pid) => group?.enter(pid)));
    const opening = new Opening(streams.parent ?? streams.calls);
    launched.go();
    const isolation = await judged(settings, image, prepared, opening, opened, group);
    const pid = processesOf(opened).at(-1) ?? opened.pid;
    const over = streams.gone.then(() => launched?.ended).then(() => group?.remove());
    const proved = { launched, streams, opening, ...isolation, marker, pid, group, over };
    void proved.over.catch(() => {});
    return proved;
  } catch (fault) {
    launched?.end();
    const end = await launched?.ended;
    await group?.remove();
    if (!end || fault instanceof LevelMissing) throw fault;
    // The launcher was ending when it was asked (its deadline, a kill); nothing of the tool has run, and the next is there.
    if (end.kind === "lost" && again) return prove(settings, image, prepared, false);
    throw await withItsWords(fault, streams, end);
  }
}

/** Sends `load` and waits until the sandbox waits for its call. */
export async function load(
  settings: StarterSettings,
  image: ToolsetImage,
  proved: ProvedSandbox,
  plan: Omit<LoadMessage, "type" | "marker">,
): Promise<SandboxProcess> {
  const { launched, streams, opening, marker } = proved;
  try {
    (streams.parent ?? streams.calls).send({ type: "load", ...plan, marker });
    const loaded = await opening.next("load", LOAD_MS, "loaded");
    await opening.next("load", LOAD_MS, "waiting");
    opening.done();
    return {
      isolation: proved.isolation,
      interpreter: proved.interpreter,
      threads: loaded.threads,
      calls: streams.calls,
      parent: streams.parent,
      stdout: streams.stdout,
      stderr: streams.stderr,
      end: () => launched.end(),
      gone: streams.gone,
      over: proved.over,
      exit: launched.ended,
      guards: guardsOf({
        group: proved.group,
        pid: proved.pid,
        memoryMiB: image.memoryMiB,
        folders: {
          ...(image.data === undefined ? {} : { "/data": image.data }),
          ...(image.workspace === undefined ? {} : { "/workspace": image.workspace }),
        },
        meter: settings.meter,
      }),
    };
  } catch (fault) {
    launched.end();
    const end = await launched.ended;
    await proved.over;
    throw await withItsWords(fault, streams, end);
  }
}

/** A sandbox that ended by itself is told with what it wrote and how it ended. */
async function withItsWords(fault: unknown, streams: Streams | undefined, end: LaunchEnd): Promise<unknown> {
  if (fault instanceof StartFailed && fault.fault.kind !== "ended") return fault;
  // Where all sandboxes were ended, its module was not the reason, whatever it was doing.
  const own = fault instanceof StartFailed && fault.fault.kind === "ended" && end.kind !== "lost";
  const during = own ? fault.fault.during : "start";
  const how = end.kind === "exited" ? end.detail : `${end.kind}: ${end.detail}`;
  const before = (end.said ?? "").split("\n").filter((line) => line !== "");
  // Its end is told on one channel, its words on another. What it left behind may hold that one open for ever.
  if (streams) await Promise.race([streams.stderr.complete(), delay(LAST_WORDS_MS, undefined, { ref: false })]);
  return new StartFailed({ kind: "ended", during, said: [...before, ...(streams?.stderr.early ?? [])], how });
}

/** The process that was started and, where bubblewrap tells it, the first one inside. */
function processesOf(opened: Opened): number[] {
  const inside = opened.status["child-pid"];
  return typeof inside === "number" ? [opened.pid, inside] : [opened.pid];
}

async function judged(
  settings: StarterSettings,
  image: ToolsetImage,
  prepared: Preparation,
  opening: Opening,
  opened: Opened,
  group: ControlGroup | undefined,
): Promise<{ isolation: Isolation; interpreter: string }> {
  const { report } = await opening.next("start", READY_MS, "ready");
  const verdict = judge(report, {
    way: settings.way,
    own: settings.own,
    status: opened.status,
    network: image.network,
    filters: prepared.filters.count,
    root: prepared.root,
    descriptors: prepared.descriptors,
    refusals: prepared.filters.refusals,
    limits: prepared.limits,
    memory: group
      ? `${image.memoryMiB} MiB for everything in the sandbox, by its control group`
      : `${image.memoryMiB} MiB resident, watched; socket buffers and files in /tmp are not counted`,
  });
  if (verdict.missing.length > 0) throw new LevelMissing(verdict.missing);
  return { isolation: { level: settings.way.level, lines: verdict.lines }, interpreter: report.interpreter };
}
