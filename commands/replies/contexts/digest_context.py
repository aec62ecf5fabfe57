"""The context of a reply to a digest, from the token in the reply address."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.content.reply_claims import DigestClaims, ReplyAge, password_stamp
from commands.replies.contexts.board_context import registered_sender
from commands.replies.contexts.running_boards import running_boards
from commands.security.tokens import TokenSigner
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.players import Player


@dataclass(frozen=True)
class DigestContext:
    """The reader of a digest, who replies to it."""

    reader: Player
    claims: DigestClaims
    registered_sender: str
    """The reader's registered address that sent the reply, or "" if the sender isn't registered."""
    age: ReplyAge
    """RECENT, or OLD if the database was restored since the digest, because boards may have lost
    moves. Each board may have changed, too.
    """
    boards: Sequence[Board] = ()
    """The reader's running boards, if the sender is registered."""

    def numbered(self, number: int) -> Sequence[Board]:
        """Returns the boards with a number. Boards of different games can share it."""
        return [board for board in self.boards if board.number == number]


def find_digest_context(
    work: UnitOfWork, tokens: TokenSigner, labels: Sequence[str], senders: Sequence[str]
) -> DigestContext | None:
    """Returns the context of a reply to a digest, or None if the email has no valid token."""
    unverified = next(filter(None, map(tokens.read_digest, labels)), None)
    if unverified is None:
        return None
    try:
        (reader,) = work.players.by_ids([unverified.reader])
    except KeyError:  # the token is from another database with other players
        return None
    stamp = password_stamp(reader)
    generation = tokens.digest_generation(unverified, stamp)
    if generation is None:
        return None
    claims = DigestClaims(reader=reader.id, second=unverified.second, stamp=stamp)
    age = ReplyAge.RECENT if generation == tokens.generations().current else ReplyAge.OLD
    return DigestContext(reader, claims, registered_sender(reader, senders), age)


def boards_in_play(work: UnitOfWork, digest: DigestContext) -> Sequence[Board]:
    """Returns the reader's running boards, except frozen ones, or none for other senders."""
    return running_boards(work, digest.reader.userid) if digest.registered_sender else ()
