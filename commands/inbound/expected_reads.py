"""Guesses which rows of the database the handling of an email will need, from the email itself.

The guesses allow reading the rows for several emails in a few statements. Rows that the guess
missed are read later, when the email is handled.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from commands.inbound.signed_labels import MailLabels
from commands.language import parser, registry
from commands.language.command import Command, SeatCommand
from commands.replies.contexts.known_reply_addresses import shared_counters
from commands.security.lockout import LoginAttempt, login_counters
from commands.security.tokens import TokenSigner
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import ParsedMail
from mail.reading.sender_checks import authenticated_sender

MAX_LINES = 5
"""Maximum number of lines of an email that are examined. Most emails have a single command."""
MAX_WORDS = 6
"""Maximum number of words of a line that are examined: game, verb, board and player."""
MAX_WORD_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ExpectedReads:
    """The rows that an email will probably need."""

    senders: tuple[str, ...]
    """Possible sender addresses in lower case."""
    digests: tuple[str, ...] = ()
    """Digests that identify the email if it arrives again."""
    seats: tuple[tuple[int, int], ...] = ()
    """Board ids and seats in the email's reply tokens. They aren't verified yet."""
    board_names: tuple[tuple[str, int], ...] = ()
    """Games and numbers of the boards that the email's commands change."""
    shown_boards: tuple[tuple[str, int], ...] = ()
    """Games and numbers of the boards that the email's commands only show."""
    userids: tuple[str, ...] = ()
    """Userids that the email's commands name."""
    player_ids: tuple[int, ...] = ()
    """Ids of the players in the email's message token. They aren't verified yet."""
    counters: tuple[str, ...] = ()
    """Keys of the limits toward which the email's commands are counted."""
    chats: bool = False
    """Whether the email seems to be chat or a message."""

    @property
    def is_reply(self) -> bool:
        """Whether the email seems to be a reply to an email about a board, or to a message."""
        return bool(self.seats or self.player_ids)


@dataclass(frozen=True, slots=True)
class _Named:
    """The board and the player that a command names."""

    board: tuple[str, int] | None
    changes: bool
    """Whether the command changes the board."""
    userid: str
    chats: bool


def expected_reads(
    parsed_mail: ParsedMail,
    brought: MailLabels,
    digests: tuple[str, ...],
    tokens: TokenSigner,
    server: str,
) -> ExpectedReads:
    """Returns the rows that an email with these labels and digests will probably need.

    `server`: the `authserv_id` of our mail server, which authenticates senders.
    """
    senders = tuple({parsed_mail.sender.lower(): None, parsed_mail.author.lower(): None})
    claims = [claim for label in brought.labels if (claim := tokens.read_claims(label))]
    message = next(filter(None, map(tokens.read_message, brought.labels)), None)
    if claims or message:
        generations = tokens.generations()
        return ExpectedReads(
            senders=senders,
            digests=digests,
            seats=tuple((claim.board, claim.seat) for claim in claims),
            player_ids=(message.reader, message.writer) if message else (),
            counters=tuple(key for claim in claims for key in shared_counters(claim, generations)),
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
    """Yields the board and player of each line that begins like a command about a game."""
    for line in _lines(parsed_mail):
        words = plain_signs(line).split()[:MAX_WORDS]
        game, rest = parser.split_game(words)
        if game is None or not rest:
            continue
        verb, *names = rest[:3]
        board, userid = (names[0], names[1:]) if _is_number(names[:1]) else ("", names[:1])
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
    own_lines = chain.from_iterable(
        block.split("\n", MAX_LINES)[:MAX_LINES] for block in parsed_mail.blocks
    )
    subject = () if parsed_mail.is_reply else (parsed_mail.subject,)
    return islice(chain(subject, own_lines), MAX_LINES)


def _may_be_userid(word: str) -> bool:
    return word[:1].isalpha() and word.isprintable() and len(word) <= MAX_WORD_LENGTH
