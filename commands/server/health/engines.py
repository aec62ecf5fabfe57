"""Check robots that are external programs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from commands.server.health.check import Examined, Finding, consider
from commands.server.health.work import MANY_FAILURES
from pbm.clock import DAY
from pbm.engines.accounts import EngineAccount
from pbm.engines.command_line import missing_part
from pbm.stored_values import Incident
from pbm.wording import counted, local_time
from storage.unit_of_work import UnitOfWork

ADVICE = "Restore or fix its program, or remove the engine: pbm robot remove {}"


def check_engines(examined: Examined) -> Iterator[Finding]:
    """Yields the robots whose program is missing, or fails again and again."""
    work, now = examined.work, examined.now
    failures = {each.subject: each for each in work.incidents.recent("engine", now - DAY)}
    nodes = _Nodes.read(work, now)
    for player in work.players.engines():
        engine, failed = EngineAccount.read(player.robot), failures.get(player.userid)
        text = (engine and nodes.missing(player.userid, engine)) or _failing(failed)
        if text:
            advice = ADVICE.format(player.userid)
            yield consider(f"The engine {player.userid} {text}", advice, player.userid)


@dataclass(frozen=True)
class _Nodes:
    """The nodes that play for engines, as they have reported themselves.

    If there are none, the checks examine the programs on this machine.
    """

    incarnations: frozenset[str]
    absences: Mapping[str, Mapping[str, str]]
    """The missing programs and files, by the engine's userid and the node's incarnation."""

    @classmethod
    def read(cls, work: UnitOfWork, now: datetime) -> Self:
        playing = [node for node in work.nodes.running(now) if "robots" in node.roles.split()]
        names = frozenset(node.incarnation for node in playing if not node.drain_reason)
        return cls(names, work.engine_absences.by_userid() if names else {})

    def missing(self, userid: str, engine: EngineAccount) -> str:
        """Returns the problem of an engine that can't run on any of these nodes.

        Returns an empty string if a node has everything that the engine needs.
        """
        if not self.incarnations:
            gone = missing_part(engine.command)
            return f"can't play: {gone}." if gone else ""
        absences = self.absences.get(userid, {})
        if not absences.keys() >= self.incarnations:
            return ""
        gone, where = absences[min(self.incarnations)], len(self.incarnations)
        return f"can't play: {gone}{' on any node' if where > 1 else ''}."


def _failing(failed: Incident | None) -> str:
    if failed is None or failed.times < MANY_FAILURES:
        return ""
    return (
        f"has failed {counted(failed.times, 'time')} within a day and lost the games that it was "
        f"playing. The latest failure was on {local_time(failed.at)}: it {failed.detail}."
    )
