"""Mail to addresses that stand only in the envelopes and headers of our own mails.

What comes to a bounce address is noted, and never answered. Whatever comes to an address for
unsubscribing unsubscribes: who sends it doesn't matter, as it does no harm.
"""

from dataclasses import dataclass

from commands.accounts.preferences import NO_BROADCAST
from commands.accounts.reachability import came_back
from commands.dispatch.dispatcher import Desk
from commands.messages.content import Plain
from commands.messages.response import Notice
from commands.outbound.mailer import Post
from commands.security.tokens import BOUNCE, UNSUBSCRIBE, Tokens, labels_in
from mail.reading.bounces import read_report
from mail.reading.letter import bare_letter
from pbm import games
from pbm.board import Player
from pbm.ports import Work
from pbm.wording import listing

EVERYBODY = 0
"""In the place of a board: what is sent to everybody."""


@dataclass(frozen=True)
class Returned:
    """Takes bounces and wishes to hear no more."""

    desk: Desk
    post: Post
    tokens: Tokens

    def take(
        self, work: Work, sender: str, recipients: tuple[str, ...], content: bytes
    ) -> str | None:
        """What may be logged of such a mail, which was dealt with; None for all others."""
        for label in _labels(sender, recipients, content):
            if label.startswith(BOUNCE):
                return self._bounce(work, label, content)
            if label.startswith(UNSUBSCRIBE):
                return self._unsubscribe(work, label)
        return None

    def _bounce(self, work: Work, label: str, content: bytes) -> str:
        mail = self.tokens.bounced(label)
        if mail is None:  # anybody could have sent it: it isn't even looked into
            return "bounce without a valid token"
        report = read_report(content)
        self._tell(work, came_back(work, mail, report.kind, self.desk.clock.now()))
        about = f" about {', '.join(report.addresses)}" if report.addresses else ""
        return f"{report.kind} bounce of mail {mail}{about}"

    def _unsubscribe(self, work: Work, label: str) -> str:
        asked = self.tokens.unsubscribed(label)
        if asked is None:
            return "unsubscribing without a valid token"
        id, board = asked
        ended = self._broadcasts(work, id) if board == EVERYBODY else _watches(work, id, board)
        if not ended:
            return "unsubscribed before"
        (player,) = work.players.by_ids([id])
        said = Plain(subject="Unsubscribed", text=f"{player.userid} gets no more mail {ended}.")
        self._tell(work, [Notice(player.addresses, said)])
        return f"{player.userid} unsubscribed {ended}"

    def _broadcasts(self, work: Work, id: int) -> str:
        player = _player(work, id)
        if player is None or work.preferences.get(player, NO_BROADCAST):
            return ""
        work.preferences.put(player, NO_BROADCAST, "yes", self.desk.clock.now())
        return "that goes to all players"

    def _tell(self, work: Work, notices: list[Notice]) -> None:
        work.outbox.put(self.post.notices(notices, [], self.desk.clock.now()))


def _watches(work: Work, id: int, board: int) -> str:
    ended = [_watched(*each) for each in work.watches.leave(id, board)]
    return f"about {listing(ended)}" if ended else ""


def _watched(game: str, number: int) -> str:
    title = games.find(game).title
    return f"{title} board {number}" if number else f"all boards of {title}"


def _player(work: Work, id: int) -> Player | None:
    """The player, unless they have signed off since, or the token is of an older database."""
    try:
        (player,) = work.players.by_ids([id])
    except KeyError:
        return None
    return None if player.gone else player


def _labels(sender: str, recipients: tuple[str, ...], content: bytes) -> tuple[str, ...]:
    """What stands after the + in the recipients; of a bounce also where it was delivered to."""
    found = labels_in(recipients)
    if found or sender.strip() not in ("", "<>"):
        return found
    return labels_in(bare_letter(sender, content).delivered_to)
