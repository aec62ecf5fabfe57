"""The policy of a server: what it asks of its players, and what it lets them do."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from pydantic import BaseModel, ConfigDict, Field


class SettingGroup(BaseModel):
    """Settings of one subject; the docstrings, of the group too, are shown to the admin."""

    @classmethod
    def heading(cls) -> str:
        """Returns the subject."""
        return (cls.__doc__ or "").removesuffix(".")

    @classmethod
    @cache
    def descriptions(cls) -> Mapping[str, str]:
        """Returns the text below each setting, read when it is asked for: pydantic takes 50 ms."""
        found = {}
        (group,) = ast.parse(inspect.getsource(cls)).body
        assert isinstance(group, ast.ClassDef)  # noqa: S101 - for mypy
        for pair in pairwise(group.body):
            match pair:
                case ast.AnnAssign(ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                    found[name] = " ".join(text.split())
        return found


class PlayerSettings(SettingGroup):
    """Players and limits."""

    confirm: bool = True
    """`true` if new addresses and challenges by mail must be confirmed by reply; `off` suits a
    private server.
    """
    broadcast: bool = False
    """`true` if players may write to all other players at once."""
    authserv_id: str = ""
    """The id under which your own mail server vouches for senders; if empty, no such header is
    trusted.
    """
    vacation_days: int = Field(default=30, ge=0, le=366)
    """The days of vacation that a player has in a year."""
    mails_per_address: int = Field(default=300, ge=1)
    """The most answers to one address in a day, and as many notifications; a fifth of them in an
    hour. Commands beyond it are still executed, and notifications beyond it are joined into one
    mail.
    """
    solves_per_day: int = Field(default=5, ge=0)
    """The most long searches, for proofs and reviews, for one address in a day."""


class Policy(PlayerSettings):
    """The settings that commands ask about, and the limits that are the same on each server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stranger_mails_per_day: int = 5
    """Mails of any kind to an address that is neither registered nor vouched for: enough to sign up
    and to hear what was wrong, and too few to bother somebody whose name was forged.
    """
    notifications_caused_per_hour: int = 300
    """Notifications that a player causes outside of their own games, such as to watchers; further
    ones are joined.
    """
    notifications_per_mail: int = 20
    """If a mail causes more notifications, those to one address are joined."""
    unproven_notifications_per_mail: int = 6
    """Notifications to others that an email may cause without proof of its sender, apart from its
    first line. Each has at most 90 kB, so this bounds the bytes, too.
    """
    requests_per_mail: int = 10
    """Confirmations and codes that one mail may have sent: they can't be joined."""
    challenges_per_day: int = 50
    """Games that a player starts by mail; the shell, which the admin has, isn't counted."""
    messages_per_day: int = 100
    """Messages and chats that a player sends by mail; a message counts once for each reader."""
    signups_per_day: int = 5
    """Players who sign up from one address: as many as a mailbox may have."""
    confirmations_per_day: int = 10
    """Confirmations that an address is asked for until it gives one, and that a player asks for:
    anybody may write in another's name. For challenges the limits on answers count.
    """
    codes_per_day: int = 10
    """Codes for a new password that a player is sent, and lists of userids that an address is."""
    forwards_per_day: int = 100
    """Mails to `postmaster` and `abuse` that reach the admin: more than anybody reads."""
    solves_waiting: int = 100
    """Searches that wait, for all players together: two hours of them, with the usual settings."""
