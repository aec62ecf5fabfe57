"""Implements `pbm admin tournament`, which creates, shows and ends tournaments."""

from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from commands.boards.tournaments import entry_refusals
from commands.boards.tournaments.tournament_news import news_of
from commands.boards.tournaments.tournaments import find_tournament, leave
from commands.cli.admin.act import admin_act, read_only
from commands.cli.arguments import AsJson, Reason, Userid
from commands.cli.terminal import (
    format_minute,
    print_blank,
    print_json,
    print_line,
    print_section,
    print_table,
)
from pbm.options import kinds
from pbm.tournaments.events import DISQUALIFIED, WITHDRAWN, Cancel
from pbm.tournaments.points import shown_points
from pbm.tournaments.standings import standings
from pbm.tournaments.terms import TournamentTerms, check_name
from pbm.tournaments.tournament import StoredTournament
from pbm.wording import counted
from storage.unit_of_work import UnitOfWork

Name = Annotated[str, typer.Argument(metavar="NAME", help="the tournament's name")]
HEAD = ("name", "status", "game", "kind", "players", "round", "begins")


def _with_options_of_terms(command: Callable[..., None]) -> Callable[..., None]:
    """Adds an option for each of the tournament terms to a command.

    The command receives them as keyword arguments.
    """
    declared = signature(command)
    options = [_option(name, kind) for name, kind in kinds(TournamentTerms).items()]
    parameters = [
        each for each in declared.parameters.values() if each.kind is not Parameter.VAR_KEYWORD
    ]
    command.__signature__ = declared.replace(parameters=[*parameters, *options])  # type: ignore[attr-defined]
    command.__annotations__ |= {each.name: each.annotation for each in options}
    return command


def _option(name: str, kind: Any) -> Parameter:
    ((word, help),) = kind.words(name).items()
    if usual := getattr(TournamentTerms, name):
        help = f"{help}; default {usual}"
    option = typer.Option(f"--{word}", metavar=kind.value.removeprefix("="), help=help)
    annotation = Annotated[str | None, option]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


@_with_options_of_terms
def new(name: Name, **terms: str | None) -> None:
    """Create a tournament, which players can join until it begins.

    --game, --kind and --from are required. pbm announces it to the players who asked for such
    emails. It runs the rest by itself: rounds, boards, results, and the final table.

    Example: pbm admin tournament new panic-1 --game knightpanic --kind swiss --from 2026-12-01
    """
    check_name(name)
    declared = kinds(TournamentTerms)
    words = [
        f"--{next(iter(declared[each].words(each)))}={value}"
        for each, value in terms.items()
        if value is not None
    ]
    new_terms = TournamentTerms.from_words(words)
    with admin_act("made") as act:
        now = act.context.now()
        if new_terms.begins is None or new_terms.begins <= now:
            raise entry_refusals.begins_in_past()
        if act.work.tournaments.add(name, new_terms, now) is None:
            raise entry_refusals.name_taken(name)
        act.record("tournament new", name, " ".join(words))
        act.report = f"{name} begins on {format_minute(new_terms.begins)} UTC: players can join."


def list_tournaments(as_json: AsJson = False) -> None:
    """List the tournaments: open, running, then all others. Times are in UTC.

    Example: pbm admin tournament list
    """
    with read_only() as (work, _):
        tournaments = work.tournaments.all()
    if as_json:
        print_json(
            {"tournaments": [dict(zip(HEAD, _facts(each), strict=True)) for each in tournaments]}
        )
    else:
        rows = [tuple(map(str, _facts(each))) for each in tournaments]
        print_table(counted(len(tournaments), "tournament"), HEAD, rows)


def show(name: Name) -> None:
    """Show a tournament: its terms, players, places and points.

    "pbm tournament NAME" shows the table with all games.

    Example: pbm admin tournament show panic-1
    """
    with read_only() as (work, context):
        stored = find_tournament(context, name)
        rows = [*_player_rows(work, stored)]
    print_line(f"{stored.name}: {stored.tournament.status}")
    print_blank()
    for word in stored.tournament.terms.words():
        print_line(word)
    print_section("Players", ("place", "userid", "points", "withdrawn"), rows)


def cancel(name: Name, reason: Reason) -> None:
    """Cancel a tournament that isn't over. Running games continue, but only for the ratings.

    Example: pbm admin tournament cancel panic-1 --reason "made by mistake"
    """
    with admin_act(reason) as act:
        stored = find_tournament(act.context, name, lock=True)
        stored = act.work.tournaments.add_event(stored, Cancel(), act.context.now())
        act.notifications += news_of(act.context, stored)
        act.record("tournament cancel", stored.name, "cancelled")
        act.report = f"{stored.name} is cancelled. The players are told."


def withdraw(name: Name, userid: Userid, reason: Reason) -> None:
    """Take a player out of a tournament, as if they had left it.

    They lose their open games in it.

    Example: pbm admin tournament withdraw panic-1 bob --reason "asked for it by telephone"
    """
    _take_out(name, userid, reason, WITHDRAWN)


def disqualify(name: Name, userid: Userid, reason: Reason) -> None:
    """Disqualify a player of a running tournament.

    They lose their open games in it, and get the last place. This also works for a player who has
    already left.

    Example: pbm admin tournament disqualify panic-1 mallory --reason "plays with two accounts"
    """
    _take_out(name, userid, reason, DISQUALIFIED)


def _take_out(name: str, userid: str, reason: str, why: str) -> None:
    with admin_act(reason) as act:
        player = act.context.player(userid)
        stored = find_tournament(act.context, name, lock=True)
        if why == DISQUALIFIED and stored.tournament.status == "open":
            raise entry_refusals.not_begun(stored)
        leave(act.context, stored, player, why)
        news = f"The admin has taken you out of the tournament {stored.name}"
        news += ": you are disqualified." if why == DISQUALIFIED else "."
        text = f"{news} Your open games in it are lost.\n\nThe reason: {act.reason}"
        act.notify_player(player, f"Tournament {stored.name}", text, stored.name)
        command = "withdraw" if why == WITHDRAWN else "disqualify"
        act.record(f"tournament {command}", player.userid, stored.name)
        act.report = f"{player.userid} is out of {stored.name}, and told so."


def _facts(stored: StoredTournament) -> tuple[str | int, ...]:
    tournament, terms = stored.tournament, stored.tournament.terms
    begins = format_minute(terms.begins) if terms.begins else ""
    counts = len(tournament.players), len(tournament.rounds)
    return stored.name, tournament.status, terms.game, terms.kind, *counts, begins


def _player_rows(work: UnitOfWork, stored: StoredTournament) -> Iterator[tuple[str, ...]]:
    tournament = stored.tournament
    players = work.players.by_ids(tournament.players)
    userids = {player.id: player.userid for player in players}
    for standing in standings(tournament):
        gone = tournament.withdrawn.get(standing.player, "")
        yield str(standing.place), userids[standing.player], shown_points(standing.points), gone
