"""Makes pictures of mails: those that the pages show, or all of them in a folder, to be looked at.

    python -m docs.mail_pictures [FOLDER]

Plays on a server without sockets, puts the HTML part of a mail into the frame of a mail program,
and has Chromium draw that.
"""  # noqa: INP001 - a script beside the pages that use it

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.server.workers.search_functions import search_here
from commands.server.workers.search_jobs import Jobs
from commands.settings import Settings
from tests.support.site import Site

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1.25",
)
PHONE, DESKTOP = 480, 640
"""Widths in CSS pixels; the page sets them too, as windows have a least width."""
MOST_HEIGHT = 1140
"""Maximum height of an email in a picture, in CSS pixels. The rest is cut off."""
HEIGHTS = {"review-mail": 885}
"""Lower maximum heights, so that pictures with much text stay small files."""
TIMEOUT_SECONDS = 60
PAGE = """\
<!DOCTYPE html>
<meta charset="utf-8">
<style>
body {{ box-sizing: border-box; width: {width}px; margin: 0; padding: 10px;
       background: #e8eaed; font-family: sans-serif }}
article {{ background: #fff; border: 1px solid #c4c7cc; border-radius: 8px; overflow: hidden }}
header {{ padding: 12px; border-bottom: 1px solid #dadce0; font-size: 13px; color: #5f6368 }}
header b {{ display: block; margin-bottom: 4px; font-size: 17px; color: #202124 }}
iframe {{ display: block; width: 100%; border: 0 }}
</style>
<article>
<header><b>{Subject}</b>From: {From}<br>To: {To}</header>
<iframe srcdoc="{html}"></iframe>
</article>
<script>
onload = () => {{
  const frame = document.querySelector("iframe");
  frame.style.height = frame.contentDocument.documentElement.scrollHeight + "px";
  document.title = "height " + document.body.offsetHeight;
}};
</script>
"""
"""A mail reader: the script gives the mail its full height, and the page's height as the title."""

Mails = dict[str, EmailMessage]
"""The last mail to each player."""


def play(challenge: str, *moves: tuple[str, str]) -> Callable[[Site], Mails]:
    """Returns a function that begins a game, sends these replies, and returns the last mails."""

    def run(site: Site) -> Mails:
        site.say(challenge)
        last = _by_player(site.mails())
        for player, text in moves:
            last |= _by_player(site.reply(last[player], text))
        return last

    return run


def alternate(challenge: str, players: str, moves: str) -> Callable[[Site], Mails]:
    """Returns the same for moves in turn, both separated by spaces."""
    names, texts = players.split(), moves.split()
    turns = ((names[number % len(names)], text) for number, text in enumerate(texts))
    return play(challenge, *turns)


def reviewed(play_game: Callable[[Site], Mails], reader: str) -> Callable[[Site], Mails]:
    """Returns a function that plays a game, and returns the mail with a player's review of it."""

    def run(site: Site) -> Mails:
        site.reply(play_game(site)[reader], "review")
        with TemporaryDirectory() as data:
            settings = Settings(data=Path(data))
            parts = site.database, site.dispatcher, site.mailer, settings, "pictures", search_here
            Jobs(*parts).run_one()
        return _by_player(site.mails())

    return run


