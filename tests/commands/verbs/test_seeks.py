"""Seeks with terms: listed, joined, paired, and lapsed."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from pbm.stored_values import UNLIMITED, Seek
from tests.support.site import PLAYERS, Site, said, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))


def seeks(site, line="seeks"):
    return [(each["seek"], each["userid"], each["games"]) for each in site.say(line).data["seeks"]]


def test_who_seeks_the_same_is_paired(players):
    """Options in any order and however written; others wait, on terms of their own."""
    assert players.say(f"panic seek {ALICE} -size=5 --nagtime=2 -unrated").data["seeking"] == 1
    assert players.say(f"panic seek {BOB} -size=6").data["seeking"] == 1
    answer = players.say(f"panic seek {CAROL} 2 --unrated --nagtime=2.0 -size=5 ")
    assert (answer.data["board"], answer.data["seeking"]) == (101, 1)
    shown = said(players.say("panic show 101"))
    assert "Terms: 5x5, flat, 21 days per move, a reminder after 2 days, unrated." in shown
    words = "alice's open challenge:"
    for mail in players.mails():
        assert words in words_of(mail)
    assert seeks(players) == [(2, "bob", 1), (3, "carol", 1)]


def test_a_seek_is_joined_by_the_line_that_its_list_shows(players):
    """In the mail it is a link, with the reader's userid; then the seek is used up."""
    players.say(f"panic seek {ALICE} -size=5 --rating=1500..1700 --seat=second --until=2026-03-20")
    (mail,) = players.mail(AT_BOB, "panic seeks")
    text = words_of(mail)
    assert "alice (rating 1600) is looking for 1 game of Knight Panic (5x5, flat, 21 days" in text
    assert "against players rated 1500" in text
    assert "in which the challenger moves second. The challenge is open through" in text
    assert 'To join, reply "yes".' in text
    assert players.say(f"change zone {BOB} Asia/Tokyo").ok
    assert "open through Sat 21 Mar 2026." in words_of(players.mail(AT_BOB, "seeks")[0])
    (asked,) = players.reply(mail, "hello?")
    assert 'Please reply "yes" or "no".' in text_of(asked)
    (asked,) = players.mail(AT_BOB, "knightpanic join 1 bob -")
    assert "alice (rating 1600) is looking for 1 game of Knight Panic (5x5" in words_of(asked)
    for mail in players.reply(asked, "yes"):
        assert "alice's open challenge: " in words_of(mail)
    assert players.say("panic show 101").data["players"] == ["bob", "alice"]
    assert seeks(players) == []
    assert "is no longer open" in said(players.say(f"panic join 1 {CAROL}"))


def test_the_question_whether_to_seek_shows_the_terms(confirming_site):
    """In words, with the seat and the ratings. Wrong terms are refused before the question."""
    site = confirming_site
    site.sign_up("alice")
    terms = "-size=5 --forfeittime=3 -unrated --seat=first --rating=1500..1700"
    (asked,) = site.mail(AT_ALICE, f"panic seek alice - 2 {terms}")
    assert (
        "Terms: 5x5, flat, 3 days per move, unrated. You are White, and move first. Only players "
        "rated 1500 to 1700 can join."
    ) in words_of(asked)
    (refused,) = site.mail(AT_ALICE, "panic seek alice - 2 --seat=third")
    assert "Write --seat=first, --seat=second or --seat=any" in words_of(refused)
    (asked,) = site.mail(AT_ALICE, "panic seek alice - 0")
    assert "Terms" not in words_of(asked)


def test_a_greeting_goes_with_joining(confirming_site):
    """The question whether to join shows it, and the player who sought reads it."""
    site = confirming_site
    site.sign_up("alice", "bob")
    site.say(f"panic seek {ALICE}")
    (asked,) = site.mail(AT_BOB, "knightpanic join 1 bob -", "Hello Alice!")
    assert "If you confirm, we'll send this text: Hello Alice!" in words_of(asked)
    begun = {mail["To"]: text_of(mail) for mail in site.reply(asked, "yes")}
    assert "bob writes:\n\nHello Alice!" in begun[AT_ALICE]


def test_a_greeting_that_nobody_reads_yet_is_not_lost_silently(players):
    """A game of three that still waits for its third player has no board."""
    players.say(f"madknights seek {ALICE}")
    (told,) = players.mail(AT_BOB, f"madknights join 1 {BOB}", "Hello Alice!")
    assert "We didn't send your message" in words_of(told)


