"""Choosing when mails about boards come."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from commands.accounts.preferences import DELIVERY
from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Literal, One, Perhaps
from commands.messages.content import Plain
from commands.messages.response import Answer
from commands.notifications.digests import digests
from commands.notifications.schedule import (
    DAILY,
    EACH,
    URGENT,
    USUAL_HOUR,
    USUAL_ZONE,
    WAYS,
    Rhythm,
    read_hour,
    read_way,
    read_zone,
)
from pbm.errors import Usage

HOW = {
    EACH: "Each mail about a board comes at once from now on.",
    DAILY: "Mails about boards come as one a day from now on, at {hour}:00 in {zone}:\n"
    "the next one on {next}.",
    URGENT: "Mails about a board come from now on when you have one day left to move on it,\n"
    "and when it begins or ends.",
}
WAITED = "What was held back for you until now comes at once."


@dataclass(frozen=True)
class ChangeDelivery(Command):
    """When mails about boards come: each at once, one a day, or only what is urgent.

    One a day comes at the hour HOUR (0 to 23, usually 8) of the time zone ZONE (such as
    Europe/Berlin, usually UTC), and tells all that has happened meanwhile, board by board.
    Urgent is a board on which you have one day left to move, one that begins, and one that ends;
    what happened before on it comes with that. Reminders, and answers to your own mails, come at
    once in any case, and nothing is held back when you have less than a day left to move.
    """

    names: ClassVar = ("change",)
    example: ClassVar = "change delivery alice PASSWORD daily 18 Europe/Berlin"

    what: Annotated[str, Literal("delivery")]
    userid: Userid
    password: Password
    way: Annotated[str, One("|".join(WAYS), read_way)]
    hour: Annotated[int | None, Perhaps("[HOUR]", read_hour)]
    zone: Annotated[str | None, Perhaps("[ZONE]", read_zone)]

    def run(self, session: Session) -> Answer:
        """With every change comes what was held back until then: another rule holds for it."""
        delivery = self._chosen()
        player = session.prove(self.userid, self.password)
        waiting = digests(session, player, session.work.held.take(player))
        session.work.preferences.put(player, DELIVERY, delivery.write(), session.now())
        due = delivery.due(session.now())
        coming = {"next": delivery.told(due)} if due else {}
        told = HOW[delivery.way].format(hour=delivery.hour, zone=delivery.zone, **coming)
        said = Plain(subject="Delivery", text=f"{told}\n\n{WAITED}" if waiting else told)
        return Answer(said, {"userid": player.userid, **_data(delivery), **coming}, waiting)

    def _chosen(self) -> Rhythm:
        if self.way == DAILY:
            hour = USUAL_HOUR if self.hour is None else self.hour
            return Rhythm(DAILY, hour, self.zone or USUAL_ZONE)
        if self.hour is not None:
            raise Usage(f"An hour is for daily mails alone: write {self.way} without one.")
        return Rhythm(self.way)


def _data(delivery: Rhythm) -> dict[str, Any]:
    daily = {"hour": delivery.hour, "zone": delivery.zone} if delivery.way == DAILY else {}
    return {"delivery": delivery.way, **daily}
