"""Describes tournaments in sentences: terms, state, rounds and results."""

from collections.abc import Iterator
from dataclasses import replace

from commands.views.tournaments.view import TournamentView
from pbm import games
from pbm.board.terms import Terms, split_options
from pbm.tournaments.events import DISQUALIFIED
from pbm.tournaments.standings import group_tables
from pbm.tournaments.tournament import Round
from pbm.tournaments.tournament_terms import (
    DRAW,
    GROUPS_OF_THREE,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TournamentTerms,
)
from pbm.wording import counted, listing, ordinal

KIND_WORDS = {
    ROUND_ROBIN: "a round robin of {}",
    KNOCK_OUT: "a knockout tournament of {}",
    SWISS: "a Swiss tournament of {}",
    GROUPS_OF_THREE: "a tournament of {} in groups of three",
}
POINTS = "1 is a win, \N{VULGAR FRACTION ONE HALF} a draw and 0 a loss."
CELLS = {
    SWISS: 'In "5:1", 5 is the opponent\'s row, and 1 is the result.',
    GROUPS_OF_THREE: '"5/8:2" means 2 points against the players in rows 5 and 8.',
}
"""Explains the cells with opponents in the crosstables of some kinds of tournament."""
PAIRED_CELLS = {
    ROUND_ROBIN: '"10" means a win and a loss.',
    KNOCK_OUT: 'In "5:1+0", 5 is the opponent\'s row, and 1+0 is a win and a loss.',
    SWISS: 'In "5:1+0", 5 is the opponent\'s row, and 1+0 is a win and a loss.',
}
"""Explains the cells if both players play in both seats."""
LEVEL = "If the players in a pairing are tied on points, the higher seed advances."
PAIR_POINTS = (
    "Together, the two games are worth 1 point. It goes to the player who scores more in them (1 "
    "for a win, \N{VULGAR FRACTION ONE HALF} for a draw), or is shared if the scores are equal."
)
ROUNDS_DEPEND = "The more players join, the more rounds there are."
SIMILAR = "against a player with about as many points as you"
RUNS = "A dot means that the game isn't over yet."
GAMES_PER_PAIRING = 2
"""Number of games of a pairing if both players play in both seats."""
PROOF = "If we can prove what its result would be with perfect play, that result counts instead."
TIES = 'To see what SB means, send "help tournament".'


def kind_in_words(terms: TournamentTerms) -> str:
    """Returns kind, game and rounds, such as `a round robin of Knight Panic (4x4)`."""
    title, (_, words) = games.stored(terms.game).title, split_options(terms.options.split(), Terms)
    options = games.describe_options(terms.game, tuple(words))
    game = f"{title} ({options})" if options else title
    return f"{KIND_WORDS[terms.kind].format(game)}{_rounds_in_words(terms)}"


def _board_terms_in_words(terms: TournamentTerms) -> str:
    return ", ".join(replace(terms.board_terms, pair=False).describe())


def kind_sentence(terms: TournamentTerms) -> str:
    """Returns a sentence on the tournament's kind, game and rounds."""
    words = kind_in_words(terms)
    return f"{words[0].upper()}{words[1:]}."


def _rounds_in_words(terms: TournamentTerms) -> str:
    if terms.kind == ROUND_ROBIN:
        if terms.max_players <= terms.group:
            return ""
        best = "winners" if terms.promoted == 1 else f"best {terms.promoted} players"
        return f" in groups of up to {terms.group}, whose {best} advance to the next round"
    if terms.kind == KNOCK_OUT:
        return " with two games per pairing, one in each seat"
    return f" over {counted(terms.rounds, 'round')}" if terms.rounds else ""


def terms_in_words(terms: TournamentTerms) -> list[str]:
    """Returns a paragraph each on the tournament, on its games and on their results."""
    least = f"{terms.min_players} to " if terms.min_players < terms.max_players else ""
    robots = f"If too few players join, robots of level {terms.robots} play as well."
    kind = (
        f"This is {kind_in_words(terms)}.",
        *([ROUNDS_DEPEND] if terms.kind in (SWISS, GROUPS_OF_THREE) and not terms.rounds else []),
        f"The tournament is for {least}{counted(terms.max_players, 'player')}.",
        *([robots] if terms.robots else []),
    )
    played = (
        *_games_in_words(terms),
        f"Each round lasts up to {counted(terms.days, 'day')}.",
        f"Terms of each game: {_board_terms_in_words(terms)}.",
    )
    return [" ".join(kind), " ".join(played), " ".join(_results_in_words(terms))]


def _games_in_words(terms: TournamentTerms) -> Iterator[str]:
    """Yields sentences on the number of games of a player.

    For a knockout tournament, the sentence on its kind has the number.
    """
    at_once = f"at most {counted(terms.games, 'game')} at a time"
    both = ", one in each seat" if terms.paired else ""
    if terms.kind == ROUND_ROBIN:
        group = "" if terms.max_players <= terms.group else " in your group"
        games_against = "two games" if terms.paired else "one game"
        yield f"You play {games_against} against every other player{group}{both}, {at_once}."
    elif terms.kind == SWISS:
        games_against = f"two games{both}," if terms.paired else "one game"
        yield f"In each round, you play {games_against} {SIMILAR}."
    elif terms.kind != KNOCK_OUT:
        yield "You play one game in each round."
    if terms.paired and terms.kind != ROUND_ROBIN and terms.games < GAMES_PER_PAIRING:
        yield f"You play {at_once}."


def _results_in_words(terms: TournamentTerms) -> Iterator[str]:
    """Yields sentences on the results of games and pairings."""
    if terms.kind == KNOCK_OUT:
        yield LEVEL
    elif terms.paired:
        yield PAIR_POINTS
    open_game = "counts as a draw" if terms.unfinished == DRAW else "gives nobody points"
    yield f"A game that isn't over when its round ends {open_game}."
    if terms.seats == 2:
        yield PROOF


