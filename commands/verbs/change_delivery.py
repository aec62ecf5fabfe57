"""The command `change delivery`, which sets a player's schedule for emails about boards."""

from dataclasses import replace
from datetime import UTC
from typing import Annotated, Any, ClassVar

from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import ChangeCommand
from commands.language.slots import Literal, One, OptionalWord
from commands.outbound.notifications.digest_contents import digests
from commands.outbound.notifications.schedule import (
    DAILY,
    DEFAULT_HOUR,
    EACH,
    MODES,
    URGENT,
    DeliverySchedule,
    read_hour,
    read_mode,
)
from commands.players.authentication import authenticate
from commands.players.preferences import DELIVERY
from commands.players.time_zones import read_zone
from pbm.board.time_control.rest import REST, Rest
from pbm.errors import UsageError
from pbm.wording import local_time

MODE_TEXTS = {
    EACH: "We'll now send each email about your games immediately.",
    DAILY: "You now get one email a day about your games, at {hour}:00.\n"
    "We'll send the next one on {next}.",
    URGENT: "You now get an email about a game only when it begins or ends,\n"
    "and when you have one day left to move.",
}
EFFECTS = {
    EACH: "each email about your games immediately",
    DAILY: "one email a day about your games, at {hour}:00",
    URGENT: "an email about a game only when it begins or ends, and when you have one day left to "
    "move",
}
DEFERRED_NOTE = "We're also sending you the emails that were waiting to be delivered."


class ChangeDelivery(ChangeCommand):
    """Sets when you get emails about your games: each immediately, one a day, or only urgent ones.

    - each: we send every email immediately. This is the default.
    - daily: one email a day reports everything, game by game. It comes at HOUR (0 to 23, default 8)
      in the time zone ZONE (such as Europe/Berlin, default yours).
    - urgent: you get an email when you have one day left to move, and when a game begins or ends.
      It includes earlier events in that game.

    We always send reminders and answers to your own emails immediately. If you have less than a day
    left to move, we send everything immediately.
    """

    by_reply: ClassVar = True
    example: ClassVar = "change delivery alice PASSWORD daily 18 Europe/Berlin"

    what: Annotated[str, Literal("delivery")]
    mode: Annotated[str, One("|".join(MODES), read_mode)]
    hour: Annotated[int | None, OptionalWord("[HOUR]", read_hour)]
    zone: Annotated[str | None, OptionalWord("[ZONE]", read_zone)]

    def effect(self) -> str:
        hour = DEFAULT_HOUR if self.hour is None else self.hour
        return f"This sends you {EFFECTS[self.mode].format(hour=hour)}."

    def run(self, context: Context) -> Response:
        """Saves the schedule, and sends all notifications that were deferred under the old one."""
        self._check()
        player = authenticate(context, self.userid, self.password)
        rest = Rest.read(player.rest)
        rest = replace(rest, zone=self.zone or rest.zone)
        delivery = DeliverySchedule(
            self.mode, DEFAULT_HOUR if self.hour is None else self.hour, rest.zone
        )
        deferred = digests(context, player, context.work.deferred_notifications.take(player))
        context.work.preferences.put(player, DELIVERY, delivery.write(), context.now())
        context.work.preferences.put(player, REST, rest.write(), context.now())
        due = delivery.due(context.now())
        coming = {"next": due.astimezone(UTC).isoformat()} if due else {}
        text = MODE_TEXTS[delivery.mode]
        if due:
            text = text.format(hour=delivery.hour, next=local_time(due, delivery.zone))
        content = TextMessage(
            subject="Delivery", text=f"{text}\n\n{DEFERRED_NOTE}" if deferred else text
        )
        return Response(content, {"userid": player.userid, **_data(delivery), **coming}, deferred)

    def _check(self) -> None:
        if self.mode != DAILY and self.hour is not None:
            raise UsageError(
                f'You can choose an hour only for daily delivery. Write "{self.mode}" without an '
                "hour."
            )


def _data(delivery: DeliverySchedule) -> dict[str, Any]:
    daily = {"hour": delivery.hour, "zone": delivery.zone} if delivery.mode == DAILY else {}
    return {"delivery": delivery.mode, **daily}
