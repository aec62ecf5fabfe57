"""Emails with labels that occur only in the envelopes and headers of our own emails."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from commands.content.response import Notification
from commands.context.services import Services
from commands.inbound.answering import MailResult
from commands.notifications.ways_out import end_subscription
from commands.outbound.mailer import Mailer
from commands.players.reachability import record_bounce
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, TokenSigner
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.bounces import read_bounce_report, reads_like_bounce
from mail.reading.incoming import IncomingMail
from mail.reading.returned_mail import returned_mail
from pbm.board.players import Player

BOUNCED = re.compile(r"\+(b\.[a-z2-7]{29})(?=[+@])", re.IGNORECASE)
"""A bounce token in a Message-ID."""
MAX_BOUNCED = 20
"""The most tokens that are verified."""


@dataclass(frozen=True)
class ServiceMail:
    """Handles bounces and unsubscribe requests."""

    services: Services
    mailer: Mailer
    tokens: TokenSigner

    def handle(
        self, work: UnitOfWork, mail: IncomingMail, labels: Sequence[str]
    ) -> MailResult | None:
        """Handles a service mail; returns its result, or None for other mail."""
        for label in labels:
            if label.startswith(BOUNCE):
                return self._handle_bounce(work, label, mail.content)
            if label.startswith(UNSUBSCRIBE):
                return self._unsubscribe(work, label)
        return None

    def handle_returned(self, work: UnitOfWork, mail: IncomingMail) -> MailResult | None:
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

    def _handle_bounce(self, work: UnitOfWork, label: str, content: bytes) -> MailResult:
        mail = self.tokens.bounced(label)
        if mail is None:  # anybody could have sent it
            return MailResult(MailOutcome.INVALID, "bounce without a valid token")
        return self._record_bounce(work, mail, content)

    def _record_bounce(self, work: UnitOfWork, mail: int, content: bytes) -> MailResult:
        report = read_bounce_report(content)
        now = self.services.clock.now()
        self._publish(work, record_bounce(work, mail, report.kind, now))
        about = f" about {', '.join(report.addresses)}" if report.addresses else ""
        return MailResult(MailOutcome.BOUNCE, f"{report.kind} bounce of mail {mail}{about}")

    def _unsubscribe(self, work: UnitOfWork, label: str) -> MailResult:
        subscription = self.tokens.unsubscribed(label)
        if subscription is None:
            return MailResult(MailOutcome.INVALID, "unsubscribing without a valid token")
        player = _active_player(work, subscription.player)
        context = self.services.server_context(work)
        content = end_subscription(context, player, subscription) if player else None
        if player is None or content is None:
            return MailResult(MailOutcome.UNSUBSCRIBED, "unsubscribed before")
        self._publish(work, [Notification(player.addresses, content)])
        return MailResult(MailOutcome.UNSUBSCRIBED, f"{player.userid} unsubscribed")

    def _publish(self, work: UnitOfWork, notifications: list[Notification]) -> None:
        self.mailer.publish(self.services.server_context(work), notifications)


def _active_player(work: UnitOfWork, id: int) -> Player | None:
    """Returns the player, or None after a sign-off or for a token of an older database."""
    try:
        (player,) = work.players.by_ids([id])
    except KeyError:
        return None
    return None if player.gone else player
