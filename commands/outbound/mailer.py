"""From what is said to mails: whom it goes to, and the thread it belongs to."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from commands.messages.content import Said, dump
from commands.messages.response import Notice
from mail.reading.letter import Letter
from pbm.ports import Automatic, Outgoing


def _random_id() -> str:
    return secrets.token_hex(12)


@dataclass(frozen=True)
class Post:
    """Makes outgoing mails."""

    address: str
    """Our own."""
    new_id: Callable[[], str] = field(default=_random_id)

    @property
    def host(self) -> str:
        """The part of our address after the @."""
        return self.address.partition("@")[2]

    def answer(self, letter: Letter, said: Said, at: datetime, to: str = "") -> Outgoing:
        """The answer to a letter, to its envelope sender or where its writer is known to be."""
        before = self._thread(said) or letter.references
        asked = [letter.message_id] if letter.message_id else []
        return self._outgoing(to or letter.sender, said, at, "auto-replied", [*before, *asked])

    def later(self, to: str, asked: str, said: Said, at: datetime) -> Outgoing:
        """The answer, after a while, to a letter of which only the Message-ID is known still."""
        return self._outgoing(to, said, at, "auto-replied", [asked] if asked else [])

    def notices(
        self, notices: Iterable[Notice], covered: Sequence[tuple[str, Said]], at: datetime
    ) -> list[Outgoing]:
        """Mails for what players are told, except what an answer to them says already."""
        known = [(address.lower(), said) for address, said in covered]
        return [
            self._outgoing(address, notice.said, at, "auto-generated", self._thread(notice.said))
            for notice in notices
            for address in notice.addresses
            if (address.lower(), notice.said) not in known
        ]

    def _thread(self, said: Said) -> list[str]:
        """The mail that all mails of a board follow; nobody ever sent it."""
        return [f"<{said.board.replace(' ', '.')}@{self.host}>"] if said.board else []

    def _outgoing(
        self, recipient: str, said: Said, at: datetime, automatic: Automatic, thread: Sequence[str]
    ) -> Outgoing:
        return Outgoing(
            recipient=recipient,
            message_id=f"<{self.new_id()}@{self.host}>",
            date=at.replace(microsecond=0),
            said=dump(said),
            automatic=automatic,
            references=tuple(thread),
            board=said.board,
        )
