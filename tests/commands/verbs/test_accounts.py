"""Commands about one's own account: passwords, addresses, preferences, messages, signing off."""

import json
import re
from itertools import product

import pytest
from structlog.testing import capture_logs

from commands.boards.board_changes import apply_change
from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.explorer import explore_finished
from commands.verbs import signoff
from pbm.games import find
from pbm.match.match import Event
from tests.support.cases import cases
from tests.support.site import ADDRESS, NOON, PLAYERS, Site, database_dump, said, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {password}" for name, (password, _) in PLAYERS.items())
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())


def standings(site):
    return site.say("panic standings").data["standings"]


def recipients(mails):
    return sorted(mail["To"] for mail in mails)


class TestPasswords:
    def test_a_changed_password_counts(self, players):
        """The old password is invalid, neither is echoed, and the player's addresses are told."""
        (told,) = players.mail(AT_ALICE, f"change password {ALICE} N3wOne-1")
        assert "Your password was changed" in text_of(told)
        assert "N3wOne-1" not in str(told)
        assert "password is wrong" in said(players.say(f"panic limit {ALICE}"))
        assert players.say("panic limit alice N3wOne-1").ok
        assert "N3wOne-1" not in database_dump(players)
        assert "$argon2id$" in database_dump(players)

    @cases(
        ("line", "why"),
        [
            ("change password alice wrong N3wOne-1", "password is wrong"),
            ("change password nobody Xa!11ce-X N3wOne-1", "password is wrong"),
            ("change password alice Xa!11ce-X N3w:One-1", "can't contain spaces, quotes or colons"),
            ("change password alice Xa!11ce-X", "Some words are missing"),
            ("change password alice Xa!11ce-X N3wOne-1 N3wOne-1", "too many words"),
            ("change alice Xa!11ce-X N3wOne-1", "change password USERID CURRENT NEW"),
            ("change Xa!11ce-X", "These words don't fit the command"),
            ("change format alice Xa!11ce-X N3wOne-1", "Choose both, text, spoken, classic"),
            ("change address alice Xa!11ce-X N3wOne-1", "Replace ADDRESS with an email address"),
            ("change address alice Xa!11ce-X", "so give the address"),
            ("block alice Xa!11ce-X N3wOne-1", "Replace WHO with the userid"),
            ("block alice Xa!11ce-X alice", "can't block yourself"),
            ("message alice Xa!11ce-X N3wOne-1", "Replace TO with userids"),
            ("panic limit alice Xa!11ce-X N3wOne-1", "Replace N with"),
            ("panic seek alice Xa!11ce-X N3wOne-1", "Replace N with"),
            ("panic seek alice Xa!11ce-X 21", "at most 20"),
            ("reset alice N3wOne-1 Xa!11ce-X", "isn't valid for that userid"),
        ],
    )
    def test_refusals_quote_no_word(self, players, line, why):
        """Each refusal says what is wrong, shows no password, and changes nothing."""
        before = database_dump(players)
        answer = players.say(line, read=lambda: "text")
        assert not answer.ok
        assert why in said(answer)
        assert "Xa!11ce-X" not in said(answer)
        assert "N3w" not in said(answer)
        assert database_dump(players) == before

    def test_a_forgotten_password_is_reset(self, players):
        """The code goes to the registered address alone, is stored hashed, and works once."""
        answer, code = players.mail("elsewhere@example.org", "forgot ALICE")
        assert (answer["To"], code["To"]) == ("elsewhere@example.org", AT_ALICE)
        first = players.code(1)
        assert first in text_of(code)
        assert first not in text_of(answer) + database_dump(players)
        assert not players.say(f"reset bob {first} N3wOne-1").ok
        assert not players.say(f"reset alice {first} N3w:One-1").ok
        told = players.mail("elsewhere@example.org", f"reset alice {first.upper()} N3wOne-1")
        assert recipients(told) == [AT_ALICE, "elsewhere@example.org"]
        assert players.say("panic limit alice N3wOne-1").ok
        assert not players.say(f"reset alice {first} Other").ok

    def test_a_code_is_good_for_an_hour(self, players):
        """A code is valid for an hour, or until the next one is sent."""
        players.say("forgot alice")
        players.clock.forward(minutes=11)
        players.say("forgot alice")
        assert not players.say(f"reset alice {players.code(1)} N3wOne-1").ok
        players.clock.forward(hours=1)
        assert "has expired" in said(players.say(f"reset alice {players.code(2)} N3wOne-1"))

    def test_forgot_does_not_tell_who_is_registered(self, players):
        """The answer is the same for an unknown userid, to which no code is sent."""
        known, unknown = players.say("forgot alice"), players.say("forgot dave")
        assert known.content == unknown.content
        assert known.data == unknown.data
        assert recipients(players.mails()) == [AT_ALICE]

    def test_a_forgotten_userid_is_sent(self, players):
        """All userids of an address, in any case, go to that address alone, as it is stored."""
        players.say(f"signup zoe pa55-of-zoe zoe@x.org {AT_ALICE}")
        players.mails()
        answer, told = players.mail("elsewhere@example.org", f"forgot {AT_ALICE.upper()}")
        assert (answer["To"], told["To"]) == ("elsewhere@example.org", AT_ALICE)
        assert "alice" not in text_of(answer)
        assert re.findall("^  (.+)", text_of(told), re.MULTILINE) == [
            "alice",
            "zoe",
            "forgot alice",
        ]

    @pytest.mark.parametrize("form", ["<{}>", "mailto:{}", "{}.", "<MAILTO:{}>.", "<{}.>"])
    def test_an_address_may_be_written_as_in_mails(self, players, form):
        """Angle brackets, `mailto:` and a full stop don't belong to the address."""
        told = players.mail("elsewhere@example.org", f"forgot {form.format(AT_ALICE)}")
        assert recipients(told) == [AT_ALICE, "elsewhere@example.org"]

    def test_an_unknown_address_is_answered_alike(self, players):
        """Nobody learns from the answer whether an address is registered, nor whose it is."""
        known, unknown = players.say(f"forgot {AT_ALICE}"), players.say("forgot nobody@x.org")
        assert known.content == unknown.content
        assert (known.data, unknown.data) == (None, None)
        assert recipients(players.mails()) == [AT_ALICE]
        assert recipients(players.mail("x@x.org", "forgot @")) == ["x@x.org"]

    def test_an_address_of_one_who_left_has_no_userid(self, players):
        """After a sign-off the address is forgotten, and nothing is sent to it."""
        assert players.say(f"signoff {ALICE}").ok
        players.mails()
        players.say(f"forgot {AT_ALICE}")
        assert players.mails() == []

    def test_a_reset_code_confirms_no_mail(self, players):
        """A code for one purpose isn't valid for another."""
        players.say("forgot alice")
        players.mails()
        (refusal,) = players.receive(
            AT_ALICE, b"\r\n", f"pbm+confirm.{players.code(1)}@example.net"
        )
        assert "nothing to confirm here" in text_of(refusal)


