"""The command `tournaments`, which lists tournaments."""

from typing import ClassVar

from commands.boards.tournaments.tournament_views import next_line, reader_view
from commands.content.banners_and_actions import Action
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.paging import Page, offset_of, page_note
from commands.system.secrets.secret import NONE
from commands.views.json.tournaments import entry_data
from commands.views.tournaments.sentences import kind_in_words, state_in_words
from commands.views.tournaments.view import TournamentView
from pbm.wording import filled

PER_PAGE = 20
"""Number of tournaments on a page. It is small because each takes several lines, and is rebuilt
from its events.
"""
NOTHING = "There are no tournaments yet. To get an email about the first one:"


class Tournaments(Command):
    """Lists the tournaments: first the ones that you can join, then running ones, then all others.

    Tournaments that you can join are shown with the command that joins them. To get an email about
    each new tournament: `change tournaments USERID PASSWORD on`.
    """

    names: ClassVar = ("tournaments",)
    example: ClassVar = "tournaments"

    page: Page

    def run(self, context: Context) -> Response:
        first, stored = offset_of(self.page, PER_PAGE), context.work.tournaments
        note = page_note(self.page, stored.count(), "tournaments", PER_PAGE)
        asker = context.only_sender()
        userid = asker.userid if asker else "USERID"
        views = [reader_view(context, each, asker) for each in stored.all(first, PER_PAGE)]
        lines = [next_line(view, asker) for view in views]
        entries = [f"{_entry(view)}\n  {line}" for view, line in zip(views, lines, strict=True)]
        ask = f"change tournaments {userid} {NONE} on"
        none = f"{filled(NOTHING)}\n\n  {ask}"
        text = "\n\n".join(filter(None, [*(entries or [none]), note]))
        shown = [_action(view, line) for view, line in zip(views, lines, strict=True)]
        announce = Action(label="Get announcements", line=ask)
        suggestions = tuple(shown or [announce]) if asker else ()
        content = TextMessage(subject="Tournaments", text=text, suggestions=suggestions)
        return Response(content, {"tournaments": [entry_data(view) for view in views]})


def _action(view: TournamentView, line: str) -> Action:
    """Returns the action of a line that joins or shows a tournament."""
    joins = line != f"tournament {view.name}"
    return Action(label=f"Join {view.name}" if joins else f"Show {view.name}", line=line)


def _entry(view: TournamentView) -> str:
    return filled(f"{view.name}: {kind_in_words(view.terms)}. {state_in_words(view)}")
