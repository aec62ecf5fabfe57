"""Tournaments as tables, in text and in HTML."""

import re

import pytest

from commands.content.messages import TextMessage
from commands.views.html.document import Envelope, html
from commands.views.json.tournaments import data
from commands.views.reply_target import NOWHERE
from commands.views.text import rendering
from commands.views.tournaments.tables import tables
from commands.views.tournaments.view import TournamentView
from pbm.tournaments.tournament_terms import GROUPS_OF_THREE, KNOCK_OUT, ROUND_ROBIN, SWISS
from tests.support.tournaments import NOON, Chance, joined, play, terms

LONG = "a-player-with-24-letters"


def view_of(kind, count, hidden=(), **values):
    played = play(joined(terms(kind, **values), range(1, count + 1)), Chance(1))
    userids = {id: LONG[: 24 - len(str(id))] + str(id) for id in played.players if id not in hidden}
    return TournamentView("winter", played, userids, {(1, 1): 101})


def mail_of(view, reader=None):
    return TextMessage(subject="Tournament", text="Words.", tables=tables(view, reader))


@pytest.mark.parametrize(
    ("kind", "count", "values"),
    [
        (ROUND_ROBIN, 12, {}),
        (ROUND_ROBIN, 64, {"group": 8, "promoted": 2}),
        (ROUND_ROBIN, 16, {"group": 16, "options": "-pair"}),
        (KNOCK_OUT, 64, {}),
        pytest.param(SWISS, 64, {"rounds": 6, "options": "-pair"}, marks=pytest.mark.slow),
        (GROUPS_OF_THREE, 27, {}),
    ],
)
def test_tables_fit_80_columns_and_the_html_of_a_mail(kind, count, values):
    """With the longest names and many players; a reader gets no tables of others' groups."""
    view = view_of(kind, count, **values)
    text = rendering.text(mail_of(view))
    assert max(map(len, text.splitlines())) <= 80
    assert len(re.findall(r"(?m)^ *\d+ +a-p", text)) == sum(
        len(each.rows) for each in view.crosstables
    )
    own = mail_of(view, reader=count)
    assert html(mail_of(view), Envelope(lambda _: NOWHERE, NOON))
    assert (len(own.tables) < len(view.crosstables)) == (kind == ROUND_ROBIN and count > 16)


def test_hidden_players_leave_no_trace_but_a_sign():
    """Neither a row, nor a column, nor a number; the others keep theirs."""
    seen, all_players = (view_of(SWISS, 8, hidden=some, rounds=3) for some in ((3,), ()))
    (table,), (whole,) = tables(seen), tables(all_players)
    left = [row for row in whole.rows if not row[1].endswith("r3")]
    assert [row[:2] for row in table.rows] == [row[:2] for row in left]
    number = next(row[0] for row in whole.rows if row[1].endswith("r3"))
    cells = [cell for row in table.rows for cell in row[2:-3]]
    assert not [cell for cell in cells if cell.startswith(f"{number}:")]
    assert len([cell for cell in cells if cell.startswith("?:")]) == 3
    assert "r3" not in str(data(seen))
