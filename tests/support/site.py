"""A server without sockets: letters in, mails out, on a clock that tests set."""

import email.policy
import itertools
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr
from pathlib import Path

from argon2 import PasswordHasher

from commands.context.caller import Speaker
from commands.context.policy import Policy
from commands.dispatch.dispatcher import Desk
from commands.inbound.mail_handler import Office
from commands.messages.response import Answer
from commands.outbound.addressing import make_seal
from commands.outbound.mailer import Post
from commands.outbound.outbox_queue import OutboxQueue
from commands.security.keys import Kept, KeyFile, Keys
from commands.security.one_time_codes import Codes
from commands.security.passwords import Passwords
from mail.delivery.queue import Parcel, Sent
from mail.reading.incoming import read_incoming
from storage import open_database

ADDRESS = "pbm@example.net"
PLAYERS = {
    "alice": ("Xa!11ce", "alice@example.org"),
    "bob": ("Yb%0b", "bob@example.com"),
    "carol": ("Zc4r0l", "carol@example.org"),
}
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords of tests needn't be hard to guess; the real parameters cost 28 ms a time."""
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    def forward(self, **step: float) -> None:
        self.time += timedelta(**step)


class House:
    """The whole server but for its doors."""

    def __init__(
        self, url: str, *, confirm: bool = False, address: str = ADDRESS, **policy: object
    ) -> None:
        self.database = open_database(url)
        self.clock = SetClock()
        counter, codes = itertools.count(1), itertools.count(1)
        keys = Keys(lambda: [Kept(b"key of the tests")], self.clock)
        self.desk = Desk(
            self.clock,
            address,
            Codes(keys, new=lambda: f"word{next(codes):04}"),
            Policy(confirm=confirm, **policy),
            seeds=lambda: 42,
            passwords=Passwords(QUICK),
        )
        self.post = Post(address, new_id=lambda: f"mail-{next(counter)}")
        self.keys = keys
        self.office = Office(self.desk, self.post, keys)
        self._tokens: dict[str, str] = {}
        self.queue = OutboxQueue(self.database, self.clock, make_seal(address, keys))

    def letter(self, sender: str, content: bytes, recipient: str = ADDRESS) -> list[EmailMessage]:
        """The mails that a letter brings, in the order queued."""
        with self.database.work() as work, work.part():
            self.office.handle(work, read_incoming(sender, (recipient,), content))
        return self.mails()

    def mail(self, sender: str, subject: str, body: str = "", **headers: str) -> list[EmailMessage]:
        """The same for a simple mail."""
        return self.letter(sender, written(sender, subject, body, **headers))

    def reply(self, mail: EmailMessage, body: str = "", **headers: str) -> list[EmailMessage]:
        """The mails that a reply to one of ours brings."""
        content = written(mail["To"], f"Re: {mail['Subject']}", body, **headers)
        return self.letter(mail["To"], content, parseaddr(mail["Reply-To"] or mail["From"])[1])

    def mails(self) -> list[EmailMessage]:
        """The mails in the outbox, which is empty then."""
        parser = BytesParser(policy=email.policy.default)
        found = [parser.parsebytes(parcel.message) for parcel in self.parcels()]
        self._tokens |= {mail["To"]: mail["Reply-To"] for mail in found if mail["Reply-To"]}
        return found

    def parcels(self) -> list[Parcel]:
        """The same with their envelopes, in the order queued."""
        found = []
        while parcels := self.queue.take():
            self.queue.note([Sent(parcel) for parcel in parcels])
            found += parcels
        return sorted(found, key=lambda parcel: parcel.id)

    def last_token(self, address: str) -> str:
        """What stands after the + in the reply address of the last mail to this address."""
        return self._tokens.get(address, "").partition("@")[0].partition("+")[2]

    def say(self, line: str, *, admin: bool = False, **more: object) -> Answer:
        """The answer to a line typed in the shell; notices stay in the outbox."""
        with self.database.work() as work:
            answer = self.desk.line(work, line, Speaker(admin=admin, **more))
            notices = self.post.notices(answer.notices, [], self.clock.now())
            work.outbox.put(notices)
        return answer.finished()

    def sign_up(self, *names: str) -> None:
        """Registers players, and forgets the mails that it brought."""
        for name in names:
            password, address = PLAYERS[name]
            assert self.say(f"signup {name} {password} {address}").ok
        self.mails()

    def keys_in(self, path: Path) -> Keys:
        """Keys in a file, on this clock."""
        return Keys(KeyFile(path), self.clock)

    def rotate(self, path: Path, days: int) -> None:
        """Puts a new key in that file."""
        KeyFile(path).rotate(self.clock.now(), timedelta(days=days))

    def code(self, number: int) -> str:
        """The code that went out as this one."""
        return self.desk.codes.code(f"word{number:04}")

    def play(self, game: str, number: int, *moves: str) -> None:
        """Plays moves in turn on a board, and forgets the mails that it brought."""
        for move in moves:
            with self.database.work() as work:
                mover = work.boards.find(game, number).mover.userid
            answer = self.say(f"{game} move {number} {mover} {PLAYERS[mover][0]} {move}")
            assert answer.ok, answer
        self.mails()


def dumped(house: House) -> str:
    """All that is in the (SQLite) database."""
    with house.database._engine.connect() as connection:
        return "\n".join(connection.connection.iterdump())


def written(sender: str, subject: str, body: str = "", **headers: str) -> bytes:
    """A simple mail as bytes; headers are given with _ for -."""
    message = EmailMessage()
    message["From"], message["To"] = sender or "<>", ADDRESS
    message["Subject"] = subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")
