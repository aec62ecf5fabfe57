"""The cache of checked passwords, and the lockout after wrong ones."""

from datetime import timedelta

import pytest
from argon2 import PasswordHasher

from commands.security.passwords import MAX_CACHED, PasswordCache
from tests.support.site import NOON, PLAYERS, Site, database_dump, text_of, words_of

ALICE = "alice Xa!11ce-X"
AT_ALICE = PLAYERS["alice"][1]
ELSEWHERE = "guesser@example.com"
FREE = "any number of Knight Panic games"
LOCKED = "Too many wrong"
RIGHT = f"panic limit {ALICE}"


@pytest.fixture
def players(site):
    site.sign_up("alice", "bob")
    return site


@pytest.fixture
def checks(monkeypatch):
    """Counts the runs of argon2 by appending an entry each."""
    ran, verify = [], PasswordHasher.verify

    def counted(self, hashed, word):
        ran.append(hashed)
        return verify(self, hashed, word)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    return ran


def said_to(site, sender, line):
    """Returns the answer to a line by mail."""
    found = [mail for mail in site.mail(sender, line) if mail["To"] == sender]
    return words_of(found[0])


def guess(site, sender, number=5, line="panic limit alice wr0ng{}"):
    """Sends wrong passwords; returns the mails that they cause besides answers."""
    mails = [mail for each in range(number) for mail in site.mail(sender, line.format(each))]
    return [mail for mail in mails if mail["To"] != sender or "Somebody sent" in text_of(mail)]


class TestPasswordCache:
    def test_a_password_is_checked_once_in_a_while(self, players, checks):
        """Of several mails of a player within ten minutes only the first runs argon2."""
        for _ in range(3):
            assert FREE in said_to(players, AT_ALICE, RIGHT)
        assert len(checks) == 1
        players.clock.forward(minutes=10)
        said_to(players, AT_ALICE, RIGHT)
        assert len(checks) == 2

    def test_the_cache_is_per_sender(self, players, checks):
        """The cache is per sender, and a wrong password removes the right one."""
        said_to(players, AT_ALICE, RIGHT)
        said_to(players, ELSEWHERE, RIGHT)
        assert len(checks) == 2
        assert "password is wrong" in said_to(players, AT_ALICE, "panic limit alice wr0ng")
        assert FREE in said_to(players, AT_ALICE, RIGHT)
        assert len(checks) == 4

    def test_a_changed_password_is_not_remembered(self, players):
        """After a change only the new password is accepted."""
        said_to(players, AT_ALICE, RIGHT)
        players.mail(AT_ALICE, f"change password {ALICE} N3wOne-1")
        assert "password is wrong" in said_to(players, AT_ALICE, RIGHT)
        assert FREE in said_to(players, AT_ALICE, "panic limit alice N3wOne-1")

    def test_it_holds_no_password_and_is_bounded(self):
        """The cache shows no password, and drops the least recently used entry."""
        kept = PasswordCache()
        for number in range(MAX_CACHED + 1):
            kept.add(str(number), "hash", "Xa!11ce-X", NOON)
        assert "Xa!11ce-X" not in repr(vars(kept))
        assert not kept.knows("0", "hash", "Xa!11ce-X", NOON)
        assert kept.knows("1", "hash", "Xa!11ce-X", NOON)
        assert not kept.knows("1", "hash", "Xa!11cf", NOON)


