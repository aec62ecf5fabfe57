"""Implements `pbm admin tournament`, which creates, shows and ends tournaments."""

from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

from commands.boards.tournaments import entry_refusals
from commands.boards.tournaments.tournament_news import news_of
from commands.boards.tournaments.tournaments import find_tournament, leave
from commands.cli.admin.admin_actions import admin_act, read_only
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
from pbm.tournaments.tournament import StoredTournament
from pbm.tournaments.tournament_terms import TournamentTerms, check_name
from pbm.wording import counted, local_time
from storage.unit_of_work import UnitOfWork

Name = Annotated[str, typer.Argument(metavar="NAME", help="name of the tournament")]
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
        help = f"{help} (default {usual})"
    option = typer.Option(f"--{word}", metavar=kind.value.removeprefix("="), help=help)
    annotation = Annotated[str | None, option]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


@_with_options_of_terms
def new(name: Name, **terms: str | None) -> None:
    """Create a tournament that players can join.

    --game, --kind and --from are required. pbm announces the tournament to the players who asked
    for such emails. It then runs everything by itself: rounds, games, results and the final
    standings.

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
    with admin_act("created") as act:
        now = act.context.now()
        if new_terms.begins is None or new_terms.begins <= now:
            raise entry_refusals.begins_in_past()
        if act.work.tournaments.add(name, new_terms, now) is None:
            raise entry_refusals.name_taken(name)
        act.record("tournament new", name, " ".join(words))
        act.report = f"Players can now join {name}. It begins on {local_time(new_terms.begins)}."


def list_tournaments(as_json: AsJson = False) -> None:
    """List tournaments, open and running ones first. Times are in UTC.

    Example: pbm admin tournament list
    """
    with read_only() as (work, _):
        tournaments = work.tournaments.all()
    if as_json:
        print_json(
            {"tournaments": [dict(zip(HEAD, _facts(each), strict=True)) for each in tournaments]}
        )
    else:
        rows = [tuple(map(str, _facts(each, in_words=True))) for each in tournaments]
        print_table(counted(len(tournaments), "tournament"), HEAD, rows)


def show(name: Name) -> None:
    """Show a tournament with its terms, players, places and points.

    "pbm tournament NAME" shows the table with all games.

    Example: pbm admin tournament show panic-1
    """
    with read_only() as (work, context):
        stored = find_tournament(context, name)
        rows = [*_player_rows(work, stored)]
    print_line(f"{stored.name}: {_status_words(stored)}")
    print_blank()
    for word in stored.tournament.terms.words():
        print_line(word)
    print_section("Players", ("place", "userid", "points", "withdrawn"), rows)


def cancel(name: Name, reason: Reason) -> None:
    """Cancel a tournament.

    Games in progress continue, but count only for the ratings.

    Example: pbm admin tournament cancel panic-1 --reason "made by mistake"
    """
    with admin_act(reason) as act:
        stored = find_tournament(act.context, name, lock=True)
        stored = act.work.tournaments.add_event(stored, Cancel(), act.context.now())
        act.notifications += news_of(act.context, stored)
        act.record("tournament cancel", stored.name, "canceled")
        act.report = f"{stored.name} is canceled. pbm has emailed the players."


def withdraw(name: Name, userid: Userid, reason: Reason) -> None:
    """Withdraw a player from a tournament.

    The player loses the tournament games that are still in progress.

    Example: pbm admin tournament withdraw panic-1 bob --reason "requested by phone"
    """
    _take_out(name, userid, reason, WITHDRAWN)


def disqualify(name: Name, userid: Userid, reason: Reason) -> None:
    """Disqualify a player from a running tournament.

    The player gets last place, and loses the tournament games that are still in progress. You can
    also disqualify a player who has left.

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
        acted = "disqualified" if why == DISQUALIFIED else "withdrawn"
        news = f"The admin has {acted} you from the {stored.name} tournament."
        text = f"{news} You lose your unfinished games in this tournament.\n\nReason: {act.reason}"
        act.notify_player(player, f"Tournament {stored.name}", text, stored.name)
        command = "withdraw" if why == WITHDRAWN else "disqualify"
        act.record(f"tournament {command}", player.userid, stored.name)
        act.report = (
            f"{player.userid} has been {acted} from {stored.name}. pbm has emailed the player."
        )


def _facts(stored: StoredTournament, *, in_words: bool = False) -> tuple[str | int, ...]:
    """Returns a value for each word of HEAD.

    `in_words`: whether people read the status. If not, it is returned as stored.
    """
    tournament, terms = stored.tournament, stored.tournament.terms
    begins = format_minute(terms.begins) if terms.begins else ""
    counts = len(tournament.players), len(tournament.rounds)
    status = _status_words(stored) if in_words else tournament.status
    return stored.name, status, terms.game, terms.kind, *counts, begins


def _status_words(stored: StoredTournament) -> str:
    status = stored.tournament.status
    return "canceled" if status == "cancelled" else status


def _player_rows(work: UnitOfWork, stored: StoredTournament) -> Iterator[tuple[str, ...]]:
    tournament = stored.tournament
    players = work.players.by_ids(tournament.players)
    userids = {player.id: player.userid for player in players}
    for standing in standings(tournament):
        gone = tournament.withdrawn.get(standing.player, "")
        yield str(standing.place), userids[standing.player], shown_points(standing.points), gone
