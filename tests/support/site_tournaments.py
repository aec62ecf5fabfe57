"""Tournaments on a server without sockets."""

from datetime import timedelta

from commands.boards.tournaments.tournaments import enter
from commands.server.workers.clock_watcher import ClockWatcher
from pbm.tournaments.tournament_terms import TournamentTerms
from tests.support.site import PLAYERS

NAME = "Spring-2026"


def add(site, *words, name=NAME, players=(), events=()):
    """Adds a round robin of Trailblazer that begins in ten days, with these entries.

    Its players meet once, because the options choose the start.

    `events`: further ones, each made from the ids of all who joined.
    """
    usual = ["--game=trailblazer", "--kind=round-robin", "--from=2026-03-11", "--min-players=3"]
    usual.append("--options=-size=7")
    chosen = {word.partition("=")[0]: word for word in (*usual, *words)}
    with site.database.work() as work:
        context = site.services.server_context(work)
        terms = TournamentTerms.from_words(chosen.values())
        stored = work.tournaments.add(name, terms, site.clock.now())
        for userid in players:
            stored = enter(context, stored, context.player(userid))
        ids = stored.tournament.players
        for event in events:
            stored = work.tournaments.add_event(stored, event(ids), site.clock.now())


def make(site, *words, **more):
    """Adds one, and returns the mails that announce it."""
    add(site, *words, **more)
    return tick(site)


def tick(site, **time):
    """Runs the clocks after some time; returns the mails that this causes."""
    site.clock.forward(**time)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=9999)).tick()
    return site.mails()


def resign(site, *numbers):
    """Has the player to move resign on each of these boards; returns the mails of a tick."""
    for number in numbers:
        board = site.say(f"trailblazer show {number}", admin=True).data
        mover = board["players"][board["to_move"]]
        assert site.say(f"trailblazer resign {number} {mover} {PLAYERS[mover][0]}").ok
    site.mails()
    return tick(site)
