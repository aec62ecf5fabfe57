"""A mail brings back little: no mail may be answered by many times its size."""

import pytest

from tests.support.site import PLAYERS, text_of

ALICE = f"alice {PLAYERS['alice'][0]}"
STRANGER = "x@example.org"


@pytest.mark.parametrize("line", ["knightpanic record 101", f"mydata {ALICE}"])
def test_an_answer_brings_one_file(board, line):
    """A second line that brings a file is refused, in words that say how to get it."""
    lines = [f"{line[0].upper()}{line[1:]}", *[line] * 49]
    (answer,) = board.mail(STRANGER, "multiple", "\n".join(lines))
    assert len(list(answer.iter_attachments())) == 1
    assert "Ask for each other file in a mail of its own." in text_of(answer)
    assert "The rest was not read." in text_of(answer)


def test_files_count_by_their_size(board, monkeypatch):
    """After a long record the rest of the mail isn't read."""
    monkeypatch.setattr("commands.inbound.answering.MAX_ANSWER_LENGTH", 500)
    (answer,) = board.mail(STRANGER, "multiple", "knightpanic record 101\nlist")
    assert "2." not in text_of(answer)
    assert "The rest was not read." in text_of(answer)
