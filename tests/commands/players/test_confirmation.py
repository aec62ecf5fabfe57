"""Confirmation of addresses and challenges by reply."""

import re

import pytest
from sqlalchemy import text

from commands.security.keys.key_ring import KeyRing, StoredKey
from commands.security.one_time_codes import OneTimeCodes, find_code
from commands.security.tokens import subaddresses
from pbm.clock import SystemClock
from tests.support.cases import cases
from tests.support.site import PLAYERS, database_dump, said, simple_mail, text_of, words_of

ALICE = f"alice {PLAYERS['alice'][0]}"
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]


def recipients(mails):
    return [mail["To"] for mail in mails]


@pytest.fixture
def players(confirming_site):
    """A server that asks for confirmations, on which alice and bob may play."""
    confirming_site.sign_up("alice", "bob")
    return confirming_site


def sign_up(site, *addresses):
    return site.mail(AT_ALICE, f"signup {ALICE} {' '.join(addresses)}")


def test_signing_up_by_mail_asks_for_a_reply(confirming_site):
    """A sign-up sends one mail from an address with a code; a yes to it brings the welcome."""
    (asked,) = sign_up(confirming_site)
    assert asked["To"] == AT_ALICE
    assert asked["From"] == "pbm <pbm@example.net>"
    assert re.fullmatch(r"pbm\+confirm\.word0001[a-z2-7]{8}@example\.net", asked["Reply-To"])
    assert "you can't play and we won't write" in text_of(asked)
    (welcome,) = confirming_site.reply(asked, "Yes, that's me.")
    assert (welcome["To"], welcome["From"]) == (AT_ALICE, "pbm <pbm@example.net>")
    assert "Welcome, alice" in text_of(welcome)
    assert confirming_site.say(f"mydata {ALICE}").data["addresses"] == [AT_ALICE]


def test_until_then_the_userid_is_reserved_and_cannot_play(confirming_site):
    """An unconfirmed userid can't play by password or challenge, and is sent nothing."""
    sign_up(confirming_site)
    confirming_site.sign_up("bob")
    assert "That userid is taken" in said(confirming_site.say("signup Alice pw a@x.org"))
    for line, why in (
        (
            f"knightpanic limit {ALICE}",
            "alice can't play yet, because you",
        ),
        (
            "knightpanic challenge bob alice",
            "alice hasn't confirmed an email address yet, so they can't play.",
        ),
    ):
        answer = confirming_site.say(line)
        assert not answer.ok
        assert why in said(answer)
    (refusal,) = confirming_site.mail(AT_ALICE, "knightpanic challenge alice bob")
    assert "Then reply to the email that we send you" in text_of(refusal)
    assert confirming_site.say("forgot alice").ok
    message = confirming_site.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Hello")
    assert recipients(message) == [AT_BOB]
    assert not confirming_site.mails()


def test_three_days_later_the_userid_is_free(confirming_site):
    """After three days the code is invalid, and somebody else may take the userid."""
    (asked,) = sign_up(confirming_site)
    confirming_site.clock.forward(days=3)
    (late,) = confirming_site.reply(asked)
    assert "time limit" in text_of(late)
    assert "Nobody is registered" in said(confirming_site.say("knightpanic games alice"))
    (again,) = confirming_site.mail("other@example.org", "signup ALICE pa55-of-hers")
    assert "Welcome, ALICE" in text_of(confirming_site.reply(again)[0])


def test_a_code_is_good_once(confirming_site):
    """A code works once; a second reply and a made-up code confirm nothing."""
    (asked,) = sign_up(confirming_site)
    confirming_site.reply(asked)
    assert "time limit" in text_of(confirming_site.reply(asked, "again")[0])
    (guess,) = confirming_site.receive("x@example.org", b"\r\n", "pbm+confirm.abc@example.net")
    assert "nothing to confirm here" in text_of(guess)


