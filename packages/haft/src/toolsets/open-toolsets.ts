// Reading for the command line: paths in, toolsets with their diagnostics out.

import { readdirSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { createReader, nearest, type Reader, stopBundler } from "@haft/contract";
import { CommandError } from "../session/command-error.ts";
import type { Reading, ReadingOptions, ReadToolset, ToolsetReading } from "../session/reading.ts";
import { toolsetDigest } from "./built-toolset.ts";
import { lazyEvaluator } from "./lazy-evaluator.ts";
import { locate, NoToolset, type ToolsetPlace } from "./locate.ts";
import { type LoadedToolset, type LoadOptions, pathOf, readToolset } from "./read-toolset.ts";

/** A path as messages show it: relative where it lies in the working folder. */
function shown(path: string): string {
  const from = relative(process.cwd(), path);
  return from !== "" && !from.startsWith("..") ? from : path;
}

/** What lies at a path, or the error that says what would. */
function placeAt(path: string): ToolsetPlace {
  try {
    return locate(path, process.cwd());
  } catch (error) {
    if (!(error instanceof NoToolset)) throw error;
    const meant = nearestPath(path);
    // A file that is there was meant: what is wrong is what it is.
    const isThere = !error.message.startsWith("there is no");
    const hint = meant === undefined || isThere ? error.hint : `did you mean ${meant}?`;
    throw new CommandError(error.message.startsWith("there is no") ? "not_found" : "not_a_source", error.message, {
      hint,
      usage: true,
    });
  }
}

function nearestPath(path: string): string | undefined {
  try {
    const full = resolve(path);
    const meant = nearest(
      basename(full),
      readdirSync(dirname(full)).filter((name) => name !== basename(full)),
    );
    return meant === undefined ? undefined : shown(resolve(dirname(full), meant));
  } catch {
    return undefined;
  }
}

/** A toolset as the command line shows it. */
export function readingOf(path: string, toolset: LoadedToolset): Reading {
  const languages = new Set(toolset.files.map((file) => file.language));
  const [language] = languages;
  const read: ReadToolset = {
    name: toolset.id,
    ...(languages.size === 1 && language !== undefined ? { language } : {}),
    digest: toolsetDigest(toolset),
    tools: toolset.files.flatMap((file) => file.result.tools),
    diagnostics: toolset.diagnostics.map((each) => ({ ...each, file: shown(pathOf(toolset, each.file)) })),
  };
  const texts = { ...toolset.texts, ...toolset.otherTexts };
  const { place } = toolset;
  return {
    path,
    kind: place.kind === "folder" && place.folder !== place.path ? "project" : place.kind,
    toolsets: [read],
    sources: Object.fromEntries(Object.entries(texts).map(([file, text]) => [shown(pathOf(toolset, file)), text])),
    watched: place.only === undefined ? [...new Set([place.folder, place.root])] : [place.path, place.folder],
  };
}

/** Refuses a folder without sources of tools. */
function requireSources(toolset: LoadedToolset, path: string): void {
  if (toolset.files.length > 0 || toolset.diagnostics.length > 0 || toolset.place.only !== undefined) return;
  throw new CommandError(
    "no_tools",
    `${path} holds no tools: there is no *.py with a decorated function, *.tools.ts or *.tool.ts in it`,
    {
      hint: "make one with: haft new tool NAME",
      usage: true,
    },
  );
}

/** Reads a toolset at a path and refuses a folder without one. */
export async function loadAt(reader: Reader, path: string, options: LoadOptions): Promise<LoadedToolset> {
  const toolset = await readToolset(reader, placeAt(path), options);
  requireSources(toolset, path);
  return toolset;
}

/** Opens reading: readers stay warm until it is disposed of; a sandbox is started only for a `*.tool.ts`. */
export function openToolsets(options: ReadingOptions): ToolsetReading {
  const evaluator = lazyEvaluator(async () => {
    const { createSandboxes } = await import("@haft/sandbox");
    return createSandboxes({
      least: options.isolation ?? "rlimit-only",
      ...(options.python === undefined ? {} : { python: options.python }),
    });
  });
  const reader = createReader({ evaluator, ...(options.python === undefined ? {} : { python: options.python }) });
  return {
    read: async (path) => readingOf(path, await loadAt(reader, path, options)),
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]();
      await evaluator[Symbol.asyncDispose]();
      await stopBundler();
    },
  };
}
