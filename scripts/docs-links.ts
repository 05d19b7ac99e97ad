// Checks that every relative link in the project's Markdown leads to a file, and its fragment to a heading.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));

/** The fragment that a heading gets, as the usual renderers make it. */
function fragment(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

function fragments(file: string): Set<string> {
  const text = readFileSync(file, "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return new Set([...text.matchAll(/^#+\s+(.*)$/gm)].map((match) => fragment(match[1] ?? "")));
}

const broken: string[] = [];
for (const file of files) {
  const text = readFileSync(join(root, file), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const target = match[1] ?? "";
    if (/^[a-z]+:/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const resolved = path === "" ? join(root, file) : join(root, dirname(file), path);
    if (!existsSync(resolved)) broken.push(`${file}: ${target} leads nowhere`);
    else if (anchor !== undefined && !fragments(resolved).has(anchor))
      broken.push(`${file}: ${target}: no such heading`);
  }
}
for (const line of broken) console.error(line);
console.log(`${files.length} documents, ${broken.length} broken links`);
process.exitCode = broken.length === 0 ? 0 : 1;
