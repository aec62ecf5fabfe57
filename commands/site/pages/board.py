"""The pages of a board."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from commands.play.public_record import public_record
from commands.play.reviewing import reviewed_moves
from commands.site.boards.facts import BoardFacts
from commands.site.boards.head import actions, player_chips, status
from commands.site.boards.navigation import Division, Part, divide, rounds, with_steps
from commands.site.boards.positions import fragments, shown_positions
from commands.site.page import Page
from commands.site.paths import FRONT, JOIN, feed_path, game_path, link, record_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from commands.solver.prover import GameReview
from commands.views.board_text import thread_subject
from commands.views.svg.drawing import Drawing
from pbm.board.board import Board
from pbm.match.match import Match

KIND = Kind.BOARD


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the pages of a public board: its own, and of a long game those of earlier moves."""
    public = source.board(subject.game, subject.number)
    if public:
        record = public_record(public.board, source.site.address, source.signer)
        review = _review(source, public.board.match)
        yield from board_pages(BoardFacts(source.site, public, record, review))


def _review(source: Source, match: Match) -> GameReview:
    if not match.outcome:
        return GameReview()
    return source.prover.review(match)


def board_pages(facts: BoardFacts) -> Iterator[Page]:
    """Yields the pages of a board: those of a long game's earlier positions, and the last one."""
    board = facts.board
    parts = divide(fragments(facts, shown_positions(facts)))
    division = Division(board.game.name, board.number, parts)
    for part in range(1, len(parts)):
        yield _earlier(facts, division, part)
    yield _whole(facts, division)


def _whole(facts: BoardFacts, division: Division) -> Page:
    """Returns the page with the position now."""
    board, part = facts.board, len(division.parts)
    path = division.path(part)
    diagram = board.game.diagram(board.match.state.position)
    values = {
        "status": status(facts),
        "chips": player_chips(facts, diagram),
        "actions": actions(facts),
        "join": link(FRONT, path) + JOIN,
        "options": _options(board),
        "record": link(record_path(board.game.name, board.number), path),
        "feed": link(feed_path(path), path),
        "reviewed": reviewed_moves(board.match, facts.review.values),
    }
    body = _body("board", facts, division, part, **values)
    return document(facts.site, path, _title(facts), body, feed=feed_path(path))


def _earlier(facts: BoardFacts, division: Division, part: int) -> Page:
    """Returns the page of a part that is full."""
    shown = division.parts[part - 1]
    title = f"{_title(facts)}, moves {max(shown.first, 1)} to {shown.last}"
    body = _body("board_part", facts, division, part)
    return document(facts.site, division.path(part), title, body)


def _body(
    template: str, facts: BoardFacts, division: Division, part: int, **more: object
) -> Markup:
    shown = division.parts[part - 1]
    return render(
        template,
        facts=facts,
        board=facts.board,
        shown=shown,
        definitions=_definitions(facts.board.match, shown),
        positions=with_steps(division, part),
        rounds=rounds(facts, division, part),
        href=partial(division.href, part=part),
        game=link(game_path(facts.board.game.name), division.path(part)),
        whole=division.page_href(len(division.parts), part),
        **more,
    )


def _definitions(match: Match, shown: Part) -> Markup:
    """Returns what the pictures of a part refer to."""
    examples = (match.at(ply).state.position for ply in shown.examples)
    return Drawing(tuple(map(match.game.diagram, examples))).definitions()


def _title(facts: BoardFacts) -> str:
    return thread_subject(facts.board.game.name, facts.board.number, facts.names)


def _options(board: Board) -> tuple[str, ...]:
    return *board.game.describe_options(board.match.options), *board.terms.describe()
