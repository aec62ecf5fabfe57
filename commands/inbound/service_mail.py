"""Mail that brings labels which occur only in the envelopes and headers of our own mails.

Mail to a bounce address is recorded, and never answered; so is an automatic mail that names one of
ours by its Message-ID. Any mail to an unsubscribe address unsubscribes: its sender and text don't
matter, as unsubscribing does no harm.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from commands.accounts.preferences import NO_BROADCAST
from commands.accounts.reachability import record_bounce
from commands.context.services import Services
from commands.inbound.mail_result import MailResult
from commands.messages.content import TextMessage
from commands.messages.response import Notification
from commands.outbound.mailer import Mailer
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, TokenSigner
from commands.system.metrics import MailOutcome
from mail.reading.bounces import read_bounce_report, reads_like_bounce, returned_mail
from mail.reading.incoming import IncomingMail
from pbm import games
from pbm.board.board import Player
from pbm.wording import listing

if TYPE_CHECKING:
    from storage.unit_of_work import UnitOfWork


BOUNCED = re.compile(r"\+(b\.[a-z2-7]{29})(?=[+@])", re.IGNORECASE)
"""A bounce token in a Message-ID."""
MAX_BOUNCED = 20
"""The most tokens that are verified."""
ALL_PLAYERS = 0
"""In place of a board: broadcasts, which go to all players."""


@dataclass(frozen=True)
class ServiceMail:
    """Handles bounces and unsubscribe requests."""

    services: Services
    mailer: Mailer
    tokens: TokenSigner

    def handle(
        self, work: "UnitOfWork", mail: IncomingMail, labels: Sequence[str]
    ) -> MailResult | None:
        """Handles a service mail; returns its result, or None for other mail."""
        for label in labels:
            if label.startswith(BOUNCE):
                return self._handle_bounce(work, label, mail.content)
            if label.startswith(UNSUBSCRIBE):
                return self._unsubscribe(work, label)
        return None

    def handle_returned(self, work: "UnitOfWork", mail: IncomingMail) -> MailResult | None:
        """Handles an automatic mail about one of ours; returns None if it names none.

        Whoever has got a mail knows its Message-ID, and so may report it alone as bounced. A mail
        that is automatic for other reasons may quote players' words, which are no evidence.
        """
        if not reads_like_bounce(mail.content, mail.sender):
            return None
        found = (
            each for text in returned_mail(mail.content) for each in BOUNCED.findall(text.lower())
        )
        for label in islice(dict.fromkeys(found), MAX_BOUNCED):
            if (returned := self.tokens.bounced(label)) is not None:
                return self._record_bounce(work, returned, mail.content)
        return None

    def _handle_bounce(self, work: "UnitOfWork", label: str, content: bytes) -> MailResult:
        mail = self.tokens.bounced(label)
        if mail is None:  # anybody could have sent it: it isn't even parsed
            return MailResult(MailOutcome.INVALID, "bounce without a valid token")
        return self._record_bounce(work, mail, content)

    def _record_bounce(self, work: "UnitOfWork", mail: int, content: bytes) -> MailResult:
        report = read_bounce_report(content)
        self._publish(
            work,
            record_bounce(
                work, mail, report.kind, self.services.clock.now(), self.services.policy.standstill
            ),
        )
        about = f" about {', '.join(report.addresses)}" if report.addresses else ""
        return MailResult(MailOutcome.BOUNCE, f"{report.kind} bounce of mail {mail}{about}")

    def _unsubscribe(self, work: "UnitOfWork", label: str) -> MailResult:
        request = self.tokens.unsubscribed(label)
        if request is None:
            return MailResult(MailOutcome.INVALID, "unsubscribing without a valid token")
        id, board = request
        ended = (
            self._end_broadcasts(work, id)
            if board == ALL_PLAYERS
            else _end_watches(work, id, board)
        )
        if not ended:
            return MailResult(MailOutcome.UNSUBSCRIBED, "unsubscribed before")
        (player,) = work.players.by_ids([id])
        content = TextMessage(
            subject="Unsubscribed", text=f"{player.userid} gets no more mail {ended}."
        )
        self._publish(work, [Notification(player.addresses, content)])
        return MailResult(MailOutcome.UNSUBSCRIBED, f"{player.userid} unsubscribed {ended}")

    def _end_broadcasts(self, work: "UnitOfWork", id: int) -> str:
        """Returns a description of the mail that was ended; empty if it was ended before."""
        player = _active_player(work, id)
        if player is None or work.preferences.get(player, NO_BROADCAST):
            return ""
        work.preferences.put(player, NO_BROADCAST, "yes", self.services.clock.now())
        return "that goes to all players"

    def _publish(self, work: "UnitOfWork", notifications: list[Notification]) -> None:
        self.mailer.publish(self.services.server_context(work), notifications)


def _end_watches(work: "UnitOfWork", id: int, board: int) -> str:
    """Returns a description of the mail that was ended; empty if it was ended before."""
    ended = [_watch_name(*each) for each in work.watches.leave(id, board)]
    return f"about {listing(ended)}" if ended else ""


def _watch_name(game: str, number: int) -> str:
    title = games.find(game).title
    return f"{title} board {number}" if number else f"all boards of {title}"


def _active_player(work: "UnitOfWork", id: int) -> Player | None:
    """Returns the player, or None after a sign-off or for a token of an older database."""
    try:
        (player,) = work.players.by_ids([id])
    except KeyError:
        return None
    return None if player.gone else player
