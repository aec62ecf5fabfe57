"""Problems of the server: each is told to the admin once a day at most, and shown by `status`."""

import json
import math
import shutil
from dataclasses import replace
from datetime import timedelta

import pytest

from commands.server.health import disk_space as disk
from commands.server.health.check import Examined, State
from commands.server.health.monitor import HealthMonitor
from commands.server.health.registry import find_problems
from commands.server.supervision.crash_marker import detect_crash
from commands.settings import Settings
from pbm.engines.accounts import EngineAccount
from storage.admin.nodes import Node
from storage.mail.mailboxes import FILING
from tests.support.site import NOON, Site, words_of

ADMIN = "me@example.org"


@pytest.fixture
def let_disks_be(monkeypatch):
    """Lets all disks be nearly full from now on, or none."""

    def let(*, full):
        monkeypatch.setattr(disk, "FREE_SHARE", 1 if full else 0)
        monkeypatch.setattr(disk, "FREE_BYTES", math.inf)

    return let


@pytest.fixture
def watched(site, tmp_path, let_disks_be):
    """Makes monitors of a server whose clocks have just been run, with other settings."""

    def make(*, full=False, **settings):
        let_disks_be(full=full)
        with site.database.work() as work:
            work.clocks.heartbeat(site.clock.now(), timedelta(hours=2))
        usual = {"data": tmp_path, "database": site.url, "admin": ADMIN}
        chosen = Settings(**usual | settings)
        return HealthMonitor(site.database, site.services, site.mailer, chosen)

    return make


def told(site):
    """Returns the texts of the mails to the admin."""
    mails = [mail for mail in site.mails() if mail["To"] == ADMIN]
    return [words_of(mail) for mail in mails]


def fail(monitor, name="smtp", times=3):
    for _ in range(times):
        monitor.record("process", name, "died")


def restart(site, since=None):
    """Records a server that started just now, or at `since`."""
    now = site.clock.now()
    with site.database.work() as work:
        record_node(work, since or now, now)


def record_node(work, since, seen):
    """Records a server that runs at `seen`."""
    work.nodes.put(Node("vm", "run", "host", "/data", "", "0.1", "0001", "smtp", since, seen))


def test_a_healthy_server_tells_nothing(site, watched):
    """A robot whose program is there, mail that has just been queued and one death are no news."""
    monitor = watched()
    fail(monitor, times=2)
    site.say("signup alice Xa!11ce-X alice@example.org")
    monitor.check()
    site.mails()
    monitor.check()
    assert told(site) == []


def test_a_full_disk_is_told_once_a_day(site, watched):
    """Neither time nor a restart repeats it within a day; after a day it is told again."""
    counts = []
    for hours in (0, 1, 22, 2, 1):
        site.clock.forward(hours=hours)
        monitor = watched(full=True)
        monitor.check()
        counts.append(len(told(site)))
    assert counts == [1, 0, 0, 1, 0]


def test_several_problems_come_in_one_mail(site, watched, tmp_path):
    """The mail says what is wrong with each, and what to do."""
    monitor = watched(full=True)
    fail(monitor, "smtp")
    fail(monitor, "delivery")
    monitor.check()
    (text,) = told(site)
    assert f"The disk with {tmp_path} is nearly full" in text
    assert "The smtp process has failed 3 times within a day" in text
    assert "The delivery process has failed 3 times" in text
    assert "Check the log for the cause" in text


def test_a_problem_that_comes_and_goes_is_told_once_a_day(site, watched):
    """Its end is told with the next problem."""
    for full in (True, False, True, False):
        watched(full=full).check()
        site.clock.forward(minutes=5)
    assert len(told(site)) == 1
    monitor = watched()
    fail(monitor)
    monitor.check()
    (text,) = told(site)
    assert "Solved on Sun 1 Mar 2026, 12:15 UTC: The disk with" in text
    site.clock.forward(minutes=5)
    fail(monitor, "delivery")
    monitor.check()
    (text,) = told(site)
    assert "Solved on" not in text


