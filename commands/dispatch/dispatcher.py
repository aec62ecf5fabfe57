"""Carrying out lines: each in a savepoint, its refusals and our own mistakes turned to answers."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import structlog

from commands.accounts.reachability import with_return
from commands.context.caller import MustConfirmError, Speaker
from commands.context.confirmation import Held, ask_reply, confirm_address, take
from commands.context.context import Session
from commands.context.policy import Policy
from commands.dispatch.refusals import _board_of, _our_mistake, name, refuse
from commands.language import parser, tokenizer
from commands.language.command import Command
from commands.messages.content import BoardSaid
from commands.messages.response import Answer, refused
from commands.notifications.personalizing import in_their_way
from commands.security.lockout import with_locks
from commands.security.one_time_codes import Codes
from commands.security.passwords import Passwords
from commands.security.record_signing import Signer
from commands.solver.prover import Prover
from pbm.board import Player
from pbm.clock import Clock
from pbm.errors import Refusal, Unreadable, Usage
from pbm.ports import Work
from storage import Trouble

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
    codes: Codes
    policy: Policy = field(default_factory=Policy)
    seeds: Callable[[], int] = _seed
    passwords: Passwords = field(default_factory=Passwords)
    signer: Signer = field(default_factory=Signer)
    prover: Prover = field(default_factory=Prover)

    def line(
        self,
        work: Work,
        line: str,
        speaker: Speaker,
        comment: str = "",
        *,
        discreet: bool = False,
    ) -> Answer:
        """The answer to a line; where it is refused, nothing has changed.

        `discreet`: an unknown first word isn't quoted.
        """
        said: list[str] = []
        try:
            said = tokenizer.split(line)
            readings = list(parser.readings(said, proven=speaker.admin))
        except parser.UnknownCommand as unknown:
            return refuse(Usage(unknown.discreet) if discreet else unknown, said)
        except Refusal as refusal:
            return refuse(refusal, said)
        return self.carry_out(work, readings, said, speaker, comment)

    def carry_out(
        self,
        work: Work,
        readings: Sequence[Command],
        line: Sequence[str],
        speaker: Speaker,
        comment: str = "",
    ) -> Answer:
        """The answer to a line that has been read; of several readings the first that works."""
        session = self.session(work, speaker, comment)
        answer = with_locks(session, self._carried_out(session, readings, line))
        return with_return(work, session.proven, answer, session.now())

    def _carried_out(
        self, session: Session, readings: Sequence[Command], line: Sequence[str]
    ) -> Answer:
        work = session.work
        try:
            return _first_readable(readings, session)
        except Refusal as refusal:
            return refuse(refusal, line, session.about or _board_of(work, readings[0]))
        except MustConfirmError as held:
            return _ask(session, held.player, line)
        except Trouble:
            raise  # the letter is to be done again
        except Exception:
            reference = secrets.token_hex(4)
            log.exception("line failed", reference=reference, command=name(line))
            return _our_mistake(reference)

    def confirmed(self, work: Work, code: str) -> Answer:
        """The answer to a letter that brings a code back."""
        session = self.session(work, Speaker())
        try:
            pending = take(session, code)
            if pending.purpose == "address":
                answer = confirm_address(session, pending)
                return with_return(work, session.proven, answer, session.now())
            held = Held.model_validate_json(pending.content)
            readings = list(parser.readings(held.words, proven=False))
        except Refusal as refusal:
            return refused(refusal)
        session.hear(*work.players.by_ids([pending.player]))
        speaker = Speaker(held.sender, confirmed=True, ticket=held.ticket)
        answer = self.carry_out(work, readings, held.words, speaker, held.comment)
        return with_return(work, session.proven, answer, session.now())

    def session(self, work: Work, speaker: Speaker, comment: str = "") -> Session:
        """The surroundings in which something is carried out."""
        return Session(
            work=work,
            clock=self.clock,
            seed=self.seeds,
            passwords=self.passwords,
            codes=self.codes,
            policy=self.policy,
            signer=self.signer,
            prover=self.prover,
            site=self.site,
            speaker=speaker,
            comment=comment,
        )


def to_the_replier(speaker: Speaker, answer: Answer) -> Answer:
    """A board that a player asked for by reply, addressed to them: they may go on from there."""
    said, ticket = answer.said, speaker.ticket if speaker.own else None
    if not (ticket and isinstance(said, BoardSaid) and said.seats and not said.to):
        return answer
    theirs = said.seats.board == ticket.board
    to = said.players[ticket.seat] if theirs else ""
    return replace(answer, said=said.model_copy(update={"to": to}))


def _ask(session: Session, player: Player, line: Sequence[str]) -> Answer:
    """Holds the line, unless the player was asked too often already."""
    try:
        with session.work.part():
            return ask_reply(session, player, line)
    except Refusal as refusal:
        return refuse(refusal, line)


def _first_readable(readings: Sequence[Command], session: Session) -> Answer:
    """Tries them in turn; the last takes most words for a password, so its refusal is the one."""
    for command in readings[:-1]:
        with suppress(Unreadable), session.work.part():
            return _run(command, session)
    with session.work.part():
        return _run(readings[-1], session)


def _run(command: Command, session: Session) -> Answer:
    """Its answer, and notices, as their readers want them; part of the line, should they fail."""
    answer = to_the_replier(session.speaker, command.run(session))
    return in_their_way(session, answer)
