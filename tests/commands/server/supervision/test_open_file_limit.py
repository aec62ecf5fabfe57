"""The limit of open files is checked against the limit of connections when the server starts."""

import resource

import pytest

from commands.server.supervision.open_file_limit import check_descriptors
from commands.settings import Settings
from pbm.errors import UsageError


@pytest.fixture
def limits(monkeypatch):
    """Sets the limits of open files; records those that are set in turn."""
    made = []

    def limit(soft, hard):
        monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
        return made

    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: made.append(pair))
    return limit


def test_enough_files(limits):
    """Nothing is changed."""
    made = limits(1024, 4096)
    check_descriptors(Settings())
    assert made == []


def test_a_soft_limit_is_raised(limits):
    """It is raised as far as the connections need."""
    made = limits(24, 4096)
    check_descriptors(Settings())
    assert made == [(140, 4096)]


def test_a_hard_limit_is_refused_in_words(limits):
    """The sentence has the limit, the need, and both ways out."""
    limits(100, 100)
    with pytest.raises(UsageError) as raised:
        check_descriptors(Settings(lmtp="unix:x"))
    assert (
        "limit of 100 open files is too low. PBM_MAX_CONNECTIONS=100 needs at least 240"
        in raised.value.text
    )
    assert "PBM_MAX_CONNECTIONS to at most 30" in raised.value.text
    check_descriptors(Settings(lmtp="unix:x", max_connections=30))


def test_no_connections(limits):
    """A limit that is too low even for none is refused without that way out."""
    limits(24, 24)
    with pytest.raises(UsageError) as raised:
        check_descriptors(Settings())
    assert "at most" not in raised.value.text
