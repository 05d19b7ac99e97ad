"""A tool in plnt's form: its first paragraph is the description, and `ctx` is typed."""

from plnt import ToolContext, tool


@tool
def add_note(text: str, ctx: ToolContext) -> int:
    """Keep a note for later, and tell how many there are.

    `ctx.data_dir` is a private folder that lasts; this paragraph is not shown to the model.
    """
    path = ctx.data_dir / "notes.txt"
    with path.open("a", encoding="utf-8") as notes:
        notes.write(text.replace("\n", " ") + "\n")
    return len(path.read_text(encoding="utf-8").splitlines())
