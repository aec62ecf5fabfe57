"""The pages /metrics, /livez and /readyz, of a server in a given state."""

from datetime import UTC, datetime

import pytest
from prometheus_client.parser import text_string_to_metric_families

from commands.server.app.opening import open_app
from commands.server.metrics.pages import (
    MAX_HEARTBEAT_AGE,
    MAX_REPORT_AGE,
    livez,
    make_pages,
    readyz,
)
from commands.server.metrics.report import Report
from commands.server.metrics.state import DatabaseReader, Reading, ServerState
from commands.settings import Settings
from storage.admin.problems import StoredProblem
from storage.mail.delivery_order import QueueState
from tests.support.cases import cases

WORKS = Report(heartbeat_ages={"smtp": 1.0, "delivery": 2.0}, last_tick=1_700_000_000)
WAITS = Reading(QueueState(5, 3, datetime(2026, 3, 1, 12, tzinfo=UTC)))
ALL_WORK = ["server: works", "smtp: works", "database: works"]


def state(report=WORKS, reading=WAITS, *, missing="", age=0.0):
    """Returns the state of a server that sent this report so many seconds ago."""
    now = [0.0]
    made = ServerState(lambda: reading, lambda: missing, lambda: now[0])
    made.take(report)
    now[0] = age
    return made


def ask(path, *, method="GET", of=None, **headers):
    """Returns the status, the headers and the body of an answer."""
    started = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": ""} | headers
    body = b"".join(make_pages(of or state())(environ, lambda *args: started.append(args)))
    ((status, heads),) = started
    return int(status.split()[0]), dict(heads), body.decode()


def test_a_server_that_works():
    """It is live and ready; a relay that is down is only told."""
    relay = "relay: 3 emails overdue since 2026-03-01T12:00:00Z"
    assert ask("/livez")[::2] == (200, "live\n")
    assert ask("/readyz")[::2] == (200, "\n".join(["ready", *ALL_WORK, relay, ""]))


@pytest.mark.parametrize(
    ("server", "problem"),
    [
        (state(Report(problem="the writer hangs")), "server: the writer hangs"),
        (state(age=MAX_REPORT_AGE + 1), "server: the main process hasn't reported for 31 seconds"),
    ],
)
def test_a_stuck_server_is_neither_live_nor_ready(server, problem):
    """The writer or the main loop doesn't get on: a restart helps."""
    assert livez(server).lines == ("stuck", problem)
    assert not livez(server).ok
    assert readyz(server).lines[:2] == ("not ready", problem)
    assert ask("/livez", of=server)[0] == 503


@cases(
    ("server", "problem"),
    [
        (state(Report()), "smtp: its process isn't running"),
        (
            state(Report(heartbeat_ages={"smtp": MAX_HEARTBEAT_AGE + 5})),
            "smtp: its process hasn't sent a heartbeat for 20 seconds",
        ),
        (
            state(Report(heartbeat_ages={"smtp": 1}, database_problem="the disk is full")),
            "database: the disk is full",
        ),
        (state(missing="pbm-data/pbm.db is gone"), "database: pbm-data/pbm.db is gone"),
    ],
)
def test_a_server_that_takes_no_mail_is_live(server, problem):
    """It isn't ready, and says why; a restart wouldn't help."""
    assert livez(server).ok
    page = readyz(server)
    assert not page.ok
    assert page.lines[:2] == ("not ready", problem)
    assert len(page.lines) == 5
    assert ask("/readyz", of=server)[0] == 503


def test_only_processes_that_the_settings_want_are_asked_for():
    """Without SMTP the mailbox process takes the mail; a provider that is down is only told."""
    receivers = ("mailbox",)
    server = state(Report(heartbeat_ages={"mailbox": 1.0}, receivers=receivers))
    assert readyz(server).ok
    assert readyz(server).lines[-1] == "provider: the mailbox isn't open, so emails wait there"
    server = state(Report(receivers=receivers, gauges={"pbm_mailbox_connected": 1}))
    assert readyz(server).lines[1] == "mailbox: its process isn't running"
    assert readyz(server).lines[-1] == "provider: the mailbox is open"


