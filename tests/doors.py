"""Real SMTP on loopback: a thread with an event loop, and a server that keeps what it is sent."""

import asyncio
import threading
import time
from contextlib import contextmanager

from aiosmtpd.smtp import SMTP

PATIENCE_SECONDS = 10


@contextmanager
def event_loop():
    """A running event loop in a thread of its own; gives a function that runs coroutines on it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE_SECONDS)

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
    """A mail server that says what it is told to say, and keeps the mails that it took."""

    def __init__(self):
        self.mails = []
        self.replies = {}
        """By recipient: `DROP` hangs up in DATA; else what is said after RCPT or DATA."""
        self.connections = []
        self.port = 0

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - the name it is called by
        said = self.replies.get(("RCPT", address), "250 Ok")
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - the name it is called by
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
        server = SMTP(self, hostname="sink", loop=asyncio.get_running_loop())
        self.connections.append(server)
        return server


@contextmanager
def sink(made=None):
    """A sink that listens, and the function that runs coroutines on its loop."""
    made = made or Sink()
    with event_loop() as run:
        server = run(_listen(made))
        made.port = server.sockets[0].getsockname()[1]
        try:
            yield made, run
        finally:
            run(_close(server, made))


async def _listen(made):
    return await asyncio.get_running_loop().create_server(made.make, "127.0.0.1", 0)


async def _close(server, made):
    server.close()
    await made.hang_up()


def wait_for(condition, what="it", seconds=PATIENCE_SECONDS):
    """What the condition gives, once that is true; fails when it takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)  # between two looks
    raise AssertionError(f"waited too long for {what}")