def test_what_keeps_a_player_from_joining(players):
    """One's own seek, another rating, a block, a limit: each is told, and no board begins."""
    players.say(f"panic seek {ALICE} --rating=1700..1900")
    players.say(f"panic seek {BOB} -size=5")
    players.say(f"block {BOB} carol")
    for line, why in (
        (f"panic join 1 {ALICE}", "You can't join your own challenge"),
        (
            f"panic join 1 {BOB}",
            "alice is looking for a player with a rating of 1700 to 1900. Yours is 1600",
        ),
        (f"panic join 2 {CAROL}", "bob and carol can't play each other"),
        (f"panic join 9 {CAROL}", "challenge 9 is no longer open"),
        (f"trailblazer join 2 {ALICE}", "challenge 2 is no longer open"),
    ):
        answer = players.say(line)
        assert not answer.ok
        assert why in said(answer)
    players.say(f"panic limit {ALICE} 0")
    assert "has chosen to play no more Knight Panic games" in said(
        players.say(f"panic join 2 {ALICE}")
    )
    assert len(seeks(players)) == 2


def test_a_list_for_one_game_shows_who_wins_from_the_standard_start(players):
    """Lists for several games, or without the standard start, don't. The advice is the seeker's."""
    proved = (
        "We've proved that, with perfect play, Black wins from the standard starting position "
        "within 6 moves, counting both players' moves."
    )
    players.say(f"dance seek {ALICE} -misere")
    assert "proved" not in said(players.say("dance seeks"))
    players.say(f"dance seek {ALICE}")
    for line in ("dance seeks", "seeks", "dance challenge"):
        told = " ".join(said(players.say(line)).split())
        assert told.count(proved) == 1
        assert "-unrated" not in told
    players.say(f"trailblazer seek {ALICE}")
    assert "proved" not in said(players.say("seeks"))


def test_banned_players_seek_nothing(players):
    """As they challenge nobody; what they sought before isn't listed."""
    players.say(f"panic seek {ALICE}")
    players.say(f"panic seek {BOB} -size=5")
    with players.database.work() as work:
        work.players.ban(work.players.find("alice"), players.clock.now())
    assert seeks(players) == [(2, "bob", 1)]
    for line in (f"panic seek {ALICE} -size=5", f"panic join 2 {ALICE}"):
        assert "alice is banned from this server" in said(players.say(line))
    assert "alice can't start another game now" in said(players.say(f"panic join 1 {BOB}"))


def test_the_last_day_of_a_search_may_be_a_weekday(players):
    """The next one, as of a vacation; and tomorrow."""
    days = {"Friday": "Fri 6 Mar", "sun": "Sun 8 Mar", "tomorrow": "Mon 2 Mar"}
    for day, last in days.items():
        answer = players.say(f"panic seek {ALICE} --until={day}")
        assert f"open through {last} 2026." in " ".join(said(answer).split())


def test_seats_and_ratings_are_kept(players):
    """Two who want the same seat wait for others; nobody is paired outside their ratings."""
    players.say(f"panic seek {ALICE} --seat=first")
    assert "board" not in players.say(f"panic seek {BOB} --seat=first").data
    assert "board" not in players.say(f"panic seek {CAROL} --rating=1000..1100").data
    answer = players.say(f"panic seek {CAROL} --seat=second")
    assert players.say("panic show 101").data["players"] == ["alice", "carol"]
    assert answer.data["seeking"] == 0


def test_a_third_player_completes_a_game_of_three(players):
    """The first who joins waits; the game is taken off both seeks at once."""
    players.say(f"madknights seek {ALICE} 2 -size=6")
    assert "board" not in players.say(f"madknights join 1 {BOB}").data
    assert players.say(f"madknights join 1 {CAROL}").data["board"] == 101
    assert sorted(players.say("madknights show 101").data["players"]) == ["alice", "bob", "carol"]
    assert seeks(players, "madknights seeks") == [(1, "alice", 1)]