def test_a_restart_ends_problems_until_they_happen_again(site, watched):
    """Deaths of the whole server still add up: they are noticed only when it starts again."""
    monitor = watched()
    fail(monitor, "smtp")
    fail(monitor, "server")
    monitor.check()
    site.clock.forward(minutes=1)
    restart(site)
    watched().check()
    ended = {name: bool(stored.ended) for name, stored in _stored(site).items()}
    assert ended == {"processes smtp": True, "processes server": False}
    site.clock.forward(minutes=1)
    restart(site, since=site.clock.now() - timedelta(minutes=1))
    fail(monitor, "smtp")
    monitor.check()
    assert not _stored(site)["processes smtp"].ended


def test_a_restart_ends_the_refusals_of_the_relay(site, watched):
    """The password may have been corrected, so the server tries again before it tells."""
    site.say("signup alice Xa!11ce-X alice@example.org")
    with site.database.work() as work:
        (leased,) = work.outbox.lease(5, site.clock.now(), site.clock.now())
        work.outbox.put_back([leased.id], "a worker", site.clock.now(), "535 no")
    site.queue.relay_failed("login", "535 no")
    site.clock.forward(minutes=1)
    restart(site)
    monitor = watched()
    monitor.check()
    assert _stored(site) == {}
    site.queue.relay_failed("login", "535 no")
    monitor.check()
    assert not _stored(site)["mail out"].ended


def test_without_an_admin_only_the_log_tells(site, watched, capsys):
    """The admin who is named later is told at once."""
    watched(admin="", full=True).check()
    assert site.mails() == []
    assert "health problem" in capsys.readouterr().err
    watched(full=True).check()
    assert len(told(site)) == 1


def test_a_folder_that_is_gone(site, watched, tmp_path):
    """The folder of outgoing mail on another disk counts too."""
    (tmp_path / "data").mkdir()
    monitor = watched(data=tmp_path / "data")
    shutil.rmtree(tmp_path / "data")
    monitor.check()
    (text,) = told(site)
    assert f"The folder {tmp_path / 'data'} can't be used: No such file or directory." in text


def test_another_machines_disk_is_not_over(site, watched):
    """Servers on several machines share a database; each tells of its own disks."""
    watched(full=True).check()
    (known,) = [name for name in _stored(site) if name.startswith("disk")]
    with site.database.work() as work:
        (problem,) = work.problems.all()
        work.problems.put(replace(problem, name=f"{known} elsewhere"))
    watched().check()
    assert {name: bool(stored.ended) for name, stored in _stored(site).items()} == {
        known: True,
        f"{known} elsewhere": False,
    }


def _stored(site):
    with site.database.work() as work:
        return {problem.name: problem for problem in work.problems.all()}


def test_a_queue_that_ages(site, watched):
    """Mail that nobody tries to send is told; mail that was tried and waits is not."""
    monitor = watched()
    site.say("signup alice Xa!11ce-X alice@example.org")
    site.clock.forward(minutes=150)
    watched().check()
    texts = told(site)
    since = "Sun 1 Mar 2026, 12:00 UTC"
    assert f"Emails have been waiting since {since} (1 email in the queue)" in texts[-1]
    site.say("signup bob Yb%0b-Yes bob@example.com")
    with site.database.work() as work:
        (leased,) = work.outbox.lease(5, site.clock.now(), site.clock.now())
        work.outbox.postpone(
            leased.id, "a worker", site.clock.now() + timedelta(days=2), "450 later"
        )
    site.clock.forward(days=1, hours=1)
    watched()
    monitor.check()
    assert told(site) == []


def test_a_queue_behind_the_limit_of_a_day(site, watched):
    """The admin hears that the limit is the reason, and no fault of the relay."""
    site.say("signup alice Xa!11ce-X alice@example.org")
    site.mails()
    site.say("signup bob Yb%0b-Yes bob@example.com")
    site.clock.forward(hours=3)
    watched(relay_per_day=1).check()
    assert "has reached the limit in PBM_RELAY_PER_DAY: 1 email in 24 hours." in told(site)[-1]


