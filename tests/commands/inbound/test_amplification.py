"""A mail brings back little: no mail may be answered by many times its size."""

import pytest

from tests.support.site import PLAYERS, text_of

ALICE = f"alice {PLAYERS['alice'][0]}"
AT_ALICE, BOTH = PLAYERS["alice"][1], "alice bob"
STRANGER = "x@example.org"


@pytest.mark.parametrize("line", ["knightpanic record 101", f"mydata {ALICE}"])
def test_an_answer_brings_one_file(board, line):
    """A second line that brings a file is refused, in words that say how to get it."""
    lines = [f"{line[0].upper()}{line[1:]}", *[line] * 49]
    (answer,) = board.mail(STRANGER, "multiple", "\n".join(lines))
    assert len(list(answer.iter_attachments())) == 1
    assert "Please ask for each additional file in a separate email." in text_of(answer)
    assert "We ignored the rest of your email." in text_of(answer)


def test_files_count_by_their_size(board, monkeypatch):
    """After a long record the rest of the mail isn't read."""
    monkeypatch.setattr("commands.inbound.answers.combined_answers.MAX_ANSWER_LENGTH", 500)
    (answer,) = board.mail(STRANGER, "multiple", "knightpanic record 101\nlist")
    assert "2." not in text_of(answer)
    assert "We ignored the rest of your email." in text_of(answer)


def test_an_unproven_mail_brings_others_a_few_hundred_kilobytes(players):
    """Where challenges wait for no confirmation, a forged sender can't use them as a weapon."""
    limit = players.services.policy.unproven_notifications_per_mail
    lines = [f"knightsdance challenge -rows=26 -cols=26 {BOTH}"] * 19
    answer, *others = players.mail(AT_ALICE, "multiple", "\n".join(lines))
    assert len(others) == limit
    assert sum(len(bytes(mail)) for mail in others) < limit * 90_000
    assert "We can't verify who sent your email" in text_of(answer)


def test_a_watched_game_can_be_started_without_proof(players):
    """However many watch it: they asked for these emails."""
    players.limit(unproven_notifications_per_mail=1)
    players.say(f"panic subscribe all carol {PLAYERS['carol'][0]}")
    answer, *others = players.mail(AT_ALICE, "multiple", f"panic challenge {BOTH}\n" * 2)
    assert len(others) == 2
    assert "We can't verify who sent your email" in text_of(answer)


def test_a_forgers_own_password_proves_nobody_else(players):
    """In another line of the mail."""
    players.limit(unproven_notifications_per_mail=1)
    lines = [f"knightpanic challenge -size={size} {BOTH}" for size in (5, 6, 7)]
    own = f"change zone carol {PLAYERS['carol'][0]} UTC"
    _, *others = players.mail(AT_ALICE, "multiple", "\n".join([own, *lines]))
    assert len(others) == 1


@pytest.mark.parametrize("proof", ["password", "mail server"])
def test_a_mail_that_proves_its_sender_brings_all(players, proof):
    """What it is told to do otherwise does help."""
    players.limit(unproven_notifications_per_mail=1, authserv_id="mx.example.org")
    option = f"-password={PLAYERS['alice'][0]}" * (proof == "password")
    vouches = "mx.example.org; dmarc=pass header.from=example.org"
    header = {"Authentication_Results": vouches} if proof == "mail server" else {}
    lines = [f"knightpanic challenge -size={size} {option} {BOTH}" for size in (5, 6, 7)]
    _, *others = players.mail(AT_ALICE, "multiple", "\n".join(lines), **header)
    assert len(others) == 3