def test_programs_confirm_nothing(confirming_site):
    """An automatic answer to the mail isn't a confirmation."""
    (asked,) = sign_up(confirming_site)
    assert confirming_site.reply(asked, Auto_Submitted="auto-replied") == []
    assert "Welcome" in text_of(confirming_site.reply(asked)[0])


def test_codes_stand_nowhere_but_in_their_mails(confirming_site):
    """Codes stand only in their mails: before, the database has a placeholder, then a hash."""
    confirming_site.sign_up("alice")
    assert confirming_site.say("forgot alice").ok
    waiting = database_dump(confirming_site)
    (reset,) = confirming_site.mails()
    assert confirming_site.code(1) in text_of(reset)
    assert confirming_site.code(1) not in waiting + database_dump(confirming_site)
    confirming_site.say("forgot alice")
    with confirming_site.database.engine.connect() as connection:
        (row,) = connection.execute(text("select * from code")).all()
        sent = connection.execute(text("select * from outbox")).all()
    assert row.digest == confirming_site.services.codes.digest_of("word0001")
    assert "word0001" not in str(row) + str(sent)


def test_codes_fit_into_addresses():
    """Codes are random lower-case letters and digits, and are found in any recipient."""
    codes = OneTimeCodes(KeyRing(lambda: [StoredKey(b"key")], SystemClock()))
    found = {codes.code(codes.new()) for _ in range(100)}
    assert len(found) == 100
    assert all(re.fullmatch("[a-z2-7]{16}", code) for code in found)
    assert find_code(subaddresses(["pbm@x.org", "PBM+Confirm.ABC234@X.org"])) == "abc234"
    assert find_code(subaddresses(["pbm@x.org", "pbm+k3@x.org", "pbm+confirm.@x.org"])) == ""


def test_every_address_confirms_for_itself(confirming_site):
    """The first reply registers the player; each other address counts once it has replied."""
    first, second = sign_up(confirming_site, AT_ALICE, "a2@example.org")
    assert recipients([first, second]) == [AT_ALICE, "a2@example.org"]
    (welcome,) = confirming_site.reply(second)
    assert "write to you at a2@example.org." in text_of(welcome)
    told = confirming_site.reply(first)
    assert recipients(told) == [AT_ALICE, "a2@example.org"]
    assert "write to alice at alice@example.org and a2@example.org" in text_of(told[0])


def test_signing_up_somebody_else(confirming_site):
    """The sender is told that the sign-up waits, and the new address is asked."""
    to_sender, asked = confirming_site.mail("friend@example.org", f"signup {ALICE} {AT_ALICE}")
    assert recipients([to_sender, asked]) == ["friend@example.org", AT_ALICE]
    assert "We sent an email to alice@example.org" in text_of(to_sender)
    assert to_sender["Reply-To"] is None
    assert recipients(confirming_site.reply(asked)) == [AT_ALICE]


def test_the_confirmation_comes_by_itself(confirming_site):
    """Among other commands the answer only mentions the confirmation, which has its own mail."""
    answer, asked = confirming_site.mail(AT_ALICE, "multiple", f"list\nsignup {ALICE}")
    assert answer["Subject"] == "Results of 2 commands"
    assert "2. signup\n\nTo confirm this, reply" in text_of(answer)
    assert "Welcome, alice" in text_of(confirming_site.reply(asked)[0])


@pytest.mark.parametrize("admin", [True, False])
def test_the_shell_is_trusted(confirming_site, admin):
    """The owner of the data folder needs no confirmation for players or challenges."""
    assert confirming_site.say(f"signup {ALICE} {AT_ALICE}", admin=admin).ok
    confirming_site.sign_up("bob")
    assert confirming_site.say("knightpanic challenge alice bob", admin=admin).data["board"] == 101


def test_without_confirmation_all_happens_at_once(site):
    """With PBM_CONFIRM=off, signing up and challenging by mail need no reply."""
    (welcome,) = sign_up(site)
    assert "Welcome, alice" in text_of(welcome)
    site.sign_up("bob")
    board, _ = site.mail(AT_ALICE, "knightpanic challenge alice bob")
    assert "Your move, alice" in text_of(board)


