"""Tournaments, as their players see them by mail and in the shell."""

import os
import re
from functools import partial
from pathlib import Path

import pytest

from pbm.tournaments.events import Begin, End
from tests.support.site import PLAYERS, said, simple_mail, text_of, words_of
from tests.support.site_tournaments import NAME, add, make, resign, tick

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE = PLAYERS["alice"][1]
SHOW = f"tournament {NAME}"
GOLDEN = Path(__file__).with_name("tournament.txt")


def test_the_mails_and_tables_of_a_small_tournament_are_as_recorded(players):
    """What alice gets in her zone, from the announcement on; PBM_GOLDEN=write writes it again."""
    assert players.say(f"change zone {ALICE} Europe/Berlin").ok
    assert players.say(f"change tournaments {ALICE} on").ok
    told = [("The announcement", make(players, players=["bob"]))]
    told.append(("A question", players.mail(AT_ALICE, f"{SHOW} join alice -")))
    told.append(("The reply yes", players.reply(told[0][1][0], "yes")))
    told.append(("The list", players.mail(AT_ALICE, "tournaments")))
    assert players.say(f"{SHOW} join {CAROL}").ok
    told.append(("Its table before it begins", players.mail(AT_ALICE, SHOW)))
    told.append(("The beginning", tick(players, days=10)))
    resign(players, 101)
    told.append(("Its table", players.mail(AT_ALICE, SHOW)))
    told.append(("A question", players.mail(AT_ALICE, f"{SHOW} leave alice -")))
    told.append(("The end", resign(players, 102, 103)))
    told.append(("The list", players.mail(AT_ALICE, "tournaments")))
    text = "".join(
        f"=== {title}\nSubject: {mail['Subject']}\n\n{text_of(mail)}\n"
        for title, mails in told
        for mail in mails
        if mail["To"] == AT_ALICE and "Board" not in mail["Subject"]
    )
    if os.environ.get("PBM_GOLDEN") == "write":
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()
    assert all(len(line) <= 80 for line in text.splitlines())


def test_an_announcement_comes_to_who_asked_and_joins_by_yes(players):
    """Once, with a link, or by join, until it begins; a question is answered with the date."""
    for who in (ALICE, BOB):
        assert players.say(f"change tournaments {who} on").ok
    assert players.say(f"change tournaments {BOB} off").ok
    (mail,) = make(players, players=["bob", "carol"])
    assert mail["To"] == AT_ALICE
    html = mail.get_body(("html",)).get_content()
    assert re.findall(r">(Join|No, cancel|Stop these emails)</a>", html) == [
        "Join",
        "Stop these emails",
    ]
    players.clock.forward(days=9)
    (answer,) = players.reply(mail, "When does it start?")
    said = words_of(answer)
    assert "neither yes nor no" in said
    begins = re.search(r"starts on [\w ]+, [\w:]+", words_of(mail))
    assert begins
    assert begins[0] in said
    assert re.search(r'<span style="white-space:nowrap">\w{3} \d+ \w{3} 2026, ', html)
    (answer,) = players.reply(mail, "I'd like to join!")
    assert "You have joined the Spring-2026 tournament." in words_of(answer)
    players.say(f"change tournaments {CAROL} on")
    (late,) = make(players, "--min-players=2", name="late", players=["alice", "bob"])
    tick(players, days=2)
    (answer,) = players.reply(late, "yes")
    assert "nothing to confirm here" in words_of(answer)


def test_the_question_whether_to_join_shows_until_when_to_confirm(players):
    """Within three days, or before the start of the tournament if it is sooner."""
    make(players)
    (mail,) = players.mail(AT_ALICE, f"{SHOW} join alice -")
    assert 'reply "yes" within 3 days (' in words_of(mail)
    players.clock.forward(days=8)
    (mail,) = players.mail(AT_ALICE, f"{SHOW} join alice -")
    assert 'reply "yes" before the tournament starts (' in words_of(mail)


def test_players_with_one_address_join_each_by_their_own_announcement(players):
    """Their announcements are never joined into one mail, as each has its own code."""
    assert players.say(f"signup dora Pw4-dora-1 {AT_ALICE}").ok
    for who in (ALICE, "dora Pw4-dora-1"):
        assert players.say(f"change tournaments {who} on").ok
    mail = next(each for each in make(players) if "tournaments dora -" in text_of(each))
    (answer,) = players.reply(mail, "yes")
    assert "You have joined" in words_of(answer)


def test_an_announcement_is_unsubscribed_by_its_button(players):
    """No others come, until the line that the mail names."""
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players)
    (address,) = re.findall(r"<mailto:(.*?)\?", mail["List-Unsubscribe"])
    (answer,) = players.receive(AT_ALICE, simple_mail(AT_ALICE, "unsubscribe"), address)
    assert "We won't send alice announcements of tournaments anymore." in words_of(answer)
    assert "change tournaments alice - on" in words_of(answer)
    assert make(players, name="other") == []


