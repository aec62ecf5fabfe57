"""The table of metrics in `docs/reference.md`, made from what the server serves."""

import re

from commands.server.metrics.exposition import PbmCollector
from commands.server.metrics.state import ServerState

BEGIN, END = "<!-- metrics -->", "<!-- /metrics -->"
SUFFIXES = {"counter": "_total", "info": "_info"}
_BETWEEN = re.compile(f"(?<={re.escape(BEGIN)}\n).*(?={re.escape(END)})", re.DOTALL)


def families():
    """Returns the families of metrics by their names."""
    found = PbmCollector(ServerState(lambda: None)).collect()
    return {family.name + SUFFIXES.get(family.type, ""): family for family in found}


def sample_names():
    """Returns the names of all samples, as queries use them."""
    names = set(families())
    for name, family in families().items():
        if family.type == "histogram":
            names |= {f"{name}_{part}" for part in ("bucket", "count", "sum")}
    return names


def metrics_table() -> str:
    """Returns a Markdown table of all metrics."""
    rows = ["| metric | kind | labels | what it is |", "|---|---|---|---|"]
    for name, family in families().items():
        kind = "gauge" if family.type == "info" else family.type
        labels = ", ".join(f"`{label}`" for label in labels_of(family))
        rows.append(f"| `{name}` | {kind} | {labels} | {family.documentation} |")
    return "".join(f"{row}\n" for row in rows)


def labels_of(family):
    """Returns the names of the labels of a metric."""
    if family.type == "info":
        return sorted(family.samples[0].labels)
    return family._labelnames  # noqa: SLF001 - without samples nothing else tells


def with_metrics_table(page: str) -> str:
    """Returns the page with the table of today between its marks."""
    made, count = _BETWEEN.subn(lambda _: metrics_table(), page)
    assert count == 1, f"{BEGIN} and {END} are needed, once"
    return made
