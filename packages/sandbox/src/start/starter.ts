// Starts sandboxes for images in the best way that this machine has, and remembers which ways it refused.

import type { WireError } from "@haft/sdk/wire";
import { DefinitionProcess } from "../calls/definition-process.ts";
import { FreshProcess } from "../calls/fresh-process.ts";
import type { LiveSandbox, SandboxListener } from "../calls/live-sandbox.ts";
import { PythonSandbox } from "../calls/python-sandbox.ts";
import { type SandboxOptions, SeatUnavailable } from "../calls/seat.ts";
import { SharedProcess } from "../calls/shared-process.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { compiledLibrary } from "../images/compiled-library.ts";
import { pythonInterpreter, pythonName } from "../images/python-interpreter.ts";
import type { Isolation } from "../levels/level.ts";
import type { Way } from "../levels/way.ts";
import { waysOf } from "../levels/ways.ts";
import { folderMeter } from "../limits/folder-meter.ts";
import { processorSeconds } from "../limits/process-limits.ts";
import { hostArchitecture } from "../seccomp/architecture.ts";
import type { Machine } from "./machine.ts";
import type { Preparation } from "./preparation.ts";
import { preparePython } from "./prepare-python.ts";
import { prepareTypeScript, typeScriptLoad } from "./prepare-typescript.ts";
import { pythonLoad } from "./python-command.ts";
import { load, type ProvedSandbox, prove, type StarterSettings, temporaryName } from "./sandbox-starter.ts";
import { seatFault, wayRefused } from "./start-faults.ts";

/** See the file's first line. */
export class Starter {
  readonly #machine: Machine;
  readonly #options: SandboxOptions;
  readonly #prepared = new WeakMap<ToolsetImage, { readonly way: Way; readonly preparation: Promise<Preparation> }>();
  readonly #ways: Way[];
  readonly problems: WireError[];

  constructor(machine: Machine, options: SandboxOptions, choose: (way: Way) => boolean) {
    this.#machine = machine;
    this.#options = options;
    const { ways, problems } = waysOf({
      least: options.least,
      user: machine.user,
      isRoot: machine.isRoot,
      platform: process.platform,
      hasFilter: hostArchitecture() !== undefined,
      python: machine.programs.python,
      supervisor: machine.supervisor,
      mark: options.mark,
    });
    this.#ways = ways.filter(choose);
    this.problems = problems;
  }

  /** A sandbox that is loaded and waits. Rejects with a `SeatUnavailable`. */
  start(image: ToolsetImage, listener: SandboxListener): Promise<LiveSandbox> {
    return this.#inBestWay(image, async (settings, way) => {
      const prepared = await this.#prepare(image, way);
      const proved = await prove(settings, image, prepared);
      if (image.purpose === "definition") return definitionProcess(proved, image, prepared, way, listener);
      const plan =
        image.language === "python"
          ? pythonLoad(image, prepared.placement, way)
          : typeScriptLoad(image, prepared.placement, way);
      const process = await load(settings, image, proved, plan);
      const limits = { memoryMiB: image.memoryMiB, processorSeconds: processorSeconds(image.timeoutSeconds) };
      if (image.language === "python" && process.threads === 0) return new PythonSandbox(process, limits, listener);
      return image.reuse && image.language === "typescript"
        ? new SharedProcess(process, limits, listener)
        : new FreshProcess(process, limits, listener);
    });
  }

  /** The isolation that a sandbox which runs nothing confirms. Rejects with a `SeatUnavailable`. */
  isolation(image: ToolsetImage): Promise<Isolation> {
    return this.#inBestWay(image, async (settings, way) => {
      const proved: ProvedSandbox = await prove(settings, image, await this.#prepare(image, way));
      proved.launched.end();
      await proved.over;
      return proved.isolation;
    });
  }

  async #inBestWay<T>(image: ToolsetImage, work: (settings: StarterSettings, way: Way) => Promise<T>): Promise<T> {
    for (;;) {
      const way = this.#ways[0];
      if (!way) throw this.#unavailable();
      try {
        return await work(this.#settings(way), way);
      } catch (fault) {
        const refused = wayRefused(way, fault);
        if (refused === undefined) throw seatFault(image, fault);
        // Several starts may have found out at once.
        if (this.#ways[0] !== way) continue;
        this.#ways.shift();
        this.problems.push(refused);
      }
    }
  }

  #settings(way: Way): StarterSettings {
    const { state, own, groups } = this.#machine;
    const launcher = this.#machine.launcher(way);
    const meter = (folder: string) => folderMeter({ launcher, way, state, temporary: temporaryName() }, folder);
    return { launcher, way, state, own, groups, meter };
  }

  /** Where nothing of a start is its own, the next one of the same image has been decided already. */
  #prepare(image: ToolsetImage, way: Way): Promise<Preparation> {
    if (!way.ownNamespaces) return this.#decide(image, way);
    const known = this.#prepared.get(image);
    if (known?.way === way) return known.preparation;
    const preparation = this.#decide(image, way);
    this.#prepared.set(image, { way, preparation });
    preparation.catch(() => this.#prepared.delete(image));
    return preparation;
  }

  async #decide(image: ToolsetImage, way: Way): Promise<Preparation> {
    const { placement, programs, groups } = this.#machine;
    const memoryGroup = groups !== undefined;
    if (image.language === "typescript") {
      const script = await this.#machine.runnerScript();
      return prepareTypeScript(placement, way, image, script, programs, memoryGroup, temporaryName());
    }
    const named = pythonName(this.#options.python, image.environment.interpreter);
    const python = await pythonInterpreter(named, this.#machine.state);
    const library = await compiledLibrary(this.#machine.state, python);
    return preparePython(placement, way, image, python, library, memoryGroup, temporaryName());
  }

  #unavailable(): SeatUnavailable {
    const { least } = this.#options;
    const reasons = this.problems.map((problem) => problem.message).join("; ");
    const hints = this.problems.flatMap((problem) => problem.hint ?? []);
    return new SeatUnavailable(
      {
        type: "isolation_unavailable",
        message: `no sandbox of the level ${least} can be had here: ${reasons || "no way is known"}`,
        hint: [...new Set(hints)].join("; or ") || "haft doctor",
      },
      false,
    );
  }
}

function definitionProcess(
  proved: ProvedSandbox,
  image: ToolsetImage,
  prepared: Preparation,
  way: Way,
  listener: SandboxListener,
): DefinitionProcess {
  const { isolation, interpreter, launched, over, streams, opening, marker } = proved;
  return new DefinitionProcess(
    {
      isolation,
      interpreter,
      over,
      end: () => launched.end(),
      evaluate(limitMs) {
        const plan = typeScriptLoad(image, prepared.placement, way);
        streams.calls.send({ type: "load", ...plan, purpose: "definition", marker });
        return opening.next("load", limitMs, "definition", "load-failed");
      },
    },
    listener,
  );
}
