// The table of commands against the commands themselves: what the list shows of one that is not loaded is what it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Help } from "commander";
import { COMMANDS, outlineOf } from "../../src/cli/command-table.ts";

for (const entry of COMMANDS.flatMap(([, entries]) => entries)) {
  test(`the list shows haft ${entry.name} as it is`, async () => {
    const declare = await entry.load();
    const command = declare(async () => {});
    const help = new Help();
    assert.equal(help.subcommandTerm(outlineOf(entry)), help.subcommandTerm(command));
    assert.equal(command.description(), "", "its summary stands in the table");
  });
}
