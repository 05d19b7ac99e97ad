// How many functions of the corpus each reader understands, and how fast it reads.

import { createReader, type Reader } from "@haft/contract";
import type { Measurement, Row } from "../row.ts";
import { alternate, percentile, rounded } from "../statistics.ts";
import { type CorpusFunction, corpus } from "./corpus.ts";
import { generatedSchema } from "./json-schema-generator.ts";
import { edited, moduleText } from "./module-text.ts";
import { structure } from "./structure.ts";
import { windmill } from "./windmill.ts";

interface Score {
  readonly understood: number;
  /** Said something else than the truth. */
  readonly wrong: number;
  /** Said that it does not know. */
  readonly unknown: number;
}

type Reads = (
  entry: CorpusFunction,
) => Promise<Record<string, unknown> | undefined> | Record<string, unknown> | undefined;

async function score(functions: readonly CorpusFunction[], reads: Reads): Promise<Score> {
  let understood = 0;
  let unknown = 0;
  for (const entry of functions) {
    const schema = await reads(entry);
    if (schema === undefined || JSON.stringify(schema).includes('"unknown"')) unknown += 1;
    else if (structure(schema) === structure(entry.schema)) understood += 1;
  }
  return { understood, unknown, wrong: functions.length - understood - unknown };
}

function rowOf(language: string, total: number, scores: Readonly<Record<string, Score>>): Row {
  const ours = scores.Haft;
  const others = Object.entries(scores).filter(([name]) => name !== "Haft");
  return {
    what: `${language} functions understood, of ${total}`,
    against: others.map(([name]) => name).join(", "),
    goal: "more than each; none wrongly",
    figures: Object.entries(scores).flatMap(([name, each]) => [
      { label: `${name} understood`, value: each.understood, unit: "" },
      { label: `${name} wrong`, value: each.wrong, unit: "" },
    ]),
    reached: Object.entries(scores)
      .map(([name, each]) => `${name} ${each.understood} (${each.wrong} wrong)`)
      .join(", "),
    met: ours !== undefined && ours.wrong === 0 && others.every(([, each]) => ours.understood > each.understood),
  };
}

function haftReads(reader: Reader): Reads {
  return async ({ language, file, text, name }) => {
    const { tools } = await reader.read({ language, file, text });
    return tools.find((tool) => tool.name === name)?.inputSchema as Record<string, unknown> | undefined;
  };
}

async function speedRow(
  reader: Reader,
  language: "python" | "typescript",
  others: Readonly<Record<string, (text: string) => unknown>>,
): Promise<Row> {
  const text = moduleText(language, 500);
  const file = language === "python" ? "bench.py" : "bench.tools.ts";
  let edit = 0;
  const Haft = (): unknown => reader.read({ language, file, text: edited(text, edit++) });
  const sides = { Haft, ...Object.fromEntries(Object.entries(others).map(([name, read]) => [name, () => read(text)])) };
  for (let warm = 0; warm < 3; warm++) await Haft();
  const times = await alternate(9, sides);
  return {
    what: `reading speed, a 500-line ${language} module, every function of it`,
    against: Object.keys(others).join(", "),
    goal: "shown",
    figures: Object.entries(times).map(([label, each]) => ({
      label,
      value: rounded(percentile(each, 0.5)),
      unit: "ms",
    })),
    reached: Object.entries(times)
      .map(([label, each]) => `${label} ${rounded(percentile(each, 0.5))} ms`)
      .join(", "),
    met: null,
  };
}

/** Understanding and speed, side by side. */
export const understood: Measurement = {
  name: "reading against others",
  async run() {
    await using reader = createReader({});
    const foreign = await windmill();
    const functions = corpus().filter((entry) => !entry.file.endsWith(".tool.ts"));
    const python = functions.filter((entry) => entry.language === "python");
    const typescript = functions.filter((entry) => entry.language === "typescript");
    const pythonNames = [...moduleText("python", 500).matchAll(/def (find_\d+)/g)].map((match) => match[1] ?? "");
    const typescriptNames = [...moduleText("typescript", 500).matchAll(/function (find\d+)/g)].map(
      (match) => match[1] ?? "",
    );
    return [
      rowOf("python", python.length, {
        Haft: await score(python, haftReads(reader)),
        Windmill: await score(python, ({ text, name }) => foreign.python(text, name)),
      }),
      rowOf("typescript", typescript.length, {
        Haft: await score(typescript, haftReads(reader)),
        Windmill: await score(typescript, ({ text, name }) => foreign.typescript(text, name)),
        "ts-json-schema-generator": await score(typescript, ({ text, name }) => generatedSchema(text, name)),
      }),
      await speedRow(reader, "python", { Windmill: (text) => pythonNames.map((name) => foreign.python(text, name)) }),
      await speedRow(reader, "typescript", {
        Windmill: (text) => typescriptNames.map((name) => foreign.typescript(text, name)),
        "ts-json-schema-generator": (text) => typescriptNames.map((name) => generatedSchema(text, name)),
      }),
    ];
  },
};