class TestFormats:
    def test_classic_subjects_tell_whose_turn_it_is(self, players):
        """The chosen format has pbmserv's subjects; the others keep one subject."""
        assert players.say(f"change format {BOB} classic").data["format"] == "classic"
        players.say("panic challenge alice bob")
        usual = "Knight Panic Board 101: alice - bob"
        subjects = [mail["Subject"] for mail in players.mails()]
        assert subjects == [usual, "New Knight Panic Board 101 alice"]
        to_bob = [players.mail(AT_ALICE, f"panic move 101 {ALICE} a1-c5", "Hello")[1]]
        to_bob += players.mail(AT_BOB, f"panic move 101 {BOB} c7-e3")[:1]
        assert [mail["Subject"] for mail in to_bob] == [
            "Knight Panic Board 101 bob **",
            "Knight Panic Board 101",
        ]

    def test_the_mover_is_answered_once(self, players):
        """The player who moved gets one answer, in their own format."""
        players.say(f"change format {ALICE} classic")
        mails = players.mail(AT_ALICE, "panic challenge alice bob")
        assert recipients(mails) == [AT_ALICE, AT_BOB]
        assert mails[0]["Subject"] == "New Knight Panic Board 101 alice"
        players.say(f"change format {ALICE} both")
        assert players.say(f"mydata {ALICE}").data["preferences"] == []


