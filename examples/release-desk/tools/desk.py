"""The desk: which version goes out, and its publication."""

import json
from pathlib import Path

from haft import ask_user, resumes, tool


@tool(read_only=True)
def choose_version(versions: list[str]) -> str:
    """Ask a person which version is published.

    Use when the versions that are ready are known and none has been chosen.

    Args:
        versions: The versions that are ready, the newest first.
    """
    return ask_user("Which version shall be published?", choices=versions)


@resumes(choose_version)
def _version_chosen(payload, meta):
    return payload["response"]


@tool(destructive=True, approval="A published version reaches every customer.", capabilities=["release"])
def publish(version: str, ctx) -> str:
    """Publish a version.

    Use when a person has chosen the version.

    Args:
        version: The version, for example 2.0.0.
    """
    workspace = Path(ctx.workdir)
    notes = _notes_of(version, (workspace / "CHANGELOG.md").read_text(encoding="utf-8"))
    outbox = workspace / "outbox"
    outbox.mkdir(exist_ok=True)
    (outbox / f"{version}.json").write_text(json.dumps({"version": version, "notes": notes}), encoding="utf-8")
    # One line for each time that this has happened: what is published twice can be seen here.
    with (workspace / "published.log").open("a", encoding="utf-8") as ledger:
        ledger.write(f"{version} {ctx.call_id}\n")
    return f"{version} is in the outbox"


def _notes_of(version: str, changelog: str) -> list[str]:
    """The lines below the version's heading."""
    heading = f"## {version}"
    lines = changelog.splitlines()
    if heading not in lines:
        ready = ", ".join(line.removeprefix("## ") for line in lines if line.startswith("## "))
        raise ValueError(f"CHANGELOG.md has no version {version}; it has {ready}")
    notes = []
    for line in lines[lines.index(heading) + 1 :]:
        if line.startswith("## "):
            break
        if line.startswith("- "):
            notes.append(line.removeprefix("- "))
    return notes
