"""A server without sockets: mails in, mails out, on a clock that tests set."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr

from argon2 import PasswordHasher

from commands.content.response import Response
from commands.context.caller import Caller
from commands.context.services import Services
from commands.inbound.mail_handler import MailHandler
from commands.language.dispatcher import Dispatcher
from commands.outbound.addressing import DEFAULT_FORMS, AddressForms, make_address_signer
from commands.outbound.mailer import Mailer
from commands.outbound.outbox_queue import OutboxQueue
from commands.security.keys.key_ring import KeyRing, StoredKey
from commands.security.one_time_codes import OneTimeCodes
from commands.security.passwords import Passwords
from commands.security.player_limits import Policy
from commands.security.tokens import TokenSigner
from commands.server.writer.deferred_hashing import DeferredHasher, Hashes, HashPending
from commands.views.text import rendering
from mail.delivery.delivery_queue import Sent
from mail.reading.incoming import IncomingMail, read_incoming_mail
from storage.commit_count import last_commit
from storage.sql.connection import DeferredError
from tests.support.database_copies import (
    DatabaseCopy,
    give_back,
    is_unused,
    open_copy,
    take_database,
)
from tests.support.sent_mails import MAIL_POLICY, SentMail, Taken, UnreadQueue

ADDRESS = "pbm@example.net"
PLAYERS = {
    "alice": ("Xa!11ce-X", "alice@example.org"),
    "bob": ("Yb%0b-Yes", "bob@example.com"),
    "carol": ("Zc4r0l-Zz", "carol@example.org"),
}
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords of tests needn't be hard to guess; the real parameters cost 28 ms a time."""
MANY_FROM_STRANGERS = {"stranger_mails_per_day": 10_000}
"""Most tests write from addresses that aren't registered."""
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Count:
    """A count whose last number tests set."""

    def __init__(self) -> None:
        self.last = 0

    def next(self) -> int:
        self.last += 1
        return self.last


class SetClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    def forward(self, **step: float) -> None:
        self.time += timedelta(**step)


@dataclass(frozen=True)
class SavedSite:
    """A site as it was after its first lines, kept to be copied: they take longer than most tests.

    `mails`: the mails that the last of the lines caused.
    """

    copy: DatabaseCopy
    commit: int
    counts: tuple[int, ...]
    sent: list[SentMail]
    mails: list[SentMail]
    time: datetime


SAVED: dict[tuple[object, ...], SavedSite] = {}


