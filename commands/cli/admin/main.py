"""The commands of `pbm admin`."""

from collections.abc import Callable

import typer

from commands.cli.admin import announce, decisions, lists, players, queue, tournaments, verify
from commands.cli.admin import installation as audit
from commands.cli.admin import installation as generations
from commands.cli.admin import installation as keys
from commands.cli.admin import installation as nodes

OPTIONS = {"help_option_names": ["--help"]}

app = typer.Typer(
    name="admin",
    help="Manage games and players. Every change needs a reason, and is kept in an audit log.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)
player = typer.Typer(
    name="player",
    help="Show, ban, unban and rename a player, or reset a password.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)
mails = typer.Typer(
    name="queue",
    help="List, show, retry, pause and drop outgoing mails.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)
node = typer.Typer(
    name="node",
    help="List, drain, resume and remove nodes.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)

tournament = typer.Typer(
    name="tournament",
    help="Make, list, show and cancel tournaments.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=OPTIONS,
)


def _add(to: typer.Typer, **commands: Callable[..., None]) -> None:
    """Adds commands under their names, with - for _."""
    for name, command in commands.items():
        to.command(name.replace("_", "-"), context_settings=OPTIONS)(command)


_add(app, games=lists.games, players=lists.players, board=lists.board)
_add(app, adjudicate=decisions.adjudicate, rollback=decisions.rollback)
_add(app, announce=announce.announce)
_add(app, verify=verify.verify, audit=audit.audit)
_add(app, rotate_key=keys.rotate_key, master_key=keys.master_key)
_add(app, new_generation=generations.new_generation)
_add(player, show=players.show_player)
_add(player, ban=players.ban, unban=players.unban, rename=players.rename)
_add(player, reset_password=players.reset_password)
_add(mails, list=queue.list_queue, show=queue.show_mail, retry=queue.retry)
_add(mails, hold=queue.pause, drop=queue.drop)
_add(node, list=nodes.list_nodes, drain=nodes.drain, resume=nodes.resume, remove=nodes.remove)
_add(tournament, new=tournaments.new, list=tournaments.list_tournaments, show=tournaments.show)
_add(tournament, cancel=tournaments.cancel, withdraw=tournaments.withdraw)
_add(tournament, disqualify=tournaments.disqualify)
app.add_typer(player)
app.add_typer(tournament)
app.add_typer(mails)
app.add_typer(node)
