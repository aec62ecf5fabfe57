"""The help of the program's own commands, in words that admins understand."""

import re

import pytest


@pytest.mark.parametrize(
    "command",
    [
        ("admin", "board"),
        ("admin", "rotate-key"),
        ("admin", "queue", "retry"),
        ("config",),
        ("referee",),
        ("tables", "excerpt"),
    ],
)
def test_help_has_no_types_and_limits(shell, command):
    status, out, _ = shell(*command, "--help")
    assert status == 0
    assert not re.search(r"<(int|str|path|list)|<=|[{}]|\[\[|; required", out)


def test_help_names_required_options_and_defaults(shell):
    out = shell("admin", "rotate-key", "--help")[1]
    assert "--reason TEXT  reason to record in the audit log (required)" in out
    assert "days until the old key becomes invalid (default 30)" in " ".join(out.split())


def test_usage_shows_which_arguments_are_optional(shell):
    assert shell("config", "--help")[1].startswith("Usage: pbm config [OPTIONS] [NAME...]\n")
    assert shell("admin", "games", "--help")[1].startswith(
        "Usage: pbm admin games [OPTIONS] [GAME]\n"
    )
    assert shell("referee", "--help")[1].startswith("Usage: pbm referee [OPTIONS] GAME CMD...\n")
