from haft import ask_user, resumes, tool


# A tool that waits returns a wait: ask_user, sleep_for, sleep_until, watch_files or wait_for_signal. The call is then
# parked, without a process, until what it waits for has happened: minutes or weeks later.
# `meta` is for what the companion has to know.
@tool
def {{name}}(question: str) -> str:
    """Ask a person a question.

    Use when a decision needs a person.

    Args:
        question: What to ask.
    """
    return ask_user(question, choices=["yes", "no"], meta={"question": question})


# The companion turns what happened into the tool's result. It stands below its tool, takes exactly `payload` and `meta`
# (and may take `ctx`), and is itself no tool. It may return a wait, and is then called again.
@resumes({{name}})
def _{{name}}_answered(payload: dict, meta: dict) -> str:
    return payload["response"]
