"""Replies about a board in every state of it: verbs, requests in words, and prose."""

import re
from contextlib import suppress
from email.utils import parseaddr
from itertools import chain

import pytest

from commands.language import error_responses, registry
from commands.replies.requests.worded_requests import MEANT_BY_REQUESTS
from commands.server.workers.due_digests import send_due_digests
from mail.reading.incoming import read_incoming_mail
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import simple_mail, text_of, words_of

BELOW = "\nGood luck!"
"""A comment below the first line."""


def verbs():
    """Returns all verbs, with their aliases."""
    return [*registry.general_verbs(), *registry.game_verbs()]


def first_verbs():
    """Returns one verb of each command."""
    found = {}
    for verb, kinds in chain(registry.general_verbs().items(), registry.game_verbs().items()):
        found.setdefault(tuple(kinds), verb)
    return found.values()


def requests():
    """Returns the requests in words, by the commands that they mean."""
    return [re.split(r",\s|\n", text.strip()) for text in MEANT_BY_REQUESTS.values()]


def running(_site, at_alice, _at_bob):
    return at_alice


def waiting(_site, _at_alice, at_bob):
    return at_bob


def over(site, _at_alice, _at_bob):
    site.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    site.say("knightpanic move 101 alice Xa!11ce-X g1-e5")
    return to(site.mails(), AT_BOB)


def offered(site, at_alice, _at_bob):
    return to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)


def declined(site, at_alice, _at_bob):
    return to(site.reply(at_alice, "resign"), AT_BOB)


def chatted(site, at_alice, _at_bob):
    return to(site.reply(at_alice, "chat\nHello, Bob"), AT_BOB)


def held(site, at_alice, _at_bob):
    return to(site.reply(at_alice, "submit a1-c5"), AT_ALICE)


def asked(site, at_alice, _at_bob):
    return to(site.reply(at_alice, "We could meet in the park on Sunday"), AT_ALICE)


def digested(site, at_alice, _at_bob):
    site.say("change delivery bob Yb%0b-Yes daily")
    site.reply(at_alice, "a1-c5")
    site.clock.forward(days=1)
    send_due_digests(site.database, site.services, site.mailer, site.clock.now())
    return to(site.mails(), AT_BOB)


STATES = (running, waiting, over, offered, declined, chatted, held, asked, digested)


class Undone(Exception):
    """Undoes what an email did."""


@pytest.fixture
def try_lines(started_game, monkeypatch):
    """Handles replies to a state's email, each with one of the lines; undoes each of them."""

    def fail(reference):
        raise AssertionError(reference)

    monkeypatch.setattr(error_responses, "internal_error_response", fail)
    site, *first = started_game

    def handle(state, lines):
        answered = state(site, *first)
        to, recipient = answered["To"], parseaddr(answered["Reply-To"] or answered["From"])[1]
        for line in lines:
            content = simple_mail(to, f"Re: {answered['Subject']}", f"{line}{BELOW}")
            mail = read_incoming_mail(to, (recipient,), content)
            with suppress(Undone), site.database.work() as work:
                site.mail_handler.handle(work, mail)
                raise Undone

    return handle


@pytest.mark.parametrize("state", STATES)
def test_every_verb_is_answered(try_lines, state):
    """No command, and no request in words, causes an error of ours in any state of the board."""
    try_lines(state, [*first_verbs(), *(first for first, *_ in requests())])


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_every_request_is_answered(try_lines, state):
    """The same for all requests in all languages, and for aliases and verbs with words behind."""
    rests = ("", " my games", " none", ".", " 101 alice")
    lines = [f"{verb}{rest}" for verb in verbs() for rest in rests]
    try_lines(state, [*lines, *chain.from_iterable(requests())])


@pytest.mark.parametrize("state", STATES)
def test_prose_reaches_the_other_player(started_game, state):
    """Prose is sent at once, or the answer asks whether to send it, and names the word for that."""
    site, *first = started_game
    mail = state(site, *first)
    told = site.reply(mail, "What a pity. Perhaps another time?")
    asked = re.search(r'as chat, reply "(\w+)"', words_of(told[0]))
    if mail["To"] == told[0]["To"] and asked:
        told = site.reply(told[0], asked[1])
    other = AT_BOB if mail["To"] == AT_ALICE else AT_ALICE
    assert "Perhaps another time?" in text_of(to(told, other))
