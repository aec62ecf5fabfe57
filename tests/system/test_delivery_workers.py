"""`pbm serve` with several delivery processes."""

from datetime import UTC, datetime

import psutil
import pytest

from commands.content.messages import TextMessage, dump
from pbm.stored_values import OutboxMail
from storage import open_database
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

MAILS = 600
"""The number of mails that are queued before each kill."""

pytestmark = pytest.mark.slow  # mails of a killed process wait for another one


def queue_mails(server, first):
    """Queues mails for some recipients about some boards, numbered by their ids."""
    said = dump(TextMessage(subject="News", text="The news."))
    at = datetime.now(UTC)
    database = open_database(f"sqlite:///{server.data / 'pbm.db'}")
    with database.work() as work:
        work.outbox.put(
            [
                OutboxMail(
                    f"p{number % 30}@x.org",
                    f"<{number}@x>",
                    at,
                    said,
                    "auto-replied",
                    board=f"knightpanic {number % 7}",
                )
                for number in range(first, first + MAILS)
            ]
        )
    database.close()


def number_of(mail):
    return int(mail[-1].split(b"Message-ID: <")[1].split(b"+")[0])


def delivering(server):
    """Returns the delivery processes by name."""
    found = {}
    for process in server.processes():
        try:
            if process.name().startswith("pbm delivery"):
                found[process.name()] = process
        except psutil.NoSuchProcess:  # it has ended since it was listed
            continue
    return found


def is_replaced(server, old):
    return old.pid not in [each.pid for each in delivering(server).values()] and (
        len(delivering(server)) == 2
    )


def status(server):
    return server.shell("status").communicate()[0]


def test_order_is_kept_when_one_is_killed(servers):
    """All mails arrive in their order, those sent twice in the same bytes; both are replaced."""
    with sink() as taken:
        server = servers(delivery_workers=2, relay=f"smtp://127.0.0.1:{taken.port}")
        first = wait_for(lambda: len(found := delivering(server)) == 2 and found, "two processes")
        assert sorted(first) == ["pbm delivery", "pbm delivery-2"]
        for queued, (name, process) in enumerate(first.items()):
            seen = len(taken.mails)
            queue_mails(server, queued * MAILS)
            wait_for(lambda seen=seen: len(taken.mails) > seen, "mails")
            process.kill()
            wait_for(lambda old=process: is_replaced(server, old), f"another {name}")
        wait_for(lambda: len(set(map(number_of, taken.mails))) == 2 * MAILS, "all mails")
        wait_for(lambda: "delivery-2" in status(server), "the process in pbm status")
        assert server.stop() == 0
    by_number = {}
    for mail in taken.mails:
        by_number.setdefault(number_of(mail), set()).add(mail)
    assert {len(copies) for copies in by_number.values()} == {1}
    for lane in range(210):
        arrived = [number for number in by_number if number % 210 == lane]
        assert arrived == sorted(arrived)