@pytest.mark.parametrize(
    ("fault", "relay", "expected"),
    [
        (
            "login",
            "submission://me@h",
            "refuses the login or requires one: 535 no. 1 email will wait",
        ),
        ("login", "smtp://h", "Set PBM_RELAY to submissions://USER@HOST"),
        ("tls", "smtp://h", "PBM_RELAY_TLS=opportunistic"),
        ("sender", "smtp://h", "Set PBM_ENVELOPE_SENDER=address"),
    ],
)
def test_a_relay_that_refuses_us(site, watched, tmp_path, *, fault, relay, expected):
    """It is told at once, with what to set, and is over once mails leave."""
    (tmp_path / "password").write_text("x")
    secret = {"relay_password_file": str(tmp_path / "password")} if "@" in relay else {}
    monitor = watched(relay=relay, **secret)
    site.say("signup alice Xa!11ce-X alice@example.org")
    with site.database.work() as work:
        (leased,) = work.outbox.lease(5, site.clock.now(), site.clock.now())
        work.outbox.put_back([leased.id], "a worker", site.clock.now(), "535 no")
    site.queue.relay_failed(fault, "535 no")
    monitor.check()
    assert not _stored(site)["mail out"].ended
    texts = told(site)
    assert expected in texts[-1]
    site.clock.forward(minutes=1)
    monitor.check()
    assert _stored(site)["mail out"].ended


@pytest.mark.parametrize("fault", ["relay", "rate"])
def test_a_relay_that_will_work_again(site, watched, fault):
    """What passes by itself is told by the age of the queue alone."""
    site.say("signup alice Xa!11ce-X alice@example.org")
    with site.database.work() as work:
        (leased,) = work.outbox.lease(5, site.clock.now(), site.clock.now())
        work.outbox.put_back([leased.id], "a worker", site.clock.now(), "421 later")
    site.queue.relay_failed(fault, "421 later")
    watched().check()
    assert _stored(site) == {}


def test_a_robot_whose_program_is_gone(site, watched, tmp_path):
    """It is told at once, before the robot loses a game; so is a robot that keeps failing."""
    program, other = tmp_path / "mine", tmp_path / "other"
    for path in (program, other):
        path.write_text("#!/bin/sh")
        path.chmod(0o700)
    with site.database.work() as work:
        for name, path in (("nightmare", program), ("pawn", other)):
            engine = EngineAccount("madknights", (str(path),))
            work.players.add_robot(name, engine.write(), site.clock.now())
    monitor = watched()
    monitor.check()
    assert told(site) == []
    program.unlink()
    with site.database.work() as work:
        for _ in range(3):
            work.incidents.add("engine", "pawn", "didn't answer within 5 ms", NOON)
    monitor.check()
    (text,) = told(site)
    assert "The engine nightmare can't play: the program " in text
    assert f"{program}ismissing" in text.replace(" ", "")  # a long path is wrapped
    assert "The engine pawn has failed 3 times within a day" in text
    assert "it didn't answer within 5 ms. What to do: Restore or fix" in text


def test_incidents_wait_for_a_database_that_fails(site, watched, monkeypatch, capsys):
    """Meanwhile the log tells that the database can't be used, and what is wrong with disks."""
    monitor = watched(full=True)
    fail(monitor)
    with monkeypatch.context() as failing:
        failing.setattr(site.database, "work", lambda: 1 / 0)
        monitor.check()
    err = capsys.readouterr().err
    assert "The database can't be used: division by zero" in err
    assert "is nearly full" in err
    monitor.check()
    assert "The smtp process has failed 3 times" in told(site)[0]


def test_a_server_that_died_is_noticed_at_the_next_start(tmp_path):
    """One that ended cleanly isn't."""
    with detect_crash(tmp_path) as has_crashed:
        assert not has_crashed
    with detect_crash(tmp_path) as has_crashed:
        assert not has_crashed
        with detect_crash(tmp_path) as has_crashed_meanwhile:
            assert has_crashed_meanwhile


def test_status_of_a_new_installation(shell):
    """It names the next step instead of a problem, but fails for programs that watch a server."""
    status, out, err = shell("status")
    assert (status, err) == (1, "")
    assert out.splitlines()[1] == "If this installation is new, start the server: pbm serve"
    assert json.loads(shell("status", "--json")[1])["ok"] is False


