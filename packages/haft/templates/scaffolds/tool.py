from haft import tool


# A tool is a module-level function marked with @tool. Its name is the tool's name, its docstring the contract:
# - a first paragraph that says what it does;
# - a paragraph that begins with "Use when", which tells the model when to call it;
# - one entry under "Args:" for each parameter.
# Every parameter has a type; one with a default is optional. A parameter named `ctx` is filled in by Haft.
# Delete these comments once the shape is familiar; `haft explain CODE` tells more about a message of `haft check`.
@tool
def {{name}}(text: str, times: int = 1) -> str:
    """Repeat a text.

    Use when a text is needed several times.

    Args:
        text: What to repeat.
        times: How often.

    Examples:
        {"text": "ha", "times": 3}
    """
    return text * times