TWO = "alice bob"
SCENES: Mapping[str, tuple[str, Callable[[Site], Mails], int]] = {
    "board-mail": (
        "alice",
        play(
            "knightpanic challenge alice bob",
            ("alice", "a1-c5\nGood luck, Bob!"),
            ("bob", "e7-c3\nThe same to you. Mind the corner."),
        ),
        PHONE,
    ),
    "knightpanic-3d": (
        "alice",
        alternate(
            "knightpanic challenge -3d alice bob",
            TWO,
            "c1-g3 a7-e5 e1-g5 c7-f6 g3-c1 f6-a7 g1-f6 a7-c3 f6-c7 c3-f6",
        ),
        DESKTOP,
    ),
    "knightsdance": (
        "alice",
        alternate("knightsdance challenge alice bob", TWO, "e3 c3"),
        DESKTOP,
    ),
    "knightsduel": (
        "bob",
        alternate(
            "knightsduel challenge alice bob", TWO, "(2,3) (7,6) (3,5) (8,4) (1,6) (7,2) (2,4)"
        ),
        DESKTOP,
    ),
    "madknights": (
        "carol",
        alternate(
            "madknights challenge -seed=5 alice bob carol", "alice bob carol", "b3 e5 b1 c1 g4"
        ),
        DESKTOP,
    ),
    "trailblazer": (
        "alice",
        alternate(
            "trailblazer challenge alice bob",
            TWO,
            "(0,1) (6,5) (1,1) (5,5) (1,2) (5,4) (2,2) (4,4)",
        ),
        DESKTOP,
    ),
    "result": (
        "bob",
        alternate(
            "knightpanic challenge alice bob",
            TWO,
            "a1-e3 g7-c5 g1-e5 e7-a5 c1-g3 a7-c3 e5-g1 a5-c1 e1-a3 c1-e5",
        ),
        PHONE,
    ),
    "review-mail": (
        "alice",
        reviewed(
            alternate(
                "knightpanic challenge alice bob",
                TWO,
                "g1-c3 a7-e5 e1-c5 c7-g5 c3-g1 e7-g3 a1-e3",
            ),
            "alice",
        ),
        PHONE,
    ),
    "refusal": (
        "alice",
        play("knightpanic challenge alice bob", ("alice", "a1-c4")),
        PHONE,
    ),
}
"""The pictures, each with the reader of the mail, the way to it, and its width."""
SHOWN = ("board-mail", "review-mail", "knightpanic-3d")
"""The pictures that the README and the page for players show."""


def main() -> None:
    """Writes all pictures into the folder that is named, or those of the pages beside them."""
    pictures = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    pictures.mkdir(parents=True, exist_ok=True)
    for name in SHOWN if pictures == HERE else SCENES:
        with TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            page.write_text(mail_page(mail_of(name, Path(folder)), _width(name)), encoding="utf-8")
            _draw(folder, page, pictures / f"{name}.png", _width(name))


def mail_of(name: str, folder: Path) -> EmailMessage:
    """Returns the mail of a picture."""
    reader, run, _ = SCENES[name]
    site = Site(f"sqlite:///{folder / 'pbm.db'}", address="pbm@games.example.org")
    try:
        site.sign_up("alice", "bob", "carol")
        return run(site)[reader]
    finally:
        site.database.close()


def mail_page(mail: EmailMessage, width: int = PHONE) -> str:
    """Returns a page that shows the HTML part of a mail as a mail program does."""
    headers = {name: escape(mail[name]) for name in ("Subject", "From", "To")}
    part = mail.get_body(("html",))
    return PAGE.format(**headers, width=width, html=escape(part.get_content() if part else ""))


def _width(name: str) -> int:
    return SCENES[name][2]


def _by_player(mails: list[EmailMessage]) -> Mails:
    return {mail["To"].partition("@")[0]: mail for mail in mails}


def _draw(folder: str, page: Path, picture: Path, width: int) -> None:
    shown = _browse(folder, page, width, "--dump-dom")
    height = re.search(r"<title>height (\d+)</title>", shown)
    if not height:
        sys.exit("The browser didn't say how high the page is.")
    size = f"--window-size={width},{min(int(height[1]), HEIGHTS.get(picture.stem, MOST_HEIGHT))}"
    _browse(folder, page, width, size, f"--screenshot={picture}")
    print(f"{picture.name}: {picture.stat().st_size} bytes")  # noqa: T201 - for whoever runs it


def _browse(folder: str, page: Path, width: int, *words: str) -> str:
    """Opens the page in a browser without a window; returns what the browser prints."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(f"One of these browsers is needed: {', '.join(BROWSERS)}.")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []  # its sandbox refuses to run as root
    done = subprocess.run(  # noqa: S603 - the words are our own
        [
            browser,
            *FLAGS,
            *root,
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},900",
            *words,
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=TIMEOUT_SECONDS,
    )
    return done.stdout


if __name__ == "__main__":
    main()
