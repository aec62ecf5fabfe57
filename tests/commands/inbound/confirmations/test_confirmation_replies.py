"""Replies to mails that ask for a confirmation, as people and programs write them."""

import pytest

from mail.reading.incoming import read_incoming_mail
from tests.support.reply_corpus import reply_saying
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail, text_of, words_of

ALICE = f"alice {PLAYERS['alice'][0]}"
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
ELSEWHERE = "mallory@evil.example"
CHALLENGE = "knightpanic challenge alice bob"


@pytest.fixture
def players(confirming_site):
    """A server that asks for confirmations, on which alice and bob may play."""
    confirming_site.sign_up("alice", "bob")
    return confirming_site


@pytest.fixture
def asked_to_resign(players):
    """Asks alice whether to resign, as a stranger has replied so to her board's address."""
    return players, players.once(_ask_to_resign)


def _ask_to_resign(site):
    site.say(CHALLENGE)
    mail = next(mail for mail in site.mails() if mail["To"] == AT_ALICE)
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    incoming = simple_mail(ELSEWHERE, "Re: board", "resign")
    _, asked = site.receive(ELSEWHERE, incoming, mail["Reply-To"])
    return asked


def boards(site):
    return site.say("knightpanic games all").data["boards"]


def flat(mail):
    """Returns the text of a mail as one line."""
    return words_of(mail)


def answer(site, asked, text, program="gmail-web", language="en", *, sender="", **headers):
    """Replies by a mail program; returns the mails that this causes."""
    sender = sender or asked["To"]
    given = {"From": sender, "Subject": f"Re: {asked['Subject']}"} | headers
    content = reply_saying(text, program, language, **given)
    return site.receive(sender, content, asked["Reply-To"])