class TestPreferences:
    def test_a_limit_refuses_further_boards(self, players):
        """No further board of that game begins until the limit is lifted or a board has ended."""
        assert players.say(f"panic limit {BOB} 1").data["limit"] == 1
        assert not players.say("panic challenge -pair alice bob").ok
        assert players.say("panic challenge alice bob").ok
        refusal = players.say("panic challenge carol bob")
        assert "bob plays at most 1 Knight Panic game at a time" in said(refusal)
        assert players.say("knightsduel challenge carol bob").ok
        assert players.say(f"panic limit {BOB}").ok
        assert players.say("panic challenge carol bob").ok

    def test_rejecting_refuses_all_challenges_at_a_game(self, players):
        """Challenges by others are refused until they are accepted again; one's own aren't."""
        assert players.say(f"panic reject {BOB}").data["accepts"] is False
        assert "bob doesn't accept Knight Panic challenges" in said(
            players.say("panic challenge alice bob")
        )
        assert len(players.mail(AT_BOB, "panic challenge bob alice")) == 2
        assert players.say("knightsduel challenge alice bob").ok
        assert players.say(f"panic accept {BOB}").data["accepts"] is True
        assert players.say("panic challenge alice bob").ok

    def test_blocked_players_are_kept_away(self, players):
        """A blocked player can neither challenge nor write, and isn't told."""
        players.say(f"block {BOB} ALICE")
        assert not players.mails()
        refusal = players.mail(AT_ALICE, "panic challenge alice bob")
        assert "bob doesn't accept challenges from alice" in text_of(refusal[0])
        assert "bob doesn't accept challenges from alice" in said(
            players.say("madknights challenge carol alice bob")
        )
        refusal = players.mail(AT_ALICE, f"message {ALICE} bob carol", "Hello")
        assert "bob doesn't accept messages from you" in text_of(refusal[0])
        assert players.mail(AT_BOB, "panic challenge bob alice")
        chat = players.mail(AT_ALICE, f"panic chat 101 {ALICE}", "Hello")
        assert recipients(chat) == [AT_ALICE]
        players.say(f"unblock {BOB} alice")
        assert players.say("panic challenge alice bob").ok

    def test_all_that_is_kept_can_be_asked_for(self, players):
        """The data is attached as JSON, without the password and its hash."""
        players.begin("panic challenge alice bob")
        for line in (f"panic limit {ALICE} 3", f"block {ALICE} bob", "forgot alice"):
            players.say(line)
        players.mails()
        (mail,) = players.mail(AT_ALICE, f"mydata {ALICE}")
        (file,) = mail.iter_attachments()
        data = json.loads(file.get_content())
        assert file.get_filename() == "alice.json"
        assert (data["userid"], data["addresses"]) == ("alice", [AT_ALICE])
        assert data["joined"] == "2026-03-01T12:00:00+00:00"
        assert data["preferences"] == [{"game": "knightpanic", "name": "limit", "value": "3"}]
        assert data["blocks"] == ["bob"]
        assert [(board["game"], board["board"]) for board in data["boards"]] == [
            ("knightpanic", 101)
        ]
        assert [waiting["for"] for waiting in data["waiting"]] == ["reset"]
        assert [mail["board"] for mail in data["mails"]] == ["", "knightpanic 101", ""]
        assert "argon2" not in str(data)
        assert players.code(1)[:8] not in str(data)


