"""Counts: of all threads together, and durations by their length."""

import threading

from pbm.process.counters import Counter, Histogram


def test_threads_count_together(counts):
    """No event is lost when several threads count the same."""
    counter = Counter("mails_total", "Mails.", ("outcome",))

    def run():
        for _ in range(10_000):
            counter.add("done")
        counter.add("refused", amount=2)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts.totals() == {
        ("mails_total", ("done",)): 40_000,
        ("mails_total", ("refused",)): 8,
    }


def test_a_duration_counts_in_its_bucket(counts):
    """That is the first whose limit it doesn't exceed; the last one has no limit."""
    histogram = Histogram("wait_seconds", "Waits.", (1, 5))
    for seconds in (0.5, 1, 3, 60):
        histogram.add(amount=seconds)
    assert counts.totals() == {
        ("wait_seconds_bucket", ("1",)): 2,
        ("wait_seconds_bucket", ("5",)): 1,
        ("wait_seconds_bucket", ("inf",)): 1,
        ("wait_seconds_sum", ()): 64.5,
    }
