"""Reading for several mails at once, before the first of them is handled."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, product

from commands.context.services import Services
from commands.inbound.labels import MailLabels
from commands.inbound.reply.shared_addresses import shared_counters
from commands.language import parser, registry
from commands.language.command import Command, SeatCommand
from commands.security.key_ring import KeyRing
from commands.security.lockout import LoginAttempt, login_counters
from commands.security.mail_quota import MailKind, MailQuota
from commands.security.rate_limits import counters_of_words
from commands.security.tokens import TokenSigner
from commands.system.stored_types import UnitOfWork
from mail.reading.parsed_mail import ParsedMail
from mail.reading.sender_checks import authenticated_sender
from mail.reading.text import plain_signs
from pbm.board.board import Board
from pbm.board.players import Player

# The rows that a mail will probably need, as far as the mail itself tells.
#
# It is a guess, so that several mails can be read for in a few statements: what it lacks, the
# handling of the mail reads by itself.

MAX_LINES = 5
"""The most lines of a mail that are looked at: most have a single command."""
MAX_WORDS = 6
"""The most words of a line that are looked at: the game, the verb, the board and the player."""
MAX_WORD_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ExpectedReads:
    """The rows that a mail will probably need."""

    senders: tuple[str, ...]
    """The addresses from which it may come, in lower case."""
    digests: tuple[str, ...] = ()
    """The digests by which it is known if it comes again."""
    seats: tuple[tuple[int, int], ...] = ()
    """The boards, by id, and seats whose reply tokens it brings, none of them verified."""
    board_names: tuple[tuple[str, int], ...] = ()
    """The boards that its lines name to change them."""
    shown_boards: tuple[tuple[str, int], ...] = ()
    """The other boards that its lines name."""
    userids: tuple[str, ...] = ()
    """The players whom its lines name."""
    player_ids: tuple[int, ...] = ()
    """The players whose message token it brings, not verified either."""
    counters: tuple[str, ...] = ()
    """The counts of actions that it needs."""
    chats: bool = False
    """True if it seems to be chat, or a message."""

    @property
    def is_reply(self) -> bool:
        """True if it seems to be a reply to a mail about a board or to a message."""
        return bool(self.seats or self.player_ids)


@dataclass(frozen=True, slots=True)
class _Named:
    """The board and the player that a line names."""

    board: tuple[str, int] | None
    changes: bool
    """True if the command changes the board."""
    userid: str
    chats: bool


def expected_reads(
    parsed_mail: ParsedMail,
    brought: MailLabels,
    digests: tuple[str, ...],
    tokens: TokenSigner,
    server: str,
) -> ExpectedReads:
    """Returns what a mail with these labels and digests will probably need.

    `server`: the id of our own mail server.
    """
    senders = tuple({parsed_mail.sender.lower(): None, parsed_mail.author.lower(): None})
    claims = [claim for label in brought.labels if (claim := tokens.read_claims(label))]
    message = next(filter(None, map(tokens.read_message, brought.labels)), None)
    if claims or message:
        known = tokens.generations()
        return ExpectedReads(
            senders=senders,
            digests=digests,
            seats=tuple((claim.board, claim.seat) for claim in claims),
            player_ids=(message.reader, message.writer) if message else (),
            counters=tuple(key for claim in claims for key in shared_counters(claim, known)),
            chats=bool(message) or any(claim.prefix for claim in claims),
        )
    named = list(_named(parsed_mail))
    userids = tuple(dict.fromkeys(each.userid for each in named if each.userid))
    vouched = bool(authenticated_sender(parsed_mail, server))
    attempts = [
        LoginAttempt("password", each, parsed_mail.sender, vouched=vouched) for each in userids
    ]
    return ExpectedReads(
        senders=senders,
        digests=digests,
        board_names=tuple(each.board for each in named if each.board and each.changes),
        shown_boards=tuple(each.board for each in named if each.board and not each.changes),
        userids=userids,
        chats=any(each.chats for each in named),
        counters=tuple(key for each in attempts for key in login_counters(tokens.keys, each)),
    )


def _named(parsed_mail: ParsedMail) -> Iterator[_Named]:
    """Yields what each line names, if it begins as a command about a game."""
    for line in _lines(parsed_mail):
        words = plain_signs(line).split()[:MAX_WORDS]
        game, rest = parser.split_game(words)
        if game is None or not rest:
            continue
        verb, *others = rest[:3]
        board, userid = (others[0], others[1:]) if _is_number(others[:1]) else ("", others[:1])
        yield _Named(
            board=(game.name, int(board)) if board else None,
            changes=any(issubclass(kind, SeatCommand) for kind in _kinds(verb)),
            userid=next(filter(_may_be_userid, userid), ""),
            chats=verb.lower() == "chat",
        )


def _kinds(verb: str) -> list[type[Command]]:
    return registry.game_verbs().get(verb.lower(), [])


def _is_number(words: list[str]) -> bool:
    return any(re.fullmatch("[0-9]{1,9}", word) for word in words)


def _lines(parsed_mail: ParsedMail) -> Iterator[str]:
    own = chain.from_iterable(
        block.split("\n", MAX_LINES)[:MAX_LINES] for block in parsed_mail.blocks
    )
    subject = () if parsed_mail.is_reply else (parsed_mail.subject,)
    return islice(chain(subject, own), MAX_LINES)


def _may_be_userid(word: str) -> bool:
    return word[:1].isalpha() and word.isprintable() and len(word) <= MAX_WORD_LENGTH


OTHER_KINDS = (MailKind.ANSWER, MailKind.PROVED_ANSWER, MailKind.STRANGER)

Mails = tuple[MailKind, str]
"""A kind of mails, and whose they are."""


@dataclass(frozen=True)
class Prefetcher:
    """Reads what mails will probably need, in a few statements for all of them."""

    services: Services
    keys: KeyRing

    def prefetch(self, work: UnitOfWork, expected: Sequence[ExpectedReads]) -> None:
        """Reads what is expected for these mails into the unit of work.

        Boards come after the digests of mails, and before all else: locks are taken in this
        order.
        """
        now = self.services.clock.now()
        work.seen_mails.prefetch([each.digests for each in expected if each.digests])
        ids = [id for each in expected for id, _ in each.seats]
        names = [name for each in expected for name in each.board_names]
        shown = [name for each in expected for name in each.shown_boards]
        boards = work.boards.prefetch(ids, names, shown)
        watchers = work.watches.prefetch(boards)
        senders = [sender for each in expected if not each.is_reply for sender in each.senders]
        named = work.players.prefetch(
            [userid for each in expected for userid in each.userids],
            [id for each in expected for id in each.player_ids],
            senders,
        )
        seated = (board.players for board in boards)
        known = chain(named, *watchers.values(), *seated)
        players = {player.id: player.userid for player in known}
        work.preferences.prefetch([*players.values()], senders)
        if any(each.chats for each in expected):
            work.blocks.prefetch([*players])
        counters = [key for each in expected for key in each.counters]
        work.limit_counts.prefetch([*counters, *_words(expected, boards)], now)
        quota = MailQuota(work.limit_counts, self.keys, self.services.policy, now)
        quota.prefetch(_mails(expected, boards, watchers))


def _words(expected: Sequence[ExpectedReads], boards: Sequence[Board]) -> Iterator[str]:
    """Yields the counters of what players write by reply to the readers of a board."""
    players = {
        (board.id, seat): each for board in boards for seat, each in enumerate(board.players)
    }
    for place in (place for each in expected if each.chats for place in each.seats):
        if player := players.get(place):
            yield from counters_of_words(player, f"board {place[0]}")


def _mails(
    expected: Sequence[ExpectedReads],
    boards: Sequence[Board],
    watchers: dict[int, Sequence[Player]],
) -> Iterator[Mails]:
    """Yields the counts of mails that answers and notifications will need."""
    by_id = {board.id: board for board in boards}
    by_name = {(board.game.name, board.number): board for board in boards}
    for each in expected:
        for id, seat in each.seats:
            board = by_id.get(id)
            if board and seat < len(board.players):
                player, watching = board.players[seat], watchers.get(id, ())
                yield from _answers(player, each)
                yield from _notifications(board, player, watching, chats=each.chats)
        if each.is_reply:
            continue
        yield from product(OTHER_KINDS, filter(None, each.senders))
        for name in each.board_names:
            if board := by_name.get(name):
                yield from _notifications(board, None, watchers.get(board.id, ()), chats=each.chats)


def _answers(player: Player, each: ExpectedReads) -> Iterator[Mails]:
    """Yields the counts of answers to a player's reply."""
    own = [address for address in player.addresses if address.lower() in each.senders]
    return product([MailKind.REPLY_ANSWER], own)


def _notifications(
    board: Board, author: Player | None, watching: Sequence[Player], *, chats: bool
) -> Iterator[Mails]:
    """Yields the counts of notifications about a board that a player, if known, has changed."""
    kind = MailKind.WORDS if chats else MailKind.NOTIFICATION
    for player in (*board.players, *watching):
        if player != author:
            yield from ((kind, address) for address in player.addresses)
    if watching:
        authors = [author] if author else board.players
        yield from ((MailKind.CAUSED, str(player.id)) for player in authors)
