"""Each alert is set off by what it is for, and none by a server that works."""

import json
import re
import shutil
import subprocess

import pytest

from tests.support.paths import ROOT

RULES = ROOT / "packaging" / "prometheus-alerts.yml"
MINUTES = 180
WORKS = {
    'up{job="pbm"}': "1x180",
    'pbm_heartbeat_age_seconds{process="main"}': "1x180",
    'pbm_heartbeat_age_seconds{process="smtp"}': "2x180",
    'pbm_process_restarts_total{process="smtp", reason="died"}': "0x180",
    'pbm_database_errors_total{kind="busy"}': "0+1x180",
    'pbm_database_errors_total{kind="full"}': "0x180",
    'pbm_smtp_emails_total{reply="accepted"}': "0+60x180",
    'pbm_smtp_emails_total{reply="deferred"}': "0+1x180",
    'pbm_smtp_accept_seconds_bucket{le="5.0"}': "0+60x180",
    'pbm_smtp_accept_seconds_bucket{le="10.0"}': "0+60x180",
    'pbm_smtp_accept_seconds_bucket{le="+Inf"}': "0+60x180",
    "pbm_queue_oldest_due_seconds": "30x180",
    'pbm_emails_out_total{outcome="failed"}': "0x180",
    'pbm_bounces_total{kind="hard"}': "0x180",
    "pbm_last_tick_timestamp_seconds": "0+60x180",
    'pbm_problems{check="disk"}': "0x180",
    'pbm_log_problems_total{level="error"}': "0x180",
    'pbm_robot_wait_seconds_bucket{kind="robot", le="60.0"}': "0+5x180",
    'pbm_robot_wait_seconds_bucket{kind="robot", le="1800.0"}': "0+5x180",
    'pbm_robot_wait_seconds_bucket{kind="robot", le="+Inf"}': "0+5x180",
}
"""The metrics of a server that works, minute by minute, in the notation of promtool."""
FAULTS = {
    "PbmDown": {'up{job="pbm"}': "0x180"},
    "PbmStuck": {'pbm_heartbeat_age_seconds{process="main"}': "0+60x180"},
    "PbmProcessSilent": {'pbm_heartbeat_age_seconds{process="smtp"}': "0+60x180"},
    "PbmProcessRestarts": {
        'pbm_process_restarts_total{process="smtp", reason="died"}': "0x170 1 2 3 4 5 6 7 8 9 10"
    },
    "PbmDatabaseFails": {'pbm_database_errors_total{kind="full"}': "0x175 1x5"},
    "PbmEmailsDeferred": {'pbm_smtp_emails_total{reply="deferred"}': "0+20x180"},
    "PbmSlow": {'pbm_smtp_accept_seconds_bucket{le="5.0"}': "0+30x180"},
    "PbmQueueAges": {"pbm_queue_oldest_due_seconds": "0+60x180"},
    "PbmEmailsFail": {'pbm_emails_out_total{outcome="failed"}': "0+1x180"},
    "PbmBounces": {'pbm_bounces_total{kind="hard"}': "0+1x180"},
    "PbmClocksStopped": {"pbm_last_tick_timestamp_seconds": "0x180"},
    "PbmNodeSilent": {'pbm_node_up{node="web1"}': "0x180"},
    "PbmProblem": {'pbm_problems{check="disk"}': "1x180"},
    "PbmErrors": {'pbm_log_problems_total{level="error"}': "0+1x180"},
    "PbmRobotsSlow": {'pbm_robot_wait_seconds_bucket{kind="robot", le="60.0"}': "0x180"},
}
"""The metrics that are otherwise, by the alert that they set off."""


def trial(alert, fault):
    """Returns a test of promtool: with this fault that alert fires, and no other."""
    series = [{"series": name, "values": values} for name, values in (WORKS | fault).items()]
    fires = [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if alert else []
    expression = 'count by (alertname) (ALERTS{alertstate="firing"})'
    expected = {"expr": expression, "eval_time": f"{MINUTES}m", "exp_samples": fires}
    return {"interval": "1m", "input_series": series, "promql_expr_test": [expected]}


def test_each_alert_has_its_fault():
    assert re.findall(r"- alert: (\w+)", RULES.read_text()) == list(FAULTS)


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool isn't installed")
@pytest.mark.slow
def test_each_fault_sets_off_its_alert(tmp_path):
    """That one alone, and a server that works sets off none."""
    tests = [trial(*each) for each in (("", {}), *FAULTS.items())]
    content = {"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": tests}
    (tmp_path / "tests.yml").write_text(json.dumps(content))  # JSON is YAML
    words = ["promtool", "test", "rules", str(tmp_path / "tests.yml")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
