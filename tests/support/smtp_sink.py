"""Real SMTP on loopback: a thread with an event loop, and a server that stores its mails."""

import asyncio
import threading
import time
from contextlib import contextmanager, suppress

from aiosmtpd.smtp import SMTP

TIMEOUT_SECONDS = 60


@contextmanager
def event_loop():
    """Runs an event loop in a thread; yields a function that runs coroutines on it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(TIMEOUT_SECONDS)

    try:
        yield run
    finally:
        run(_cancel_all())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _cancel_all():
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Sink:
    """A mail server with configured replies, which stores the mails that it accepts."""

    def __init__(self, **options):
        self.options = options
        self.mails = []
        self.replies = {}
        """By recipient: `DROP` hangs up in DATA; else the reply to RCPT or DATA.

        SENDER in it is replaced by the mail's sender.
        """
        self.connections = []
        self.port = 0

    async def handle_RCPT(self, server, context, envelope, address, options):  # noqa: N802 - the name it is called by
        said = self.replies.get(("RCPT", address), "250 Ok").replace("SENDER", envelope.mail_from)
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server, context, envelope):  # noqa: N802 - the name it is called by
        said = self.replies.get(("DATA", envelope.rcpt_tos[0]), "250 Ok")
        if said == "DROP":
            server.transport.abort()
            await asyncio.Event().wait()  # until the lost connection cancels us
        if said.startswith("250"):
            self.mails.append((envelope.mail_from, *envelope.rcpt_tos, envelope.content))
        return said

    async def hang_up(self):
        """Drops all connections."""
        for server in self.connections:
            if server.transport:
                server.transport.abort()

    def make(self):
        server = SMTP(self, hostname="sink", loop=asyncio.get_running_loop(), **self.options)
        self.connections.append(server)
        return server

    async def listen(self):
        return await asyncio.get_running_loop().create_server(self.make, "127.0.0.1", 0)


class Stuck(Sink):
    """A mail server that never replies to the first mail."""

    tries = 0

    async def handle_DATA(self, server, context, envelope):  # noqa: N802 - the name it is called by
        self.tries += 1
        if self.tries == 1:
            await asyncio.Event().wait()
        return await super().handle_DATA(server, context, envelope)


class Scripted:
    """A mail server that fails once at each of the configured steps."""

    SAYS = {  # noqa: RUF012 - never changed
        "BANNER": "220 sink",
        "EHLO": "250 sink",
        "DATA": "354 go on",
        "QUIT": "221 bye",
    }

    def __init__(self, *, pipelining=False, **failures):
        """`pipelining`: it replies to an envelope once all of it has come."""
        self.failures = failures
        """By step: the reply, or `cut`, `silence`, `slow`, `lost` (accepted, without a reply)."""
        self.says = self.SAYS | ({"EHLO": "250-sink\r\n250 PIPELINING"} if pipelining else {})
        self.pipelining = pipelining
        self.mails = []
        """Recipient and content of each accepted mail."""
        self.recipients = {}
        self.connections = []
        self.port = 0

    async def serve(self, reader, writer):
        self.connections.append(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._say("BANNER", writer)
            greeted = False
            while line := await reader.readline():
                lines = [line]
                if self.pipelining and greeted and line.startswith(b"MAIL"):
                    lines += [await reader.readline(), await reader.readline()]
                for each in lines:
                    said = await self._answer(each.decode().strip(), reader, writer)
                greeted = greeted or "PIPELINING" in said
        writer.close()

    async def _answer(self, line, reader, writer):
        step = line.split()[0]
        if step == "RCPT":
            self.recipients[writer] = line[9:-1]
        said = await self._say(step, writer)
        if not said.startswith("354"):
            return said
        content = await reader.readuntil(b"\r\n.\r\n")
        if self.failures.get("END", "250 Ok")[:3] in ("250", "los", "slo"):
            self.mails.append((self.recipients[writer], content[:-3]))
        return await self._say("END", writer)

    async def _say(self, step, writer):
        does = self.failures.pop(step, self.says.get(step, "250 Ok"))
        if does in ("cut", "lost"):
            writer.transport.abort()
            raise ConnectionError
        if does == "silence":
            await asyncio.Event().wait()  # until the test is over
        if does == "slow":
            await asyncio.sleep(0.05)  # what it is about
            does = self.says.get(step, "250 Ok")
        writer.write(f"{does}\r\n".encode())
        await writer.drain()
        return does

    async def hang_up(self):
        """Drops all connections."""
        for writer in self.connections:
            writer.transport.abort()

    async def listen(self):
        return await asyncio.start_server(self.serve, "127.0.0.1", 0)


@contextmanager
def sink(made=None):
    """Runs a sink; yields it, and the function that runs coroutines on its loop."""
    made = made or Sink()
    with event_loop() as run:
        server = run(made.listen())
        made.port = server.sockets[0].getsockname()[1]
        try:
            yield made, run
        finally:
            run(_close(server, made))


async def _close(server, made):
    server.close()
    await made.hang_up()


def wait_for(condition, what="it", seconds=TIMEOUT_SECONDS):
    """Returns the condition's value once it is true; fails after the timeout."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)  # between two checks
    raise AssertionError(f"waited too long for {what}")


class Relay:
    """A relay of connections without sockets."""

    def __init__(self, *connections):
        self.connections = connections
        self.new_secret = False

    def has_new_secret(self):
        return self.new_secret


class Failing:
    """A connection that raises the configured errors, by recipient, and records its mails."""

    def __init__(self, errors=None):
        self.errors = errors or {}
        self.tried = []
        self.sent = []

    async def open(self):
        if error := self.errors.get("open"):
            raise error

    async def send(self, sender, recipient, message):
        self.tried.append((recipient, message))
        if error := self.errors.get(recipient):
            raise error
        self.sent.append((recipient, message))

    async def close(self):
        pass
