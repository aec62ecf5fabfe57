"""Pages about positions: the moves played there, by whom, and how the games ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from commands.server.site import paths
from commands.server.site.lists.explored_tree import (
    Start,
    TreePosition,
    explored_tree,
    key_of,
    starts_of,
)
from commands.server.site.lists.game_navigation import EXPLORE, part_links
from commands.server.site.lists.player_names import Name
from commands.server.site.page_data import Page, Site, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from commands.views.analysis.explored_position import ValuedMove
from commands.views.analysis.explored_results import (
    MAX_NAMED_PLAYERS,
    games_words,
    move_value_words,
    option_words,
    result_words,
    winner_words,
)
from commands.views.analysis.proofs import value_sentence
from commands.views.board_view import highlights_of, targets_of
from commands.views.svg.drawing import Drawing
from commands.views.text.spoken import spoken_diagram
from pbm import games
from pbm.board.public_boards import FORMER_PLAYER
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.stored_values import ExploredGame


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts that the pages about a game's positions share."""

    site: Site
    game: AnyGame
    keys: frozenset[str]
    """Keys of the positions that have pages."""


def _pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the page about a game's starts, and the pages about its most frequent positions."""
    game = games.stored(subject.game)
    starts = starts_of(source, game)
    tree = [*explored_tree(source, starts)]
    facts = Facts(source.site, game, frozenset(position.key for position in tree))
    yield _index(facts, starts, {position.key: position for position in tree})
    for position in tree:
        yield _page(facts, position)


def _index(facts: Facts, starts: Sequence[Start], tree: Mapping[str, TreePosition]) -> Page:
    game = facts.game
    path = paths.explore(game.name)
    listed = [
        {
            "words": ", ".join(game.describe_options(game.without_seed(start.match.options))),
            "href": paths.link(paths.explore(game.name, key_of(start.match)), path),
            "results": tree[key_of(start.match)].found.results,
        }
        for start in starts
        if key_of(start.match) in tree
    ]
    body = render("explore_starts", game=game, starts=listed, parts=part_links(game, path))
    title = f"{EXPLORE} {game.title}"
    return document(facts.site, path, title, body, crumbs=[(game.title, paths.game(game.name))])


def _page(facts: Facts, position: TreePosition) -> Page:
    game, match, explored = facts.game, position.match, position.found
    path = paths.explore(game.name, position.key)
    diagram = match.diagram
    drawing = Drawing((diagram,))
    picture = drawing.picture(
        diagram,
        highlights_of(match, targets=targets_of(match)),
        key="position",
        title=_place(match),
        description=" ".join(spoken_diagram(diagram)),
    )
    body = render(
        "explore_position",
        game=game,
        heading=_place(match),
        options=", ".join(game.describe_options(game.without_seed(match.options))),
        definitions=drawing.definitions(),
        picture=picture,
        line=_line(facts, match, path),
        turn=_turn(match),
        proved=value_sentence(match, explored.value)
        if explored.value and not match.outcome
        else "",
        came=_came(position),
        moves=[_move(facts, match, move, path) for move in explored.moves],
        has_values=any(move.value for move in explored.moves),
        ended=explored.ended,
        latest=[_game(game, latest, path) for latest in explored.latest],
        all_shown=explored.results.games <= len(explored.latest),
        command=_command(match),
        mailto=f"mailto:{facts.site.address}?subject={quote(_command(match))}",
    )
    crumbs = [(game.title, paths.game(game.name)), (EXPLORE, paths.explore(game.name))]
    return document(facts.site, path, f"{game.title}: {_place(match)}", body, crumbs=crumbs)


def _game(game: AnyGame, latest: ExploredGame, path: str) -> dict[str, object]:
    """Returns one of the latest games that reached a position, for the template."""
    return {
        "number": latest.number,
        "href": paths.link(paths.board(game.name, latest.number), path),
        "players": [_name(userid, path) for userid in latest.players],
        "result": winner_words(latest, game.seats),
    }


def _place(match: Match) -> str:
    """Returns the position in words, by the move that led to it."""
    if not match.ply:
        return "start"
    return f"move {match.ply}, {match.last_move}"


def _line(facts: Facts, match: Match, path: str) -> list[tuple[str, str]]:
    """Returns the moves that led to a position, each with a link to the page after it."""
    links = [("start", _href(facts, match.at(0), path))]
    links += [
        (f"{ply}. {move}", _href(facts, match.at(ply), path))
        for ply, move in enumerate(match.moves, 1)
    ]
    return links


def _href(facts: Facts, match: Match, path: str) -> str:
    """Returns the link to the page about a position, or an empty string if there is none."""
    key = key_of(match)
    return paths.link(paths.explore(facts.game.name, key), path) if key in facts.keys else ""


def _turn(match: Match) -> str:
    if match.outcome:
        return f"The game is over: {match.outcome.reason}."
    assert match.to_move is not None  # noqa: S101 - a match is over or somebody's turn
    return f"{match.game.seats[match.to_move].name} to play move {match.ply + 1}."


def _came(position: TreePosition) -> str:
    results = position.found.results
    if not results.games:
        return "No finished game has reached this position yet."
    words = result_words(results, position.match.game.seats)
    return f"{games_words(results)} reached this position: {words}."


def _move(facts: Facts, match: Match, move: ValuedMove, path: str) -> dict[str, object]:
    after, players = match.continued([f"move {move.explored.move}"]), move.explored.players
    return {
        "move": move.explored.move,
        "href": _href(facts, after, path),
        "results": move.explored.results,
        "value": move_value_words(move.value, match.ply),
        "players": [(_name(userid, path), games) for userid, games in players[:MAX_NAMED_PLAYERS]],
        "others": len(players[MAX_NAMED_PLAYERS:]),
    }


def _name(userid: str, path: str) -> Name:
    """Returns a player's name with a link to the player's page.

    Players who have signed off have no page.
    """
    return Name(
        userid, "" if userid.startswith(FORMER_PLAYER) else paths.link(paths.player(userid), path)
    )


def _command(match: Match) -> str:
    options = option_words(match.game, match.options)
    return " ".join((match.game.name, "explore", *options, *match.moves))


MAKERS = {Kind.EXPLORE: _pages}
