"""The alert rules and the dashboard ask for metrics that the server serves."""

import json
import re
import shutil
import subprocess

import pytest

from tests.support.cases import cases
from tests.support.metrics_table import families, labels_of, sample_names
from tests.support.paths import ROOT

RULES = ROOT / "packaging" / "prometheus-alerts.yml"
DASHBOARD = ROOT / "packaging" / "grafana-dashboard.json"
QUERY = re.compile(r"\b(pbm_\w+)(?:\{([^}]*)\})?")
LABEL = re.compile(r"(\w+)(?:=~|!~|!=|=)")
SCRAPED = {"instance", "job"}
"""Labels that Prometheus adds."""


def rules():
    """Returns the expressions of the alerts."""
    found = re.findall(r"expr: (?:>-\n)?(.*?)\n +(?:for|labels):", RULES.read_text(), re.DOTALL)
    assert len(found) == RULES.read_text().count("- alert:")
    return [" ".join(expression.split()) for expression in found]


def panels():
    """Returns the expressions of the dashboard's panels, and of its choices."""
    dashboard = json.loads(DASHBOARD.read_text())
    choices = (each["query"] for each in dashboard["templating"]["list"])
    return [
        *(target["expr"] for panel in dashboard["panels"] for target in panel["targets"]),
        *(each["query"] for each in choices if isinstance(each, dict)),
    ]


@cases("expression", [*rules(), *panels()])
def test_all_metrics_exist(expression):
    """Also the labels by which they are selected, where these are known."""
    known = families()
    found = QUERY.findall(expression)
    assert found or "up{" in expression
    for name, selectors in found:
        assert name in sample_names()
        family = known.get(name) or known[name.rpartition("_")[0]]
        labels = {*labels_of(family), *SCRAPED}
        assert set(LABEL.findall(selectors)) <= labels


def test_all_metrics_are_shown():
    """Each is on the dashboard."""
    shown = {name for expression in panels() for name, _ in QUERY.findall(expression)}
    shown |= {name.removesuffix("_bucket") for name in shown}
    assert set(families()) <= shown


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool isn't installed")
def test_promtool_accepts_the_rules():
    words = ["promtool", "check", "rules", str(RULES)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{len(rules())} rules found" in done.stdout
