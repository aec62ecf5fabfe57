"""The command `pbm status`: what runs, what waits, and what went by."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

from sqlalchemy import event

from commands.server.health.status import read_status
from commands.settings import Settings
from pbm.stored_values import OutboxMail
from storage import open_database
from storage.admin.nodes import Node
from storage.admin.problems import StoredProblem
from storage.admin.server_processes import ServerProcess
from tests.support.site import NOON, PLAYERS

HOUR = timedelta(hours=1)
MANY = 20_000
ID = {"Message-ID": "<1@example.org>"}
MAIL = OutboxMail("a@example.org", "", NOON, "{}", "auto-generated")


def test_json_has_the_same_keys_without_a_database(shell, tmp_path):
    """Null stands for what isn't known."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    known = json.loads(shell("status", "--json")[1])
    (tmp_path / "pbm-data" / "pbm.db").rename(tmp_path / "elsewhere")
    status, out, _ = shell("status", "--json")
    unknown = json.loads(out)
    assert (status, unknown["ok"]) == (1, False)
    assert list(unknown) == list(known)
    assert unknown["players"] is unknown["mails"] is unknown["running"] is None
    assert set(unknown["problems"][0]) == {"name", "text", "advice", "since", "told"}


def test_it_tells_what_the_database_knows_while_nothing_runs(shell):
    """It says that no server answers."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    assert shell("tick")[0] == 0
    out = shell("status")[1]
    assert "\nserver   stopped\n" in out
    assert "\nclocks   last checked: 20" in out
    assert "\nplayers  1\n" in out
    found = json.loads(shell("status", "--json")[1])
    assert (found["running"], found["processes"], found["since"]) == (False, [], None)


def test_last_mails_and_moves_of_today_are_told(site):
    """Moves count from midnight in UTC; a mail in counts when it was processed."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    assert read(site).moves_today == 0
    site.clock.time += HOUR
    password, address = PLAYERS["alice"]
    site.mail(address, f"knightpanic move 101 alice {password} a1-c5", **ID)
    assert (read(site).moves_today, read(site).last_mail_in) == (1, site.clock.now())
    site.clock.time += timedelta(days=1)
    assert (read(site).moves_today, read(site).last_mail_in) == (0, NOON + HOUR)


def test_a_stopped_server_is_a_problem(site):
    """Also one that was killed; where `pbm tick` has run since, it does the server's work."""

    def problem(**values):
        with site.database.work() as work:
            work.nodes.put(node(seen=site.clock.now(), **values))
        return read(site).problems.get("server")

    def node(**values):
        words = ("one", "a1", "host", "/data", "folder", "1", "1", "smtp")
        return Node(*words, since=NOON, **values)

    assert "server" not in read(site).problems  # it has never run
    for stopped in (True, False):
        found = problem(stopped=stopped)
        assert found.text == "The server isn't running. It last ran on Sun 1 Mar 2026, 12:00 UTC."
        assert found.advice == "Start it: pbm serve"
    site.clock.time += HOUR
    with site.database.work() as work:
        work.clocks.heartbeat(site.clock.now(), 2 * HOUR)
    assert "server" not in read(site).problems
    site.clock.time += HOUR
    assert problem(stopped=True)


def read(site):
    return read_status(site.database, Settings(data="missing"), site.clock.now())


def test_the_queue_has_numbers_and_ages(tmp_path):
    """What waits, what should have been sent, what was set aside, and the last that was sent."""
    url = f"sqlite:///{tmp_path / 'pbm.db'}"
    database = open_database(url)
    with database.work() as work:
        dates = [NOON - 3 * HOUR, NOON - 2 * HOUR, NOON - HOUR, NOON + HOUR]
        work.outbox.put([replace(MAIL, message_id=str(date), date=date) for date in dates])
        first, second, *_ = (leased.id for leased in work.outbox.lease(2, NOON, NOON, "worker"))
        work.outbox.sent(first, holder="worker", at=NOON)
        work.outbox.give_up(second, "worker", "refused")
    found = read_status(database, Settings(database=url), NOON)
    assert found.queue == {"waiting": 2, "due": 1, "paused": 0, "failed": 1}
    assert (found.oldest_untried, found.oldest_due) == (NOON - HOUR, NOON - HOUR)
    assert (found.last_mail_in, found.last_mail_out) == (None, NOON)
    database.close()


def test_no_time_is_in_the_future(site):
    """What was recorded while the machine's clock was ahead has the time of now."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    now, process = site.clock.now(), ServerProcess("a 1", "main", 1, NOON, NOON)
    site.clock.forward(days=3)
    late = site.clock.now()
    site.mail(PLAYERS["alice"][1], "help", **ID)
    with site.database.work() as work:
        work.clocks.heartbeat(late, timedelta(days=9))
        work.server_processes.put("a 1", [replace(process, since=late, seen=late)], late)
        work.problems.put(StoredProblem("disk", "It is full.", late, told=late, ended=late))
    found = read_status(site.database, Settings(data="missing"), now)
    assert found.last_tick == found.last_mail_in == found.last_mail_out == now
    (over,) = found.over
    assert over.since == over.ended == over.told == now
    assert all(each.since <= now for each in found.processes)


def test_each_server_has_its_processes(database_url):
    """Those that stopped are forgotten at once, and those that fell silent after a day.

    On SQLite another server has been killed as soon as one starts.
    """
    database = open_database(database_url)

    def process(server, name, seen):
        return ServerProcess(server, name, 1, NOON, seen)

    def known():
        with database.snapshot() as work:
            return [(each.server, each.name) for each in work.server_processes.all()]

    with database.work() as work:
        work.server_processes.put("a 1", [process("a 1", "main", NOON)], NOON)
        work.server_processes.put("b 2", [process("b 2", "main", NOON)], NOON)
    killed = [] if database_url.startswith("sqlite") else [("a 1", "main")]
    assert known() == [*killed, ("b 2", "main")]
    late = NOON + timedelta(days=2)
    with database.work() as work:
        work.server_processes.put("b 2", [process("b 2", "smtp", late)], late)
    assert known() == [("b 2", "smtp")]
    with database.work() as work:
        work.server_processes.remove("b 2")
    assert known() == []
    database.close()


def test_many_mails_take_no_time(tmp_path):
    """All that is told of mails is found by index."""
    database = open_database(f"sqlite:///{tmp_path / 'pbm.db'}")
    with database.engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO outbox (recipient, message_id, date, said, automatic, thread, board,"
            " state, tries, due, holder, trouble) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
            f" SELECT i + 1 FROM n WHERE i < {MANY}) SELECT 'a@example.org', i,"
            " '2026-03-01 12:00:00.000000', '', '', '', '', 'sent', 0,"
            " '2026-03-01 12:00:00.000000', '', '' FROM n"
        )
        connection.exec_driver_sql(
            "INSERT INTO seen_mail (key, at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL"
            f" SELECT i + 1 FROM n WHERE i < {MANY}) SELECT i, '2026-03-01 12:00:00.000000' FROM n"
        )
    calls = count()
    watch = lambda connection, *_: connection.set_progress_handler(  # noqa: E731
        lambda: next(calls) < 0,
        10,  # instructions of SQLite
    )
    event.listen(database.engine, "checkout", watch)
    found = read_status(database, Settings(data=tmp_path), datetime(2026, 3, 1, 13, tzinfo=UTC))
    assert found.last_mail_in == found.last_mail_out == NOON
    assert 10 < next(calls) < MANY / 10
    database.close()
