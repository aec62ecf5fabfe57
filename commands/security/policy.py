"""The policy of a server: what it asks of its players, and what it lets them do."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field


class Policy(BaseModel):
    """The settings that commands ask about, each under the same name."""

    heading: ClassVar[str] = "Players and limits"

    model_config = ConfigDict(frozen=True, extra="forbid")

    confirm: bool = Field(
        default=True,
        description=(
            "`true` if new addresses and challenges by mail must be confirmed by reply; "
            "`off` suits a private server"
        ),
    )
    broadcast: bool = Field(
        default=False, description="`true` if players may write to all other players at once"
    )
    authserv_id: str = Field(
        default="",
        description=(
            "the id under which your own mail server vouches for senders; if empty, no such "
            "header is trusted"
        ),
    )
    vacation_days: int = Field(
        default=30, ge=0, le=366, description="the days of vacation that a player has in a year"
    )
    answers_per_hour: int = Field(
        default=60,
        ge=1,
        description=(
            "the most answers to one address in an hour; commands beyond it are still executed"
        ),
    )
    answers_per_day: int = Field(
        default=300, ge=1, description="the most answers to one address in a day"
    )
    stranger_mails_per_day: int = Field(
        default=5,
        ge=3,
        description=(
            "the most mails of any kind in a day to an address that is neither registered nor "
            "vouched for"
        ),
    )
    notices_per_hour: int = Field(
        default=60,
        ge=1,
        description=(
            "the most notifications to one address in an hour; those beyond it are joined into "
            "one mail"
        ),
    )
    notices_per_day: int = Field(
        default=300, ge=1, description="the most notifications to one address in a day, likewise"
    )
    notices_caused_per_hour: int = Field(
        default=300,
        ge=1,
        description=(
            "the most notifications in an hour that a player causes outside of their own games, "
            "likewise"
        ),
    )
    notices_per_letter: int = Field(
        default=20,
        ge=1,
        description=(
            "if a mail causes more notifications, those to the same address are joined into one"
        ),
    )
    requests_per_letter: int = Field(
        default=10,
        ge=1,
        description="the most confirmations and codes that one mail may have sent",
    )
    challenges_per_day: int = Field(
        default=50, ge=1, description="the most games that a player starts by mail in a day"
    )
    messages_per_day: int = Field(
        default=100,
        ge=1,
        description=(
            "the most messages and chats that a player sends by mail in a day; a message counts "
            "once for each reader"
        ),
    )
    signups_per_day: int = Field(
        default=5, ge=1, description="the most players who sign up from one address in a day"
    )
    confirmations_per_day: int = Field(
        default=10,
        ge=1,
        description=(
            "the most confirmations that one address is asked for in a day until it gives one, "
            "as anybody may write in another's name; for challenges the limits on answers count"
        ),
    )
    codes_per_day: int = Field(
        default=10,
        ge=1,
        description=(
            "the most codes for a new password that a player is sent in a day, and the most lists "
            "of userids that an address is sent"
        ),
    )
    forwards_per_day: int = Field(
        default=100,
        ge=1,
        description=(
            "the most mails to `postmaster@` and `abuse@` that are forwarded to `PBM_ADMIN` in a "
            "day, and a fifth of that from one sender; further ones are deferred"
        ),
    )
    solves_per_day: int = Field(
        default=5,
        ge=0,
        description="the most long searches, for proofs and reviews, for one address in a day",
    )
    solves_waiting: int = Field(
        default=100,
        ge=0,
        description="the most searches that wait at the same time, for all players together",
    )