class TestNo:
    """A no cancels."""

    def test_somebody_signed_up_by_a_stranger_ends_it(self, confirming_site):
        """No player remains, the userid is free, and the code is dead."""
        _, asked = confirming_site.mail(ELSEWHERE, f"signup {ALICE} victim@example.org")
        (told,) = answer(confirming_site, asked, "No! I never asked for this. Who are you?")
        assert told["Subject"] == "Canceled: signup alice"
        assert "We won't write to this address again about that account" in flat(told)
        assert told["Reply-To"] is None
        assert "nothing to confirm here" in text_of(answer(confirming_site, asked, "yes")[0])
        (asked,) = confirming_site.mail(AT_ALICE, f"signup {ALICE}")
        assert "Welcome, alice" in text_of(answer(confirming_site, asked, "yes")[0])

    @pytest.mark.parametrize(
        ("program", "language", "text"),
        [
            ("outlook-desktop", "en", "No, I didn't send this!"),
            ("outlook-web-html-alone", "de", "Nein, das war ich nicht.\n\nGruß, Alice"),
            ("iphone", "fr", "Non, ce n'est pas moi"),
            ("thunderbird-bottom", "ru", "Нет, это не я"),
            ("gmail-android", "ja", "いいえ、違います"),
            ("apple-mail", "zh", "不是我"),
            ("samsung", "pt", "não fui eu"),
            ("yahoo", "en", "Cancel, please"),
        ],
    )
    def test_a_challenge_in_the_players_name_begins_no_game(self, players, program, language, text):
        """The answer says what to do about whoever writes in the player's name."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        (told,) = answer(players, asked, text, program, language)
        assert (told["To"], told["Subject"]) == (AT_ALICE, f"Canceled: {CHALLENGE}")
        assert "Canceled. We haven't done anything" in flat(told)
        assert "change password alice CURRENT NEW" in flat(told)
        assert boards(players) == []

    @pytest.mark.parametrize(
        ("program", "language", "text"),
        [
            ("iphone", "fr", "Non"),
            ("samsung", "pt", "não"),
            ("outlook-mobile", "en", "STOP"),
            ("gmail-android", "en", "no"),
        ],
    )
    def test_a_plain_no_only_cancels(self, players, program, language, text):
        """Its writer has most likely changed their mind, so the answer names no password."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        (told,) = answer(players, asked, text, program, language)
        assert told["Subject"] == f"Canceled: {CHALLENGE}"
        assert "If you've changed your mind, send the command again." in flat(told)
        assert "change password" not in flat(told)
        assert boards(players) == []

    def test_a_plain_no_to_an_irreversible_command_names_the_password(self, asked_to_resign):
        site, asked = asked_to_resign
        assert "change password" in flat(answer(site, asked, "no")[0])

    def test_a_forged_resignation_loses_no_game(self, asked_to_resign):
        """The owner's no keeps the game going."""
        site, asked = asked_to_resign
        (told,) = answer(site, asked, "NO! That was not me, don't resign!", "iphone")
        assert told["Subject"] == "Canceled: knightpanic resign 101 alice"
        assert "nothing to confirm here" in text_of(answer(site, asked, "yes")[0])
        assert site.say("panic show 101").data["winners"] is None

    def test_it_stands_in_the_subject_of_an_empty_mail(self, players):
        """Who writes it there alone means no."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        told = answer_with_subject(players, asked, "No, I didn't!")
        assert told[0]["Subject"].startswith("Canceled: ")

    def test_one_no_cancels_all_that_a_mail_asked_for(self, players):
        """Several lines of one mail are cancelled together."""
        (asked,) = players.mail(AT_ALICE, "multiple", f"{CHALLENGE}\nduel challenge alice bob")
        (told,) = answer(players, asked, "no")
        assert told["Subject"] == f"Canceled: {CHALLENGE}, and 1 more"
        assert "\n  knightsduel challenge alice bob\n" in text_of(told)
        assert "nothing to confirm here" in text_of(answer(players, asked, "yes")[0])


def answer_with_subject(site, asked, subject):
    return site.receive(AT_ALICE, simple_mail(AT_ALICE, subject), asked["Reply-To"])


class TestYes:
    """A yes confirms."""

    @pytest.mark.parametrize(
        ("program", "language", "text"),
        [
            ("gmail-web", "en", ""),
            ("iphone", "en", ""),
            ("outlook-mobile", "sv", "Ja"),
            ("outlook-desktop", "en", "Yes!\nThanks, Alice"),
            ("thunderbird-top", "en", "yes\n\nBest, Alice"),
            ("gmail-web", "de", "Ja, das war ich."),
            ("apple-mail", "fr", "Oui, c'est moi"),
            ("gmail-android", "ja", "はい、お願いします。"),
            ("yahoo", "en", "Hi,\n\nconfirmed"),
            ("samsung", "ko", "네"),
            ("iphone", "en", "👍🏻"),
        ],
    )
    def test_a_challenge_begins(self, players, program, language, text):
        """An empty reply is enough for what can be declined later."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        assert "an empty reply is fine" in flat(asked)
        assert AT_BOB in [mail["To"] for mail in answer(players, asked, text, program, language)]


