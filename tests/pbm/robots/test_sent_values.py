"""Values that servers send to their processes."""

import pickle

from pbm.proofs.value import Proof, Result, Value
from pbm.robots.levels import LEVELS
from pbm.robots.move_choice import SearchLimit
from pbm.robots.search_tasks import SearchTask
from tests.support.cases import cases

VALUES = [
    SearchTask("trailblazer", 101, ("-size=7",), ("move (0,1)",), epoch=0, seat=1, level=LEVELS[3]),
    SearchLimit(positions=2000, seconds=1.5),
    Proof(Value(Result.WON, 3), ("(0,1)",), "trying all positions"),
]


@cases("value", VALUES)
def test_they_arrive_as_they_were_sent(value):
    assert pickle.loads(pickle.dumps(value)) == value
