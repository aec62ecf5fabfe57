"""A scripted SMTP server on loopback, in a thread with an event loop.

Not built on aiosmtpd: its handlers choose replies, but can't break off, drip or stay silent.
"""

import asyncio
import base64
from collections import Counter
from contextlib import contextmanager, suppress

from mail.transports import abort
from tests.support.event_loop import event_loop

USER, PASSWORD = "pbm@example.net", "s3cret wörd"
DAY, DRIP_SECONDS = 86_400, 20
STORED = ("250", "lost", "pieces")


class Sink:
    """An SMTP server that stores the mails that it accepts, and replies as a test has set."""

    def __init__(
        self, *, tls=None, implicit=False, password="", offers=(), deliver=None, **replies
    ):
        """`tls`: its context, used after STARTTLS, or from the beginning if `implicit`.

        `password`: that of USER, without whose login no mail is taken; once encrypted, if it can.
        `offers`: extensions besides STARTTLS and AUTH.
        `deliver`: called in a thread with each mail.
        """
        self.tls, self.implicit, self.offers = tls, implicit, offers
        self.password, self.wants_login = password, bool(password)
        self.deliver = deliver
        self.replies = replies
        """By step, or step and argument: a reply, a list of the next ones, or a function of these.

        Steps are BANNER, the commands, and END of a message; the argument is the address, at END
        the recipient. Instead of a reply, the script can give `cut` (hang up), `lost` (hang up
        after storing the email), `silence`, `drip` (a reply that never ends, with a byte every
        DRIP_SECONDS), or `pieces` (the usual reply, byte by byte). In a reply, SENDER is replaced
        by the sender of the email. During `silence` and `drip`, time passes at once for a client
        that `run` runs.
        """
        self.mails = []
        """Sender, recipient and content of each accepted mail."""
        self.count = Counter()
        """The number of each step."""
        self.logins = []
        """The mechanism of each login, and True if it was accepted."""
        self.clear = b""
        """All commands that came without TLS."""
        self.connections = []
        self.port = 0

    async def listen(self):
        """Listens; after `close`, at the same port again."""
        tls = self.tls if self.implicit else None
        self.server = await asyncio.start_server(
            self._serve, "127.0.0.1", self.port, ssl=tls, limit=2**26
        )
        self.port = self.server.sockets[0].getsockname()[1]

    async def _serve(self, reader, writer):
        self.connections.append(writer)
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await _Session(self, reader, writer).serve()
        writer.close()

    async def accept(self, *mail):
        """Stores a mail, and delivers it."""
        self.mails.append(mail)
        if self.deliver:
            await asyncio.to_thread(self.deliver, *mail)

    async def close(self):
        self.server.close()
        await self.hang_up()

    async def hang_up(self):
        """Drops all connections."""
        for writer in self.connections:
            abort(writer.transport)

    def reply(self, step, usual, argument=""):
        """Returns the reply to a step, or the word for another behaviour."""
        self.count[step] += 1
        said = self.replies.get((step, argument), self.replies.get(step))
        if isinstance(said, list):
            said = said.pop(0) if said else None
        return (said(argument) if callable(said) else said) or usual