class TestWhatCantBeUndone:
    """A plain yes is needed."""

    def test_an_empty_reply_isnt_enough(self, asked_to_resign):
        """The mail says so; the question is asked once more, and its answer counts."""
        site, asked = asked_to_resign
        assert "an empty reply isn't enough" in flat(asked)
        (again,) = answer(site, asked, "")
        assert again["Subject"] == "Please confirm: knightpanic resign 101 alice"
        assert "we haven't done anything yet" in flat(again).lower()
        assert site.say("panic show 101").data["winners"] is None
        answer(site, again, "yes")
        assert site.say("panic show 101").data["winners"] == [1]

    @pytest.mark.parametrize(
        ("line", "needs_yes"),
        [
            ("resign", True),
            ("accept", True),
            ("propose", True),
            ("knightpanic move 101 alice - resign", True),
            ("undo", False),
            ("chat\nHello", False),
        ],
    )
    def test_the_verb_decides(self, players, line, needs_yes):
        """Each command says itself whether it can be undone."""
        players.say(CHALLENGE)
        mail = next(mail for mail in players.mails() if mail["To"] == AT_ALICE)
        incoming = simple_mail(ELSEWHERE, "Re: board", line)
        _, asked = players.receive(ELSEWHERE, incoming, mail["Reply-To"])
        assert ("an empty reply isn't enough" in flat(asked)) == needs_yes

    def test_accounts(self, players):
        """Signing off and a change of address wait for a yes."""
        players.say(CHALLENGE)
        players.mails()
        (leaving,) = players.mail(AT_ALICE, f"signoff {ALICE}")
        moving, _ = players.mail("new@example.org", f"change address {ALICE}")
        for asked in (leaving, moving):
            assert "an empty reply isn't enough" in flat(asked)
            assert answer(players, asked, "")[0]["Subject"] == asked["Subject"]
        assert players.say(f"mydata {ALICE}").data["addresses"] == [AT_ALICE]
        assert "new@example.org" in text_of(answer(players, moving, "yes")[0])


class TestOtherWords:
    """Anything else is asked about once more."""

    def test_a_move_is_not_made(self, confirming_site):
        """The answer says so, and where to write it. Outside of games, it doesn't mention moves."""
        site = confirming_site
        site.sign_up("alice", "bob")
        at_alice, _ = site.begin("knightpanic challenge alice bob")
        (asked,) = site.reply(at_alice, "draw?")
        (again,) = answer(site, asked, "a1-c5 but can I take it back?")
        assert "If you wrote a move, we haven't played it." in flat(again)
        assert site.say("knightpanic show 101").data["ply"] == 0
        (asked,) = site.mail(AT_ALICE, "knightpanic challenge alice bob")
        (again,) = answer(site, asked, "Who are you?")
        assert "neither yes nor no" in flat(again)
        assert "If you wrote a move" not in flat(again)

    @pytest.mark.parametrize(
        "text",
        ["Alice", "Who are you?", "No problem", "Yes, but not before Monday", "yes\nNo, wait!"],
    )
    def test_once_and_not_for_ever(self, confirming_site, text):
        """The question says what waits; the same words again bring no other, but a yes counts."""
        (asked,) = confirming_site.mail(AT_ALICE, f"signup {ALICE}")
        (again,) = answer(confirming_site, asked, text)
        begins_with_yes = text.lower().startswith("yes")
        why = "begins with a yes" if begins_with_yes else "was neither yes nor no"
        assert f"Your reply {why}" in flat(again)
        assert "so we haven't done anything yet." in flat(again)
        assert "\n  signup alice\n" in text_of(again)
        assert answer(confirming_site, again, text) == []
        assert "Welcome, alice" in text_of(answer(confirming_site, again, "yes")[0])


SIGNS = [
    {"X_Auto_Response_Suppress": "All"},
    {"X_Auto_Response_Suppress": "DR, OOF, AutoReply"},
    {"X_MS_Exchange_Generated_Message_Source": "Mailbox Rules Agent"},
    {"X_Mail_Autoreply": "1"},
    {"Subject": "Automatic reply: Please confirm: signup alice"},
    {"Subject": "Automatische Antwort: Please confirm: signup alice"},
    {"Subject": "Réponse automatique : Please confirm"},
    {"Subject": "自動応答: Please confirm"},
    {"Subject": "Αυτόματη απάντηση: Please confirm"},
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-generated (vacation)"},
    {"Precedence": "auto_reply"},
    {"Precedence": "bulk"},
    {"X_Autoreply": "yes"},
    {"X_Autorespond": "Please confirm"},
    {"List_Id": "<list.example.org>"},
]


