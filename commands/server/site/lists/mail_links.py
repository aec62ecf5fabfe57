"""Links that open an email to the server, ready to be completed and sent."""

from commands.context.robots import NAMED_ROBOTS
from commands.server.site.source import Site
from commands.views.html.links import Link, mailto
from commands.views.reply_target import ReplyTarget
from pbm.games import AnyGame
from pbm.wording import listing

NEWCOMER = """\
(In the subject, put a name of your own in place of USERID, and a password of\r
your own in place of PASSWORD. The reply yes to the answer confirms it.)"""
YOU, OPPONENT = "USERID", "OPPONENT"
"""Words that the reader replaces by userids; while they stay, the server refuses the line."""
ROBOTS = [*NAMED_ROBOTS][1:]
"""The robots against which newcomers are invited to play."""


def join_link(site: Site) -> Link:
    """Returns the link that signs somebody up."""
    return mail_link(site, "Join by mail", f"signup {YOU} PASSWORD", NEWCOMER)


def help_link(site: Site) -> Link:
    """Returns the link that asks for the overview of the server's help."""
    return mail_link(site, "Help by mail", "help", quiet=True)


def robot_link(site: Site, game: AnyGame) -> Link:
    """Returns the link that starts a game against robots."""
    robots = ROBOTS[: len(game.seats) - 1]
    return challenge_link(site, game, f"Play against {listing(robots)}", robots)


def challenge_link(
    site: Site, game: AnyGame, words: str, opponents: list[str], *, quiet: bool = False
) -> Link:
    """Returns the link that starts a game; the reader names the opponents that are missing."""
    missing = [OPPONENT] * (len(game.seats) - 1 - len(opponents))
    subject = f"{game.name} challenge {' '.join([YOU, *opponents, *missing])}"
    return mail_link(site, words, subject, quiet=quiet)


def tournament_link(site: Site, name: str, *, joins: bool) -> Link:
    """Returns the link that joins a tournament, or the quiet one that asks for its table."""
    if joins:
        return mail_link(site, "Join by mail", f"tournament {name} join {YOU} -")
    return mail_link(site, "Get the table by mail", f"tournament {name}", quiet=True)


def mail_link(site: Site, words: str, subject: str, body: str = "", *, quiet: bool = False) -> Link:
    return Link(words, mailto(ReplyTarget(site.address), subject, body), quiet=quiet)
