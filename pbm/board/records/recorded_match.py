"""Play the moves of a standard record, such as PGN, and add the result that it gives."""

from datetime import datetime

from pbm import games
from pbm.errors import IllegalError, NotFoundError, UserError
from pbm.games import AnyGame
from pbm.match.decisions import adjudication
from pbm.match.match import Event, Match
from pbm.standard_records.imported_game import Ending, RecordedGame, RecordedResult
from pbm.standard_records.notated_game import NotatedGame
from pbm.wording import listing, shown

MAX_MOVES = 3000
"""Maximum number of moves of a game. The longest games of masters have about 500."""
KINDS = ("Variant", "GameType", "GM")
"""Tags that show which game a record is of."""
SERVER, ADMIN = "server", "admin"


def find_game(notated: NotatedGame) -> tuple[AnyGame, RecordedGame]:
    """Returns the game whose record this is, and what the record contains.

    Raises NotFoundError if no game of this server has such records.
    """
    fitting = [game for game in games.games().values() if game.record_form == notated.form]
    for game in fitting:
        if recorded := game.read_standard_record(notated):
            return game, recorded
    form = notated.form.upper()
    if not fitting:
        raise NotFoundError(
            f"None of this server's games uses {form} records. To import chess, Go and other "
            "games, install pbm[classics]."
        )
    kind = next(
        (f' with {tag} "{shown(notated.tag(tag))}"' for tag in KINDS if notated.tag(tag)), ""
    )
    titles = listing([game.title for game in fitting])
    raise NotFoundError(
        f"We can't import {form}{kind}. The games that we can import from {form} are {titles}."
    )


def recorded_match(
    game: AnyGame, recorded: RecordedGame, userids: tuple[str, ...], at: datetime
) -> Match:
    """Returns the match of a record. All its events have the same time.

    Raises UserError for illegal moves, and for a result that contradicts the rules.
    """
    if len(recorded.moves) > MAX_MOVES:
        raise IllegalError(
            f"The game has {len(recorded.moves)} moves. We can import only games of at most "
            f"{MAX_MOVES} moves."
        )
    match = Match.begin(game, game.resolve(recorded.options, 0))
    for move in recorded.moves:
        match = match.add(Event(f"move {_canonical(match, move)}", at, _author(match, userids)))
    if not match.outcome:
        return _ended(match, recorded.result, userids, at)
    places = recorded.result.places
    if places and places != match.outcome.places:
        raise IllegalError(
            f'The record gives the result "{shown(recorded.result.text)}", but by the rules '
            f"{_winner(match)}, because {match.outcome.reason}. Correct the result."
        )
    return match


def _canonical(match: Match, move: str) -> str:
    try:
        return match.canonical(move)
    except UserError as error:
        problem = f'Move {match.ply + 1}, "{shown(move)}", is illegal: {error.text}'
        if match.outcome:
            problem = f"{problem} It ended because {match.outcome.reason}."
        raise IllegalError(problem) from None


def _author(match: Match, userids: tuple[str, ...]) -> str:
    return userids[match.to_move] if match.to_move is not None else SERVER


def _winner(match: Match) -> str:
    winners = match.outcome.winners if match.outcome else ()
    names = [match.game.seats[seat].name for seat in winners]
    return f"{listing(names)} won" if names else "it is a draw"


def _ended(match: Match, result: RecordedResult, userids: tuple[str, ...], at: datetime) -> Match:
    """Returns the match with the event that ends it. Without a result, it is still running."""
    if not result.places:
        return match
    last = max(range(len(result.places)), key=result.places.__getitem__)
    text, author = {
        Ending.RESIGNED: (f"leave {last} resigned", userids[last]),
        Ending.FORFEITED: (f"leave {last} forfeited", SERVER),
        Ending.AGREED: ("draw", userids[0]),
        Ending.DECIDED: (
            adjudication(result.places, f'the record says "{shown(result.text)}"'),
            ADMIN,
        ),
    }[_possible_ending(match.game, result)]
    return match.add(Event(text, at, author))


def _possible_ending(game: AnyGame, result: RecordedResult) -> Ending:
    """Returns how the game ended, or DECIDED if this game can't end so."""
    is_draw = len(set(result.places)) == 1
    possible = (
        game.drawn_by_agreement and result.ending is Ending.AGREED
        if is_draw
        else result.ending is not Ending.AGREED and len(game.seats) == 2
    )
    return result.ending if possible else Ending.DECIDED
