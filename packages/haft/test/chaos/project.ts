// The folder of one test that kills: the tools' source, the data folder with the ledger, and what sessions are told of them.

import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionOptions } from "../../src/session/session-options.ts";
import { toolsetId } from "../../src/toolsets/toolset-id.ts";

const WORKS = fileURLToPath(new URL("./fixtures/works", import.meta.url));
/** What those of `WORKS` do, in TypeScript. */
const CRAFTS = fileURLToPath(new URL("./fixtures/crafts", import.meta.url));
/** How long leases last: short, so that a test sees many end; long enough for a machine that is busy with other tests. */
export const LEASE_MS = 2_000;

/** One line of the ledger: what was done (`ran`, `beat`, `kept`), in which phase (`call`, `resume:N`), and when. */
export interface Deed {
  readonly what: string;
  readonly callId: string;
  readonly phase: string;
  readonly at: number;
}

/** A project in a folder of its own. */
export interface Project extends Disposable {
  readonly folder: string;
  /** Its toolset's id. */
  readonly toolset: string;
  /** What a session on it is told. */
  options(more?: Partial<SessionOptions>): SessionOptions;
  /** What the tools wrote so far. */
  deeds(): readonly Deed[];
}

/** One whose tools are there in Python and in TypeScript. */
export function projectInBoth(): Project {
  return project(WORKS, CRAFTS);
}

/** Makes it; it is removed in the end. `source`: the folder that is copied, `over`: another that is copied over it. */
export function project(source: string = WORKS, over?: string): Project {
  const folder = mkdtempSync(join(tmpdir(), "haft-chaos-"));
  // The sandboxes' user must reach `/data`.
  chmodSync(folder, 0o755);
  for (const from of over === undefined ? [source] : [source, over])
    cpSync(from, folder, { recursive: true, filter: (path) => !path.includes(".haft") });
  const toolset = toolsetId(folder);
  const ledger = join(folder, ".haft", "data", "local", toolset, "ledger");
  return {
    folder,
    toolset,
    options: (more = {}) => ({
      store: join(folder, ".haft", "haft.db"),
      data: join(folder, ".haft"),
      environments: {},
      as: { name: "ada", roles: [] },
      secrets: {},
      network: false,
      wait: false,
      timing: { leaseMs: LEASE_MS, lookMs: 250 },
      ...more,
    }),
    deeds: () => (existsSync(ledger) ? readFileSync(ledger, "utf8").split("\n").slice(0, -1).map(deed) : []),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function deed(line: string): Deed {
  const [what = "", callId = "", phase = "", at = ""] = line.split(" ");
  return { what, callId, phase, at: Number(at) };
}