class Site:
    """The whole server without its listeners, on SQLite unless a URL is given."""

    def __init__(
        self,
        url: str = "",
        *,
        confirm: bool = False,
        address: str = ADDRESS,
        admin: str = "",
        forms: AddressForms = DEFAULT_FORMS,
        **policy: object,
    ) -> None:
        self._is_kept = not url
        self._is_closed = False
        self.database = open_copy(url) if url else take_database()
        self.url = str(self.database.engine.url)
        self.clock = SetClock()
        self._begun: tuple[tuple[object, ...], int] = (), 0
        """The lines with which it began, and the number of the last commit of these."""
        self.mail_ids, self.code_numbers = Count(), Count()
        self._hasher = DeferredHasher(lambda: QUICK)
        keys = KeyRing(lambda: [StoredKey(b"key of the tests")], self.clock)
        self.services = Services(
            self.clock,
            address,
            OneTimeCodes(keys, new=lambda: f"word{self.code_numbers.next():04}"),
            Policy(confirm=confirm, **MANY_FROM_STRANGERS | policy),
            seeds=lambda: 42,
            passwords=Passwords(self._hasher),
        )
        self.dispatcher = Dispatcher(self.services)
        self.mailer = Mailer(
            address,
            new_id=lambda: f"mail-{self.mail_ids.next()}",
            generations=lambda: self.database.generations,
        )
        self.keys = keys
        self.tokens = TokenSigner(keys, lambda: self.database.generations)
        self.admin = admin
        self.forms = forms
        self.mail_handler = MailHandler(self.dispatcher, self.mailer, self.tokens, admin, forms)
        self.sent: list[SentMail] = []
        """All mails that left the outbox, the latest last."""
        self.queue = OutboxQueue(
            self.database,
            self.services,
            make_address_signer(address, self.tokens, forms),
            "a worker",
        )

    def close(self) -> None:
        """Closes the database, or keeps it open for the next test; closing again does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._is_kept:
            give_back(self.database)
        else:
            self.database.close()

    def limit(self, **policy: object) -> None:
        """Changes limits from now on."""
        self.services = replace(
            self.services, policy=self.services.policy.model_copy(update=policy)
        )
        self.dispatcher = Dispatcher(self.services)
        self.mail_handler = MailHandler(
            self.dispatcher, self.mailer, self.tokens, self.admin, self.forms
        )

    def receive(self, sender: str, content: bytes, recipient: str = ADDRESS) -> list[EmailMessage]:
        """Returns the mails that an incoming mail causes, in the order queued."""
        mail = read_incoming_mail(sender, (recipient,), content)
        try:
            self._handle_with_hashes(mail, deferred_writes=True)
        except DeferredError:  # as in a batch
            self._handle_with_hashes(mail, deferred_writes=False)
        return self.mails()

    def _handle_with_hashes(self, mail: IncomingMail, *, deferred_writes: bool) -> None:
        """Handles a mail again after each hash that it needs, as a server does."""
        hashes: Hashes = {}
        while True:
            try:
                with self._hasher.handling(hashes):
                    return self._handle(mail, deferred_writes=deferred_writes)
            except HashPending as pending:
                hashes[pending.task] = self._hasher.compute(pending.task)

    def _handle(self, mail: IncomingMail, *, deferred_writes: bool) -> None:
        with self.database.work(deferred_writes=deferred_writes) as work, work.savepoint():
            self.mail_handler.handle(work, mail)

    def mail(self, sender: str, subject: str, body: str = "", **headers: str) -> list[EmailMessage]:
        """Sends a simple mail; returns the mails that it causes."""
        return self.receive(sender, simple_mail(sender, subject, body, **headers))

    def reply(self, mail: EmailMessage, body: str = "", **headers: str) -> list[EmailMessage]:
        """Replies to one of our mails; returns the mails that this causes."""
        content = simple_mail(mail["To"], f"Re: {mail['Subject']}", body, **headers)
        return self.receive(mail["To"], content, parseaddr(mail["Reply-To"] or mail["From"])[1])

    def mails(self) -> list[EmailMessage]:
        """Removes and returns the mails in the outbox."""
        return [message.mail for message in self.messages()]

    def messages(self) -> list[Taken]:
        """Removes and returns the mails with their envelopes, in the order queued."""
        settings = [each.name for each in fields(OutboxQueue) if each.init]
        queue = UnreadQueue(**{name: getattr(self.queue, name) for name in settings})
        found = []
        while self._is_any_waiting() and (messages := queue.take()):
            queue.record([Sent(message) for message in messages])
            found += messages
        found.sort(key=lambda message: message.id)
        self.sent += [message.mail for message in found]
        return found

    def _is_any_waiting(self) -> bool:
        """Returns True if a mail is in the outbox; the queue takes longer to find none."""
        waiting = "SELECT 1 FROM outbox WHERE state = 'waiting' LIMIT 1"
        with closing(self.database.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(waiting)
            return cursor.fetchone() is not None

    def last_token(self, address: str) -> str:
        """Returns the text after the + in the reply address of the last mail to this address."""
        for mail in reversed(self.sent):
            if mail["To"] == address and mail["Reply-To"]:
                return mail["Reply-To"].partition("@")[0].partition("+")[2]
        return ""

    def say(self, line: str, *, admin: bool = False, **more: object) -> Response:
        """Returns the response to a line typed in the shell; notifications stay in the outbox."""
        with self.database.work() as work:
            answer = self.dispatcher.dispatch_line(work, line, Caller(admin=admin, **more))
            context = self.services.server_context(work)
            self.mailer.publish(context, answer.notifications)
        return answer.resolve()

    def sign_up(self, *names: str) -> None:
        """Registers players, and drops the mails that this causes."""
        self._begin(tuple(f"signup {name} {' '.join(PLAYERS[name])}" for name in names))

    def begin(self, *lines: str) -> list[EmailMessage]:
        """Executes lines in the shell; returns the mails that these cause.

        Where a site has begun with the same lines before, this one gets a copy of its database:
        before, a test replaces no part of the server.
        """
        return list(self._begin(lines))

    def once(
        self, prepare: Callable[..., EmailMessage | None], *args: object
    ) -> EmailMessage | None:
        """Returns the email that `prepare(site, *args)` returns, if any.

        As with `begin`, a site gets a copy if another one has been prepared in the same way.
        """
        mails = self._copied((prepare, *args), lambda: _as_sent(prepare(self, *args)))
        return mails[0] if mails else None

    def _begin(self, lines: tuple[str, ...]) -> list[SentMail]:
        return self._copied(lines, lambda: self._execute(lines))

    def _copied(
        self, step: tuple[object, ...], execute: Callable[[], list[SentMail]]
    ) -> list[SentMail]:
        """Returns the mails that a step causes, after executing or copying it."""
        if self.database.engine.dialect.name != "sqlite" or not self._is_as_begun():
            return execute()
        earlier, _ = self._begun
        server = self.services.site, self.forms, str(self.services.policy), self.clock.time
        begun = *earlier, (*step, *server)
        if begun not in SAVED:
            mails = execute()
            counts = self.mail_ids.last, self.code_numbers.last
            copy, commit = DatabaseCopy(self.database), self._last_commit()
            SAVED[begun] = SavedSite(copy, commit, counts, list(self.sent), mails, self.clock.time)
        elif self._is_kept:
            SAVED[begun].copy.put_when_used(self.database)
        else:
            SAVED[begun].copy.put(self.database)
        saved = SAVED[begun]
        self._begun = begun, saved.commit
        self.mail_ids.last, self.code_numbers.last = saved.counts
        self.sent, self.clock.time = list(saved.sent), saved.time
        return saved.mails

    def _execute(self, lines: tuple[str, ...]) -> list[SentMail]:
        for line in lines:
            answer = self.say(line)
            assert answer.ok, answer
        return [SentMail(message.message) for message in self.messages()]

    def _is_as_begun(self) -> bool:
        """Returns True if nothing was changed since the lines with which it began."""
        return is_unused(self.database) or self._begun[1] == self._last_commit()

    def _last_commit(self) -> int:
        with self.database.engine.connect() as connection:
            return last_commit(connection).number

    def code(self, number: int) -> str:
        """Returns the code that was sent with this number."""
        return self.services.codes.code(f"word{number:04}")

    def play(self, game: str, number: int, *moves: str) -> None:
        """Plays moves in turn on a board, and drops the mails that this causes."""
        for move in moves:
            with self.database.work() as work:
                mover = work.boards.find(game, number).mover.userid
            answer = self.say(f"{game} move {number} {mover} {PLAYERS[mover][0]} {move}")
            assert answer.ok, answer
        with self.database.work() as work:  # rendering mails takes longer than the moves
            now = self.clock.now()
            work.outbox.sent(*work.outbox.due_ids(now), holder="", at=now)


def _as_sent(mail: SentMail | None) -> list[SentMail]:
    """Returns a mail rendered, because its server may change."""
    return [SentMail(mail.content)] if mail else []


def database_dump(site: Site) -> str:
    """Returns all data of the (SQLite) database."""
    with site.database.engine.connect() as connection:
        return "\n".join(connection.connection.iterdump())


def simple_mail(sender: str, subject: str, body: str = "", **headers: str) -> bytes:
    """Returns a simple mail as bytes; headers are given with _ for -."""
    message = EmailMessage(MAIL_POLICY)
    message["From"], message["To"] = sender or "<>", ADDRESS
    message["Subject"] = subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


def thread(mail: EmailMessage) -> str:
    """Returns the References of a mail of ours without its trace, which differs with its tokens."""
    return " ".join(each for each in mail["References"].split() if not each.startswith("<r."))


def words_of(mail: EmailMessage) -> str:
    """Returns the plain text of a mail in one line, however it is wrapped."""
    return " ".join(text_of(mail).split())


def text_of(mail: EmailMessage) -> str:
    """Returns the plain text of a mail."""
    return mail.get_body(("plain",)).get_content().replace("\r\n", "\n")


def said(answer: Response) -> str:
    """Returns a response as the shell prints it."""
    return rendering.text(answer.content)
