"""Tools written for Haft: the docstring is the contract."""

from typing import Literal

from haft import tool

GREETINGS = {"en": "Hello", "nb": "Hei", "sw": "Jambo"}


@tool(read_only=True)
def greet(name: str, language: Literal["en", "nb", "sw"] = "en") -> str:
    """Greet a person by name.

    Use when somebody should be welcomed.

    Args:
        name: Who to greet.
        language: The language of the greeting.

    Examples:
        {"name": "Ada"}
        {"name": "Ada", "language": "nb"}
    """
    return f"{GREETINGS[language]}, {name}!"
