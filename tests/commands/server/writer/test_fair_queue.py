"""The queue in which client networks take turns."""

from commands.server.writer.fair_queue import FairQueue


def served(queue, costs, number):
    """Returns the networks of the next items, each charged with its network's cost."""
    networks = []
    for _ in range(number):
        network, _ = queue.get()
        queue.charge(network, costs[network])
        networks.append(network)
    return networks


def test_networks_share_the_time():
    """A network whose items cost ten times as much gets a tenth of the turns."""
    queue = FairQueue()
    for network in ("costly", "cheap"):
        for number in range(20):
            queue.put(network, number)
    turns = served(queue, {"costly": 1.0, "cheap": 0.1}, 22)
    assert turns.count("costly") == 2


def test_a_newcomer_is_next():
    """A network that has sent nothing comes before those with many items, and saves up no time."""
    queue = FairQueue()
    for number in range(20):
        queue.put("busy", number)
    costs = {"busy": 1.0, "late": 1.0}
    served(queue, costs, 10)
    for number in range(5):
        queue.put("late", number)
    assert served(queue, costs, 4) in (["late", "busy"] * 2, ["late", "late", "busy", "late"])


def test_an_item_that_comes_again_lets_others_pass():
    """However little time its network has used, one that has sent nothing yet is next."""
    queue = FairQueue()
    queue.put("giving way", 1)
    queue.put("newcomer", 1)
    assert served(queue, {"giving way": 1e-6}, 1) == ["giving way"]
    queue.put("giving way", 1, first=True)
    assert served(queue, {"newcomer": 1.0}, 1) == ["newcomer"]


def test_cheap_items_wait_for_one_costly_item():
    """However many networks send a costly item each, a cheap one waits for no more than one."""
    queue = FairQueue()
    costs = {"cheap": 0.003} | {f"costly {number}": 0.1 for number in range(20)}
    for network in costs:
        queue.put(network, 0)
    served(queue, costs, len(costs))  # the costs are known now
    for network in costs:
        queue.put(network, 1)
    waits = []
    for _ in range(10):
        turns = []
        while not turns or turns[-1] != "cheap":
            turns += served(queue, costs, 1)
        waits.append(len(turns))
        queue.put("cheap", 1)
    assert max(waits) <= 2


def test_the_order_within_a_network():
    """Items come in the order in which they were put, those put first before them."""
    queue = FairQueue()
    for number in range(3):
        queue.put("", number)
    queue.put("", "again", first=True)
    assert [queue.get()[1] for _ in range(4)] == ["again", 0, 1, 2]


def test_costly_items_are_not_cheap():
    """An item of a network whose items were costly isn't returned as a cheap one."""
    queue = FairQueue()
    queue.put("", 1)
    queue.charge("", 1.0)
    assert queue.get_cheap(0.1) is None
    assert queue.get_cheap(1.0) == ("", 1)
    assert queue.get_cheap(1.0) is None


def test_idle_networks_are_forgotten(monkeypatch):
    """The memory of the queue is bounded."""
    monkeypatch.setattr("commands.server.writer.fair_queue.MAX_NETWORKS", 10)
    queue = FairQueue()
    for number in range(100):
        queue.put(str(number), number)
        served(queue, {str(number): 0.1}, 1)
    assert len(queue.networks) <= 12


def test_a_closed_queue_is_emptied():
    """After the end all items are taken, and then there is None."""
    queue = FairQueue()
    queue.put("", 1)
    queue.close()
    assert queue.get() == ("", 1)
    assert queue.get() is None


def test_a_lane_belongs_to_one_worker():
    """Its later items come to the same worker, and to others once they are released."""
    queue, mine, others = FairQueue(lambda item: item[0]), set(), set()
    for item in ("a1", "a2", "b1"):
        queue.put("", item)
    assert queue.get(mine) == ("", "a1")
    assert queue.get(others) == ("", "b1")
    assert queue.get_cheap(1.0, others) is None
    assert not queue.is_ready
    assert queue.get_cheap(1.0, mine) == ("", "a2")
    queue.put("", "a3")
    queue.release(mine)
    assert queue.get(others) == ("", "a3")


def test_what_is_being_done_counts():
    """A network whose costly item another worker has isn't next again."""
    queue = FairQueue()
    for network in ("costly", "cheap"):
        for number in range(3):
            queue.put(network, number)
        queue.charge(network, {"costly": 1.0, "cheap": 0.9}[network])
    assert [queue.get()[0] for _ in range(4)] == ["cheap", "costly", "cheap", "costly"]


def test_what_is_put_back_comes_again():
    """Items that are put back come first of their network, in their order, and cost nothing."""
    queue, own = FairQueue(lambda item: item), set()
    for item in ("1", "2", "3"):
        queue.put("", item)
    taken = [queue.get(own), queue.get(own)]
    queue.put_back(taken)
    queue.release(own)
    assert [queue.get(own)[1] for _ in range(3)] == ["1", "2", "3"]


def test_a_newcomer_waits_for_little_of_what_was_put_back():
    """Items that were taken ahead and put back don't count as served: they take turns again."""
    queue = FairQueue()
    for number in range(10):
        queue.put("busy", number)
    served(queue, {"busy": 1.0}, 1)
    taken = [queue.get() for _ in range(8)]
    queue.charge("busy", 1.0)
    queue.put_back(taken[1:])
    queue.put("late", 0)
    assert "late" in served(queue, {"busy": 1.0, "late": 1.0}, 2)