def test_words_that_are_no_seek(players):
    """Each is refused with how to do it right, and nothing is sought."""
    for words, why in (
        ("--rating=1700", "--rating=1400..1700"),
        ("--rating=1900..1700", "--rating=1400..1700"),
        ("--until=someday", "Give a weekday or a date"),
        ("--until=2027-01-01", "For --until, give a date between 2026-03-01 and 2026-04-30"),
        ("--seat=third", "Write --seat=first, --seat=second or --seat=any"),
        ("-pair", "-pair doesn't work"),
        ("-ladder", "-ladder doesn't work"),
        ("-size=99", "is out of range"),
        ("--nagtme=2", "--nagtime"),
        ("21", "at most 20 games"),
    ):
        answer = players.say(f"panic seek {ALICE} {words}")
        assert not answer.ok
        assert why in said(answer)
    assert seeks(players) == []
    for size in range(4, 9):
        assert players.say(f"panic seek {ALICE} -size={size}").ok
    assert "with at most 5 sets of options" in said(players.say(f"panic seek {ALICE} -size=9"))
    assert players.say(f"panic seek {ALICE} 3 -size=8").ok
    assert players.say(f"panic seek {ALICE} 0").ok
    assert seeks(players) == []


def test_a_seek_lapses(players):
    """After 14 days, told in one mail with the lines that go on; others aren't paired with it."""
    players.say(f"panic seek {ALICE} 2 -size=5 --rating=1500..1700 --seat=second")
    players.say(f"trailblazer seek {ALICE}")
    players.clock.forward(days=15)
    assert "board" not in players.say(f"trailblazer seek {BOB}").data
    watcher = ClockWatcher(players.database, players.services, players.mailer, timedelta(days=9999))
    watcher.tick()
    (mail,) = players.mails()
    assert mail["To"] == AT_ALICE
    again = "knightpanic seek alice - 2 -size=5 --rating=1500..1700 --seat=second"
    assert mail["Subject"] == "2 open challenges expired"
    assert re.findall("^  (.*seek alice.*?)(?:  .*)?$", text_of(mail), re.MULTILINE) == [
        again,
        "trailblazer seek alice - 1",
    ]
    watcher.tick()
    assert players.mails() == []
    assert seeks(players) == [(3, "bob", 1)]


def test_the_only_seek_that_lapses_is_named(players):
    players.say(f"trailblazer seek {ALICE} --until=tomorrow")
    players.clock.forward(days=2)
    watcher = ClockWatcher(players.database, players.services, players.mailer, timedelta(days=9999))
    watcher.tick()
    (mail,) = players.mails()
    assert mail["Subject"] == "Your open challenge has expired"
    assert (
        "Nobody joined your open challenge for 1 game of Trailblazer (7x7, 21 days per move, "
        "rated) by Mon 2 Mar 2026, so it has expired." in " ".join(text_of(mail).split())
    )


def test_who_signs_off_seeks_no_more(players):
    """The seeks of former and hidden players are listed for nobody else."""
    players.say(f"panic seek {ALICE} -size=5")
    players.say(f"panic seek {BOB} -size=6")
    players.say(f"change visibility {BOB} private")
    assert [userid for _, userid, _ in seeks(players)] == ["alice"]
    (mail,) = players.mail("stranger@example.net", "seeks")
    assert "bob" not in text_of(mail)
    assert "is no longer open" in said(players.say(f"panic join 2 {CAROL}"))
    assert players.say(f"signoff {ALICE}").ok
    assert seeks(players) == []


def test_a_seek_is_joined_by_who_is_wanted(players):
    """Also where its own player's rating isn't among those, and with a start in several words."""
    players.begin("panic challenge bob alice")
    players.play("knightpanic", 101, "a1-c5", "c7-e3")
    players.say(f"panic seek {ALICE} --rating=1600..1600")
    assert players.say(f"panic join 1 {CAROL}").ok
    players.say(f'dance seek {ALICE} -position="(w 5 6 a1 b1 f5 b5)" --nagtime=3')
    (found,) = players.say("dance seeks").data["seeks"]
    (own,) = players.say(f"mydata {ALICE}").data["seeks"]
    assert own["options"] == found["options"]
    assert own["until"] == found["until"]
    assert found["options"] == ["-position=(w 5 6 a1 b1 f5 b5)", "--nagtime=3", "-unrated"]
    assert players.say(f"dance join 2 {BOB}").ok
    shown = " ".join(said(players.say("dance show 101")).split())
    assert "white king a1, knight f5; black king b1, knight b5; White begins" in shown
    assert "a reminder after 3 days, unrated." in shown


def test_whoever_joins_keeps_a_larger_search(players):
    """A game of three that is joined is one of those that its player seeks on the same terms."""
    players.say(f"madknights seek {ALICE} -size=6")
    players.say(f"block {BOB} carol")
    players.say(f"madknights seek {BOB} 3 -size=6")
    assert players.say(f"madknights join 1 {BOB}").data["seeking"] == 3
    assert seeks(players) == [(1, "alice", 1), (2, "bob", 3)]


