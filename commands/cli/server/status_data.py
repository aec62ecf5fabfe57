"""The state of a server as JSON data."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from commands.server.health.check import Finding
from commands.server.health.nodes import NodeStatus
from commands.server.health.status import ServerStatus
from commands.server.site.updating.summary import SiteSummary
from storage.admin.problems import StoredProblem


def status_data(
    server: ServerStatus | None, problems: Mapping[str, Finding], site: SiteSummary | None = None
) -> dict[str, Any]:
    """Returns the state of a server and of its site.

    The JSON of `pbm status --json` always has the same keys. A value is null if it can't be
    determined without the database.
    """
    return {
        "ok": not problems,
        "running": server and server.is_running,
        "since": server and server.since,
        "processes": server and [asdict(each) for each in server.processes],
        "nodes": server and [node_data(each) for each in server.nodes],
        "last_tick": server and server.last_tick,
        "boards": server and {"running": server.boards_running, "finished": server.boards_finished},
        "moves_today": server and server.moves_today,
        "players": server and server.players,
        "mails": server and dict(server.queue),
        "held": server and asdict(server.overflow),
        "oldest_mail": server and server.oldest_untried,
        "oldest_due": server and server.oldest_due,
        "last_mail_in": server and server.last_mail_in,
        "last_mail_out": server and server.last_mail_out,
        "site": site and {**asdict(site), "folder": str(site.folder)},
        "problems": _problems_data(problems, server.stored if server else {}),
        "over": server
        and [
            {"name": each.name, "text": each.text, "since": each.since, "until": each.ended}
            for each in server.over
        ],
    }


def node_data(status: NodeStatus) -> dict[str, Any]:
    node = status.node
    return {
        "name": node.name,
        "state": status.state,
        "draining": node.draining,
        "lacks": node.missing_games.split(),
        "roles": node.roles.split(),
        "leases": list(status.leases),
        "version": node.version,
        "tables": node.schema_version,
        "host": node.host,
        "data": node.data,
        "since": node.since,
        "seen": node.seen,
    }


def _problems_data(
    problems: Mapping[str, Finding], stored: Mapping[str, StoredProblem]
) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "text": problem.text,
            "advice": problem.advice,
            "since": stored[name].since if name in stored else None,
            "told": stored[name].told if name in stored else None,
        }
        for name, problem in problems.items()
    ]