def test_a_challenge_by_mail_waits_for_confirmation(players):
    """A challenge by mail starts the board only after the registered address replies."""
    (asked,) = players.mail("Alice@Example.org", "panic challenge -3d alice bob", "Play with me!")
    assert "panic challenge -3d alice bob" in text_of(asked)
    assert players.say("panic games all").data["boards"] == []
    players.clock.forward(days=2)
    to_alice, to_bob = players.reply(asked)
    assert recipients([to_alice, to_bob]) == [AT_ALICE, AT_BOB]
    assert "To move, reply" in text_of(to_alice)
    assert "Summary of Knight Panic Board 101" in text_of(to_bob)
    assert "time limit" in text_of(players.reply(asked, "twice")[0])


def test_the_registered_address_is_asked_not_the_one_in_from(players):
    """A forged challenge brings its victim one mail, and no board."""
    asked = players.mail(AT_ALICE, "panic challenge alice bob", Reply_To="mallory@example.org")
    assert recipients(asked) == [AT_ALICE]
    players.clock.forward(days=3)
    assert "time limit" in text_of(players.reply(asked[0])[0])
    assert players.say("panic games all").data["boards"] == []


def test_a_pending_challenge_is_checked_again(players):
    """A pending challenge is checked when it is made and again when it is confirmed."""
    (refusal,) = players.mail(AT_ALICE, "panic challenge -size=99 alice bob")
    assert refusal["Reply-To"] is None
    (asked,) = players.mail(AT_ALICE, "panic challenge alice bob")
    players.say(f"panic reject bob {PLAYERS['bob'][0]}")
    (refusal,) = players.reply(asked)
    assert "bob doesn't accept" in text_of(refusal)


def test_a_new_address_is_confirmed_before_it_counts(players):
    """The old address is told of a change twice, and stays in use until the confirmation."""
    asked, told = players.mail("new@example.org", f"change address {ALICE}")
    assert recipients([asked, told]) == ["new@example.org", AT_ALICE]
    assert "change password alice CURRENT NEW" in text_of(told)
    assert players.say(f"mydata {ALICE}").data["addresses"] == [AT_ALICE]
    done = players.reply(asked, "yes")
    assert recipients(done) == ["new@example.org", AT_ALICE]
    assert players.say(f"mydata {ALICE}").data["addresses"] == ["new@example.org"]


def test_the_last_change_of_addresses_counts(players):
    """Replies to the mail of an earlier or an expired change of addresses do nothing."""
    (first, _) = players.mail("one@example.org", f"change address {ALICE}")
    second, _ = players.mail("two@example.org", f"change address {ALICE}")
    assert "nothing to confirm here" in text_of(players.reply(first)[0])
    players.clock.forward(days=3)
    assert "time limit" in text_of(players.reply(second)[0])
    assert players.say(f"mydata {ALICE}").data["addresses"] == [AT_ALICE]


def test_known_addresses_need_no_confirmation(players):
    """Keeping or dropping a known address needs no confirmation."""
    told, asked = players.mail(AT_ALICE, f"change address {ALICE} ALICE@example.org b@example.org")
    assert recipients([told, asked]) == [AT_ALICE, "b@example.org"]
    assert "We sent an email to b@example.org" in text_of(told)
    players.clock.forward(hours=1)
    players.mail(AT_ALICE, f"change address {ALICE} {AT_ALICE}")
    assert players.say(f"mydata {ALICE}").data["addresses"] == [AT_ALICE]


def test_nobody_is_flooded_with_sign_ups(confirming_site):
    """An address is asked a few times a day, however many mails sign it up."""
    lines = [f"signup u{number} Pw99x-99x victim@example.org" for number in range(12)]
    mails = [
        confirming_site.mail(f"x{number}@example.com", line) for number, line in enumerate(lines)
    ]
    assert sum(recipients(each).count("victim@example.org") for each in mails) == 10