def test_emails_about_rounds_are_unsubscribed_by_their_button(players):
    """The player stays in the tournament."""
    make(players, players=["alice", "bob", "carol"])
    (mail,) = [
        each
        for each in tick(players, days=11)
        if each["To"] == AT_ALICE and NAME in each["Subject"]
    ]
    (address,) = re.findall(r"<mailto:(.*?)\?", mail["List-Unsubscribe"])
    (answer,) = players.receive(AT_ALICE, simple_mail(AT_ALICE, "unsubscribe"), address)
    rounds = f"the rounds of the {NAME} tournament"
    assert f"We won't send alice emails about {rounds} anymore." in words_of(answer)
    assert f"tournament {NAME} unmute alice -" in words_of(answer)
    assert players.receive(AT_ALICE, simple_mail(AT_ALICE, "unsubscribe"), address) == []
    assert "alice" in said(players.say(SHOW))


@pytest.mark.parametrize(
    "words",
    [
        "unsubscribe",
        "Stop",
        "Hi,\n\nplease stop these emails.",
        "unsubscribe me from tournament announcements",
        "please no more of these announcements",
        "stop sending me these",
        "Bitte keine Ankündigungen mehr",
    ],
)
def test_an_announcement_is_unsubscribed_by_a_reply(players, words):
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players)
    (answer,) = players.reply(mail, words)
    assert "We won't send alice announcements of tournaments anymore." in words_of(answer)
    assert "nothing to confirm" in words_of(*players.reply(mail, "yes"))
    assert make(players, name="other") == []


def test_a_reply_to_an_announcement_may_decline(players):
    texts = ("Maybe next year. Have fun everyone!", "Diesmal nicht", "I'd love to, but no time")
    for number, text in enumerate(texts):
        assert players.say(f"change tournaments {ALICE} on").ok
        (mail,) = make(players, name=f"cup{number}")
        assert "We haven't done anything" in words_of(*players.reply(mail, text)), text
    for number, text in enumerate(("No time to waste, I'm in!", "When is next year's?")):
        (mail,) = make(players, name=f"open{number}")
        assert 'Please reply "yes" or "no"' in words_of(*players.reply(mail, text)), text


def test_a_reply_to_an_announcement_may_join_in_other_words(players):
    texts = (
        "Count me in!",
        "I'd love to!",
        "Ja gerne, bitte eintragen!",
        "Bin dabei",
        "Avec plaisir, inscrivez-moi",
        "¡Me apunto!",
        "Volentieri, partecipo",
        "Ik doe mee!",
        "Zapiszcie mnie też",
        "Запишите меня тоже",
        "出場したいです。よろしくお願いします。",
    )
    for number, text in enumerate(texts):
        players.clock.forward(hours=1)
        assert players.say(f"change tournaments {ALICE} on").ok
        mail = next(each for each in make(players, name=f"cup{number}") if each["To"] == AT_ALICE)
        answers = players.reply(mail, text)
        assert any("You have joined" in words_of(each) for each in answers), text
    for number, text in enumerate(
        ("Count me in, but only if Carol plays", "I'm in doubt", "Shall I say I'm in?")
    ):
        mail = next(each for each in make(players, name=f"open{number}") if each["To"] == AT_ALICE)
        (answer,) = players.reply(mail, text)
        assert 'Please reply "yes" or "no"' in words_of(answer), text


def test_others_must_join_for_themselves(players):
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players)
    for text in ("Could you sign carol up too?", "I'd love to, and Carol wants to join, too"):
        told = words_of(*players.reply(mail, text))
        assert "You can join only for yourself" in told, text
        assert f"carol must send this: tournament {NAME} join carol -" in told, text
    told = words_of(*players.reply(mail, "Can I and my friend dave both join?"))
    assert "You can join only for yourself. Other people must sign up" in told
    assert "carol" not in said(players.say(SHOW))


def test_a_reply_asks_about_the_tournament(players):
    make(players, players=["alice", "bob", "carol"])
    begun = to_alice(tick(players, days=10))
    for text in ("who am I up against and until when", "so when does round 1 end", "tabelle bitte"):
        (shown,) = players.reply(begun, text, **threaded(begun))
        assert shown["Subject"] == f"Tournament {NAME}", text


def test_the_question_whether_to_mute_says_how_to_leave(players):
    make(players, players=["alice", "bob", "carol"])
    begun = to_alice(tick(players, days=10))
    (question,) = players.reply(begun, "remove me please", **threaded(begun))
    told = words_of(question)
    assert f'reply "no", and send: tournament {NAME} leave alice -' in told


def test_the_withdrawal_of_another_player_is_no_withdrawal(players):
    make(players, players=["alice", "bob", "carol"])
    begun = to_alice(tick(players, days=10))
    for text in ("I heard that Carol has to pull out", "I'd never leave this tournament"):
        (answer,) = players.reply(begun, text, **threaded(begun))
        assert "Please confirm" not in answer["Subject"], text


