// HAFT7xx: bundles and their manifests.

import { bundleOf, type CatalogueEntry, type CodeExample } from "./entry.ts";

const TOOLS = {
  "tools/desk.py": `@tool
def open_issues() -> int:
    """Count open issues. Use when the backlog is spoken of."""
    return 0
`,
};

const MANIFEST = `
[meta]
name = "issue-desk"
version = "1.0.0"

[runtime]
tools = ["open_issues"]`;

const RIGHT = bundleOf(MANIFEST, TOOLS);

function changed(from: string, to: string, files: Readonly<Record<string, string>> = {}): CodeExample {
  return bundleOf(MANIFEST.replace(from, to), { ...TOOLS, ...files });
}

function added(lines: string, files: Readonly<Record<string, string>> = {}): CodeExample {
  return bundleOf(`${MANIFEST}\n${lines}`, { ...TOOLS, ...files });
}

const SCHEMA = '{ "type": "object", "properties": { "tracker_url": { "type": "string" } } }\n';

const SECRET_TOOL = {
  "tools/desk.py": TOOLS["tools/desk.py"]
    .replace("open_issues()", "open_issues(ctx)")
    .replace("return 0", 'return len(ctx.secret("TRACKER_TOKEN"))'),
};

/** Entries of the codes that begin with 7. */
export const BUNDLE_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT701",
    title: "A manifest that is missing, doubled or unreadable",
    explanation: "A bundle has one manifest, `skill.toml` or `haft.toml`, which is TOML.",
    wrong: changed('"issue-desk"', "issue-desk"),
    right: RIGHT,
  },
  {
    code: "HAFT702",
    title: "An unknown key of the manifest",
    explanation: "A key is misspelt, or stands in the wrong table. The nearest known one is named.",
    wrong: added("max_step = 5"),
    right: added("max_steps = 5"),
  },
  {
    code: "HAFT703",
    title: "A listed tool that nothing defines",
    explanation: "A name under `[runtime] tools` is neither a tool of the bundle nor a built-in one.",
    wrong: changed('["open_issues"]', '["open_issues", "close_issues"]'),
    right: RIGHT,
  },
  {
    code: "HAFT704",
    title: "The prompt uses a config key that the schema does not declare",
    explanation:
      "`{{config.key}}` in the prompt is replaced with the install's config, whose keys `config_schema.json` declares.",
    wrong: added("", { "config_schema.json": SCHEMA, "prompt.md": "The tracker is at {{config.tracker}}.\n" }),
    right: added("", { "config_schema.json": SCHEMA, "prompt.md": "The tracker is at {{config.tracker_url}}.\n" }),
  },
  {
    code: "HAFT705",
    title: "An invalid config schema",
    explanation: "`config_schema.json` is a JSON Schema of draft 2020-12 for an object.",
    wrong: added("", { "config_schema.json": SCHEMA.replace('"string"', '"text"') }),
    right: added("", { "config_schema.json": SCHEMA }),
  },
  {
    code: "HAFT706",
    title: "`require_tool` is not among the listed tools",
    explanation: "A tool that a run must use has to be offered: list it under `[runtime] tools`.",
    wrong: added('require_tool = "close_issues"'),
    right: added('require_tool = "open_issues"'),
  },
  {
    code: "HAFT707",
    title: "A bad slug or version",
    explanation: "A bundle's name is `[a-z][a-z0-9-]{1,62}`, its version three numbers, as in semantic versioning.",
    wrong: changed('"1.0.0"', '"1.0"'),
    right: RIGHT,
  },
  {
    code: "HAFT708",
    title: "A bad name of a secret",
    explanation: "Secrets are named like environment variables: `[A-Z][A-Z0-9_]{0,63}`.",
    wrong: added('\n[secrets]\nrequired = ["tracker-token"]'),
    right: added('\n[secrets]\nrequired = ["TRACKER_TOKEN"]'),
  },
  {
    code: "HAFT709",
    title: "A symbolic link that leaves the bundle",
    explanation: "What is shipped must be in the bundle. Copy the file that the link points to.",
    wrong: { ...RIGHT, note: "`tools/shared.py` is a link to `../../shared.py`" },
    right: { ...RIGHT, note: "`tools/shared.py` is a copy" },
  },
  {
    code: "HAFT710",
    title: "A bundle that is too large",
    explanation: "A bundle is at most 50 MB in 5,000 files. Data belongs into the tool's data directory.",
    wrong: { ...RIGHT, note: "with `tools/embeddings.bin`, 80 MB" },
    right: RIGHT,
  },
  {
    code: "HAFT711",
    title: "A secret that is read and not declared",
    explanation:
      "A tool gets only secrets that its manifest declares. It is a warning, since the name may be of another bundle's tool.",
    wrong: bundleOf(MANIFEST, SECRET_TOOL),
    right: bundleOf(`${MANIFEST}\n\n[secrets]\nrequired = ["TRACKER_TOKEN"]`, SECRET_TOOL),
  },
  {
    code: "HAFT712",
    title: "A tool that is defined and not listed",
    explanation:
      "Only the tools under `[runtime] tools` are offered to models. `haft call` reaches the others as well.",
    wrong: changed('["open_issues"]', "[]"),
    right: RIGHT,
  },
  {
    code: "HAFT713",
    title: "A network entry that is no host",
    explanation: "An entry is a host, with or without a wildcard and a port, or a config key that holds an address.",
    wrong: added('network = ["https://api.example.com/v1"]'),
    right: added('network = ["api.example.com"]'),
  },
];