def test_nobody_is_flooded_with_what_waits(players):
    """A stolen reply address causes only a few questions a day."""
    assert players.say("knightpanic challenge alice bob").ok
    token = next(mail["Reply-To"] for mail in players.mails() if mail["To"] == AT_ALICE)

    def asked(number):
        content = simple_mail(f"x{number}@example.com", "x", f"chat\n{number}")
        return recipients(players.receive(f"x{number}@example.com", content, token)).count(AT_ALICE)

    assert sum(map(asked, range(12))) == 10
    players.clock.forward(days=1)
    assert asked(31) == 1


ROBOTS = "knightpanic challenge alice robot1\nmadknights challenge alice robot1 robot2"


def four_challenges(name="bob"):
    """Returns four challenges as the lines of a mail."""
    return "\n".join(
        f"{game} challenge alice {name}" for game in ("panic", "duel", "dance", "trail")
    )


def boards_of(site, userid="alice"):
    """Returns the number of a player's boards, over all games."""
    return len(site.say(f"all games {userid}").data["boards"])


@pytest.mark.parametrize("subject", ["multiple", "Four games, please"])
def test_four_challenges_in_one_mail_bring_one_confirmation(players, subject):
    """One mail names all challenges, and one reply begins all games and is answered by one mail."""
    mails = players.mail(AT_ALICE, subject, four_challenges())
    assert recipients(mails) == [AT_ALICE]
    assert mails[0]["Subject"] == "Please confirm: knightpanic challenge alice bob, and 3 more"
    assert 'To confirm all 4, reply "yes" within 3 days' in " ".join(text_of(mails[0]).split())
    assert all(f"\n  {line}" in text_of(mails[0]) for line in ("knightsduel", "trailblazer"))
    assert boards_of(players) == 0
    told = players.reply(mails[0])
    assert sorted(recipients(told)) == [AT_ALICE, *[AT_BOB] * 4]
    assert told[0]["Subject"] == "Results of 4 commands"
    assert boards_of(players) == 4
    assert "time limit" in text_of(players.reply(mails[0])[0])


def test_lines_without_need_of_it_are_executed_at_once(players):
    """A mail's other lines are executed and answered at once; the answer names the other mail."""
    answer, asked = players.mail(AT_ALICE, "multiple", f"list\n{four_challenges()}")
    assert asked["Subject"].startswith("Please confirm: knightpanic challenge alice bob")
    waits = f"To confirm this, reply to our other email:\n  {asked['Subject']}\n"
    assert f"2. knightpanic challenge\n\n{waits}" in text_of(answer)
    assert "1. list\n\ngame " in text_of(answer)


def test_an_error_in_one_confirmed_line_stops_no_other(players):
    """Of several confirmed challenges, those that are refused by now leave the others alone."""
    (asked,) = players.mail(AT_ALICE, "multiple", four_challenges())
    players.say(f"knightsduel reject bob {PLAYERS['bob'][0]}")
    answer, *_ = players.reply(asked)
    assert "2. knightsduel challenge\n\nbob doesn't accept" in text_of(answer)
    assert boards_of(players) == 3


def test_a_mail_counts_once_for_the_limit(players):
    """Ten mails that each register two players at an address are asked about; then none is."""
    texts = [
        "\n".join(f"signup {name}{number} kH7-qw2z d@x.org" for name in "uv")
        for number in range(11)
    ]
    mails = [
        players.mail(f"{number}@example.org", "multiple", text) for number, text in enumerate(texts)
    ]
    assert [recipients(each).count("d@x.org") for each in mails] == [1] * 10 + [0]


def test_two_signups_of_one_mail_need_one_reply(confirming_site):
    """A mail that registers two players at one address is confirmed by one reply."""
    (asked,) = confirming_site.mail(
        AT_ALICE, "multiple", "signup ann Xa!11ce-X\nsignup art Xa!11ce-X"
    )
    assert asked["Subject"] == "Please confirm: signup ann, and 1 more"
    (welcome,) = confirming_site.reply(asked)
    assert "Welcome, ann" in text_of(welcome)
    assert "Welcome, art" in text_of(welcome)


