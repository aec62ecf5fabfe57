"""The files of a board: its pages, feed, signed record and preview picture."""

from collections.abc import Iterator, Sequence
from functools import partial

from markupsafe import Markup

from commands.boards.analysis.reviewed_moves import reviewed_moves
from commands.boards.board_answers import log_lines
from commands.security.record_signing import write_signed
from commands.server.site import paths
from commands.server.site.board_news import events_of
from commands.server.site.boards.board_facts import BoardFacts
from commands.server.site.boards.email_links import actions
from commands.server.site.boards.fragments import fragments
from commands.server.site.boards.long_games import Division, Part, divide
from commands.server.site.boards.move_rounds import rounds
from commands.server.site.boards.player_boxes import player_chips
from commands.server.site.boards.positions import shown_positions
from commands.server.site.boards.preview_pictures import preview_pictures
from commands.server.site.boards.status import status
from commands.server.site.boards.step_links import with_steps
from commands.server.site.boards.trial_section import trial
from commands.server.site.feeds import Feed, write_feed
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.public_records import public_record
from commands.server.site.templating import document, render
from commands.views.analysis.review_rows import Row, rows
from commands.views.html.colours import seat_colours
from commands.views.svg.drawing import Drawing
from commands.views.text.board_text import thread_subject
from pbm.diagram import Diagram
from pbm.games import absent
from pbm.match.match import Match
from pbm.solver.prover import GameReview


def _pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the files of a public board. The earlier moves of a long game have their own pages."""
    public = source.work.public_boards.find(subject.game, subject.number)
    if public is None:
        return
    record = public_record(public.board, source.site.address, source.signer)
    facts = BoardFacts(source.site, public, record, _review(source, public.board.match))
    parts = divide(fragments(facts, shown_positions(facts)))
    division = Division(subject.game, subject.number, parts)
    for part in range(1, len(parts)):
        yield _earlier(facts, division, part)
    pictures = [*preview_pictures(source, public.board)]
    yield from pictures
    yield _whole(facts, division, "".join(picture.path for picture in pictures))
    page = division.path(len(parts))
    events = [*events_of(public, page)]
    yield write_feed(source.site, Feed(paths.feed(page), page, _title(facts), events))
    yield Page(paths.record(subject.game, subject.number), write_signed(record).encode())


def _review(source: Source, match: Match) -> GameReview:
    if not match.outcome:
        return GameReview()
    return source.withholding_prover.review(match)


def _whole(facts: BoardFacts, division: Division, picture: str) -> Page:
    """Returns the page with the current position. `picture`: path for previews, or empty."""
    board, part = facts.board, len(division.parts)
    path = division.path(part)
    diagram = board.match.diagram
    tried = trial(facts, partial(paths.link, page=path))
    values = {
        "status": status(facts),
        "chips": player_chips(facts, diagram),
        "actions": actions(facts),
        "trial": tried.markup,
        "join": paths.link(paths.FRONT, path) + paths.JOIN,
        "options": _options(facts),
        "tournament": paths.link(paths.tournament(board.tournament.name), path)
        if board.tournament
        else "",
        "record": paths.link(paths.record(board.game.name, board.number), path),
        "feed": paths.link(paths.feed(path), path),
        "reviewed": _reviewed(facts),
        "colours": seat_colours(board.game),
    }
    body = _body("board", facts, division, part, tried.examples, **values)
    return document(
        facts.site,
        path,
        _title(facts),
        body,
        description=_description(facts),
        picture=picture,
        feed=paths.feed(path),
    )


def _description(facts: BoardFacts) -> str:
    """Returns a text: the game, the players, the player to move or the result, and the options."""
    title, options = facts.board.game.title, ", ".join(_options(facts))
    return f"{title} by email: {' - '.join(facts.names)}. {status(facts).summary} {options}."


def _earlier(facts: BoardFacts, division: Division, part: int) -> Page:
    """Returns the page of a part that is full."""
    current = division.parts[part - 1]
    title = f"{_title(facts)}, moves {max(current.first, 1)} to {current.last}"
    body = _body("board_part", facts, division, part, (), trial="")
    return document(facts.site, division.path(part), title, body)


def _body(
    template: str,
    facts: BoardFacts,
    division: Division,
    part: int,
    examples: Sequence[Diagram],
    **more: object,
) -> Markup:
    """Returns the body of a page. `examples`: diagrams that it draws as well as the positions."""
    current = division.parts[part - 1]
    return render(
        template,
        facts=facts,
        board=facts.board,
        shown=current,
        definitions=_definitions(facts.board.match, current, examples),
        positions=with_steps(division, part),
        rounds=rounds(facts, division, part),
        href=partial(division.href, part=part),
        game=paths.link(paths.game(facts.board.game.name), division.path(part)),
        whole=division.page_href(len(division.parts), part),
        **more,
    )


def _definitions(match: Match, part: Part, examples: Sequence[Diagram]) -> Markup:
    """Returns the SVG definitions that the pictures of a part refer to."""
    positions = (match.at(ply).state.position for ply in part.examples)
    return Drawing((*map(match.game.diagram, positions), *examples)).definitions()


def _title(facts: BoardFacts) -> str:
    return thread_subject(facts.board.game.name, facts.board.number, facts.names)


def _reviewed(facts: BoardFacts) -> list[Row]:
    """Returns the proved values of a finished game, as rows."""
    moves = reviewed_moves(facts.board.match, facts.review.values, facts.names)
    mistake = facts.review.mistake
    return rows(
        [each for each in moves if each.after],
        facts.names,
        None if mistake is None else facts.board.match.state.played[mistake].ply,
    )


def _options(facts: BoardFacts) -> tuple[str, ...]:
    board = facts.board
    return *board.game.describe_options(board.match.options), *board.terms.describe()


def _log(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the log of a public board whose game isn't served now."""
    stored_log = source.work.public_boards.stored_log(subject.game, subject.number)
    if stored_log is None:
        return
    game, path = absent()[subject.game], paths.board(subject.game, subject.number)
    title = thread_subject(game.name, subject.number, [each.userid for each in stored_log.players])
    facts = [f"Options: {' '.join(stored_log.options)}."] if stored_log.options else []
    log = log_lines(stored_log.events)
    body = render("absent", title=title, why=game.refusal.text, facts=facts, log=log)
    yield document(source.site, path, title, body, crumbs=[(game.title, paths.game(game.name))])


MAKERS = {Kind.BOARD: _pages}
WITHOUT_RULES = {Kind.BOARD: _log}
