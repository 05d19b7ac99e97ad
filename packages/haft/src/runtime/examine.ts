// What `haft doctor` looks at: each part by itself, so that one that is missing hides no other.

import { createSandboxes, type Isolation, machineFacts, type SandboxOptions } from "@haft/sandbox";
import { count } from "../output/count.ts";
import type { DoctorCheck, DoctorReport } from "../session/checks.ts";
import { CommandError } from "../session/command-error.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { openToolsets } from "../toolsets/open-toolsets.ts";
import { examineModel } from "./examine-model.ts";
import { examineStore } from "./examine-store.ts";
import { failedCheck } from "./failed-check.ts";

const LEAST_NODE = 24;

function examineNode(): DoctorCheck {
  const major = Number(process.versions.node.split(".")[0]);
  const detail = `Node ${process.versions.node}`;
  return major >= LEAST_NODE
    ? { name: "node", ok: true, detail }
    : { name: "node", ok: false, detail, remedy: "install Node 24 or newer" };
}

interface SandboxFindings {
  readonly checks: readonly DoctorCheck[];
  readonly isolation: Isolation | null;
}

function sandboxOptions({ isolation, user, python }: SessionOptions): SandboxOptions {
  return {
    least: isolation ?? "rlimit-only",
    ...(user === undefined ? {} : { user }),
    ...(python === undefined ? {} : { python }),
  };
}

async function examineSandbox(options: SessionOptions): Promise<SandboxFindings> {
  try {
    await using sandboxes = await createSandboxes(sandboxOptions(options));
    const { isolation, problems } = await sandboxes.probe();
    const reached: DoctorCheck =
      isolation === null
        ? { name: "isolation", ok: false, detail: "no sandbox could be started" }
        : { name: "isolation", ok: isolation.level === "namespaces", detail: `level ${isolation.level}` };
    const told = problems.map((problem) => ({
      name: "isolation",
      ok: false,
      detail: problem.message,
      ...(problem.hint === undefined || problem.hint === "haft doctor" ? {} : { remedy: problem.hint }),
    }));
    return { checks: told.length > 0 && isolation === null ? told : [reached, ...told], isolation };
  } catch (error) {
    return { checks: [failedCheck("isolation", error)], isolation: null };
  }
}

async function examineTools(options: SessionOptions, path: string): Promise<DoctorCheck> {
  try {
    await using toolsets = openToolsets({ ...(options.python === undefined ? {} : { python: options.python }) });
    const { toolsets: read } = await toolsets.read(path);
    const tools = read.flatMap((toolset) => toolset.tools).length;
    const errors = read.flatMap((toolset) => toolset.diagnostics).filter((each) => each.severity === "error").length;
    const detail = `${count(tools, "tool")} at ${path}${errors === 0 ? "" : `, ${count(errors, "error")}`}`;
    return errors === 0
      ? { name: "toolDiscovery", ok: true, detail }
      : { name: "toolDiscovery", ok: false, detail, remedy: `haft check ${path}` };
  } catch (error) {
    if (error instanceof CommandError && (error.type === "no_tools" || error.type === "not_a_source")) {
      return { name: "toolDiscovery", ok: true, detail: `no tools at ${path}` };
    }
    return failedCheck("toolDiscovery", error);
  }
}

/** Looks at everything, also where no session could be opened. Never rejects for what it finds. */
export async function examine(options: SessionOptions, path: string): Promise<DoctorReport> {
  const sandbox = await examineSandbox(options);
  const facts = await machineFacts(sandboxOptions(options));
  const store = await examineStore(options);
  const checks = [
    examineNode(),
    ...store.checks,
    ...facts,
    ...sandbox.checks,
    await examineTools(options, path),
    await examineModel(options, store.models),
  ];
  return { ok: checks.every((check) => check.ok), checks, isolation: sandbox.isolation };
}