def test_challenges_to_robots_alone_need_none(players):
    """Robots are played at once; with a person among them the challenge waits."""
    (answer,) = players.mail(AT_ALICE, "multiple", ROBOTS)
    assert answer["Subject"] == "Results of 2 commands"
    assert boards_of(players) == 2
    (asked,) = players.mail(AT_ALICE, "madknights challenge alice bob robot1")
    assert asked["Subject"] == "Please confirm: madknights challenge alice bob robot1"


def test_a_forged_sender_begins_few_boards(players):
    """While five robot boards wait for their player's first move, more must be confirmed."""
    mails = [
        players.mail(AT_ALICE, f"panic challenge -size={size} alice robot1")
        for size in range(4, 10)
    ]
    assert ["Please confirm" in each["Subject"] for (each,) in mails] == [False] * 5 + [True]
    players.reply(mails[0][0], "a1-c5")
    (board,) = players.mail(AT_ALICE, "panic challenge -size=11 alice robot1")
    assert "Please confirm" not in board["Subject"]


@cases("option", ["-password", "-pasword", "-pw"])
def test_a_password_spares_the_confirmation(players, option):
    """A challenge with the password begins at once; the password is shown nowhere."""
    mails = players.mail(AT_ALICE, f"panic challenge alice bob {option}=Xa!11ce-X", "My Xa!11ce-X!")
    assert recipients(mails) == [AT_ALICE, AT_BOB]
    assert all("Xa!11ce-X" not in str(mail) for mail in mails)
    (refusal,) = players.mail(AT_ALICE, f"duel challenge alice bob {option}=Wr0ng")
    assert "password is wrong" in text_of(refusal)
    assert "Wr0ng" not in str(refusal)


def test_a_password_in_a_mail_proves_its_other_lines(players):
    """After a line with the right password, the mail's challenges need no confirmation."""
    players.mail(AT_ALICE, "multiple", f"panic limit {ALICE} 9\n{four_challenges()}")
    assert boards_of(players) == 4
    players.mail(AT_ALICE, "multiple", f"panic limit alice Wr0ng 8\n{four_challenges()}")
    assert boards_of(players) == 4


def test_a_reply_address_spares_the_confirmation(players):
    """A challenge in a reply about a board begins at once, from the player's address alone."""
    players.say("panic challenge alice bob")
    board = next(mail for mail in players.mails() if mail["To"] == AT_ALICE)
    assert AT_BOB in recipients(players.reply(board, "panic challenge bob alice"))
    incoming = simple_mail(AT_BOB, "Re: x", "panic challenge bob alice")
    (asked,) = players.receive(AT_BOB, incoming, board["Reply-To"])
    assert asked["Subject"] == "Please confirm: knightpanic challenge bob alice"


def test_a_question_about_a_move_names_the_opponents(site):
    """Two boards of different games may have the same number."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice carol")
    site.mails()
    (question,) = site.mail(AT_ALICE, "trailblazer move 101 (0,1)")
    assert "move on Trailblazer board 101. Your opponent is carol." in words_of(question)
    (question,) = site.mail(AT_ALICE, "knightpanic resign 101 alice -")
    assert "Your opponent is bob." in words_of(question)
    moves = "knightpanic move 101 alice - a1-c5\ntrailblazer move 101 alice - (0,1)"
    (question,) = site.mail(AT_ALICE, "multiple", moves)
    assert "on Knight Panic board 101. Your opponent is bob." in words_of(question)
    assert "on Trailblazer board 101. Your opponent is carol." in words_of(question)


def test_a_question_about_a_board_of_others_names_nobody(site):
    site.sign_up("alice", "bob", "carol")
    site.begin("trailblazer challenge alice bob")
    site.mails()
    (question,) = site.mail(PLAYERS["carol"][1], "trailblazer move 101 carol - (0,1)")
    assert "Your opponent" not in words_of(question)
