"""Which notices wait for their readers' digests, and when that is no longer allowed."""

from dataclasses import replace

from commands.context.context import Session
from commands.messages.content import BoardSaid, Part, Said, Several, parts_of
from commands.messages.response import Answer, Notice
from commands.notifications.digests import BoardNews, gathered, hold, rhythm_of, taken
from commands.notifications.schedule import URGENT, Rhythm
from pbm.board import Board, Player

WARNING = -1
"""The day under which it is noted that a player was warned; reminders count from 0."""


def readers_of(answer: Answer) -> set[str]:
    """The userids of those who are told of boards."""
    said = [answer.said, *(notice.said for notice in answer.notices)]
    parts = (part for each in said for part in parts_of(each))
    return {part.to for part in parts if isinstance(part, BoardNews) and part.to}


def in_their_time(session: Session, answer: Answer, kept: dict[str, str]) -> Answer:
    """The answer with the notices that come now; the others wait for their readers' digests.

    `kept`: what readers have chosen, by userid, as it is kept.
    """
    if not kept:
        return answer
    chosen = {userid: Rhythm.read(value) for userid, value in kept.items()}
    notices = [_now(session, answer, notice, chosen) for notice in answer.notices]
    coming = tuple(_zoned_notice(notice, chosen) for notice in notices if notice)
    return replace(answer, said=_zoned(answer.said, chosen), notices=coming)


def reminded(session: Session, board: Board, seat: int, *, due: bool) -> Notice | None:
    """What the player to move is told now: a reminder that is due, or what can't wait longer.

    Whoever wants only what is urgent is warned a day before the deadline, reminded or not.
    """
    player = board.players[seat]
    near = is_near(session, board, player)
    if near and rhythm_of(session, player).way == URGENT:
        due = session.work.clocks.first_nag(board, WARNING) or due
    told = taken(session, player, board) if due or near else []
    if not (due or told):
        return None
    said = gathered(session, player, board, told).model_copy(update={"nag": due})
    return Notice(player.addresses, said, at_once=True)


def is_near(session: Session, board: Board, player: Player) -> bool:
    """Whether this player must move within a day."""
    mover, deadlines = board.mover, board.deadlines
    its_turn = mover is not None and mover.id == player.id
    return its_turn and deadlines is not None and deadlines.warning <= session.now()


def _now(
    session: Session, answer: Answer, notice: Notice, chosen: dict[str, Rhythm]
) -> Notice | None:
    """The notice if it comes now, with what was held about its board; None if it is held too."""
    said = notice.said
    if notice.at_once or not isinstance(said, BoardNews) or said.to not in chosen:
        return notice
    player = session.player(said.to)
    if player.has_address(session.speaker.address) and said in parts_of(answer.said):
        return None  # the answer says it
    board = session.work.boards.hold(said.game, said.number)
    if board is None:
        return notice
    if not _comes_now(session, board, player, said, chosen[said.to]):
        hold(session, player, board, said)
        return None
    told = taken(session, player, board)
    return replace(notice, said=gathered(session, player, board, [*told, said])) if told else notice


def _comes_now(
    session: Session, board: Board, player: Player, said: BoardNews, rhythm: Rhythm
) -> bool:
    near = is_near(session, board, player)
    if rhythm.way != URGENT:
        return near
    if near:  # this is the warning
        session.work.clocks.first_nag(board, WARNING)
    return near or not board.active or (isinstance(said, BoardSaid) and said.new)


def _zoned_notice(notice: Notice, chosen: dict[str, Rhythm]) -> Notice:
    return replace(notice, said=_zoned(notice.said, chosen))


def _zoned(said: Said, chosen: dict[str, Rhythm]) -> Said:
    """Its dates in the reader's time zone."""
    if isinstance(said, Several):
        parts = tuple((title, _zoned_part(part, chosen)) for title, part in said.parts)
        return said.model_copy(update={"parts": parts})
    return _zoned_part(said, chosen)


def _zoned_part(part: Part, chosen: dict[str, Rhythm]) -> Part:
    if not isinstance(part, BoardSaid) or part.to not in chosen:
        return part
    return part.model_copy(update={"zone": chosen[part.to].zone})
