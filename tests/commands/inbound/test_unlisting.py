"""Requests to be taken off the list of people who get announcements of tournaments."""

import pytest

from commands.inbound.finding.tournaments.tournament_requests import ends_emails
from tests.support.site import PLAYERS, Site, words_of
from tests.support.site_tournaments import make

ALICE = f"alice {PLAYERS['alice'][0]}"
ENDING = (
    "Je n'ai plus envie de recevoir ces annonces de tournois, merci de me retirer de la liste.",
    "Please take me off the list for these announcements",
    "I no longer want to hear about tournaments, please remove me from your list",
    "Bitte nehmt mich von der Liste, ich möchte diese Ankündigungen nicht mehr",
    "Streicht mich bitte aus dem Verteiler",
    "Quítenme de la lista, por favor, ya no quiero estos anuncios",
    "Per favore toglietemi dalla lista, non desidero più questi annunci",
    "Haal me alsjeblieft van de lijst, ik hoef deze aankondigingen niet meer",
    "Proszę mnie wypisać z listy, nie chcę tych ogłoszeń",
    "Tirem-me da lista, por favor, já não quero estes anúncios",
    "Уберите меня, пожалуйста, из рассылки",
    "Beni bu listeden çıkarın lütfen, duyuru istemiyorum",
)
OTHER = (
    "Put me on the list!",
    "Who is on the list of players?",
    "Please take me off the list of players",
    "Bitte von der Teilnehmerliste streichen",
    "Count me in, and put me on the mailing list",
    "Je n'ai plus envie de jouer",
    "Retirez-moi de la liste des participants",
    "I can't join, I have to take my dog off the leash",
)


@pytest.mark.parametrize("text", ENDING)
def test_requests_to_be_taken_off_the_list_end_the_emails(text):
    assert ends_emails(text)


@pytest.mark.parametrize("text", OTHER)
def test_other_lists_and_wishes_end_no_emails(text):
    assert not ends_emails(text)


def test_a_french_reply_ends_the_announcements():
    site = Site(confirm=False)
    site.sign_up("alice", "bob")
    assert site.say(f"change tournaments {ALICE} on").ok
    (mail,) = make(site)
    (answer,) = site.reply(mail, ENDING[0])
    assert "We won't send alice announcements of tournaments anymore." in words_of(answer)
    site.close()
