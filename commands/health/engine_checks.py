"""Checks of robots that are other people's programs."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from commands.engines.engine_account import EngineAccount
from commands.health.problem import Problem
from commands.settings import Settings
from pbm.clock import DAY
from pbm.ports import Incident
from pbm.wording import counted, local_time
from storage.unit_of_work import SqlUnitOfWork

ADVICE = "Put it back or mend it; or end its account: pbm robot remove {}."


def check_engines(settings: Settings, work: SqlUnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields the robots whose program is gone, or fails again and again."""
    failures = {each.subject: each for each in work.incidents.recent("engine", now - DAY)}
    for player in work.players.engines():
        engine, failed = EngineAccount.read(player.robot), failures.get(player.userid)
        text = (engine and _missing(engine)) or _failing(failed, settings.failures_per_day)
        if text:
            advice = ADVICE.format(player.userid)
            yield Problem(f"The robot {player.userid} {text}", advice, player.userid)


def _missing(engine: EngineAccount) -> str:
    """Returns what is missing of the program and the files that its command names."""
    program, *words = engine.command
    if not os.access(program, os.X_OK):
        return f"can't play: its program {program} isn't there, or may not be run."
    gone = [word for word in words if Path(word).is_absolute() and not os.path.lexists(word)]
    return f"can't play: {gone[0]} isn't there." if gone else ""


def _failing(failed: Incident | None, most: int) -> str:
    if failed is None or failed.times < most:
        return ""
    return (
        f"has failed {counted(failed.times, 'time')} within a day, and lost games by that. The "
        f"last time, at {local_time(failed.at)}, it {failed.detail}."
    )
