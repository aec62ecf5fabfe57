"""The limits on players: the admin's settings, and the limits that are the same on each server."""

from pydantic import ConfigDict, Field

from commands.system.setting_groups import SettingGroup


class PlayerSettings(SettingGroup):
    """Players and limits."""

    confirm: bool = True
    """Whether players must confirm new addresses and emailed challenges by replying. Set it to
    `false` only on a private server.
    """
    broadcast: bool = False
    """Whether players may send a message to all other players at once."""
    authserv_id: str = ""
    """The authserv-id of your own mail server. pbm trusts this server's `Authentication-Results`
    headers. If this setting is empty, pbm trusts no such headers.
    """
    vacation_days: int = Field(default=30, ge=0, le=366)
    """Maximum days of vacation per player per year."""
    emails_per_address: int = Field(default=300, ge=1)
    """Maximum replies that pbm sends to one address per day. The same limit applies separately to
    notifications. In any one hour, pbm sends at most a fifth of this number. Beyond the limit, pbm
    still executes commands, but combines notifications into one email.
    """
    solves_per_day: int = Field(default=5, ge=0)
    """Maximum long searches (for proofs and reviews) per address per day."""


class Policy(PlayerSettings):
    """The settings that commands depend on, and the limits that are the same on each server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stranger_mails_per_day: int = 5
    """Emails of any kind to an address that is neither registered nor authenticated.

    They are enough for registration and errors, and too few to bother the victim of a forger.
    """
    notifications_caused_per_hour: int = 300
    """Notifications that a player causes outside their own games, such as to watchers.

    Further notifications are joined.
    """
    notifications_per_mail: int = 20
    """If an email causes more notifications, those to the same address are joined."""
    unproven_notifications_per_mail: int = 6
    """Notifications to other players that an email without proof of its sender may cause.

    Its first line isn't limited. A notification has at most 90 kB, so the bytes are limited, too.
    """
    requests_per_mail: int = 10
    """Confirmations and codes that one email may cause, because these can't be joined."""
    challenges_per_day: int = 50
    """Maximum number of games that a player may start by email per day. The shell isn't limited,
    because only admins can use it.
    """
    messages_per_day: int = 100
    """Messages and chats that a player sends by email. A message is counted once for each reader.
    """
    signups_per_day: int = 5
    """Players who sign up from one address. This is also the maximum number of players of an
    address.
    """
    confirmations_per_day: int = 10
    """Confirmations requested from an address until it confirms, or requested by a player.

    Anybody may write in another person's name. Challenges have the limits on answers instead.
    """
    codes_per_day: int = 10
    """Codes for a new password per player, and lists of userids per address."""
    forwards_per_day: int = 100
    """Emails for `postmaster` and `abuse` that are forwarded to the admin."""
    solves_waiting: int = 100
    """Waiting searches of all players: with the default settings, two hours of work."""
