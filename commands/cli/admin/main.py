"""The commands of `pbm admin`."""

from commands.cli.admin import (
    announce,
    decisions,
    installation,
    lists,
    players,
    queue,
    tournaments,
    verify,
)
from commands.cli.arguments import command_group

app = command_group(
    "admin",
    help="Manage games and players. Every change needs a reason, and is kept in an audit log.",
    games=lists.games,
    players=lists.players,
    board=lists.board,
    adjudicate=decisions.adjudicate,
    rollback=decisions.rollback,
    announce=announce.announce,
    verify=verify.verify,
    audit=installation.audit,
    rotate_key=installation.rotate_key,
    master_key=installation.master_key,
    new_generation=installation.new_generation,
)
for group in (
    command_group(
        "player",
        help="Show, ban, unban and rename a player, or reset a password.",
        show=players.show_player,
        ban=players.ban,
        unban=players.unban,
        rename=players.rename,
        reset_password=players.reset_password,
    ),
    command_group(
        "tournament",
        help="Make, list, show and cancel tournaments.",
        new=tournaments.new,
        list=tournaments.list_tournaments,
        show=tournaments.show,
        cancel=tournaments.cancel,
        withdraw=tournaments.withdraw,
        disqualify=tournaments.disqualify,
    ),
    command_group(
        "queue",
        help="List, show, retry, pause and drop outgoing mails.",
        list=queue.list_queue,
        show=queue.show_mail,
        retry=queue.retry,
        hold=queue.pause,
        drop=queue.drop,
    ),
    command_group(
        "node",
        help="List, drain, resume and remove nodes.",
        list=installation.list_nodes,
        drain=installation.drain,
        resume=installation.resume,
        remove=installation.remove,
    ),
):
    app.add_typer(group)