class TestSeeking:
    def test_two_who_seek_are_paired(self, players):
        """The player who sought first moves first; several games are seated in turns."""
        alone = players.say(f"panic seek {ALICE} 3")
        assert (alone.ok, alone.data["seeking"]) == (True, 3)
        assert not players.mails()
        answer = players.say(f"panic seek {BOB} 2")
        assert (answer.data["boards"], answer.data["seeking"]) == ([101, 102], 0)
        seats = [players.say(f"panic show {n}").data["players"] for n in (101, 102)]
        assert seats == [["alice", "bob"], ["bob", "alice"]]
        assert recipients(players.mails()) == [AT_ALICE, AT_ALICE, AT_BOB, AT_BOB]
        assert players.say(f"panic seek {CAROL} 1").data["board"] == 103

    def test_blocks_and_limits_are_respected(self, players):
        """Blocks, limits and the end of seeking are respected."""
        players.say(f"panic seek {ALICE} 2")
        players.say(f"block {ALICE} bob")
        assert "board" not in players.say(f"panic seek {BOB} 1").data
        players.say(f"panic limit {ALICE} 0")
        assert "board" not in players.say(f"panic seek {CAROL} 0").data
        answer = players.say(f"panic seek {CAROL} 2")
        assert (answer.data["board"], answer.data["seeking"]) == (101, 1)
        assert players.say("panic show 101").data["players"] == ["bob", "carol"]
        assert "has chosen to play no more Knight Panic games" in said(
            players.say(f"panic seek {ALICE} 1")
        )

    def test_a_game_of_three_waits_for_three(self, players):
        """A game of three starts only when three players seek it."""
        players.say(f"madknights seek {CAROL} 1")
        players.clock.forward(hours=1)
        players.say(f"madknights seek {BOB} 1")
        answer = players.mail(AT_ALICE, f"madknights seek {ALICE} 2")
        assert recipients(answer) == [AT_ALICE, AT_BOB, AT_CAROL]
        assert players.say("madknights show 101").data["players"] == ["carol", "bob", "alice"]


class TestMessages:
    def test_a_message_reaches_its_readers(self, players):
        """A message shows the sender's userid but no address, and the password in it is hidden."""
        body = f"Shall we play?\nmessage {ALICE} bob"
        answer, *mails = players.mail(AT_ALICE, f"message {ALICE} Bob carol bob", body)
        assert "Sent to bob and carol" in text_of(answer)
        assert recipients(mails) == [AT_BOB, AT_CAROL]
        for mail in mails:
            assert mail["Subject"] == "Message from alice"
            assert "Message from alice\n\nShall we play?" in text_of(mail)
            assert AT_ALICE not in str(mail)
            assert "Xa!11ce-X" not in str(mail)

    def test_the_shell_reads_it_from_standard_input(self, players):
        """Without a text nothing is sent."""
        assert players.say(f"message {ALICE} bob", read=lambda: "Hello\n").ok
        assert "Hello" in text_of(players.mails()[0])
        assert "nothing to send" in said(players.say(f"message {ALICE} bob"))
        assert "nothing to send" in said(players.say(f"message {ALICE} bob", read=lambda: " \n"))

    def test_broadcasts_are_off_by_default(self, players):
        """Only the admin can broadcast."""
        refusal = players.say(f"broadcast {ALICE}", read=lambda: "Hello")
        assert "Only the admin can send broadcasts" in said(refusal)
        assert players.say("broadcast alice", admin=True, read=lambda: "Hello").data["players"] == 2

    def test_broadcasts_reach_all_who_want_them(self):
        """Players who opted out or block the sender get no broadcast."""
        site = Site(broadcast=True)
        site.sign_up("alice", "bob", "carol")
        site.say(f"block {BOB} broadcast")
        answer, to_carol = site.mail(AT_ALICE, f"broadcast {ALICE}", "A tournament!")
        assert "Sent to 1 player" in text_of(answer)
        assert to_carol["To"] == AT_CAROL
        assert "block carol - broadcast" in text_of(to_carol)
        site.say(f"unblock {BOB} broadcast")
        site.say(f"block {CAROL} alice")
        again = site.mail(AT_ALICE, f"broadcast {ALICE}", "Again!")
        assert recipients(again) == [AT_ALICE, AT_BOB]
        site.close()