class TestPrograms:
    """Automatic mail confirms nothing, whatever sign it bears."""

    @pytest.mark.parametrize("text", ["", "I am out of the office until Monday.", "Thank you."])
    def test_none_confirms(self, confirming_site, text):
        """A notice of absence with any sign signs nobody up, with text or without."""
        (asked,) = confirming_site.mail(AT_ALICE, f"signup {ALICE}")
        for sign in SIGNS:
            told = answer(confirming_site, asked, text, "outlook-web-html-alone", **sign)
            assert not any("Welcome" in text_of(mail) for mail in told), sign
        assert "Welcome" in text_of(answer(confirming_site, asked, "yes")[0])

    def test_a_person_behind_an_exchange_may_say_yes(self, confirming_site):
        """A plain yes counts with the sign that servers add to people's mail, too."""
        (asked,) = confirming_site.mail(AT_ALICE, f"signup {ALICE}")
        (again,) = answer(confirming_site, asked, "", X_Auto_Response_Suppress="All")
        assert "Your reply looks like an automatic one" in flat(again)
        (told,) = answer(confirming_site, again, "Yes", X_Auto_Response_Suppress="All")
        assert "Welcome, alice" in text_of(told)


class TestOtherAddresses:
    """A code counts from the address that was asked, or from another of the player's."""

    @pytest.mark.parametrize("text", ["yes", "no", "", "Who are you?"])
    def test_a_stranger_neither_confirms_nor_cancels(self, players, text):
        """The answer tells how to do it, and no address; the code stays valid."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        (told,) = answer(players, asked, text, sender=ELSEWHERE)
        assert told["To"] == ELSEWHERE
        assert "you replied from an address other than the one we wrote to" in flat(told)
        assert AT_ALICE not in told.as_string()
        assert (told["Reply-To"], boards(players)) == (None, [])
        assert AT_BOB in [mail["To"] for mail in answer(players, asked, "yes")]

    def test_another_address_of_the_player_counts(self, players):
        """Also in other capitals, and for an address that isn't registered yet."""
        assert players.say(f"change address {ALICE} {AT_ALICE} a2@example.org").ok
        players.mails()
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        told = answer(players, asked, "yes", sender="A2@Example.org")
        assert AT_BOB in [mail["To"] for mail in told]
        asked, *_ = players.mail("new@example.org", f"change address {ALICE}")
        told = answer(players, asked, "yes", sender=AT_ALICE)
        assert "we'll write to alice at new@example.org" in flat(told[0])

    def test_forwarders_may_rewrite_the_envelope(self, players):
        """The author in From is enough, and gets the answer."""
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        content = simple_mail(AT_ALICE, "Re: Please confirm", "yes")
        told = players.receive("srs0=x=alice@forwarder.example", content, asked["Reply-To"])
        assert [mail["To"] for mail in told] == [AT_ALICE, AT_BOB]

    def test_a_new_address_is_no_players_before(self, players):
        """Another player's address confirms no sign-up."""
        _, asked = players.mail(AT_ALICE, "signup carol Zc4r0l-Zz carol@example.org")
        (told,) = answer(players, asked, "yes", sender=AT_ALICE)
        assert "We haven't carried out your command" in text_of(told)
        assert "Welcome, carol" in text_of(answer(players, asked, "yes")[0])

    def test_a_sender_whom_the_mail_server_calls_forged_is_a_stranger(self):
        """With the server's own verdict against it, From counts for nothing."""
        site = Site(confirm=True, authserv_id="mx.example.net")
        site.sign_up("alice", "bob")
        (asked,) = site.mail(AT_ALICE, CHALLENGE)
        result = "mx.example.net; dmarc=fail header.from=example.org"
        told = site.reply(asked, "yes", Authentication_Results=result)
        assert "We haven't carried out your command" in text_of(told[0])
        assert len(site.reply(asked, "yes")) == 2
        site.close()


