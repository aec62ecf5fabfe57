"""New passwords are hard to guess; older ones go on working."""

import pytest

from commands.security.common_passwords import is_common
from tests.support.cases import cases
from tests.support.site import PLAYERS, QUICK

ALICE = f"alice {PLAYERS['alice'][0]}"


@cases(
    "password",
    [
        *(
            "password",
            "PASSWORD1",
            "P4$$w0rd!",
            "qwertyuiop",
            "Schatz2024",
            "123dragon",
            "йцукен12",
        ),
        *(
            "12345678",
            "11112222",
            "abababab",
            "1q2w3e4r",
            "abcd1234",
            "!!iloveyou!!",
            "Michael1985",
        ),
    ],
)
def test_common_passwords_are_known(password):
    """So are their variants: in capitals, with figures for letters or around them."""
    assert is_common(password)


@cases("password", ["seven-knights", "correcthorse", "kH7#qw2z", "пешка-бьёт", "dragonfly-at-c5"])
def test_other_passwords_are_not(password):
    """Words in a row, and what nobody else has, may be chosen."""
    assert not is_common(password)


@pytest.mark.parametrize(
    "password", ["7letter", "Alice1985", "@alice@", "passw0rd", "trailblazer", "ä" * 129]
)
def test_an_easily_guessed_password_is_refused(site, password):
    """By signup, change and reset alike; nothing changes, and the code stays valid."""
    site.sign_up("alice", "bob")
    site.say("forgot alice")
    code = site.code(1)
    lines = [
        f"signup {'dave' if 'lice' not in password else 'alice.'} {password} d@x.org",
        f"change password {ALICE} {password}",
        f"reset alice {code} {password}",
    ]
    for line in lines:
        answer = site.say(line)
        assert "choose another" in " ".join(answer.content.text.split()), line
        assert password not in answer.content.text
    assert not site.say("mydata dave x").ok
    assert site.say(f"mydata {ALICE}").ok
    assert site.say(f"reset alice {code} kH7#qw2z").ok


def test_an_older_password_goes_on_working(site):
    """Players who chose a short one, or the userid, before the rule keep it."""
    site.sign_up("alice")
    for password in ("x", "alice", "12345678"):
        with site.database.work() as work:
            work.players.change_password(work.players.find("alice"), QUICK.hash(password))
        assert site.say(f"mydata alice {password}").ok
    assert site.say("change password alice 12345678 kH7#qw2z").ok


@cases(
    "userid",
    [
        *(
            "robot",
            "Robot7",
            "robotnik",
            "pbm",
            "PBM2",
            "admin",
            "postmaster",
            "Post-Master",
            "root",
        ),
        *("abuse", "no-reply", "mailer-daemon", "everybody", "server", "userid", "game"),
        *(
            "a.dm1n",
            "r_obot2",
            "ev3rybody",
            "f0rmer.player",
            "former-player-2",
            "P-B-M",
            "rnoderator",
        ),
    ],
)
def test_reserved_userids_are_refused(site, userid):
    """Nobody can sign up under a name that stands for robots, the server, or a group."""
    answer = site.say(f"signup {userid} kH7#qw2z d@x.org")
    assert not answer.ok
    assert "choose another" in answer.content.text


@cases("userid", ["ali", "roberta", "administrix", "sysop", "mall", "new5", "gamer", "pbmfan"])
def test_similar_userids_are_free(site, userid):
    """A name that only resembles a reserved one may be anybody's."""
    assert site.say(f"signup {userid} kH7#qw2z {userid}@x.org").ok


def test_a_userid_that_looks_like_anothers_is_refused(site):
    """Nobody signs up so that readers take them for another player."""
    site.sign_up("alice", "carol")
    for userid in ("al1ce", "alice.", "alIce_", "A-L-I-C-E", "al1c3", "car0l", "Caro1"):
        answer = site.say(f"signup {userid} kH7#qw2z d@x.org")
        assert "looks too much like" in answer.content.text, userid
    for userid in ("alicia", "malice", "carola"):
        assert site.say(f"signup {userid} kH7#qw2z d@x.org").ok


def test_a_reserved_userid_of_before_goes_on_working(site):
    """A player who was called so before plays on, and may be challenged."""
    site.sign_up("bob")
    with site.database.work() as work:
        for userid in ("postmaster", "robotnik"):
            work.players.add(userid, QUICK.hash("x"), [f"{userid}@x.org"], site.clock.now())
    assert site.say("panic challenge postmaster bob").ok
    assert site.say("panic challenge bob robotnik").ok
    assert site.say("panic move 101 postmaster x a1-c5").ok