class TestSigningOff:
    def test_running_games_are_forfeited_or_removed(self, players):
        """A running game is forfeited, or removed if the player hadn't moved yet."""
        for line in ("panic challenge alice bob", "panic challenge bob alice"):
            assert players.say(line).ok
        players.say("madknights challenge alice bob carol")
        players.play("knightpanic", 101, "a1-c5")
        mails = players.mail(AT_ALICE, f"signoff {ALICE} yes")
        assert [mail["Subject"] for mail in mails if mail["To"] == AT_ALICE] == ["Goodbye, alice"]
        assert recipients(mails).count(AT_BOB) == 3
        board = players.say("panic show 101")
        assert board.data["winners"] == [1]
        assert "deleted their account" in said(board)
        removed = "was removed: former-player-1 deleted their account"
        assert removed in said(players.say("panic show 102"))
        assert removed in said(players.say("madknights show 101"))

    def test_many_games_end_with_the_clocks(self, players, monkeypatch):
        """No mail waits for more than some boards to end; the others end with the next tick."""
        monkeypatch.setattr(signoff, "MAX_AT_ONCE", 1)
        players.begin(*["panic challenge alice bob"] * 3, "madknights challenge bob alice carol")
        for number in (101, 102, 103):
            players.play("knightpanic", number, "a1-c5")
        players.play("knightpanic", 102, "e7-c3")
        players.play("madknights", 101, players.say("madknights legal 101").data["moves"][0])
        (asked,) = players.mail(AT_ALICE, f"signoff {ALICE}")
        assert "still playing 4 games" in text_of(asked)
        assert len(recipients(players.mail(AT_ALICE, f"signoff {ALICE} yes"))) == 2
        ClockWatcher(players.database, players.services, players.mailer).tick()
        assert recipients(players.mails()) == [AT_BOB] * 3 + [AT_CAROL]
        for number in (101, 102, 103):
            assert players.say(f"panic show {number}").data["winners"] == [1]
        shown = said(players.say("madknights show 101"))
        assert "was removed: former-player-1 deleted their account" in shown

    def test_of_a_board_all_leave_who_have_signed_off(self, players, monkeypatch):
        """Two of three players, whose games the clocks end: the third has won two ticks later."""
        monkeypatch.setattr(signoff, "MAX_AT_ONCE", 0)
        players.begin("madknights challenge alice bob carol")
        for _ in range(3):
            legal = players.say("madknights legal 101").data["moves"]
            players.play("madknights", 101, legal[0])
        for line in (f"signoff {ALICE} yes", f"signoff {CAROL} yes"):
            assert players.say(line).ok
        assert players.say("madknights show 101").data["winners"] is None
        for _ in range(2):
            ClockWatcher(players.database, players.services, players.mailer).tick()
        assert players.say("madknights show 101").data["winners"] == [1]

    def test_a_mail_is_asked_about_running_games_once(self, players):
        """The question names the boards; until a reply confirms it, nothing happens."""
        players.say("panic challenge alice bob")
        players.play("knightpanic", 101, "a1-c5")
        players.begin("madknights challenge alice bob carol")
        (asked,) = players.mail(AT_ALICE, f"signoff {ALICE}")
        assert asked["Subject"] == "Please confirm: signoff alice"
        text = words_of(asked)
        assert "2 games as alice: Knight Panic board 101 and Mad Knights board 101." in text
        assert 'To confirm, reply "yes" within 3 days' in text
        assert "Xa!11ce-X" not in asked.as_string() + database_dump(players)
        assert players.say("panic show 101").data["winners"] is None
        goodbye = players.reply(asked, "yes")
        assert [mail["Subject"] for mail in goodbye if mail["To"] == AT_ALICE] == ["Goodbye, alice"]
        assert players.say("panic show 101").data["winners"] == [1]
        (again,) = players.reply(asked)
        assert "nothing to confirm here" in text_of(again)

    def test_only_the_registered_address_confirms(self, players):
        """A password from elsewhere brings the question to the player's own address."""
        players.begin("panic challenge alice bob")
        answer, asked = players.mail("elsewhere@example.org", f"signoff {ALICE}")
        assert (answer["To"], asked["To"]) == ("elsewhere@example.org", AT_ALICE)
        assert "registered address" in text_of(answer)
        players.reply(answer)
        assert players.say(f"mydata {ALICE}").ok
        assert "Goodbye, alice" in [mail["Subject"] for mail in players.reply(asked, "yes")]

    def test_the_shell_asks_by_a_refusal(self, players):
        """Without the word that spares the question nothing is done; with it, at once."""
        players.say("panic challenge alice bob")
        refusal = players.say(f"signoff {ALICE}")
        assert not refusal.ok
        assert "still playing 1 game as alice: Knight Panic board 101." in said(refusal)
        assert "signoff alice PASSWORD yes" in said(refusal)
        assert players.say("panic show 101").data["winners"] is None
        assert players.say(f"signoff {ALICE} YES").ok
        assert "was removed" in said(players.say("panic show 101"))

    def test_nobody_is_asked_without_running_games(self, players):
        """Whoever plays nowhere, or has left, signs off at once."""
        players.say("panic challenge alice bob")
        assert players.say(f"resign 101 {ALICE}").ok or players.say(f"panic resign 101 {ALICE}").ok
        assert players.say(f"signoff {ALICE}").ok

    def test_whoever_is_out_by_the_rules_signs_off(self, players):
        """At once, as the others alone go on: a mad knight that can't move is out."""
        players.begin("madknights challenge -size=5 alice bob carol")
        players.play("madknights", 101, "b3", "c4", "e5", "c1", "e3")
        assert players.say(f"signoff {CAROL}").ok
        with capture_logs() as logs:
            ClockWatcher(players.database, players.services, players.mailer).tick()
        assert not [line for line in logs if line["log_level"] == "error"]
        assert players.say("madknights show 101").data["winners"] is None

    def test_everything_but_the_userid_is_forgotten(self, players):
        """Addresses, password, preferences and blocks are deleted, also others' blocks."""
        players.say("panic challenge alice bob")
        players.play("knightpanic", 101, "a1-c5")
        lines = (f"panic limit {ALICE} 3", f"block {ALICE} bob", f"block {BOB} alice")
        for line in (*lines, f"panic seek {ALICE} 1", "forgot alice"):
            assert players.say(line).ok
        players.mails()
        assert players.say(f"delete {ALICE} yes").ok
        players.mails()
        left = database_dump(players)
        assert AT_ALICE not in left
        for table in ("preference", "block", "code"):
            assert f'INSERT INTO "{table}"' not in left

    def test_the_userid_stays_reserved(self, players):
        """The userid can't play or be taken again, and records stay, under a number."""
        players.say("panic challenge alice bob")
        players.play("knightpanic", 101, "a1-c5")
        players.say(f"signoff {ALICE} yes")
        for userid in ("alice", "al1ce", "former-player-1", "former-player-9"):
            assert not players.say(f"signup {userid} kH7#qw2z a@x.org").ok
        for line in (f"panic limit {ALICE}", f"signoff {ALICE}"):
            assert "password is wrong" in said(players.say(line))
        assert "has deleted their account" in said(
            players.say("panic challenge former-player-1 bob")
        )
        for line in ("panic challenge alice bob", "panic games alice", "panic limit alice"):
            assert not players.say(line, admin=True).ok
        assert players.say("panic games former-player-1 all").data["boards"][0]["board"] == 101
        assert players.say("panic record 101").ok

    def test_nothing_names_who_is_gone(self, players):
        """Neither lists nor boards nor records do; the others' ratings and games stay."""
        for _ in range(2):
            players.say("panic challenge alice bob")
        players.say("panic challenge carol bob")
        players.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3")
        for number in (102, 103):
            players.play("knightpanic", number, "a1-c5", "e7-c3")
        players.say("panic challenge alice bob")
        assert players.say(f"panic resign 104 {ALICE}").ok
        assert players.say(f"panic resign 101 {BOB}").ok
        with players.database.work() as work:
            context = players.services.server_context(work)
            board = context.lock_board(find("knightpanic"), 102)
            decided = Event("adjudicate 1 2 Alice (alice@example.org) asked.", NOON, "admin")
            apply_change(
                context,
                board,
                board.with_match(board.match.add(decided)),
                board.players[0],
                news="",
                comment="",
            )
        assert players.say(f"panic resign 103 {CAROL}").ok
        explore_finished(players.database)
        assert [row["userid"] for row in standings(players)] == ["alice", "bob", "carol"]
        before = standings(players)
        assert players.say(f"signoff {ALICE}").ok
        assert standings(players) == [each | {"rank": each["rank"] - 1} for each in before[1:]]
        assert "2 rated Knight Panic players" in said(players.say("panic standings"))
        for line in (
            *("panic history", "all games", "panic games bob all", "panic show bob all"),
            *("panic show 102", "panic describe 101", "panic record 102", "panic record 101 text"),
            *("panic explore", "panic review 102", "panic standings", f"mydata {BOB}"),
        ):
            answer = players.say(line)
            assert "alice" not in f"{said(answer)} {answer.data}".lower(), line
        for line in ("panic history", "panic show 101", "panic record 102", "panic explore"):
            answer = players.say(line)
            assert "former-player-1" in f"{said(answer)} {answer.data}", line
        assert "was removed: former-player-1 declined" in said(players.say("panic show 104"))

    def test_a_player_leaves_a_board_once(self, players):
        """A game of three that goes on without the player isn't changed."""
        players.say("madknights challenge -seed=1 alice bob carol")
        for name in ("alice", "bob", "carol"):
            move = players.say("madknights legal 101").data["moves"][0]
            players.say(f"madknights move 101 {name} {PLAYERS[name][0]} {move}")
        players.say(f"madknights resign 101 {ALICE}")
        players.mails()
        answer = players.say(f"signoff {ALICE}")
        assert answer.ok
        assert recipients(players.mails()) == [AT_ALICE]


