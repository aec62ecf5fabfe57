"""Convert a server's state to metric families of prometheus-client."""

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, product
from math import inf

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from commands.server.health.nodes import NodeStatus
from commands.server.metrics.state import Reading, ServerState
from commands.system import metrics as command_metrics
from mail.mailbox import metrics as mailbox_metrics
from mail.smtp import metrics as smtp_metrics
from pbm import __version__
from pbm.process.counters import Counter, Gauge, Histogram, Key
from storage import error_kinds

COUNTED = (
    *command_metrics.METRICS,
    *smtp_metrics.METRICS,
    *mailbox_metrics.METRICS,
    *error_kinds.METRICS,
)
"""Metrics that the processes count and report in their heartbeats."""


class PbmCollector(Collector):
    """Makes the metrics from the state of the server, for each scrape."""

    def __init__(self, state: ServerState) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        report = self._state.report
        for metric in COUNTED:
            if isinstance(metric, Gauge):
                value = report.gauges.get(metric.name, 0)
                yield GaugeMetricFamily(metric.name, metric.text, value)
            elif isinstance(metric, Histogram):
                yield _histogram(metric, report.counts)
            else:
                yield _counter(metric, report.counts)
        reading = self._state.read()
        yield from _queue(reading)
        yield from _nodes(reading.nodes if reading else ())
        yield _problems(reading.problems if reading else {})
        yield from self._server()

    def _server(self) -> Iterator[Metric]:
        report = self._state.report
        heartbeats = _gauge(
            "pbm_heartbeat_age_seconds",
            'Seconds since the last heartbeat of each server process. The process "main" is the '
            "writer. Stopped processes aren't listed.",
            "process",
        )
        for name, age in {"main": 0.0, **report.heartbeat_ages}.items():
            heartbeats.add_metric((name,), age + self._state.report_age)
        yield heartbeats
        tick = _gauge(
            "pbm_last_tick_timestamp_seconds",
            "Unix time of this server's last successful tick. Only one node runs a tick each "
            "minute.",
        )
        if report.last_tick:
            tick.add_metric((), report.last_tick)
        yield tick
        text = "Emails that have arrived but aren't stored yet."
        yield GaugeMetricFamily("pbm_backlog_emails", text, report.mails_waiting)
        text = "The versions of pbm and Python."
        python = ".".join(map(str, sys.version_info[:3]))
        yield InfoMetricFamily("pbm_build", text, {"version": __version__, "python": python})


def _queue(reading: Reading | None) -> Iterator[Metric]:
    """Yields the metrics of the outbox. They have no values if the database can't be read."""
    waiting, overflow, due, age = (
        _gauge("pbm_queue_emails", "Emails waiting to be sent."),
        _gauge(
            "pbm_held_emails",
            "Emails that exceed the limit for their address. pbm combines them later.",
        ),
        _gauge("pbm_queue_due_emails", "Emails that should have been sent by now."),
        _gauge(
            "pbm_queue_oldest_due_seconds",
            "Age of the oldest email that should have been sent by now, or 0 if there is none.",
        ),
    )
    if reading:
        queue = reading.queue
        overflow.add_metric((), reading.overflow_mails)
        waiting.add_metric((), queue.waiting)
        due.add_metric((), queue.due)
        since = queue.oldest_due.timestamp() if queue.oldest_due else time.time()
        age.add_metric((), max(time.time() - since, 0))
    yield from (waiting, overflow, due, age)


def _nodes(nodes: Iterable[NodeStatus]) -> Iterator[Metric]:
    """Yields the metrics of the nodes. Every node reports all of them."""
    up, draining, seen = (
        _gauge(
            "pbm_node_up",
            "1 for a running node, 0 for a node that has sent no heartbeat for half a minute. "
            "Stopped nodes aren't listed.",
            "node",
            "version",
            "roles",
        ),
        _gauge("pbm_node_draining", "1 for a node that takes no new work, otherwise 0.", "node"),
        _gauge(
            "pbm_node_seen_timestamp_seconds",
            "Unix time of a node's last heartbeat.",
            "node",
        ),
    )
    for status in nodes:
        node = status.node
        if node.stopped:
            continue
        up.add_metric((node.name, node.version, node.roles), status.lives)
        draining.add_metric((node.name,), bool(node.drain_reason))
        seen.add_metric((node.name,), node.seen.timestamp())
    yield from (up, draining, seen)


def _problems(counts: Mapping[str, int]) -> Metric:
    family = _gauge("pbm_problems", "Problems that pbm status reports, by check.", "check")
    for check, count in counts.items():
        family.add_metric((check,), count)
    return family


def _gauge(name: str, text: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, labels=labels)


def _counter(metric: Counter, counts: Mapping[Key, float]) -> Metric:
    family = CounterMetricFamily(metric.name, metric.text, labels=metric.labels)
    for values in _label_values(metric, counts, metric.name):
        family.add_metric(values, counts.get((metric.name, values), 0))
    return family


def _histogram(metric: Histogram, counts: Mapping[Key, float]) -> Metric:
    family = HistogramMetricFamily(metric.name, metric.text, labels=metric.labels)
    bucket, limits = f"{metric.name}_bucket", (*metric.limits, inf)
    for values in _label_values(metric, counts, f"{metric.name}_sum"):
        bucket_counts = (counts.get((bucket, (*values, str(limit))), 0) for limit in limits)
        buckets = [
            ("+Inf" if limit == inf else str(float(limit)), total)
            for limit, total in zip(limits, accumulate(bucket_counts), strict=True)
        ]
        family.add_metric(values, buckets, counts.get((f"{metric.name}_sum", values), 0))
    return family


def _label_values(
    metric: Counter | Histogram, counts: Iterable[Key], name: str
) -> Sequence[tuple[str, ...]]:
    """Returns the label values that have occurred or are known in advance.

    Label values that are known in advance start at zero, so that the first event is visible as a
    change.
    """
    occurred = {values for key, values in counts if key == name}
    if all(label in metric.initial_labels for label in metric.labels):
        occurred |= set(product(*(tuple(metric.initial_labels[label]) for label in metric.labels)))
    return sorted(occurred)
