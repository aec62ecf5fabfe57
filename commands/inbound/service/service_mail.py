"""Handles bounces, unsubscribe requests, probes, unreadable email and email from ourselves.

The tokens of bounces and unsubscribe requests are only in headers of our own emails.
"""

import re
from dataclasses import dataclass
from itertools import islice

from commands.content.messages import Subscription
from commands.content.response import Notification
from commands.context.services import Services
from commands.inbound.answers.answer_sender import AnswerSender
from commands.inbound.answers.combined_answers import BOUNCE, MailResult
from commands.inbound.email_kinds import (
    Bounce,
    OwnMail,
    Probe,
    ServiceKind,
    UnknownBounce,
    UnreadableMail,
    UnsubscribeRequest,
)
from commands.inbound.service.probe_mail import ProbeMail
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.ways_out import end_subscription
from commands.players.reachability import record_bounce
from commands.security.tokens import TokenSigner
from commands.system.metrics import MailOutcome
from commands.system.stored_types import UnitOfWork
from mail.reading.bounces.bounce_report import read_bounce_report
from mail.reading.bounces.returned_mail import returned_mail
from mail.reading.incoming import IncomingMail
from pbm.board.players import Player

BOUNCED = re.compile(r"\+(b\.[a-z2-7]{29})(?=[+@])", re.IGNORECASE)
"""A bounce token in a Message-ID."""
MAX_BOUNCED = 20
"""Maximum number of tokens that are verified."""


@dataclass(frozen=True)
class ServiceMail:
    """Handles the kinds of email that aren't for a player or the admin."""

    services: Services
    mailer: Mailer
    tokens: TokenSigner
    answers: AnswerSender

    def handle(self, work: UnitOfWork, mail: IncomingMail, kind: ServiceKind) -> MailResult:
        """Handles an email of one of these kinds."""
        match kind:
            case Probe(label):
                return ProbeMail(self.services.clock, self.tokens).handle(work, label)
            case Bounce(number):
                return self._handle_bounce(work, number, mail.content)
            case UnsubscribeRequest(subscription):
                return self._unsubscribe(work, subscription)
            case OwnMail():
                return MailResult(MailOutcome.OWN, "from our own address, not answered")
            case UnknownBounce():
                return BOUNCE
            case UnreadableMail():
                return self.answers.answer_unreadable(work, mail)

    def _handle_bounce(self, work: UnitOfWork, number: int | None, content: bytes) -> MailResult:
        """Records a bounce of the email with this number.

        `number`: None if the token isn't valid.
        """
        if number is None:  # anybody could have sent it
            return MailResult(MailOutcome.INVALID, "bounce without a valid token")
        report = read_bounce_report(content)
        now = self.services.clock.now()
        self._publish(work, record_bounce(work, number, report.kind, now))
        about = f" about {', '.join(report.addresses)}" if report.addresses else ""
        return MailResult(MailOutcome.BOUNCE, f"{report.kind} bounce of email {number}{about}")

    def _unsubscribe(self, work: UnitOfWork, subscription: Subscription | None) -> MailResult:
        """Ends a subscription.

        `subscription`: None if the token isn't valid.
        """
        if subscription is None:
            return MailResult(MailOutcome.INVALID, "unsubscribe request without a valid token")
        player = _active_player(work, subscription.player)
        context = self.services.server_context(work)
        content = end_subscription(context, player, subscription) if player else None
        if player is None or content is None:
            return MailResult(MailOutcome.UNSUBSCRIBED, "unsubscribed before")
        self._publish(work, [Notification(player.addresses, content)])
        return MailResult(MailOutcome.UNSUBSCRIBED, f"{player.userid} unsubscribed")

    def _publish(self, work: UnitOfWork, notifications: list[Notification]) -> None:
        self.mailer.publish(self.services.server_context(work), notifications)


def returned_mail_number(content: bytes, tokens: TokenSigner) -> int | None:
    """Returns the number of our email that a bounce returns, or None if it has no valid token.

    The token is in the Message-ID, so only a recipient of the email can report it as bounced.
    """
    labels = (each for text in returned_mail(content) for each in BOUNCED.findall(text.lower()))
    numbers = map(tokens.bounced, islice(dict.fromkeys(labels), MAX_BOUNCED))
    return next((number for number in numbers if number is not None), None)


def _active_player(work: UnitOfWork, id: int) -> Player | None:
    """Returns the player, or None if they have signed off or are from an older database."""
    try:
        (player,) = work.players.by_ids([id])
    except KeyError:
        return None
    return None if player.gone else player