def test_one_of_several_processes_suffices():
    """While one SMTP process is replaced, another takes mail; without any, none is taken."""
    receivers = ("smtp", "smtp-2")
    assert readyz(state(Report(heartbeat_ages={"smtp-2": 1.0}, receivers=receivers))).ok
    page = readyz(state(Report(receivers=receivers)))
    assert page.lines[1] == "smtp: its process isn't running"


def test_a_queue_that_cant_be_read():
    """It has no values then, and the other metrics have theirs."""
    server = state(reading=None)
    assert "relay: unknown, because the database can't be read" in readyz(server).lines
    samples = families(ask("/metrics", of=server)[2])
    assert samples["pbm_queue_emails"].samples == []
    assert samples["pbm_heartbeat_age_seconds"].samples


def test_problems_are_told_by_their_checks(tmp_path):
    """They make no server unready, and what only admins may read of them isn't told."""
    settings = Settings(data=tmp_path)
    with open_app(settings) as app, app.database.work() as work:
        for name in ("robots nightmare", "robots pawn", "mail out"):
            work.problems.put(StoredProblem(name, "", app.clock.now()))
        work.problems.put(StoredProblem("queue", "", app.clock.now(), ended=app.clock.now()))
    server = state(reading=DatabaseReader(settings).read())
    assert readyz(server).ok
    assert readyz(server).lines[-1] == "problems: mail out, robots (for details, run: pbm status)"
    samples = families(ask("/metrics", of=server)[2])["pbm_problems"].samples
    counts = {each.labels["check"]: each.value for each in samples}
    assert [counts[name] for name in ("disk", "queue", "mail out", "robots")] == [0, 0, 1, 2]


def test_counts_of_the_report():
    """Counters have their labels, histograms add their buckets up, levels are as of now."""
    counts = {
        ("pbm_commands_total", ("move", "done")): 3,
        ("pbm_smtp_accept_seconds_bucket", ("0.01",)): 2,
        ("pbm_smtp_accept_seconds_bucket", ("inf",)): 1,
        ("pbm_smtp_accept_seconds_sum", ()): 61.5,
    }
    found = families(ask("/metrics", of=state(Report(counts, {"pbm_smtp_connections": 4})))[2])
    (command,) = found["pbm_commands"].samples
    assert (command.labels, command.value) == ({"verb": "move", "outcome": "done"}, 3)
    seconds = {
        (each.name.rpartition("_")[2], each.labels.get("le")): each.value
        for each in found["pbm_smtp_accept_seconds"].samples
    }
    assert [seconds["bucket", limit] for limit in ("0.005", "0.01", "60.0", "+Inf")] == [0, 2, 2, 3]
    assert (seconds["count", None], seconds["sum", None]) == (3, 61.5)
    assert found["pbm_smtp_connections"].samples[0].value == 4


def families(text):
    return {family.name: family for family in text_string_to_metric_families(text)}


@cases("path", ["/metrics", "/livez", "/readyz"])
def test_head_has_no_body(path):
    """The answer to HEAD is that to GET without its body."""
    assert ask(path, method="HEAD")[0] == 200
    assert ask(path, method="HEAD")[2] == ""
    assert ask(path)[2]


@cases("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "x"])
def test_other_methods_are_refused(method):
    """Only GET and HEAD are answered."""
    for path in ("/metrics", "/livez"):
        status, heads, _ = ask(path, method=method)
        assert (status, heads["Allow"]) == (405, "GET, HEAD")


def test_other_pages():
    """The answer names the pages."""
    assert ask("/")[::2] == (404, "There are /metrics, /livez and /readyz.\n")


def test_openmetrics():
    """A Prometheus that asks for OpenMetrics gets it."""
    _, heads, text = ask("/metrics", HTTP_ACCEPT="application/openmetrics-text; version=1.0.0")
    assert heads["Content-Type"].startswith("application/openmetrics-text")
    assert text.endswith("# EOF\n")
