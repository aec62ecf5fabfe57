"""Builds the command group `pbm admin`."""

from commands.cli.admin import (
    announce,
    audit,
    decisions,
    generations,
    keys,
    lists,
    nodes,
    players,
    tournaments,
    verify,
)
from commands.cli.admin.mail import failed_mail, queue
from commands.cli.arguments import command_group

app = command_group(
    "admin",
    help="Manage games and players. The audit log records the reason for every change.",
    games=lists.games,
    players=lists.players,
    board=lists.board,
    adjudicate=decisions.adjudicate,
    rollback=decisions.rollback,
    announce=announce.announce,
    verify=verify.verify,
    audit=audit.audit,
    rotate_key=keys.rotate_key,
    master_key=keys.master_key,
    new_generation=generations.new_generation,
)
mail = command_group("mail", help="List, show, retry and drop failed incoming mail.")
mail.add_typer(
    command_group(
        "failed",
        help="List, show, retry and drop incoming mail that pbm couldn't handle.",
        list=failed_mail.list_failed,
        show=failed_mail.show,
        retry=failed_mail.retry,
        drop=failed_mail.drop,
    )
)
for group in (
    command_group(
        "player",
        help="Show, ban, unban and rename players, and reset passwords.",
        show=players.show_player,
        ban=players.ban,
        unban=players.unban,
        rename=players.rename,
        reset_password=players.reset_password,
    ),
    command_group(
        "tournament",
        help="Create, list, show and cancel tournaments.",
        new=tournaments.new,
        list=tournaments.list_tournaments,
        show=tournaments.show,
        cancel=tournaments.cancel,
        withdraw=tournaments.withdraw,
        disqualify=tournaments.disqualify,
    ),
    command_group(
        "queue",
        help="List, show, retry, pause and drop outgoing mail.",
        list=queue.list_queue,
        show=queue.show_mail,
        retry=queue.retry,
        hold=queue.pause,
        drop=queue.drop,
    ),
    mail,
    command_group(
        "node",
        help="List, drain, resume and remove nodes.",
        list=nodes.list_nodes,
        drain=nodes.drain,
        resume=nodes.resume,
        remove=nodes.remove,
    ),
):
    app.add_typer(group)
