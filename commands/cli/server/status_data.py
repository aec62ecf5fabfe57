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
    found: ServerStatus | None, problems: Mapping[str, Finding], site: SiteSummary | None = None
) -> dict[str, Any]:
    """Returns the state of a server and of its site.

    The JSON of `pbm status --json` always has the same keys. A value is null if it can't be
    determined without the database.
    """
    return {
        "ok": not problems,
        "running": found and found.is_running,
        "since": found and found.since,
        "processes": found and [asdict(each) for each in found.processes],
        "nodes": found and [node_data(each) for each in found.nodes],
        "last_tick": found and found.last_tick,
        "boards": found and {"running": found.boards_running, "finished": found.boards_finished},
        "moves_today": found and found.moves_today,
        "players": found and found.players,
        "mails": found and dict(found.queue),
        "held": found and asdict(found.held),
        "oldest_mail": found and found.oldest_untried,
        "oldest_due": found and found.oldest_due,
        "last_mail_in": found and found.last_mail_in,
        "last_mail_out": found and found.last_mail_out,
        "site": site and {**asdict(site), "folder": str(site.folder)},
        "problems": _problems_data(problems, found.stored if found else {}),
        "over": found
        and [
            {"name": each.name, "text": each.text, "since": each.since, "until": each.ended}
            for each in found.over
        ],
    }


def node_data(found: NodeStatus) -> dict[str, Any]:
    node = found.node
    return {
        "name": node.name,
        "state": found.state,
        "draining": node.draining,
        "lacks": node.missing_games.split(),
        "roles": node.roles.split(),
        "leases": list(found.leases),
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
