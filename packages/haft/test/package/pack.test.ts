// The published packages, packed and installed in an empty folder that knows nothing of this workspace.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const workspace = new URL("../../../..", import.meta.url).pathname;
const PARTS = ["sdk", "python", "contract", "sandbox", "engine", "store", "haft"];
const folder = mkdtempSync(join(tmpdir(), "haft-pack-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// Node 24 first on the path, for npm's own scripts.
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}` };

/** The workspace, copied, so that packing changes no file that other tests read. */
function copyWorkspace(): string {
  const copy = join(folder, "workspace");
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: workspace,
    encoding: "utf8",
  });
  for (const file of files.split("\0")) {
    if (!/^(packages|scripts)\/|^(package|tsconfig)\.json$/.test(file) || file.includes("/test/")) continue;
    if (!existsSync(join(workspace, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(workspace, file), join(copy, file));
  }
  mkdirSync(join(copy, "node_modules/@haft"), { recursive: true });
  for (const name of readdirSync(join(workspace, "node_modules"))) {
    if (name === "haft" || name === "@haft") continue;
    symlinkSync(join(workspace, "node_modules", name), join(copy, "node_modules", name));
  }
  for (const part of PARTS)
    symlinkSync(join(copy, "packages", part), join(copy, "node_modules", part === "haft" ? "haft" : `@haft/${part}`));
  return copy;
}

function pack(copy: string): string[] {
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  for (const part of PARTS) {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", tarballs], {
      cwd: join(copy, "packages", part),
      env,
      stdio: "pipe",
    });
  }
  return readdirSync(tarballs).map((name) => join(tarballs, name));
}

test("packed and installed elsewhere, haft makes a project, checks it and calls its tools", () => {
  const tarballs = pack(copyWorkspace());
  assert.equal(tarballs.length, PARTS.length);
  const home = join(folder, "elsewhere");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{ "private": true, "type": "module" }\n');
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs], {
    cwd: home,
    env,
    stdio: "pipe",
  });
  for (const part of PARTS) {
    const manifest = readFileSync(
      join(home, "node_modules", part === "haft" ? "haft" : `@haft/${part}`, "package.json"),
      "utf8",
    );
    assert.doesNotMatch(manifest.replaceAll('.d.ts"', ""), /\.ts"/, `${part} points to a source`);
  }
  const haft = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(home, "node_modules/haft/bin/haft.js"), ...args], { cwd, env, encoding: "utf8" });

  const made = haft(home, "init", "desk", "--template", "python");
  assert.equal(made.status, 0, made.stderr);
  const desk = join(home, "desk");
  const checked = haft(desk, "check", "--json");
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  assert.equal(JSON.parse(checked.stdout).ok, true);

  writeFileSync(
    join(home, "twice.tools.ts"),
    `/**\n * Double a number.\n *\n * Use when twice as much is wanted.\n *\n * @param n - How much.\n */\nexport function twice(n: number): number {\n  return n * 2;\n}\n`,
  );
  writeFileSync(
    join(home, "half.py"),
    `@tool\ndef half(n: float) -> float:\n    """Halve a number.\n\n    Use when half as much is wanted.\n\n    Args:\n        n: How much.\n    """\n    return n / 2\n`,
  );
  for (const [file, value] of [
    ["twice.tools.ts", 42],
    ["half.py", 10.5],
  ] as const) {
    const called = haft(home, "call", file, "--arg", "n=21", "--json");
    assert.equal(called.status, 0, called.stdout + called.stderr);
    assert.equal(JSON.parse(called.stdout).value, value);
  }
});
