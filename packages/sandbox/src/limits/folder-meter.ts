// How much a folder holds, measured by a process that sees nothing else: the server never opens a path that a tool can change.

import type { Socket } from "node:net";
import type { Mount } from "../images/mount.ts";
import { sharedLibraries } from "../images/shared-libraries.ts";
import type { Launcher } from "../launcher/launcher.ts";
import type { Way } from "../levels/way.ts";
import { placeLink, placeText } from "../state/placed.ts";

/** Measures one folder. */
export interface FolderMeter {
  /** Bytes that its files take on the disk; infinite where part of it cannot be read; undefined where nobody measured. */
  measure(): Promise<number | undefined>;
  close(): void;
}

/** What a meter is started with. */
export interface MeterSettings {
  readonly launcher: Launcher;
  readonly way: Way;
  readonly state: string;
  /** A name for temporary files where there is no `/tmp` of its own. */
  readonly temporary: string;
}

/** One number for each line that it is sent. Links are not followed; a folder that cannot be read counts as without bound. */
const SCRIPT = `
const fs = require("node:fs");
const folder = process.argv[2];
function measure() {
  const open = [folder];
  let bytes = 0;
  try {
    while (open.length > 0) {
      const at = open.pop();
      for (const name of fs.readdirSync(at)) {
        const path = at + "/" + name;
        let found;
        try { found = fs.lstatSync(path); } catch { continue; }
        bytes += found.blocks * 512;
        if (found.isDirectory()) open.push(path);
      }
    }
  } catch (fault) {
    if (fault.code !== "ENOENT") return -1;
  }
  return bytes;
}
const asked = Buffer.alloc(1);
while (fs.readSync(3, asked, 0, 1, null) === 1) fs.writeSync(3, measure() + "\\n");
`;

/** Starts measuring with the first `measure`. */
export function folderMeter(settings: MeterSettings, folder: string): FolderMeter {
  const { launcher, way, state } = settings;
  const libraries = sharedLibraries();
  const node: Mount = { host: placeLink(state, process.execPath), inside: "/haft/node", access: "read" };
  const script: Mount = { host: placeText(state, SCRIPT, ".cjs"), inside: "/haft/meter.cjs", access: "read" };
  const measured: Mount = { host: folder, inside: "/measured", access: "read" };
  let socket: Promise<Socket> | undefined;
  const launched = () => {
    const sandbox = launcher.start(
      way.start({
        line: [node, script, measured].map((mount) => way.place(mount)),
        sockets: ["calls"],
        mounts: [...libraries.mounts, node, script, measured],
        links: libraries.links,
        environment: {},
        network: "none",
        filter: undefined,
        temporary: settings.temporary,
      }),
    );
    return sandbox;
  };
  let sandbox: ReturnType<typeof launched> | undefined;
  const open = async () => {
    sandbox = launched();
    await sandbox.opened(way.status);
    for (const name of ["stdout", "stderr"]) sandbox.socket(name).resume();
    sandbox.go();
    return sandbox.socket("calls");
  };
  return {
    async measure() {
      socket ??= open();
      const bytes = await ask(await socket);
      return bytes !== undefined && bytes < 0 ? Number.POSITIVE_INFINITY : bytes;
    },
    close() {
      // Not before it runs: bubblewrap that is killed while it starts leaves its first process waiting for it for ever.
      // Once it runs, the end of its socket ends it as well.
      void socket
        ?.then((opened) => opened.destroy())
        .catch(() => {})
        .finally(() => sandbox?.end());
    },
  };
}

function ask(socket: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const hear = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (text.endsWith("\n")) finish(Number(text));
    };
    const closed = () => finish(undefined);
    const finish = (bytes: number | undefined) => {
      socket.off("data", hear).off("close", closed);
      resolve(bytes);
    };
    socket.on("data", hear).once("close", closed);
    if (socket.writable) socket.write(".");
    else finish(undefined);
  });
}
