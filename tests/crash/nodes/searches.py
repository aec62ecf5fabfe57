"""The searches of robots, as the logs of all nodes tell of them."""

from collections import defaultdict
from dataclasses import dataclass

from tests.crash.nodes.node_logs import events, moment_of

STARTED, MOVED = "search started", "robot moved"
ENDED = (MOVED, "robot turn postponed", "robot turn failed")


@dataclass(frozen=True)
class Step:
    """A step in a search on a board."""

    at: float
    node: object
    life: int
    event: str


def check_searches(test, robot_moves):
    """Asserts that each turn is searched by one node at a time, and each move made once."""
    for board, steps in _by_board(test.nodes).items():
        _check_one_at_a_time(test, board, steps)
        moved = sum(step.event == MOVED for step in steps)
        assert moved <= robot_moves[board], (board, moved)


def _check_one_at_a_time(test, board, steps):
    running = None
    for step in steps:
        if step.event == STARTED:
            others = running if running and running.node is not step.node else None
            assert others is None or _was_lost(test, others, step.at), (board, others, step)
            running = step
        elif running and running.node is step.node:
            running = None


def _by_board(nodes):
    steps = defaultdict(list)
    for node in nodes:
        for life, log in enumerate(node.logs(), 1):
            for event in events(log):
                if event["event"] in (STARTED, *ENDED):
                    step = Step(moment_of(event), node, life, event["event"])
                    steps[f"{event['game']} {event['board']}"].append(step)
    return {board: sorted(found, key=lambda step: step.at) for board, found in steps.items()}


def _was_lost(test, search, until):
    """Returns True if that life of its node has ended meanwhile, or the database was away."""
    if search.node.deaths.get(search.life, until) < until:
        return True
    return any(since <= until and search.at <= to for since, to in test.outages)