class TestLocks:
    def test_the_fifth_wrong_one_locks_the_pair(self, players, checks):
        """A locked pair of sender and player is refused until the time given in the answer.

        Whether it is locked can't be told by the time that it takes.
        """
        guess(players, ELSEWHERE)
        for line in (RIGHT, "panic limit alice wr0ng"):
            refusal = said_to(players, ELSEWHERE, line)
            assert LOCKED in refusal
            assert "Sun 1 Mar 2026, 12:15 UTC, even correct ones" in refusal
        assert len(checks) == 7
        players.clock.forward(minutes=15)
        assert FREE in said_to(players, ELSEWHERE, RIGHT)

    def test_nobody_else_is_locked_out(self, players):
        """The owner elsewhere, other players from the same sender and the shell aren't locked."""
        guess(players, ELSEWHERE)
        assert FREE in said_to(players, AT_ALICE, RIGHT)
        assert FREE in said_to(players, ELSEWHERE, "panic limit bob Yb%0b-Yes")
        assert players.say(RIGHT).ok

    def test_the_owner_is_told_once_a_lock(self, players):
        """The owner is told sender, time and advice once a lock, but not the words tried."""
        (told,) = guess(players, ELSEWHERE, 9)
        assert told["To"] == AT_ALICE
        assert ELSEWHERE in text_of(told)
        assert "Sun 1 Mar 2026, 12:00 UTC" in words_of(told)
        assert "change password alice" in words_of(told)
        assert "wr0ng" not in text_of(told)

    @pytest.mark.slow
    def test_each_lock_is_twice_as_long_up_to_a_day(self, players):
        """Locks take 15 minutes, 30, 60, and at most a day."""
        lasted = []
        for _ in range(9):
            guess(players, ELSEWHERE)
            started_game = players.clock.now()
            while not players.say(RIGHT, address=ELSEWHERE).ok:
                players.clock.forward(minutes=15)
            lasted.append(players.clock.now() - started_game)
        minutes = [each / timedelta(minutes=1) for each in lasted]
        assert minutes == [15, 30, 60, 120, 240, 480, 960, 1440, 1440]

    def test_wrong_ones_now_and_then_lock_nobody(self, players):
        """Only wrong passwords within fifteen minutes count."""
        for _ in range(8):
            assert not guess(players, ELSEWHERE, 1)
            players.clock.forward(minutes=4)
        assert FREE in said_to(players, ELSEWHERE, RIGHT)

    def test_a_restart_forgets_nothing(self, tmp_path):
        """Another process on the same database applies the lock; no address is stored there."""
        url = f"sqlite:///{tmp_path / 'pbm.db'}"
        first, second = Site(url), Site(url)
        first.sign_up("alice")
        guess(first, ELSEWHERE)
        assert LOCKED in second.say(RIGHT, address=ELSEWHERE).content.text
        rows = [line for line in database_dump(first).splitlines() if '"limit_count"' in line]
        assert rows
        assert ELSEWHERE not in "".join(rows)
        for site in (first, second):
            site.close()

    def test_guesses_in_one_mail_count_too(self, players):
        """From the sixth line of a mail on, passwords aren't checked."""
        body = "\n".join(f"panic limit alice wr0ng{number}" for number in range(8))
        (answer,) = [
            mail for mail in players.mail(ELSEWHERE, "multiple", body) if mail["To"] == ELSEWHERE
        ]
        assert text_of(answer).count("password is wrong") == 5
        assert words_of(answer).count(LOCKED) == 3

    def test_replies_go_on_while_the_owners_address_is_locked(self, players):
        """A lock caused by a forged sender doesn't stop the owner's replies."""
        players.say("panic challenge alice bob")
        board = next(mail for mail in players.mails() if mail["To"] == AT_ALICE)
        guess(players, AT_ALICE)
        assert "Please confirm" in players.mail(AT_ALICE, f"panic limit {ALICE} 3")[0]["Subject"]
        assert "alice moves a1-c5" in text_of(players.reply(board, "a1-c5")[0])

    def test_changing_senders_is_stopped_by_the_day(self, players):
        """After fifty wrong passwords unknown senders are refused, but not the owner."""
        told = [mail for number in range(52) for mail in guess(players, f"g{number}@x.org", 1)]
        assert [mail["To"] for mail in told] == [AT_ALICE]
        assert "only from your own addresses" in words_of(told[0])
        assert LOCKED in said_to(players, ELSEWHERE, RIGHT)
        assert FREE in said_to(players, AT_ALICE, RIGHT)
        players.clock.forward(days=1)
        assert FREE in said_to(players, ELSEWHERE, RIGHT)


class TestCodes:
    def test_codes_are_guessed_no_better(self, players):
        """Wrong codes lock the pair like wrong passwords, and the owner is told."""
        (told,) = guess(players, ELSEWHERE, line="reset alice c0de{} N3wOne-1")
        assert "wrong codes for alice" in text_of(told)
        assert LOCKED in said_to(players, ELSEWHERE, "reset alice c0de N3wOne-1")
        assert FREE in said_to(players, ELSEWHERE, RIGHT)

    def test_nobody_learns_who_is_registered(self, players):
        """An unregistered userid is locked like any other."""
        assert not guess(players, ELSEWHERE, line="reset nobody c0de{} N3wOne-1")
        assert LOCKED in said_to(players, ELSEWHERE, "reset nobody c0de N3wOne-1")

    def test_the_right_code_unlocks_its_sender(self, players):
        """The right code unlocks its sender, who is let in with the new password."""
        guess(players, AT_ALICE)
        players.mail(AT_ALICE, "forgot alice")
        assert "was changed" in said_to(
            players, AT_ALICE, f"reset alice {players.code(1)} N3wOne-1"
        )
        assert FREE in said_to(players, AT_ALICE, "panic limit alice N3wOne-1")
