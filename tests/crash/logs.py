"""The logs of servers: errors that are pbm's own, and the searches of robots."""

import json
import math
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

STARTED, MOVED = "search started", "robot moved"
NOTICED_SECONDS = 10
"""The time until a server ends what a process that is gone had begun."""
LOGGED_SECONDS = 1
"""The time from the commit that ends a search to the line that says so, on a busy machine."""
ENDED = (MOVED, "robot turn postponed", "robot turn failed")


def unexpected_errors(logs, expected):
    """Yields the errors in these logs whose exceptions aren't expected."""
    for log in logs:
        for event in events(log):
            trace = event.get("exception", "")
            if (trace and not expected.search(trace)) or event["event"] == "board frozen":
                yield f"{event['event']}: {trace[-3000:]}"
        if "Fatal Python error" in log or "\nTraceback" in log:
            yield log[-3000:]


def events(log):
    """Yields the events in a log; the last line may have been cut by a kill."""
    for line in log.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        yield event


@dataclass(frozen=True)
class Step:
    """A step in a search on a board."""

    at: float
    victim: object
    event: str
    state: str
    """The checksum of the board when a search started."""


def check_searches(victims, outages, robot_moves):
    """Asserts that each turn is searched by one server at a time, and each move made once."""
    for board, steps in _by_board(victims).items():
        _check_one_at_a_time(outages, board, steps)
        moved = sum(step.event == MOVED for step in steps)
        assert moved <= robot_moves[board], (board, moved)


def _check_one_at_a_time(outages, board, steps):
    running = {}
    for step in steps:
        if step.event == STARTED:
            other = running.get(step.state)
            if other and other.victim is not step.victim:
                ends = (each.at for each in steps if _ends(each, other))
                had_ended = next(ends, math.inf) < step.at + LOGGED_SECONDS
                assert had_ended or _was_lost(outages, other, step.at), (board, other, step)
            running[step.state] = step
        else:
            running = {key: each for key, each in running.items() if each.victim is not step.victim}


def _ends(step, search):
    """Returns True for the first step after a search by which its server says that it ended."""
    return step.victim is search.victim and step.event != STARTED and step.at >= search.at


def _by_board(victims):
    steps = defaultdict(list)
    for victim in victims:
        for log in victim.logs():
            for event in events(log):
                if event["event"] in (STARTED, *ENDED):
                    at = datetime.fromisoformat(event["timestamp"]).timestamp()
                    step = Step(at, victim, event["event"], event.get("state", ""))
                    steps[f"{event['game']} {event['board']}"].append(step)
    return {board: sorted(found, key=lambda step: step.at) for board, found in steps.items()}


def _was_lost(outages, search, until):
    """Returns True if its server lost a process meanwhile, or just before, or the database."""
    if any(search.at - NOTICED_SECONDS <= at <= until for at in search.victim.losses):
        return True
    return any(since <= until and search.at <= to for since, to in outages)
