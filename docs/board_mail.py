"""Makes `docs/board-mail.png`, the picture of a board mail in the README.

    python -m docs.board_mail

Plays a few moves on a server without sockets, puts the HTML part of the mail that the next player
gets into the frame of a mail program, and has Chromium draw that.
"""  # noqa: INP001 - a script beside the pages that use it

import os
import re
import shutil
import subprocess
import sys
from email.message import EmailMessage
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.site import Site

PICTURE = Path(__file__).with_name("board-mail.png")
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
    "--force-device-scale-factor=1.5",
)
WIDTH = 480
"""In CSS pixels, as on a large phone; the page sets it too, as windows have a least width."""
TIMEOUT_SECONDS = 60
MOVES = (
    ("alice", "a1-c5\nGood luck, Bob!"),
    ("bob", "e7-c3\nThe same to you. Mind the corner."),
)
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


def main() -> None:
    """Writes the picture."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(mail_page(board_mail(Path(folder))), encoding="utf-8")
        shown = _browse(folder, page, "--dump-dom")
        height = re.search(r"<title>height (\d+)</title>", shown)
        if not height:
            sys.exit("The browser didn't say how high the page is.")
        _browse(folder, page, f"--window-size={WIDTH},{height[1]}", f"--screenshot={PICTURE}")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size} bytes")  # noqa: T201 - for whoever runs it


def board_mail(folder: Path) -> EmailMessage:
    """Returns the mail that alice gets when it is her turn again."""
    site = Site(f"sqlite:///{folder / 'pbm.db'}", address="pbm@games.example.org")
    try:
        site.sign_up("alice", "bob")
        site.say("knightpanic challenge alice bob")
        last = _by_player(site.mails())
        for player, text in MOVES:
            last = _by_player(site.reply(last[player], text))
        return last["alice"]
    finally:
        site.database.close()


def mail_page(mail: EmailMessage) -> str:
    """Returns a page that shows the HTML part of a mail as a mail program does."""
    headers = {name: escape(mail[name]) for name in ("Subject", "From", "To")}
    part = mail.get_body(("html",))
    return PAGE.format(**headers, width=WIDTH, html=escape(part.get_content() if part else ""))


def _by_player(mails: list[EmailMessage]) -> dict[str, EmailMessage]:
    return {mail["To"].partition("@")[0]: mail for mail in mails}


def _browse(folder: str, page: Path, *words: str) -> str:
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
            f"--window-size={WIDTH},900",
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
