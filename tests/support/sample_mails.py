"""Every kind of mail, with the longest userids, to be measured as readers see them."""

from datetime import timedelta
from tempfile import TemporaryDirectory

from commands.language import registry
from commands.language.help.pages import TOPICS
from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.search_functions import search_here
from commands.server.workers.search_jobs import Jobs
from commands.settings import Settings
from pbm.games import games
from pbm.tournaments.tournament_terms import KNOCK_OUT, ROUND_ROBIN, SWISS
from tests.support.site import Site
from tests.support.site_tournaments import add

USERIDS = ("wilhelminamommsenwumwoma", "wwwwmmmmwwwwmmmmwwwwmmmm", "karolinawimmersmommowmow")
"""Of 24 letters each, which no line break divides."""
PASSWORD = "Xa!11ce-and-more"
A, B, C = USERIDS
ADDRESS = {userid: f"{userid}@mail.example.org" for userid in USERIDS}
CLOCKS = "-nagtime=2 -forfeittime=10 -totaltime=60 -increment=1 -daysoff=sat,sun"
ANYBODY = "stranger@example.com"
SETTINGS = (
    "delivery {} {} daily 18 America/Argentina/ComodRivadavia",
    "echo {} {} on",
    "sleep {} {} 22-7",
    "visibility {} {} members",
    "comments {} {} published",
    "zone {} {} America/Argentina/ComodRivadavia",
    "format {} {} spoken",
)
LINES = (
    "list",
    "all show {A}",
    "mydata {A} {P}",
    "message {A} {P} {B}",
    "block {A} {P} {B}",
    "vacation {A} {P} 2026-03-20",
    "forgot {A}",
    "unsubscribe",
    "knightpanic standings",
    "knightpanic history",
    "knightpanic games {A}",
    "knightpanic show 101",
    "knightpanic show 101#2",
    "knightpanic record 101",
    "knightpanic record 101 text",
    "knightpanic describe 101",
    "knightpanic legal 101",
    "knightpanic preview 102 a1-c5",
    "knightpanic seek {A} {P} 2",
    "knightpanic seeks",
    "knightpanic limit {A} {P} 3",
    "knightpanic subscribe 101 {C} {P}",
    "knightpanic rules",
    "knightpanic explore",
    "knightpanic explore g1-c3",
    "knightpanic legal new a1-c5",
    "knightpanic solve a1-c5",
    "knightpanic robot challenge 3 {A}",
    "knightpanic submit 102 {A} {P} a1-c5",
    "knightpanic queue 102 {A} {P} if a7-e5 c1-e5",
    "knightpanic hint 102 {A} {P}",
    "knightpanic chat 102 {A} {P}",
    "knightpanic move 102 {A} {P} a1-b2",
    "knightpanic move 102 {A} wrong a1-c5",
    "nightpanic chalenge {A} {B}",
    "",
)
LONGER = (
    ("knightpanic", "-3d", "c1-g3 a7-e5 e1-g5 c7-f6 g3-c1 f6-a7 g1-f6 a7-c3 f6-c7 c3-f6"),
    ("knightpanic", "-size=13", ""),
    ("knightsdance", "-rows=100 -cols=100", ""),
    ("knightsduel", "-size=16", ""),
    ("trailblazer", "-size=16", ""),
    ("madknights", "-size=12", ""),
)
"""Boards with more or smaller squares."""