def test_a_question_beside_a_yes_or_a_no_is_no_doubt(players):
    """A yes before questions confirms what can be undone; a no behind a question cancels."""
    (asked,) = players.mail("dora@example.net", "signup dora Pw99xxxx")
    (again,) = answer(players, asked, "Yes. I think so.")
    assert 'Please reply "yes" or "no".' in text_of(again)
    (told,) = answer(players, again, "Yes, that was me! What now?")
    assert "Welcome, dora" in text_of(told)
    assert "We didn't understand the rest of your reply." in text_of(told)
    (asked,) = players.mail("eve@example.net", "signup eve Pw99xxxx")
    (told,) = answer(players, asked, "Who are you? I never signed up for this!")
    assert told["Subject"].startswith("Canceled")


class TestSubject:
    """A mail to the plain address whose subject is that of a board."""

    @pytest.fixture
    def asked(self, players):
        """A move of alice's in a mail of its own; the site, and the mails that it caused."""
        (challenge,) = (mail for mail in _begun(players) if mail["To"] == AT_ALICE)
        subject = challenge["Subject"]
        return players, subject, players.mail(AT_ALICE, f"Re: {subject}", "Hi!\na1-c5 Good luck")

    def test_the_player_to_move_is_asked(self, asked):
        """One mail asks for it, and shows the board; a yes makes the move, with its words."""
        site, _, (question,) = asked
        assert "Did you write this for board 101?" in flat(question)
        assert "\n  1  o o o o  1\n" in text_of(question)
        assert "White to play move 1." in text_of(question)
        assert "knightpanic move 101 a1-c5" in text_of(question)
        answered = answer(site, question, "yes")
        (told,) = (mail for mail in answered if mail["To"] == AT_BOB)
        assert "a1-c5" in text_of(told)
        assert "Good luck" in text_of(told)

    def test_nobody_else_is(self, asked):
        """Strangers learn nothing of it, opponents whose turn it is; the player gets no mail."""
        site, subject, _ = asked
        for sender in (ELSEWHERE, AT_BOB):
            (mail,) = site.mail(sender, f"Re: {subject}", "a1-c5")
            assert mail["To"] == sender
            told = "It isn't your turn on board 101. It's alice's turn." in flat(mail)
            assert told == (sender == AT_BOB)
            assert "Did you write this" not in flat(mail)

    def test_what_is_no_move_makes_none(self, asked):
        """Questions are answered; an illegal move is refused at once."""
        site, subject, _ = asked
        for body in (
            "a1-c5?",
            "> a1-c5\n\nThanks",
            "Not a1-c5",
            "a1-c5 isn't what I want",
            "a1-a3",
        ):
            for mail in site.mail(AT_ALICE, f"Re: {subject}", body):
                assert "knightpanic move" not in text_of(mail).partition("Legal")[0], body
        (shown,) = site.mail(AT_BOB, f"Re: {subject}", "Whose turn is it?")
        assert "It is alice's turn." in text_of(shown)

    def test_words_are_sent_after_a_yes(self, asked):
        """The player reads them in the mail that asks; the opponent does after the yes."""
        site, subject, _ = asked
        (question,) = site.mail(AT_BOB, f"Re: {subject}", "Are you still there?")
        assert "If you confirm, we'll send this text: Are you still there?" in flat(question)
        answered = answer(site, question, "yes")
        (told,) = (mail for mail in answered if mail["To"] == AT_ALICE)
        assert "bob writes:\n\nAre you still there?" in text_of(told)


def _begun(site):
    site.say(CHALLENGE)
    return site.mails()


def test_the_log_shows_what_waits_for_a_confirmation(confirming_site):
    """A sign-up isn't done before its address is confirmed."""
    mail = simple_mail(AT_ALICE, f"signup {ALICE}")
    outcomes = []
    for sender, content in ((AT_ALICE, mail), (AT_BOB, simple_mail(AT_BOB, "list"))):
        with confirming_site.database.work() as work:
            incoming = read_incoming_mail(sender, (ADDRESS,), content)
            outcomes.append(confirming_site.mail_handler.handle(work, incoming).outcome)
    assert outcomes == ["signup: waiting for confirmation", "list: done"]
