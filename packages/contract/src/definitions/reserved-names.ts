// Names that no tool may have, because Haft's own tools have them (HAFT105).

/** The reserved names. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  "list_files",
  "read_file",
  "write_file",
  "edit_file",
  "search",
  "execute",
  "load_skill",
  "ask_user",
  "create_toolset",
  "update_toolset_source",
  "check_toolset",
  "list_toolsets",
  "haft_check_call",
]);
