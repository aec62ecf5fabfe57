"""Texts of players who end their vacation early, in their own words."""

from tests.commands.replies.test_replies import AT_ALICE
from tests.support.site import PLAYERS, words_of

ENDS = (
    "Change of plans, the flight was cancelled and I'm staying home. Please take me off vacation.",
    "please end my vacation",
    "Ich bin doch zu Hause, bitte den Urlaub beenden",
    "Annulez mes vacances svp, je reste chez moi",
    "Por favor, cancela mis vacaciones",
    "I'm home early, you can go on",
)
CHAT = ("I'm off on vacation, enjoying the beach", "Did bob end his vacation?", "Change of plans!")


def test_a_player_on_vacation_ends_it_after_a_yes(started_game):
    site, at_alice, _ = started_game
    site.say(f"vacation alice {PLAYERS['alice'][0]} until 2026-03-20")
    site.mails()
    for text in ENDS:
        for asked in (site.reply(at_alice, text), site.mail(AT_ALICE, "Plans", text)):
            assert asked[0]["Subject"] == "Please confirm: vacation off", text
        site.clock.forward(hours=1)
    for text in (*CHAT, "When does my vacation end?"):
        (answer,) = site.reply(at_alice, text)
        assert "vacation off" not in answer["Subject"], text
        assert "change zone" not in words_of(answer), text
        site.clock.forward(hours=1)


def test_without_a_vacation_there_is_none_to_end(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, "I'm home early, you can go on")
    assert "as chat, reply" in words_of(answer)
