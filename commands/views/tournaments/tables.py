"""The crosstables of a tournament for emails and the shell."""

from commands.content.messages import Table
from commands.views.tournaments.sentences import (
    CELLS,
    PAIR_POINTS,
    PAIRED_CELLS,
    POINTS,
    RUNS,
    TIES,
)
from commands.views.tournaments.view import TournamentView
from pbm.tournaments.tournament_terms import KNOCK_OUT, ROUND_ROBIN


def tables(view: TournamentView, reader: int | None = None) -> tuple[Table, ...]:
    """Returns the crosstables. Empty before the tournament begins.

    `reader`: if given, only the latest table and the tables in which this player took part are
    returned.
    """
    crosstables = [
        each
        for number, each in enumerate(view.shown_tables)
        if reader is None or number == 0 or any(row.player == reader for row in each.rows)
    ]
    return tuple(
        Table(
            title=each.title,
            head=("", "Name", *each.columns, *each.ends),
            rows=tuple(
                (
                    str(row.number),
                    view.userids[row.player],
                    *("".join(part.text for part in cell) for cell in row.cells),
                    *row.ends,
                )
                for row in each.rows
            ),
            note=_results_note(view) if each is crosstables[-1] else "",
            layout_note=_cells_note(view) if each is crosstables[-1] else "",
        )
        for each in crosstables
    )


def note(view: TournamentView) -> str:
    """Returns the explanation of the symbols in the crosstables."""
    return " ".join(filter(None, (_cells_note(view), _results_note(view))))


def _cells_note(view: TournamentView) -> str:
    """Returns the explanation of the cells, which a listener doesn't need."""
    kind, running = view.terms.kind, RUNS if view.tournament.open_round else ""
    cells = PAIRED_CELLS.get(kind) if view.terms.paired else CELLS.get(kind)
    return " ".join(filter(None, (cells, running)))


def _results_note(view: TournamentView) -> str:
    kind = view.terms.kind
    points = POINTS if kind == ROUND_ROBIN else ""
    pairs = PAIR_POINTS if view.terms.paired and kind != KNOCK_OUT else ""
    return " ".join(filter(None, (points, pairs, TIES if kind != KNOCK_OUT else "")))
