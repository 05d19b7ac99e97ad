// The bundler's process: loaded with the first module that is bundled, so that ending it costs nothing where there was none.

let loaded: Promise<typeof import("esbuild")> | undefined;

/** The bundler. Its process is started by its first build, and does not keep this process alive. */
export function bundler(): Promise<typeof import("esbuild")> {
  loaded ??= import("esbuild");
  return loaded;
}

/** Ends the bundler's process, if there is one; the next `bundle` starts another. */
export async function stopBundler(): Promise<void> {
  if (loaded === undefined) return;
  const { stop } = await loaded;
  await stop();
}
