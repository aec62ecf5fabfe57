"""Reads the rows for several emails together, before the first of them is handled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product

from commands.context.services import Services
from commands.inbound.expected_reads import ExpectedReads, expected_reads
from commands.inbound.signed_labels import MailIdentity
from commands.security.rate_limiter import Limiter
from commands.security.rate_limits import LimitKind
from commands.security.repeated_words import counts_of_words
from commands.security.tokens import TokenSigner
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.players import Player

OTHER_KINDS = (
    LimitKind.ANSWER,
    LimitKind.STRANGER_ANSWER,
    LimitKind.PROVED_ANSWER,
    LimitKind.STRANGER,
)
Mails = tuple[LimitKind, str]
"""A limit on emails, and the address or id that it applies to."""


@dataclass(frozen=True)
class Prefetcher:
    """Reads the rows that emails will probably need, in a few statements for all of them."""

    services: Services
    tokens: TokenSigner

    def prefetch(self, work: UnitOfWork, mails: Sequence[MailIdentity]) -> None:
        """Reads the rows that these emails will probably need into the unit of work."""
        readable = [
            each for each in mails if not (each.mail.error or each.mail.parsed_mail.automatic)
        ]
        if readable:
            self._prefetch(work, list(map(self._expected, readable)))

    def _expected(self, mail: MailIdentity) -> ExpectedReads:
        server, parsed_mail = self.services.policy.authserv_id, mail.mail.parsed_mail
        return expected_reads(parsed_mail, mail.labels, mail.digests, self.tokens, server)

    def _prefetch(self, work: UnitOfWork, expected: Sequence[ExpectedReads]) -> None:
        """Reads the expected rows.

        Boards are read after the emails' digests and before any other rows, because locks must be
        taken in this order.
        """
        now = self.services.clock.now()
        work.seen_mails.prefetch([each.digests for each in expected if each.digests])
        ids = [id for each in expected for id, _ in each.seats]
        names = [name for each in expected for name in each.board_names]
        shown_names = [name for each in expected for name in each.shown_boards]
        # Locks are taken in this order: first digests, then boards, then everything else.
        boards = work.boards.prefetch(ids, names, shown_names)
        watchers = work.watches.prefetch(boards)
        senders = [sender for each in expected if not each.is_reply for sender in each.senders]
        named = work.players.prefetch(
            [userid for each in expected for userid in each.userids],
            [id for each in expected for id in each.player_ids],
            senders,
        )
        seated = (board.players for board in boards)
        expected_players = chain(named, *watchers.values(), *seated)
        players = {player.id: player.userid for player in expected_players}
        work.preferences.prefetch([*players.values()], senders)
        if any(each.chats for each in expected):
            work.blocks.prefetch([*players])
        counters = [key for each in expected for key in each.counters]
        limiter = Limiter(work.limit_counts, self.tokens.keys, self.services.policy, now)
        words = [key for each in _words(expected, boards) for key in limiter.keys_of(*each)]
        work.limit_counts.prefetch([*counters, *words], now)
        limiter.prefetch(_mails(expected, boards, watchers))


def _words(expected: Sequence[ExpectedReads], boards: Sequence[Board]) -> Iterator[Mails]:
    """Yields the limits on chat and messages that players write by reply."""
    players = {
        (board.id, seat): each for board in boards for seat, each in enumerate(board.players)
    }
    for place in (place for each in expected if each.chats for place in each.seats):
        if player := players.get(place):
            yield from counts_of_words(player, f"board {place[0]}")


def _mails(
    expected: Sequence[ExpectedReads],
    boards: Sequence[Board],
    watchers: dict[int, Sequence[Player]],
) -> Iterator[Mails]:
    """Yields the limits toward which answers and notifications will be counted."""
    by_id = {board.id: board for board in boards}
    by_name = {(board.game.name, board.number): board for board in boards}
    for reads in expected:
        for id, seat in reads.seats:
            board = by_id.get(id)
            if board and seat < len(board.players):
                player, watching = board.players[seat], watchers.get(id, ())
                yield from _answers(player, reads)
                yield from _notifications(board, player, watching, chats=reads.chats)
        if reads.is_reply:
            continue
        yield from product(OTHER_KINDS, filter(None, reads.senders))
        for name in reads.board_names:
            if board := by_name.get(name):
                yield from _notifications(
                    board, None, watchers.get(board.id, ()), chats=reads.chats
                )


def _answers(player: Player, reads: ExpectedReads) -> Iterator[Mails]:
    """Yields the limits on answers to a player's reply."""
    own_addresses = [address for address in player.addresses if address.lower() in reads.senders]
    return product([LimitKind.REPLY_ANSWER], own_addresses)


def _notifications(
    board: Board, author: Player | None, watching: Sequence[Player], *, chats: bool
) -> Iterator[Mails]:
    """Yields the limits on notifications about a changed board.

    `author`: the player who changed it, or None if that isn't known yet.
    """
    kind = LimitKind.WORDS if chats else LimitKind.NOTIFICATION
    for player in (*board.players, *watching):
        if player != author:
            yield from ((kind, address) for address in player.addresses)
    if watching:
        authors = [author] if author else board.players
        yield from ((LimitKind.CAUSED, str(player.id)) for player in authors)
