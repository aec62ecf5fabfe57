"""Log lines have plain values: no Python, no secrets, and addresses only where they help."""

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog

from commands.content.messages import load
from commands.system.logs.log_values import duration, make_plain, plain_value
from commands.system.logs.logging import LogStyle, configure_logging, use_log_style
from commands.system.metrics import MailOutcome
from commands.system.secrets.secret import Secret
from pbm.process.lazy_logger import get_logger
from tests.support.cases import cases


@cases(
    ("value", "shown"),
    [
        (timedelta(seconds=7500), "2h 5m"),
        (datetime(2026, 3, 1, 12, tzinfo=UTC), "2026-03-01T12:00:00Z"),
        (Path("/srv/pbm"), "/srv/pbm"),
        (MailOutcome.ANSWERED, "answered"),
        (ValueError("no such board"), "ValueError: no such board"),
        (TimeoutError(), "TimeoutError"),
        (["alice", "bob"], "alice, bob"),
        (Secret("Xa!11ce-X"), "***"),
        (object(), "object"),
        (FileNotFoundError(2, "No such file", Path("/x")), "FileNotFoundError: [Errno 2] No such "),
        (3, 3),
        (True, True),
    ],
)
def test_values_are_plain(value, shown):
    """Durations, times, paths, enums, errors, lists and objects are words or numbers."""
    found = plain_value(value)
    assert found == shown or str(found).startswith(str(shown))
    assert "Path(" not in str(found)


@cases(
    ("seconds", "shown"),
    [(0, "0s"), (0.132, "0.132s"), (5, "5s"), (59.7, "1m"), (450, "7m 30s"), (90061, "1d 1h")],
)
def test_durations_have_two_units(seconds, shown):
    """The largest ones that they have."""
    assert duration(timedelta(seconds=seconds)) == shown
    assert duration(timedelta(seconds=-seconds)) in (shown, f"-{shown}")


def test_addresses_stay_where_they_help():
    """Sender and recipient are whole; in the words of a relay the person is masked."""
    line = {"to": "bob@example.com", "error": "550 <bob@example.com> unknown", "id": "<1@sender>"}
    assert make_plain(None, "info", line) == line | {"error": "550 <***@example.com> unknown"}


@cases("text", ["a" * 500_000 + " @", "a." * 250_000 + "@", "+" * 500_000 + "@x"])
def test_long_words_take_no_time(text):
    """Whoever writes one doesn't stop the log."""
    began = time.process_time()
    assert make_plain(None, "info", {"error": text}) == {"error": text}
    assert time.process_time() - began < 20  # usually 0.1; hours, if each letter began a search


PASSWORD = "Xa!11ce-X"


def fail(password, problem="broken for alice@example.org"):
    if password:
        raise ValueError(problem)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_is_one_line(form, capsys):
    """In both forms; it shows the source, but no value of a variable."""
    configure_logging(LogStyle(form))
    try:
        fail(PASSWORD)
    except ValueError:
        get_logger().exception("failed", path=Path("/x"))
    (line,) = capsys.readouterr().err.splitlines()
    assert "Traceback" in line
    assert "broken for ***@example.org" in line
    assert PASSWORD not in line
    if form == "json":
        values = json.loads(line)
        assert list(values)[:3] == ["timestamp", "level", "event"]
        assert values["path"] == "/x"


def test_long_tracebacks_follow_their_line(capsys):
    """Without control characters, because they are from programs that may be strangers'."""
    configure_logging(long_tracebacks=True)
    try:
        fail(PASSWORD, "broken\x1b[1m")
    except ValueError:
        get_logger().exception("failed")
    first, second, *_, last = capsys.readouterr().err.splitlines()
    assert first.endswith("event='failed'")
    assert second == "Traceback (most recent call last):"
    assert last == "ValueError: broken[1m"


@cases(
    "content",
    [
        f'{{"kind": "plain", "wrong": "{PASSWORD}"}}',
        f'{{"kind": "board", "players": "{PASSWORD}"}}',
        f'["{PASSWORD}"]',
        f'{{"{PASSWORD}',
    ],
)
def test_errors_quote_nothing_of_a_mail(content):
    """The error about a damaged mail is logged, and its text is somebody's."""
    with pytest.raises(ValueError, match=r"valid|JSON|tag") as error:
        load(content)
    assert PASSWORD not in str(error.value)


def test_levels(capsys):
    """Lower levels are left out; a level that is set holds for quiet commands, too."""
    configure_logging(quiet=True)
    get_logger().warning("left out")
    use_log_style(LogStyle("text", "debug"))
    get_logger().debug("kept")
    use_log_style(LogStyle("text", "error"))
    get_logger().warning("left out")
    get_logger().error("kept, too")
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("event=")[2] for line in lines] == ["'kept'", "'kept, too'"]
    assert structlog.is_configured()


@cases(
    ("name", "value", "advice"),
    [
        ("PBM_LOG", "xml", '"xml" isn\'t valid. Use text or json.'),
        ("PBM_LOG_LEVEL", "loud", '"loud" isn\'t valid. Use debug, info, warning or error.'),
        (
            "PBM_METRICS",
            "9464",
            '"9464" isn\'t a host and a port: use HOST:PORT, such as 127.0.0.1:9464',
        ),
        ("PBM_METRICS", "unix:/run/x", "use HOST:PORT"),
        ("PBM_UNSUBSCRIBE_LISTEN", "2580", '"2580" isn\'t a host and a port'),
        (
            "PBM_UNSUBSCRIBE_LISTEN",
            "127.0.0.1:2580",
            "PBM_UNSUBSCRIBE_LISTEN needs this setting. Set it",
        ),
        ("PBM_UNSUBSCRIBE_URL", "http://example.org", "Use one such as https://example.org"),
    ],
)
def test_wrong_settings_are_named(shell, monkeypatch, name, value, advice):
    """As with any other setting, the error says what was wrong, and how to do it right."""
    monkeypatch.setenv(name, value)
    status, _, errors = shell("serve")
    assert status == 2
    assert f"  {name}: {advice}" in errors or (name in errors and advice in errors)
