"""Mail to addresses that stand only in the envelopes and headers of our own mails.

What comes to a bounce address is noted, and never answered. Whatever comes to an address for
unsubscribing unsubscribes: who sends it doesn't matter, as it does no harm.
"""

from dataclasses import dataclass

from commands.accounts.preferences import NO_BROADCAST
from commands.accounts.reachability import record_bounce
from commands.context.services import Services
from commands.messages.content import TextMessage
from commands.messages.response import Notification
from commands.outbound.mailer import Mailer
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, TokenSigner, subaddresses
from mail.reading.bounces import read_bounce_report
from mail.reading.letter import bare_letter
from pbm import games
from pbm.board import Player
from pbm.ports import UnitOfWork
from pbm.wording import listing

ALL_PLAYERS = 0
"""In the place of a board: what is sent to everybody."""


@dataclass(frozen=True)
class ServiceMail:
    """Takes bounces and wishes to hear no more."""

    services: Services
    mailer: Mailer
    tokens: TokenSigner

    def handle(
        self, work: UnitOfWork, sender: str, recipients: tuple[str, ...], content: bytes
    ) -> str | None:
        """What may be logged of such a mail, which was dealt with; None for all others."""
        for label in _subaddresses(sender, recipients, content):
            if label.startswith(BOUNCE):
                return self._bounce(work, label, content)
            if label.startswith(UNSUBSCRIBE):
                return self._unsubscribe(work, label)
        return None

    def _bounce(self, work: UnitOfWork, label: str, content: bytes) -> str:
        mail = self.tokens.bounced(label)
        if mail is None:  # anybody could have sent it: it isn't even looked into
            return "bounce without a valid token"
        report = read_bounce_report(content)
        self._tell(work, record_bounce(work, mail, report.kind, self.services.clock.now()))
        about = f" about {', '.join(report.addresses)}" if report.addresses else ""
        return f"{report.kind} bounce of mail {mail}{about}"

    def _unsubscribe(self, work: UnitOfWork, label: str) -> str:
        asked = self.tokens.unsubscribed(label)
        if asked is None:
            return "unsubscribing without a valid token"
        id, board = asked
        ended = (
            self._broadcasts(work, id) if board == ALL_PLAYERS else _end_watches(work, id, board)
        )
        if not ended:
            return "unsubscribed before"
        (player,) = work.players.by_ids([id])
        content = TextMessage(
            subject="Unsubscribed", text=f"{player.userid} gets no more mail {ended}."
        )
        self._tell(work, [Notification(player.addresses, content)])
        return f"{player.userid} unsubscribed {ended}"

    def _broadcasts(self, work: UnitOfWork, id: int) -> str:
        player = _player(work, id)
        if player is None or work.preferences.get(player, NO_BROADCAST):
            return ""
        work.preferences.put(player, NO_BROADCAST, "yes", self.services.clock.now())
        return "that goes to all players"

    def _tell(self, work: UnitOfWork, notifications: list[Notification]) -> None:
        self.mailer.publish(self.services.server_context(work), notifications)


def _end_watches(work: UnitOfWork, id: int, board: int) -> str:
    ended = [_watch_name(*each) for each in work.watches.leave(id, board)]
    return f"about {listing(ended)}" if ended else ""


def _watch_name(game: str, number: int) -> str:
    title = games.find(game).title
    return f"{title} board {number}" if number else f"all boards of {title}"


def _player(work: UnitOfWork, id: int) -> Player | None:
    """The player, unless they have signed off since, or the token is of an older database."""
    try:
        (player,) = work.players.by_ids([id])
    except KeyError:
        return None
    return None if player.gone else player


def _subaddresses(sender: str, recipients: tuple[str, ...], content: bytes) -> tuple[str, ...]:
    """What stands after the + in the recipients; of a bounce also where it was delivered to."""
    found = subaddresses(recipients)
    if found or sender.strip() not in ("", "<>"):
        return found
    return subaddresses(bare_letter(sender, content).delivered_to)
