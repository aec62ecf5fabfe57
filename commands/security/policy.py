"""The policy of a server: what it asks of its players, and what it lets them do."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Policy(BaseModel):
    """What commands ask about; each is a setting of the same name."""

    heading: ClassVar[str] = "Players and limits"

    model_config = ConfigDict(frozen=True, extra="forbid")

    confirm: bool = Field(
        default=True, description="whether addresses and challenges by mail are confirmed by reply"
    )
    broadcast: bool = Field(
        default=False, description="whether players may write to all others at once"
    )
    authserv_id: str = Field(
        default="", description="the id under which the mail server in front vouches for senders"
    )
    vacation_days: int = Field(
        default=30, ge=0, le=366, description="days of vacation that a player has in a year"
    )
    answers_per_hour: int = Field(
        default=60, ge=1, description="most answers that one address gets in an hour"
    )
    answers_per_day: int = Field(
        default=300, ge=1, description="most answers that one address gets in a day"
    )
    challenges_per_day: int = Field(
        default=50, ge=1, description="most games that a player begins by mail in a day"
    )
    messages_per_day: int = Field(
        default=100, ge=1, description="most messages and chats that a player sends in a day"
    )
    signups_per_day: int = Field(
        default=5, ge=1, description="most players who sign up from one address in a day"
    )
    confirmations_per_day: int = Field(
        default=10, ge=1, description="most confirmations that one address is asked for in a day"
    )
    codes_per_day: int = Field(
        default=10, ge=1, description="most codes for a new password that a player gets in a day"
    )
    solves_per_day: int = Field(
        default=5, ge=0, description="most long searches for one address in a day"
    )
    solves_waiting: int = Field(
        default=100, ge=0, description="most searches that wait at once, whoever asked for them"
    )
