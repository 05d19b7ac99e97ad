"""What a parcel costs, and the code it is tracked by."""

import hashlib
from dataclasses import dataclass
from enum import Enum


class Speed(str, Enum):
    ECONOMY = "economy"
    EXPRESS = "express"


@dataclass
class Parcel:
    """A parcel as it lies on the scale.

    Attributes:
        weight_kg: Its weight in kilograms.
        fragile: Whether it breaks.
    """

    weight_kg: float
    fragile: bool = False


@tool(read_only=True)
def price(parcel: Parcel, speed: Speed = Speed.ECONOMY) -> float:
    """Price a parcel.

    Use when somebody asks what sending a parcel costs.

    Args:
        parcel: What is sent.
        speed: How fast it must be there.

    Examples:
        {"parcel": {"weight_kg": 2.5}, "speed": "express"}
    """
    base = 4.5 + 1.2 * parcel.weight_kg
    if parcel.fragile:
        base += 3
    return round(base * (2 if speed is Speed.EXPRESS else 1), 2)


@tool(read_only=True)
def track_code(sender: str, receiver: str) -> str:
    """Make the code that a parcel is tracked by.

    Use when a parcel has been priced and needs a code.

    Args:
        sender: Who sends it.
        receiver: Who gets it.
    """
    return hashlib.sha256(f"{sender}>{receiver}".encode()).hexdigest()[:10].upper()
