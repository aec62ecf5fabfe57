"""A site with boards of all kinds, of which pages are made: running, finished, long, with words."""

import random
import re
from datetime import timedelta

from commands.server.workers.explorer import explore_finished
from pbm.board.terms import Terms
from pbm.board.viewers import SERVER
from pbm.games import games
from pbm.match.match import Match
from pbm.tournaments.tournament_terms import KNOCK_OUT, ROUND_ROBIN
from tests.support.site import PLAYERS
from tests.support.site_tournaments import add, make

COMMENTS = ("Good luck, Bob!", "The same to you.\n\n<b>Mind</b> the corner & me.")
"""Words at the first moves of each game."""
LONG = ("knightsdance", "-rows=20 -cols=20", 260)
"""A game whose positions don't fit one page."""
MANY = (
    ("knightpanic", "-3d", 9),
    ("knightpanic", "-size=13", 4),
    ("knightsdance", "-rows=100 -cols=100", 12),
    ("knightsduel", "-size=8", 30),
    ("trailblazer", "-size=16", 60),
    ("madknights", "-size=8", 5),
)
"""Games, options, and the moves that are made at random."""


def play_samples(site):
    """Plays an example of each game to its end and another one half, with further ones."""
    site.sign_up(*PLAYERS)
    for name, (password, _) in PLAYERS.items():
        assert site.say(f"change comments {name} {password} published").ok
    for game in games().values():
        words, moves = game.example
        _play(site, game, words, moves, COMMENTS)
        _play(site, game, words, moves[: len(moves) // 2])
    for name, words, plies in MANY:
        open_at_random(site, name, words, plies)
    open_at_random(site, *LONG)
    today = f"--from={site.clock.now():%Y-%m-%d}"
    for kind in (ROUND_ROBIN, KNOCK_OUT):
        add(site, f"--kind={kind}", today, name=kind, players=PLAYERS)
    make(site, "--from=2026-12-01", players=["alice"])
    explore_finished(site.database)


def kind_of(path):
    """Returns the kind of a page by its path; pages of boards are told apart by their game."""
    path = re.sub(r"^players/.*", "players/USERID", path)
    board = re.fullmatch(r"(\w+)/\d+(-\d+)?\.html", path)
    if board:
        return f"{board[1]}/N{'-N' if board[2] else ''}.html"
    path = re.sub(rf"^({'|'.join(games())})/", "GAME/", path)
    return re.sub(r"[0-9a-f]{8,}|\d+", "N", path)


def _play(site, game, words, moves, comments=()):
    """Plays by commands, so that all that a game causes happens."""
    players = [*PLAYERS][: len(game.seats)]
    answer = site.say(f"{game.name} challenge {words} {' '.join(players)}")
    assert answer.ok, answer
    with site.database.work() as work:
        [line] = work.boards.lines(game.name, (), "all", 1, viewer=SERVER)[1]
    for ply, move in enumerate(moves):
        site.clock.forward(hours=7)
        if ply < len(comments):
            password, address = PLAYERS[players[ply % len(players)]]
            subject = f"{game.name} move {line.number} {players[ply]} {password} {move}"
            assert site.mail(address, subject, comments[ply])
        else:
            site.play(game.name, line.number, move)


def open_at_random(site, name, words, plies):
    """Opens and returns a board on which moves have been made at random."""
    game, chance = games()[name], random.Random(1)
    options = game.resolve(game.read_options(words.split()), 7)
    match, at = Match.begin(game, options), site.clock.now()
    while match.ply < plies and not match.outcome:
        at += timedelta(hours=1)
        position = match.state.position
        move = game.write(position, chance.choice(list(game.moves(position))))
        match = match.play(move, at, [*PLAYERS][match.to_move])
    with site.database.work() as work:
        players = [work.players.find(name) for name in [*PLAYERS][: len(game.seats)]]
        return work.boards.open(players, match, Terms(), site.clock.now(), resumed=at)
