"""Boards whose log no longer leads to the stored state are frozen, and everything else goes on."""

import pytest

from tests.support.cases import cases
from tests.support.site import PLAYERS, text_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture
def frozen(site):
    """A server where alice and bob play on board 101, which is frozen, and on 102."""
    site.sign_up("alice", "bob")
    assert site.say("panic challenge alice bob").ok
    site.first = site.mails()
    site.begin("panic challenge alice bob")
    with site.database.engine.begin() as connection:
        connection.exec_driver_sql("update board set checksum = 'x' where number = 101")
    return site


def test_a_reply_about_it_is_answered(frozen):
    """The answer says what is wrong; an error would have the mail sent again."""
    mail = next(mail for mail in frozen.first if mail["To"] == PLAYERS["alice"][1])
    (answer,) = frozen.reply(mail, "a1-c5")
    assert "Board 101 is frozen" in text_of(answer)
    assert answer["To"] == PLAYERS["alice"][1]


@cases("line", ["panic show alice", "all show alice active", f"panic showas {ALICE} active"])
def test_the_others_are_shown(frozen, line):
    """The answer mentions the frozen board."""
    answer = frozen.say(line)
    assert answer.ok
    assert [board["board"] for board in answer.data["boards"]] == [102]
    assert "Knight Panic: Board 101 is frozen" in answer.content.parts[-1][1].text


def test_its_players_may_sign_off(frozen):
    """Their other boards end."""
    answer = frozen.say(f"signoff {BOB} yes")
    assert answer.ok
    assert (
        "This ended 1 game in progress. The admin will take care of 1 game that an error has"
        in " ".join(answer.content.text.split())
    )
    assert not frozen.say("panic show 102").ok