def test_emails_of_a_tournament_are_muted_by_a_reply(players):
    """Its games go on, with their emails; "unmute" undoes it."""
    make(players, players=["alice", "bob", "carol"])
    begun = to_alice(tick(players, days=10))
    for words, told in (("STOP", "won't get"), ("unmute", "all emails"), ("mute", "won't get")):
        (question,) = players.reply(begun, words, **threaded(begun))
        (answer,) = players.reply(question, "yes")
        assert told in words_of(answer), words
    ended = [mail for mail in resign(players, 101, 102, 103) if NAME in mail["Subject"]]
    assert {mail["To"] for mail in ended} == {PLAYERS[name][1] for name in ("bob", "carol")}


@pytest.mark.parametrize(
    "words",
    [
        "leave",
        "I have to drop out.",
        "Ich muss leider aussteigen",
        "so sorry, I have to pull out",
        "Je dois annuler, désolé",
        "я не смогу, извините",
        "Ik moet helaas stoppen met het toernooi, te druk op het werk",
    ],
)
def test_a_reply_to_its_email_leaves_a_tournament_after_a_yes(players, words):
    make(players, players=["alice", "bob", "carol"])
    begun = to_alice(tick(players, days=10))
    (question,) = players.reply(begun, words, **threaded(begun))
    assert "can't join it again" in words_of(question)
    assert "tournament Spring-2026 leave alice" in words_of(question)
    (answer, *_) = players.reply(question, "yes")
    assert "You have left" in words_of(answer)


def threaded(mail):
    """Returns the header of a reply that a mail program adds."""
    return {"References": f"{mail['References']} {mail['Message-ID']}"}


def to_alice(mails):
    return next(mail for mail in mails if mail["To"] == AT_ALICE and NAME in mail["Subject"])


def test_the_list_begins_with_what_can_be_joined(players):
    """Then come running tournaments, and the ended ones; of each state the newest comes first."""
    begin = partial(Begin, 1)
    for name, events in {"a": [], "b": [begin, lambda _: End()], "c": [begin], "d": []}.items():
        add(players, "--min-players=2", name=name, players=["alice", "bob"], events=events)
    listed = players.say("tournaments").data["tournaments"]
    assert [each["tournament"] for each in listed] == ["d", "a", "c", "b"]


def test_leaving(players):
    """Before the beginning at once; later after a yes, as games are lost and nobody comes back."""
    make(players, players=["alice", "bob", "carol"])
    assert "You have left" in said(players.say(f"{SHOW} leave {ALICE}"))
    assert players.say(f"{SHOW} join {ALICE}").ok
    tick(players, days=10)
    refused = " ".join(said(players.say(f"{SHOW} leave {ALICE}")).split())
    assert "and you forfeit 2 games." in refused
    assert f"To leave anyway, send: tournament {NAME} leave alice PASSWORD yes" in refused
    (question,) = players.mail(AT_ALICE, f"{SHOW} leave {ALICE}")
    assert "can't join it again" in words_of(question)
    (answer, *_) = players.reply(question, "yes")
    assert "You have left" in words_of(answer)
    tick(players)
    shown = players.say(SHOW)
    assert "alice has left." in said(shown)
    assert shown.data["withdrawn"] == {"alice": "withdrawn"}
    assert "isn't in the Spring-2026 tournament" in said(players.say(f"{SHOW} leave {ALICE} yes"))
    assert "can't join it again" in said(players.say(f"{SHOW} join {ALICE}"))


def test_hidden_players_are_seen_by_the_other_players_alone(players):
    """Their rows and columns are left out, and the numbers of the others stay."""
    make(players, players=["alice", "bob", "carol"])
    tick(players, days=10)
    assert players.say(f"change visibility {BOB} private").ok
    (mail,) = players.mail("stranger@example.net", SHOW)
    assert "bob" not in text_of(mail)
    assert re.search(r"Name +2 +3 ", text_of(mail))
    (mail,) = players.mail(AT_ALICE, SHOW)
    assert re.search(r"\d  bob", text_of(mail))


def test_a_reply_joins_by_the_name_of_the_tournament(players):
    """Words such as "play in" and its name are no other request."""
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players, players=["bob"])
    (answer,) = players.reply(mail, "Yes please, I'd love to play in Spring 2026. Count me in!")
    assert "You have joined the Spring-2026 tournament." in words_of(answer)
    (answer,) = players.reply(mail, "yes")
    assert "nothing to confirm here" in words_of(answer)


def test_commands_that_an_announcement_offers_may_be_sent_in_a_reply(players):
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players, players=["bob"])
    (answer,) = players.reply(mail, f"trailblazer help\n{SHOW}")
    assert "Reach the cell on which your opponent started" in words_of(answer)
    assert "1 player has joined" in words_of(answer)
    (answer,) = players.reply(mail, f"{SHOW} join bob {PLAYERS['bob'][0]}")
    assert "neither yes nor no" in words_of(answer)


def test_who_joined_by_a_command_is_not_asked_again(players):
    assert players.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(players, players=["bob"])
    assert players.say(f"{SHOW} join {ALICE}").ok
    (answer,) = players.reply(mail, "Who else plays?")
    assert "alice has already joined" in words_of(answer) or "2 players have joined" in words_of(
        answer
    )
    (answer,) = players.reply(mail, "I have to drop out, sorry")
    assert f"{SHOW} leave alice" in words_of(answer)
