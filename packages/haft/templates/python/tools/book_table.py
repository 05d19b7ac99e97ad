"""A tool that asks a person. While it waits it holds no process: the answer may come minutes or weeks later."""

from datetime import date

from haft import ask_user, resumes, tool


@tool
def book_table(day: date, guests: int) -> dict:
    """Book a table, once a person has agreed.

    Use when somebody wants to eat out on a known day.

    Args:
        day: The day of the visit.
        guests: How many people come.

    Examples:
        {"day": "2030-05-17", "guests": 4}
    """
    return ask_user(
        f"Book a table for {guests} on {day}?",
        choices=["yes", "no"],
        meta={"day": day.isoformat(), "guests": guests},
    )


@resumes(book_table)
def _book_table_answered(payload: dict, meta: dict) -> dict:
    return {"booked": payload["response"] == "yes", "day": meta["day"], "guests": meta["guests"]}
