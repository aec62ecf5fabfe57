"""The crosstables of a tournament for emails and the shell."""

from commands.content.messages import Table
from commands.views.tournaments.sentences import POINTS, RUNS, TIES
from commands.views.tournaments.view import TournamentView
from pbm.tournaments.terms import KNOCK_OUT


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
            note=note(view) if each is crosstables[-1] else "",
        )
        for each in crosstables
    )


def note(view: TournamentView) -> str:
    """Returns the explanation of the symbols in the crosstables."""
    kind = view.terms.kind
    running = RUNS if view.tournament.open_round else ""
    return " ".join(filter(None, [POINTS[kind], running, TIES if kind != KNOCK_OUT else ""]))