def state_in_words(view: TournamentView, *, named: bool = False) -> str:
    """Returns sentences on the state of a tournament.

    `named`: whether they contain its name, because no other text does.
    """
    tournament = view.tournament
    it = f"The {view.name} tournament" if named else "It"
    players, round = counted(len(tournament.players), "player"), tournament.open_round
    have = "has" if len(tournament.players) == 1 else "have"
    joined = f"{players} {have} joined" if tournament.players else "Nobody has joined yet"
    game = games.stored(view.terms.game)
    if isinstance(game, games.AbsentGame) and tournament.status in ("open", "running"):
        return f"{it} is paused because {game.title} isn't available. {joined}."
    if tournament.status == "open":
        return f"{it} starts on {view.time(view.terms.begins)}. {joined}."
    if tournament.status == "cancelled":
        if tournament.rounds or len(tournament.players) >= view.terms.min_players:
            return f"The admin canceled {it[:1].lower()}{it[1:]}. {players} had joined."
        only = f"only {players}" if tournament.players else "nobody"
        return f"{it} was canceled because {only} joined."
    if tournament.status == "ended":
        return f"{victory(view, named=named) or f'{it} is over'}. {players} took part."
    if round is None:
        return f"{it} has started with {players}. The first round starts soon."
    over, all_games = len(round.results), len(round.pairings)
    planned = view.terms.kind in (SWISS, GROUPS_OF_THREE)
    last = f" of {tournament.planned_rounds}" if planned else ""
    of_it = f" {'in' if planned else 'of'} the {view.name} tournament" if named else ""
    return (
        f"Round {round.number}{last}{of_it} ends on {view.time(round.ends)}. So far, {over} of its "
        f"{counted(all_games, 'game')} {'is' if over == 1 else 'are'} over. "
        f"The tournament has {players}."
    )


def winners(view: TournamentView) -> list[str]:
    """Returns the userids of the winners, without those whom the reader may not see."""
    if view.tournament.status != "ended":
        return []
    best = [each.player for each in view.standings if each.place == 1]
    return [view.userids[each] for each in best if each in view.userids]


def victory(view: TournamentView, *, named: bool = False) -> str:
    """Returns a sentence on who won or shares first place, without the final period.

    Empty if the reader may see none of them.

    `named`: whether it contains the tournament's name.
    """
    won = winners(view)
    name = f" the {view.name} tournament" if named else ""
    words = f"won{name}" if len(won) == 1 else f"shared first place{' in' if name else ''}{name}"
    return f"{listing(won)} {words}" if won else ""


def place_in_words(view: TournamentView, player: int) -> str:
    """Returns a sentence that shows a player their place in the whole tournament."""
    (place,) = [each.place for each in view.standings if each.player == player]
    shared = [each.place for each in view.standings].count(place) > 1
    verb = "tied for" if shared else "finished"
    return f"You {verb} {ordinal(place)} of {len(view.tournament.players)}."


def tie_in_words(view: TournamentView, round: Round, player: int) -> str:
    """Returns why the winner of a player's tied pairing in a knockout round won.

    Empty if the pairing wasn't tied.
    """
    if view.terms.kind != KNOCK_OUT or player in view.tournament.withdrawn:
        return ""
    for table in group_tables(view.tournament, round).values():
        players = [each.player for each in table if each.player in view.tournament.active]
        if player in players and len(players) == 2 and table[0].points == table[1].points:
            (other,) = view.names(each for each in players if each != player)
            winner = "you" if player == players[0] else other
            tied = f"You and {other} were tied on points in round {round.number}"
            return f"{tied}, so {winner} won the pairing as the higher seed."
    return ""


def bye_in_words(terms: TournamentTerms) -> str:
    """Returns a sentence to a player who has a bye."""
    advances = terms.kind in (KNOCK_OUT, ROUND_ROBIN)
    return f"You have a bye: you {'advance' if advances else 'get 1 point'} without playing."


def round_in_words(view: TournamentView, round: Round, reader: int | None = None) -> list[str]:
    """Returns the pairings of a round, and the byes of other players than the reader.

    In a round robin, the tables show the pairings, so only the byes are returned.
    """
    met = {frozenset(each.players): each.players for each in reversed(round.pairings)}
    pairs = [" - ".join(view.names(players)) for players in reversed(met.values())]
    alone = view.names(id for bye in round.byes for id in bye.players if id != reader)
    has = "has" if len(alone) == 1 else "have"
    return [
        *(
            [f"Pairings of round {round.number}: {', '.join(pairs)}."]
            if view.terms.kind != ROUND_ROBIN
            else []
        ),
        *([f"{listing(alone)} {has} a bye."] if alone else []),
    ]


def departures(view: TournamentView) -> list[str]:
    """Returns a sentence for each visible player who has left the tournament."""
    return [
        f"{view.userids[player]} {'was disqualified' if why == DISQUALIFIED else 'has left'}."
        for player, why in view.tournament.withdrawn.items()
        if player in view.userids
    ]


def description(view: TournamentView) -> list[str]:
    """Returns the paragraphs of a tournament: terms, pairings or players, and departures."""
    tournament, round = view.tournament, view.tournament.open_round
    players = [view.userids[id] for id in view.seeded(view.userids)]
    return [
        *terms_in_words(view.terms),
        *(round_in_words(view, round) if round else ()),
        *([" ".join(gone)] if (gone := departures(view)) else []),
        *([f"Players: {listing(players)}."] if players and not tournament.rounds else []),
    ]
