"""The state of the server as JSON, for `pbm status --json`; it always has the same keys."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from commands.cli.node_rows import node_data
from commands.health.problem import Problem
from commands.health.status import MailStatus, ServerStatus
from commands.site.updating.summary import SiteSummary


def status_data(found: ServerStatus, site: SiteSummary | None = None) -> dict[str, Any]:
    """Returns the state of a server, and of its site if it keeps one up to date."""
    return {
        "ok": not found.problems,
        "running": found.is_running,
        "since": found.since,
        "processes": [
            {
                "server": each.server,
                "name": each.name,
                "pid": each.pid,
                "since": each.since,
                "seen": each.seen,
            }
            for each in found.processes
        ],
        "nodes": [node_data(each) for each in found.nodes],
        "last_tick": found.last_tick,
        "boards": {"running": found.boards_running, "finished": found.boards_finished},
        "moves_today": found.moves_today,
        "players": found.players,
        **_mail_data(found.mails),
        "site": site and {**asdict(site), "folder": str(site.folder)},
        "problems": [
            {
                **_problem_data(name, problem),
                "since": found.stored[name].since if name in found.stored else None,
                "told": found.stored[name].told if name in found.stored else None,
            }
            for name, problem in found.problems.items()
        ],
        "over": [
            {"name": each.name, "text": each.text, "since": each.since, "until": each.ended}
            for each in found.over
        ],
    }


def data_without_database(problems: Mapping[str, Problem]) -> dict[str, Any]:
    """Returns what can be known without the database: null stands for what can't."""
    return {
        "ok": False,
        "running": None,
        "since": None,
        "processes": None,
        "nodes": None,
        "last_tick": None,
        "boards": None,
        "moves_today": None,
        "players": None,
        **_mail_data(None),
        "site": None,
        "problems": [
            {**_problem_data(name, each), "since": None, "told": None}
            for name, each in problems.items()
        ],
        "over": None,
    }


def _mail_data(mails: MailStatus | None) -> dict[str, Any]:
    return {
        "mails": dict(mails.queue) if mails else None,
        "oldest_mail": mails and mails.oldest_untried,
        "oldest_due": mails and mails.oldest_due,
        "last_mail_in": mails and mails.last_in,
        "last_mail_out": mails and mails.last_out,
    }


def _problem_data(name: str, problem: Problem) -> dict[str, Any]:
    return {"name": name, "text": problem.text, "advice": problem.advice}
