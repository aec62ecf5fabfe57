"""Digests: what was held back for a player, board by board, as the boards stand now."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from commands.accounts.preferences import DELIVERY
from commands.context.context import Session
from commands.messages.content import BoardSaid, ChatSaid, Part, Remark, Several, dump, load
from commands.messages.response import Notice
from commands.notifications.schedule import Rhythm
from commands.views import rendering
from commands.views.board import thread_subject
from pbm.board import Board, Player
from pbm.errors import Refusal
from pbm.ports import HeldMail
from pbm.wording import counted

ROOM = rendering.LONGEST // 2
"""How long a digest of several boards may be; another form of it may need twice as much."""

BoardNews = BoardSaid | ChatSaid


def digests(session: Session, player: Player, held: Sequence[HeldMail]) -> tuple[Notice, ...]:
    """What these mails tell their player, in as few mails as it fits into."""
    told = sorted(map(_told, held), key=_place)
    parts = [
        part for _, some in groupby(told, key=_place) for part in _parts(session, player, [*some])
    ]
    return tuple(Notice(player.addresses, _mail(some), at_once=True) for some in _packed(parts))


def taken(session: Session, player: Player, board: Board) -> list[BoardNews]:
    """What was held back for a player about a board; from now on it no longer is."""
    return [_told(mail) for mail in session.work.held.take(player, board)]


def gathered(
    session: Session, player: Player, board: Board, told: Sequence[BoardNews]
) -> BoardSaid:
    """The board as it is now: what was held may be older than the player's own last move."""
    boards = [said for said in told if isinstance(said, BoardSaid)]
    news = " ".join(said.news for said in boards if said.news)
    update = {
        "remarks": tuple(remark for said in told for remark in _remarks(said)),
        "new": any(said.new for said in boards),
        "zone": rhythm_of(session, player).zone,
    }
    return session.said_of(board, to=player.userid, news=news).model_copy(update=update)


def hold(session: Session, player: Player, board: Board, said: BoardNews) -> None:
    """Keeps what is said for the player's digest."""
    now = session.now()
    due = rhythm_of(session, player).due(now)
    session.work.held.put(HeldMail(player.id, board.id, now, dump(said), due))


def rhythm_of(session: Session, player: Player) -> Rhythm:
    """How this player wants to be told."""
    return Rhythm.read(session.work.preferences.get(player, DELIVERY))


def _parts(session: Session, player: Player, told: Sequence[BoardNews]) -> Sequence[BoardNews]:
    """One for a board; a board that is frozen can't be shown, but what was said of it can."""
    try:
        board = session.work.boards.find(told[0].game, told[0].number)
    except Refusal:
        return told
    return [gathered(session, player, board, told)] if board else told


def _remarks(said: BoardNews) -> tuple[Remark, ...]:
    if isinstance(said, ChatSaid):
        return (Remark(writer=said.writer, text=said.text),)
    return said.written


def _packed(parts: Sequence[BoardNews]) -> Iterator[list[BoardNews]]:
    """The parts in mails of which none is too long: views leave out what is."""
    packed: list[BoardNews] = []
    room = ROOM
    for part in parts:
        size = len(rendering.text(part))
        if packed and size > room:
            yield packed
            packed, room = [], ROOM
        packed.append(part)
        room -= size
    if packed:
        yield packed


def _mail(parts: Sequence[BoardNews]) -> Part | Several:
    """A single board's is like any mail about it, and in its thread."""
    if len(parts) == 1:
        return parts[0]
    boards = len({_place(part) for part in parts})
    titled = tuple((thread_subject(part.game, part.number, part.players), part) for part in parts)
    return Several(subject=f"Digest: {counted(boards, 'board')}", parts=titled)


def _told(mail: HeldMail) -> BoardNews:
    said = load(mail.said)
    if not isinstance(said, BoardNews):
        raise TypeError(f"{said.kind} isn't held back")
    return said


def _place(said: BoardNews) -> tuple[str, int]:
    return said.game, said.number