class SampleMails:
    """Plays on a server, and keeps the HTML of each mail by a name."""

    def __init__(self):
        self.site = Site(confirm=True, emails_per_address=10_000, solves_per_day=100)
        self.html = {}
        self.last = {}
        """The last mail to each address."""
        self.boards = {}
        """The number of the last board of each game."""

    def keep(self, name, mails):
        """Keeps these mails, and confirms what they ask to be confirmed."""
        for number, mail in enumerate(mails):
            self.last[mail["To"]] = mail
            if html := mail.get_body(("html",)):
                self.html[f"{name}, {number}: {mail['Subject']}"] = html.get_content()
            if mail["Subject"].startswith("Please confirm"):
                self.keep(f"{name}, yes", self.site.reply(mail, "yes"))

    def send(self, line, body="", sender=ADDRESS[A]):
        """Sends a line as the subject of a mail."""
        subject = line.format(A=A, B=B, C=C, P=PASSWORD)
        self.keep(line, self.site.mail(sender, subject, body))

    def reply(self, userid, words):
        """Replies to the last mail to a player."""
        self.keep(f"reply {words}", self.site.reply(self.last[ADDRESS[userid]], words))

    def play(self, name, options, moves, said=""):
        """Plays a game by replies; returns the number of its board."""
        players = " ".join(USERIDS[: len(games()[name].seats)])
        self.send(f"{name} challenge {CLOCKS} {options} {players}")
        self.boards[name] = number = self.boards.get(name, 100) + 1
        for move in moves:
            with self.site.database.work() as work:
                mover = work.boards.find(name, number).mover.userid
            self.reply(mover, f"{move}\n\n{said}")
        return number

    def search(self):
        """Finds what was asked for, and keeps its mail."""
        site = self.site
        with TemporaryDirectory() as data:  # for tables
            settings = Settings(data=data)
            jobs = Jobs(
                site.database, site.dispatcher, site.mailer, settings, "a worker", search_here
            )
            while jobs.run_one():
                self.keep("search", site.mails())

    def wait(self, days):
        """Lets these days pass."""
        site, watcher = self.site, None
        for _ in range(days):
            site.clock.forward(days=1)
            watcher = ClockWatcher(site.database, site.services, site.mailer, timedelta(days=1))
            watcher.tick()
            self.keep("wait", site.mails())


def sample_mails():
    """Returns the HTML of every kind of mail, by a name."""
    samples = SampleMails()
    try:
        _run(samples)
    finally:
        samples.site.close()
    return samples.html


def _run(samples):
    for userid in USERIDS:
        samples.send(f"signup {userid} {PASSWORD}", sender=ADDRESS[userid])
    for game in games().values():
        words, moves = game.example
        number = samples.play(game.name, words, moves, "Well played. " * 9)
        samples.send(f"{game.name} show {number}")
        samples.send(f"{game.name} review {number}")
        samples.search()
        samples.play(game.name, words, moves[: len(moves) // 2])
        samples.reply(A, "propose")
        samples.reply(B, "undo")
        samples.reply(B, "reject")
        samples.reply(A, "chat\nHello there.")
    for name, options, moves in LONGER:
        samples.play(name, options, moves.split())
    for line in LINES:
        samples.send(line, "Hello there.\nHow are you?")
    samples.send("robot1, please show me how this works", sender=ANYBODY)
    samples.send("signup", sender=ANYBODY)
    samples.send("", "list\nknightpanic show 102\nknightpanic shew 101\nhelp reply")
    words = (word for kind in registry.commands() for word in kind.names)
    for subject in ("", *games(), *TOPICS, *words, "nothing"):
        samples.send(f"help {subject}")
    samples.search()
    samples.send("change tournaments {A} {P} on")
    tomorrow = samples.site.clock.now() + timedelta(days=1)
    for kind in (ROUND_ROBIN, KNOCK_OUT, SWISS):
        words = f"--kind={kind}", f"--from={tomorrow:%Y-%m-%d}"
        add(samples.site, *words, name=f"{kind}-{tomorrow:%Y-%m-%d}", players=USERIDS)
    samples.send("tournaments")
    samples.wait(12)
    samples.send(f"tournament {ROUND_ROBIN}-{tomorrow:%Y-%m-%d}")
    for line in SETTINGS:
        samples.send(f"change {line.format(A, PASSWORD)}")
    samples.play("trailblazer", "-size=4", ["(0,1)"])
    samples.wait(2)
    samples.send("change password {A} {P} another-password-of-mine")
    samples.send("change address {A} another-password-of-mine wilhelmina@mail.example.com")
    samples.send("signoff {A} another-password-of-mine")
