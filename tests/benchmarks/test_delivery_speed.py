"""Mails a second written and delivered to a local sink, which is another process.

pytest -n 0 --benchmark-enable tests/benchmarks
"""

import asyncio
import multiprocessing
from dataclasses import replace

import pytest

from mail.delivery.delivery import Delivery
from mail.delivery.relays import open_relay
from tests.support.site import Site
from tests.support.smtp_sink import sink

MAILS = 2000


def _listen(pipe):
    with sink() as (server, _):
        pipe.send(server.port)
        pipe.recv()


@pytest.fixture
def port():
    """The port of a sink in its own process."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_listen, args=(theirs,))
    process.start()
    yield ours.recv()
    ours.send("enough")
    process.join()


def test_mails_a_second(benchmark, tmp_path, port):
    """Measures from the database to the relay's 250 and its record in the database."""
    site = Site(f"sqlite:///{tmp_path / 'pbm.db'}")
    site.sign_up("alice", "bob")

    def burst():
        asyncio.run(_deliver(site, port))

    benchmark.pedantic(burst, setup=lambda: _fill(site), rounds=3)
    if benchmark.stats:
        benchmark.extra_info["mails a second"] = round(MAILS / benchmark.stats["mean"])
    site.database.close()


async def _deliver(site, port):
    delivery = Delivery(site.queue, open_relay(f"smtp://127.0.0.1:{port}", None))
    assert await delivery.deliver() >= MAILS
    await delivery.close()


def _fill(site):
    """Queues the mails of a move, to many recipients, about many boards."""
    site.say("knightpanic challenge alice bob")
    with site.database.work() as work:
        mail = work.outbox.lease(1, site.clock.now(), site.clock.now())[0].mail
        work.outbox.put(
            [
                replace(
                    mail,
                    message_id=site.mailer.new_id(),
                    recipient=f"player{number % 50}@example.org",
                    board=f"knightpanic {101 + number % 10}",
                )
                for number in range(MAILS)
            ]
        )
