"""Commands to set the time zone, hours of sleep, and automatic vacations."""

from dataclasses import replace
from typing import Annotated, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language import slots
from commands.language.command import ChangeCommand
from commands.language.slots import Choice, Literal
from commands.outbound.notifications.announcements import announce, running_boards
from commands.players.authentication import authenticate
from commands.players.preferences import AUTOVACATION, OFF, ON, SWITCH
from commands.players.time_zones import read_zone
from commands.security.rate_limits import LimitKind
from pbm.board.players import Player
from pbm.board.time_control.rest import REST, Rest, read_sleep
from pbm.errors import UsageError, UserError

NEXT_TURN = "In games in progress, this applies from your next turn."
AUTOMATIC = {
    ON: "If you run out of time, we use your vacation days, as long as you have some left.",
    OFF: "If you run out of time, you forfeit, even if you have vacation days left.",
}


def _sleep(word: str) -> str:
    """Returns hours such as `22-7`, or an empty string for `off`.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    try:
        return "" if word.lower() == OFF else read_sleep(word)
    except UserError as error:
        raise UsageError(error.text) from None


class ChangeZone(ChangeCommand):
    """Sets your time zone. Your emails show times in this zone.

    Your vacations and the days off in your games also follow this zone.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change zone alice PASSWORD Europe/Berlin"

    what: Annotated[str, Literal("zone")]
    zone: Annotated[str, slots.Rest("ZONE", read_zone)]

    def effect(self) -> str:
        return f"This sets your time zone to {self.zone}."

    def run(self, context: Context) -> Response:
        """Saves the zone, and keeps the hours of sleep."""
        player = authenticate(context, self.userid, self.password)
        now = f"Your emails now show times in the time zone {self.zone}."
        text = f"{now} In games in progress, your deadlines follow it from your next turn."
        return _save(context, player, text, zone=self.zone)


class ChangeSleep(ChangeCommand):
    """Keeps deadlines out of your night: HOURS is a range such as 22-7. Write off to end this.

    If a deadline falls in these hours, we move it to their end. You can set up to 10 hours, in your
    time zone. We don't move the end of your total time.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change sleep alice PASSWORD 22-7"

    what: Annotated[str, Literal("sleep")]
    hours: Annotated[str, slots.Rest("HOURS|off", _sleep)]

    def effect(self) -> str:
        if self.hours:
            return f"This keeps your deadlines from falling between {_hours(self.hours)}."
        return "This lets your deadlines fall at any hour."

    def run(self, context: Context) -> Response:
        """Saves the hours, and keeps the zone."""
        player = authenticate(context, self.userid, self.password)
        zone = Rest.read(player.rest).zone
        text = (
            f"Your deadlines won't fall between {_hours(self.hours)} {zone}."
            if self.hours
            else "Your deadlines can now fall at any hour."
        )
        return _save(context, player, f"{text} {NEXT_TURN}", sleep=self.hours)


class ChangeAutovacation(ChangeCommand):
    """Sets whether we use your vacation days when you run out of time.

    The default is on. We use up to 7 days at a time, and only in games in which you have moved.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change autovacation alice PASSWORD off"

    what: Annotated[str, Literal("autovacation")]
    switch: Annotated[str, Choice(SWITCH)]

    def run(self, context: Context) -> Response:
        """Saves the preference. The default is `on`."""
        player = authenticate(context, self.userid, self.password)
        value = OFF if self.switch == OFF else ""
        context.work.preferences.put(player, AUTOVACATION, value, context.now())
        data = {"userid": player.userid, "autovacation": self.switch == ON}
        return text_response("Automatic vacations", AUTOMATIC[self.switch], data)


def _save(context: Context, player: Player, text: str, **changed: str) -> Response:
    """Saves the zone and the hours of sleep.

    If the change can move deadlines of running boards, it is rate-limited, and the opponents are
    notified.
    """
    before = Rest.read(player.rest)
    rest = replace(before, **changed)
    if rest != before and _can_move_deadlines(context, player, before, rest):
        context.limiter.require(LimitKind.REST_CHANGE, str(player.id))
        announce(context, player, _news(player, rest), context.now(), moves_deadlines=False)
    context.work.preferences.put(player, REST, rest.write(), context.now())
    data = {"userid": player.userid, "zone": rest.zone, "sleep": rest.sleep}
    return text_response("Time zone and sleep", text, data)


def _can_move_deadlines(context: Context, player: Player, before: Rest, after: Rest) -> bool:
    sleeps = bool(before.sleep or after.sleep)
    return any(sleeps or board.terms.daysoff for board in running_boards(context, player))


def _news(player: Player, rest: Rest) -> str:
    """Returns the text for the opponents."""
    hours = f" and won't fall between {_hours(rest.sleep)}" if rest.sleep else ""
    return (
        f"{player.userid} has changed their time zone or sleeping hours. From "
        f"{player.userid}'s next turn, their deadlines follow the time zone {rest.zone}{hours}."
    )


def _hours(sleep: str) -> str:
    first, last = sleep.split("-")
    return f"{first}:00 and {last}:00"
