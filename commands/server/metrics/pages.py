"""The pages of the metrics process as a WSGI application: /metrics, /livez and /readyz.

/livez shows whether a restart would help. /readyz shows whether the server takes mail now.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, make_wsgi_app

from commands.server.metrics.exposition import PbmCollector
from commands.server.metrics.state import ServerState
from mail.mailbox.metrics import CONNECTED
from pbm.wording import counted

App = Callable[[dict[str, str], Callable[..., object]], Iterable[bytes]]

TEXT = (("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store"))
METHODS = ("GET", "HEAD")
MAX_REPORT_AGE = 30
"""Seconds without a report after which the main loop is stuck. It reports every second."""
MAX_HEARTBEAT_AGE = 15
"""Seconds without a heartbeat after which a process has failed.

A process sends one every second, and the main process reads them every two.
"""


@dataclass(frozen=True, slots=True)
class HealthPage:
    """The lines of a health page. The first one summarizes the others."""

    ok: bool
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def make_pages(state: ServerState) -> App:
    """Returns a WSGI application for /metrics, /livez and /readyz. It answers GET and HEAD only."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(PbmCollector(state))
    metrics: App = make_wsgi_app(registry)
    health = {"/livez": livez, "/readyz": readyz}

    def pages(environ: dict[str, str], start: Callable[..., object]) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if method not in METHODS:
            start("405 Method Not Allowed", [*TEXT, ("Allow", ", ".join(METHODS))])
            return [b"Only GET and HEAD are answered.\n"]
        if path == "/metrics":
            body = metrics({**environ, "REQUEST_METHOD": "GET", "QUERY_STRING": ""}, start)
        elif path in health:
            page = health[path](state)
            start("200 OK" if page.ok else "503 Service Unavailable", list(TEXT))
            body = [page.text.encode()]
        else:
            start("404 Not Found", list(TEXT))
            body = [b"There are /metrics, /livez and /readyz.\n"]
        return body if method == "GET" else []

    return pages


def livez(state: ServerState) -> HealthPage:
    """Returns the page that shows whether the server is live. If it isn't, a restart would help."""
    problem = _liveness_problem(state)
    return HealthPage(not problem, ("stuck", f"server: {problem}") if problem else ("live",))


def readyz(state: ServerState) -> HealthPage:
    """Returns the page that shows whether the server takes mail now.

    Some problems appear only as notes on this page: of the relay, of the provider's mailbox, and
    from health checks. The server can take mail in spite of them: it stores moves, and its outgoing
    mail waits.
    """
    problems = {
        "server": _liveness_problem(state),
        **{kind: _receiver_problem(state, names) for kind, names in _receivers(state).items()},
        "database": state.database_missing() or state.report.database_problem,
    }
    if state.report.drain_reason:
        problems["node"] = state.report.drain_reason
    bad = [f"{part}: {problem}" for part, problem in problems.items() if problem]
    good = [f"{part}: works" for part, problem in problems.items() if not problem]
    summary = "not ready" if bad else "ready"
    notes = (f"relay: {_relay_note(state)}", *_provider_notes(state), *_problem_notes(state))
    return HealthPage(not bad, (summary, *bad, *good, *notes))


def _liveness_problem(state: ServerState) -> str:
    if state.report_age > MAX_REPORT_AGE:
        return f"the main process hasn't reported for {round(state.report_age)} seconds"
    return state.report.problem


def _receivers(state: ServerState) -> Mapping[str, Sequence[str]]:
    """Returns the processes that receive mail by kind. The kind `smtp` includes `smtp-2`."""
    kinds: dict[str, list[str]] = {}
    for name in state.report.receivers:
        kinds.setdefault(name.partition("-")[0], []).append(name)
    return kinds


def _receiver_problem(state: ServerState, names: Sequence[str]) -> str:
    """Returns the problem of the processes of one kind, or an empty string if any of them works."""
    problems = [_process_problem(state, name) for name in names]
    return problems[0] if all(problems) else ""


def _process_problem(state: ServerState, name: str) -> str:
    age = state.report.heartbeat_ages.get(name)
    if age is None:
        return "its process isn't running"
    if age > MAX_HEARTBEAT_AGE:
        return f"its process hasn't sent a heartbeat for {round(age)} seconds"
    return ""


def _provider_notes(state: ServerState) -> list[str]:
    """Returns a note on the provider's mailbox, if the server reads one."""
    if "mailbox" not in state.report.receivers:
        return []
    if state.report.gauges.get(CONNECTED.name):
        return ["provider: the mailbox is open"]
    return ["provider: the mailbox isn't open, so emails wait there"]


def _problem_notes(state: ServerState) -> list[str]:
    """Returns a note with the names of failed health checks. Their details are for admins only."""
    reading = state.read()
    names = [name for name, count in reading.problems.items() if count] if reading else []
    return [f"problems: {', '.join(names)} (for details, run: pbm status)"] if names else []


def _relay_note(state: ServerState) -> str:
    reading = state.read()
    if reading is None:
        return "unknown, because the database can't be read"
    queue = reading.queue
    if queue.oldest_due is None:
        return "no overdue emails"
    return f"{counted(queue.due, 'email')} overdue since {queue.oldest_due:%FT%TZ}"
