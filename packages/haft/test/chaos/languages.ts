// Which tools a piece of work uses: those of one language, or of both in turn, so that the processes of both are struck at.

/** What tools do, whatever they are called. */
export type Tools = Readonly<Record<"note" | "toil" | "count" | "ask" | "hear" | "publish" | "keep" | "fail", string>>;

const PYTHON: Tools = {
  ...{ note: "note", toil: "toil", count: "count", ask: "ask" },
  ...{ hear: "hear", publish: "publish", keep: "keep", fail: "fail" },
};
const TYPESCRIPT: Tools = {
  ...{ note: "jot", toil: "labour", count: "tally", ask: "consult" },
  ...{ hear: "listen", publish: "release", keep: "stow", fail: "stumble" },
};

/** The tools of a piece of work by its name, `w` and a number. In one message it may use some of one and some of the other. */
export type ToolsFor = (name: string) => readonly [one: Tools, other: Tools];

/** Every piece uses tools in Python. */
export const inPython: ToolsFor = () => [PYTHON, PYTHON];

/** Each piece uses tools in both languages, and each language for everything in every second one. */
export const inBoth: ToolsFor = (name) =>
  Math.floor(Number(name.slice(1)) / 3) % 2 === 0 ? [PYTHON, TYPESCRIPT] : [TYPESCRIPT, PYTHON];
