// Where an artifact lies in the tree of its thread.

import type { Json } from "../json/json.ts";
import { RefusedRequest } from "./refused-request.ts";

/** The longest path, in characters. */
const LONGEST = 512;

/** A relative, normalised path. Throws a refusal for what leads out of the tree or names nothing. */
export function artifactPath(given: Json | undefined): string {
  if (typeof given !== "string" || given === "") throw refuse("the path of an artifact is a text that is not empty");
  const shown = JSON.stringify(given.slice(0, 80));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f\\]/.test(given)) throw refuse(`${shown} holds a control character or a backslash`);
  if (given.startsWith("/")) throw refuse(`${shown} is absolute; paths of artifacts are relative`);
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) throw refuse(`${shown} names no file`);
  if (parts.includes("..")) throw refuse(`${shown} leads out of the artifacts of this thread`);
  const path = parts.join("/");
  if (path.length > LONGEST) throw refuse(`${shown} … has ${path.length} characters, at most ${LONGEST}`);
  return path;
}

function refuse(message: string): RefusedRequest {
  return new RefusedRequest("invalid_path", message);
}