def test_a_player_who_asks_again_keeps_the_place(players):
    """An earlier seek on the same terms gets the new number of games, and stays where it is."""
    players.say(f"panic seek {ALICE} -size=5")
    players.say(f"panic seek {BOB} -size=6")
    assert players.say(f"panic seek {ALICE} 3 -size=5").data["seeking"] == 3
    assert seeks(players) == [(1, "alice", 3), (2, "bob", 1)]


def test_long_lists_of_seeks_come_in_pages(players):
    """Each tells the command for the next one."""
    with players.database.work() as work:
        alice, now = work.players.find("alice"), players.clock.now()
        for size in range(4, 109):
            words, until = f"-size={size}", now + timedelta(days=14)
            work.seeks.add(Seek(0, "knightpanic", alice.id, words, 1, *UNLIMITED, None, now, until))
    for line in ("seeks", "knightpanic seeks"):
        assert f"Page 1 of 2. For the next page, send: {line} 2" in said(players.say(line))
        assert [number for number, *_ in seeks(players, f"{line} 2")] == [*range(101, 106)]
        assert "There is no page 3" in said(players.say(f"{line} 3"))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_seeks_at_the_same_time(database_url):
    """Two nodes pair two who seek the same at once; of two who join at once, one is too late."""
    with closing(Site(database_url)) as site, ThreadPoolExecutor(2) as nodes:
        site.sign_up("alice", "bob", "carol")
        for size in range(4, 12):
            lines = (f"panic seek {player} -size={size}" for player in (ALICE, BOB))
            assert [each.ok for each in nodes.map(site.say, lines)] == [True, True]
            assert seeks(site) == []
        for size in range(4, 9):
            site.say(f"panic seek {ALICE} -size={size}")
            ((number, *_),) = seeks(site)
            lines = (f"panic join {number} {player}" for player in (BOB, CAROL))
            assert sorted(each.ok for each in nodes.map(site.say, lines)) == [False, True]


def test_a_reply_joins_the_only_seek_of_a_list(players):
    """By yes or join; of several, and of one's own, the list has links alone."""
    players.say(f"panic seek {ALICE}")
    assert 'reply "yes"' not in text_of(players.mail(AT_ALICE, "seeks")[0])
    (mail,) = players.mail(AT_BOB, "seeks")
    players.reply(mail, "I'd like to join")
    assert sorted(players.say("panic show 101").data["players"]) == ["alice", "bob"]
    players.begin(f"panic seek {ALICE} -size=5", f"panic seek {CAROL} -size=6")
    (mail,) = players.mail(AT_BOB, "seeks")
    assert 'reply "yes"' not in text_of(mail)
    assert "knightpanic%20join%202%20bob" in mail.as_string().replace("=\n", "")


def test_a_challenge_without_names_asks_who_plays(players):
    """Seeks that fit the asker, a robot near their rating, and the line by names."""
    players.say(f"panic seek {ALICE} -size=5")
    players.say(f"panic seek {CAROL} --rating=1900..2000")
    players.say(f"panic seek {BOB} -size=6")
    players.say(f"trailblazer seek {ALICE}")
    (mail,) = players.mail(AT_BOB, "panic challenge")
    text = text_of(mail)
    assert mail["Subject"] == "Find an opponent for Knight Panic"
    assert "knightpanic join 1 bob -" in text
    assert text.count(" join ") == 1  # carol wants other ratings, and two seeks are others'
    assert "\n  knightpanic robot challenge 1 bob\n" in text
    assert "\n  knightpanic challenge bob OPPONENT" in text
    html = mail.as_string().replace("=\n", "")
    assert "knightpanic%20join%201%20bob" in html
    assert "knightpanic%20robot%20challenge%201%20bob" in html
    stranger = said(players.say("panic challenge -size=6 --nagtime=7"))
    assert "join 3 USERID -" in stranger
    assert "knightpanic robot challenge 1 -size=6 --nagtime=7 USERID" in stranger
    none = players.say("panic challenge -size=8")
    assert "knightpanic seek USERID - -size=8" in said(none)
    assert none.data["seeks"] == []
    assert [*none.data["robots"]] == [*range(1, 11)]
    assert players.say("panic games").data["boards"] == []
    assert not players.mails()
