"""Pickups, which a person confirms."""

from datetime import date


@tool
def confirm_pickup(address: str, day: date) -> str:
    """Ask a person whether a pickup is all right.

    Use when a parcel is to be fetched.

    Args:
        address: Where it is fetched.
        day: On which day.
    """
    return ask_user(f"Fetch a parcel at {address} on {day:%d %B}?", choices=["yes", "no"])


@resumes(confirm_pickup)
def _confirmed(payload, meta):
    """Say what was decided, and by whom."""
    verb = "confirmed" if payload["response"] == "yes" else "refused"
    return f"{verb} by {payload['answered_by']}"
