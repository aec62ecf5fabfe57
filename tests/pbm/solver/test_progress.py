"""The progress of long searches, and their end by Ctrl-C."""

import io
import sys
from threading import Event

import pytest

from commands.content.response import DeferredResponse
from pbm.solver import shown_progress


class Terminal(io.StringIO):
    """A terminal that keeps what is written."""

    def isatty(self):
        return True


def test_it_is_shown_in_a_terminal(monkeypatch):
    """After a while a terminal shows what goes on."""
    terminal, shown = Terminal(), Event()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(shown_progress, "SHOWN_AFTER", 0)
    words = iter(["", "Searched 7 positions"])

    def describe():
        found = next(words, "Searched 9 positions")
        if "9" in found:
            shown.set()
        return found

    with shown_progress.shown_progress(describe):
        assert shown.wait(60)
    assert "Searched 9 positions" in terminal.getvalue()


@pytest.mark.parametrize("terminal", [Terminal(), io.StringIO()])
def test_a_quick_search_shows_nothing(monkeypatch, terminal):
    """Nothing is shown within the first second, and elsewhere than in a terminal."""
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(shown_progress, "SHOWN_AFTER", 3600 if terminal.isatty() else 0)
    with shown_progress.shown_progress(lambda: "Searched"):
        pass
    assert terminal.getvalue() == ""


def test_a_search_is_stopped_by_the_keyboard(shell, monkeypatch):
    """Ctrl-C ends it with one line, and without a traceback."""

    def interrupt(_self):
        raise KeyboardInterrupt

    monkeypatch.setattr(DeferredResponse, "resolve", interrupt)
    status, out, err = shell("knightsduel", "solve", "-size=5")
    assert (status, out, err) == (1, "", "Stopped without a result.\n")