class _Session:
    """One connection of a client."""

    def __init__(self, sink, reader, writer):
        self.sink, self.reader, self.writer = sink, reader, writer
        self.encrypted = sink.implicit
        self.authenticated = False
        self.sender, self.recipients = "", []

    async def serve(self):
        await self._say("BANNER", "220 sink")
        while line := await self.reader.readline():
            await self._answer(line)

    async def _answer(self, line):
        if not self.encrypted:
            self.sink.clear += line
        step, _, argument = line.decode("utf-8", "surrogateescape").strip().partition(" ")
        if step in ("MAIL", "RCPT"):
            argument = argument.partition("<")[2].rpartition(">")[0]
        answer = getattr(self, f"_{step.lower()}", None)
        await (answer(argument) if answer else self._say(step, "250 Ok", argument))

    async def _ehlo(self, _name):
        offers = ["sink", *self.sink.offers]
        if self.sink.tls and not self.encrypted:
            offers.append("STARTTLS")
        elif self.sink.password:
            offers.append("AUTH PLAIN LOGIN XOAUTH2")
        lines = [f"250-{offer}" for offer in offers[:-1]] + [f"250 {offers[-1]}"]
        await self._say("EHLO", "\r\n".join(lines))

    async def _starttls(self, _nothing):
        said = await self._say("STARTTLS", "220 go on" if self.sink.tls else "502 no")
        if said.startswith("220") and self.sink.tls:
            await self.writer.start_tls(self.sink.tls)
            self.encrypted = True

    async def _auth(self, words):
        mechanism, _, given = words.partition(" ")
        given = base64.b64decode(given).decode()
        if mechanism == "LOGIN":
            given = f"\0{given}\0{await self._challenge('Password:')}"
        expected = f"\0{USER}\0{self.sink.password}"
        if mechanism == "XOAUTH2":
            expected = f"user={USER}\x01auth=Bearer {self.sink.password}\x01\x01"
        usual = "235 2.7.0 Welcome" if given == expected else "535 5.7.8 Bad credentials"
        said = self.sink.reply("AUTH", usual, words)
        self.authenticated = said.startswith("235")
        self.sink.logins.append((mechanism, self.authenticated))
        if mechanism == "XOAUTH2" and not self.authenticated:
            await self._challenge('{"status":"401"}')
        await self._send(said, usual)

    async def _challenge(self, text):
        await self._send(f"334 {base64.b64encode(text.encode()).decode()}")
        return base64.b64decode(await self.reader.readline()).decode()

    async def _mail(self, sender):
        self.sender, self.recipients = sender, []
        if self.sink.wants_login and not self.authenticated:
            self.sink.count["MAIL"] += 1
            await self._send("530 5.7.0 Authentication required")
        else:
            await self._say("MAIL", "250 2.1.0 Ok", sender)

    async def _rcpt(self, recipient):
        self.recipients.append(recipient)
        await self._say("RCPT", "250 2.1.5 Ok", recipient)

    async def _data(self, _nothing):
        """Takes a message, even if the recipient was refused: no client may send one then."""
        if not (await self._say("DATA", "354 go on")).startswith("354"):
            return
        lines = []
        while (line := await self.reader.readuntil(b"\n")) != b".\r\n":
            lines.append(line.removeprefix(b"."))
        said = self.sink.reply("END", "250 2.0.0 Ok", self.recipients[0])
        if said.startswith(STORED):
            for recipient in self.recipients:
                await self.sink.accept(self.sender, recipient, b"".join(lines))
        await self._send(said, "250 2.0.0 Ok")

    async def _say(self, step, usual, argument=""):
        """Replies to a step; returns the reply."""
        return await self._send(self.sink.reply(step, usual, argument), usual)

    async def _send(self, said, usual=""):
        if said in ("cut", "lost"):
            abort(self.writer.transport)
            raise ConnectionAbortedError
        if said == "silence":
            await asyncio.get_running_loop().skip(DAY)  # a client on this loop needn't wait
            await asyncio.Event().wait()  # until the test is over
        while said == "drip":
            self.writer.write(b"2")
            await self.writer.drain()
            await asyncio.get_running_loop().skip(DRIP_SECONDS)
        sent = usual if said == "pieces" else said.replace("SENDER", self.sender)
        content = f"{sent}\r\n".encode()
        for piece in [bytes([byte]) for byte in content] if said == "pieces" else [content]:
            self.writer.write(piece)
            await asyncio.sleep(0)  # lets the client read it
        await self.writer.drain()
        if said.startswith("421"):
            raise ConnectionAbortedError
        return sent


@contextmanager
def sink(made=None, **options):
    """Runs a server with these options; yields it, with `run` for coroutines on its loop."""
    made = made or Sink(**options)
    with event_loop() as loop:
        made.run = loop.call
        made.run(made.listen())
        try:
            yield made
        finally:
            made.run(made.close())