def test_status_shows_the_same(shell, tmp_path, let_disks_be):
    """Its exit status tells programs; problems that are over are listed as well."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    status, out, _ = shell("status")
    assert (status, "No problems." in out) == (0, True)
    assert "server   has never run" in out
    site = Site(f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}")
    settings = Settings(data=tmp_path / "pbm-data", admin=ADMIN)
    let_disks_be(full=True)
    HealthMonitor(site.database, site.services, site.mailer, settings).check()
    site.close()
    status, out, _ = shell("status")
    assert (status, "2026-03-01 12:00 " in out) == (1, True)
    assert "2 problems" in out  # the mail that tells of the first was never sent
    status, out, _ = shell("status", "--json")
    found = json.loads(out)
    assert (status, found["ok"], found["players"]) == (1, False, 1)
    full = next(each for each in found["problems"] if each["name"].startswith("disk"))
    assert full["since"] == "2026-03-01T12:00:00+00:00"


MAILBOX = "imaps://pbm%40example.net@imap.example.net"


@pytest.fixture
def mailbox_problem(site, tmp_path):
    """Returns the problem of the mailbox after this one has lasted for some hours."""
    (tmp_path / "password").write_text("secret\n")
    settings = Settings(
        data=tmp_path, mailbox=MAILBOX, mailbox_password_file=str(tmp_path / "password")
    )
    name = settings.mailbox_address.mailbox_name

    def find(kind, text, hours=0.0, *, since=NOON):
        with site.database.work() as work:
            work.mailboxes.set_trouble(name, kind, text, NOON)
            if since:
                record_node(work, since, NOON + timedelta(hours=hours))
        with site.database.work() as work:
            examined = Examined(settings, NOON + timedelta(hours=hours), work)
            return find_problems(examined).get("mail in")

    return find


def test_a_refused_login_is_a_problem_at_once(mailbox_problem):
    """It says since when, and what the server said; it is over once the login is taken."""
    found = mailbox_problem("login", "imap.example.net (port 993) refuses the login: no such user.")
    assert "since Sun 1 Mar 2026, 12:00 UTC: imap.example.net (port 993) refuses" in found.text
    assert "no such user. No mail has been lost" in found.text
    assert found.state is State.BROKEN
    assert "Correct the password in " in found.advice
    assert mailbox_problem("", "") is None


def test_a_server_that_has_just_started_tries_the_mailbox_first(mailbox_problem):
    """Trouble from before the start is told only if it is still there two minutes later.

    While no server runs, nobody knows.
    """
    trouble, start = ("login", "no such user"), NOON + timedelta(hours=1)
    assert mailbox_problem(*trouble, since=None) is None
    assert mailbox_problem(*trouble, hours=1, since=start) is None
    assert mailbox_problem(*trouble, hours=1 + 2 / 60, since=start) is not None


def test_a_lost_connection_is_a_problem_when_it_lasts(mailbox_problem):
    """Providers restart their servers; the time runs on when the words change."""
    assert mailbox_problem("connect", "the server didn't respond in time", hours=1) is None
    assert mailbox_problem("connect", "Connection refused", hours=3) is not None


def test_emails_that_cannot_be_moved_are_only_worth_considering(mailbox_problem):
    """They are read and handled, so nothing is broken."""
    found = mailbox_problem(FILING, "pbm handles emails, but can't move them: over quota")
    assert found.text == (
        "The mailbox has had a problem since Sun 1 Mar 2026, 12:00 UTC: pbm handles emails, but "
        "can't move them: over quota."
    )
    assert found.state is State.CONSIDER
    assert "isn't full" in found.advice


def test_a_server_without_a_mailbox_has_no_such_problem(site, tmp_path):
    """Also if it had a mailbox before."""
    with site.database.work() as work:
        work.mailboxes.set_trouble("pbm@example.net@imap.example.net/INBOX", "login", "no", NOON)
    with site.database.work() as work:
        examined = Examined(Settings(data=tmp_path), NOON, work)
        assert "mail in" not in find_problems(examined)