def test_help_explains_mail(players):
    """Writing to the server has its own help page, within the width of a mail."""
    text = said(players.say("help mail"))
    assert "Write a command as the subject" in text
    assert max(map(len, text.splitlines())) < 80
    assert "help mail" in said(players.say("help"))
    assert ADDRESS not in text


class TestRegisteredAddresses:
    @pytest.mark.parametrize("confirm", [False, True])
    def test_nobody_registers_the_servers_own(self, confirm):
        """Its address, with or without a label, and those of roles at its host are refused."""
        site = Site(confirm=confirm, address="pbm@gmail.com")
        site.say(f"signup alice {PLAYERS['alice'][0]} {AT_ALICE}")
        for name, host in product(
            ("pbm", "P.B.M", "pbm+secret", "p.bm+x.y", "postmaster", "Abuse", "mailer-daemon+x"),
            ("gmail.com", "GoogleMail.com", "ｇmail.com"),
        ):
            for line in ("signup bob kH7#qw2z {}", f"change address {ALICE} {{}}"):
                answer = site.say(line.format(f"{name}@{host}"))
                assert "belongs to this server" in said(answer), (name, host)
        assert site.say("signup bob kH7#qw2z pbm@example.org").ok
        site.close()

    def test_five_userids_share_a_mailbox(self):
        """However the address is written, and whoever writes."""
        site = Site(signups_per_day=99)
        written = ("v@gmail.com", "v+1@gmail.com", "V@googlemail.com", "v+@gmail.com")
        for number in range(9):
            address = written[number % len(written)]
            site.mail(f"x{number}@example.org", f"signup v{'x' * number} kH7#qw2z {address}")
        with site.database.work() as work:
            assert work.players.count() == 5
        site.mail("y@example.org", "signup dora kH7#qw2z")
        (answer,) = site.mail("y@example.org", "change address dora kH7#qw2z v@gmail.com")
        assert "already has 5 userids" in text_of(answer)
        assert site.mail("v@gmail.com", "change address v kH7#qw2z v+5@gmail.com")
        site.close()
