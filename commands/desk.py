"""Carrying out lines: each in a savepoint, its refusals and our own mistakes turned to answers."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import structlog

from commands import parser, verbs, words
from commands.answer import Answer, refused
from commands.command import Command
from commands.passwords import Passwords
from commands.session import Session, Speaker
from pbm.clock import Clock
from pbm.refusal import Refusal, Unreadable
from pbm.work import Work

log = structlog.get_logger()


LARGEST_SEED = 10**9


def _seed() -> int:
    """A number from which a new board's chances are drawn."""
    return secrets.randbelow(LARGEST_SEED)


@dataclass(frozen=True)
class Desk:
    """Where lines are carried out, whichever door they came through."""

    clock: Clock
    site: str
    seeds: Callable[[], int] = _seed
    passwords: Passwords = field(default_factory=Passwords)

    def line(self, work: Work, line: str, speaker: Speaker, comment: str = "") -> Answer:
        """The answer to a line; where it is refused, nothing has changed."""
        try:
            return self.said(work, words.split(line), speaker, comment)
        except Refusal as refusal:
            return refused(refusal)

    def said(self, work: Work, line: Sequence[str], speaker: Speaker, comment: str = "") -> Answer:
        """The answer to a line that is already split into words."""
        session = Session(work, self.clock, self.seeds, self.passwords, self.site, speaker, comment)
        try:
            return self._first_readable(parser.readings(line, proven=speaker.admin), session)
        except Refusal as refusal:
            return _refused(refusal, session, line)
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("line failed", reference=reference, command=name(line))
            return _our_mistake(reference)

    def _first_readable(self, readings: Iterator[Command], session: Session) -> Answer:
        unreadable: Unreadable | None = None
        for command in readings:
            try:
                with session.work.part():
                    return command.run(session)
            except Unreadable as refusal:
                unreadable = unreadable or refusal
        assert unreadable is not None  # noqa: S101 - there is always one reading
        raise unreadable


def name(line: Sequence[str]) -> str:
    """What a line is, as far as it may be told and logged: game and verb, if known."""
    if line and line[0].lower() in verbs.general():
        return line[0].lower()
    game, rest = parser.split_game(line)
    if game is None:
        return "unknown"
    known = rest and rest[0].lower() in verbs.about_games()
    return f"{game.name} {rest[0].lower()}" if known else game.name


def _refused(refusal: Refusal, session: Session, line: Sequence[str]) -> Answer:
    board = session.about
    if board:
        subject = f"{board.game.title} Board {board.number} Error"
        return refused(refusal, subject, f"{board.game.name} {board.number}")
    game, _ = parser.split_game(line)
    return refused(refusal, f"{game.title} Error") if game else refused(refusal)


def _our_mistake(reference: str) -> Answer:
    said = (
        f"Something went wrong here, and nothing was changed. The admin can find it: {reference}."
    )
    return refused(Refusal(said))
