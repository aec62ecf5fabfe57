"""Mails handled together, with reading ahead and writes that wait, act as if each came alone."""

import random
from contextlib import ExitStack

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from storage.tables.identity import identity
from storage.tables.mail import limit_counts
from tests.support.mail_batches import MailBatches, text_of
from tests.support.site import PLAYERS

NAMES = ("alice", "bob", "carol")
BOARDS = range(101, 105)
LIMITS = {
    "emails_per_address": 60,
    "messages_per_day": 6,
    "challenges_per_day": 3,
    "stranger_mails_per_day": 6,
}
PASSWORD = {name: password for name, (password, _) in PLAYERS.items()}
STRANGER = "eve@example.net"
WITHOUT_PASSWORD = (
    "knightpanic show {board}",
    "knightpanic games {name}",
    "knightpanic standings",
    "help",
    "nonsense",
    "knightpanic show 999",
    "forgot {name}",
    "mydata {name} -",
)
WITH_PASSWORD = (
    "knightpanic move {board} {name} {password} {move}",
    "knightpanic chat {board} {name} {password}",
    "knightpanic subscribe {board} {name} {password}",
    "knightpanic challenge {name} {password} {other}",
    "knightpanic resign {board} {name} {password}",
    "message {name} {password} {other}",
    "block {name} {password} {other}",
    "visibility {name} {password} private",
    "visibility {name} {password} public",
    "comments {name} {password} published",
    "delivery {name} {password} daily",
    "delivery {name} {password} each",
    "showas {name} {password} text",
    "echo {name} {password} on",
    "vacation {name} {password} 2026-03-02 2026-03-05",
    "change password {name} {password} {password}",
    "mydata {name} {password}",
    "change address {name} {password} {name}@elsewhere.example",
    "signoff {name} {password}",
    "knightpanic queue {board} {name} {password} {move}",
    "knightpanic limit {name} {password} 1",
)
REPLIES = (
    "{move}",
    "{move}\n\nGood luck, {other}!",
    "propose",
    "undo",
    "accept",
    "reject",
    "resign",
)
REPLIES += ("show", "a1-a2", "Thank you!", "queue if {move} {move}", "help", "hint", "chat\n\nHi!")


class Writers:
    """Players who write mails at random, all of them the same for the same seed."""

    def __init__(self, batches, seed):
        self._batches = batches
        self._chance = random.Random(seed)
        self._earlier = []

    def mails(self, count):
        """Returns mails about the boards as they are now."""
        return [self._mail() for _ in range(count)]

    def _mail(self):
        if self._earlier and self._chance.random() < 0.08:
            return self._chance.choice(self._earlier)
        write = self._chance.choice((self._reply, self._reply, self._reply, self._command))
        self._earlier.append(write())
        return self._earlier[-1]

    def _reply(self):
        number = self._chance.choice(BOARDS)
        board = self._batches.board(number)
        mover = board.mover or board.players[0]
        name = mover.userid
        if self._chance.random() < 0.2:
            name = self._chance.choice(board.players).userid
        text = self._words(self._chance.choice(REPLIES), number, name)
        ply = 0 if self._chance.random() < 0.1 else None
        chat = self._chance.random() < 0.2
        return self._batches.reply(name, number, text, chat=chat, ply=ply)

    def _command(self):
        number, name = self._chance.choice(BOARDS), self._chance.choice(NAMES)
        lines = self._chance.choice((WITHOUT_PASSWORD, WITH_PASSWORD, WITH_PASSWORD))
        some = [self._words(self._chance.choice(lines), number, name) for _ in range(3)]
        sender = STRANGER if self._chance.random() < 0.15 else name
        if self._chance.random() < 0.1:
            return self._batches.to_postmaster(sender, "Please help")
        if self._chance.random() < 0.2:
            return self._batches.command(sender, "multiple", "\n".join(some))
        return self._batches.command(sender, some[0], "Hello!")

    def _words(self, text, number, name):
        legal = self._batches.board(number).match.legal or ["a1-a2"]
        password = PASSWORD[name] if self._chance.random() < 0.9 else "wrong"
        return text.format(
            board=number,
            name=name,
            other=self._chance.choice(NAMES),
            password=password,
            move=self._chance.choice(legal),
        )


def rows_of(batches):
    """Returns all rows but the count of commits, without ids that nothing refers to."""
    database, found = batches.site.database, {}
    with database.engine.connect() as connection:
        for table in SQLModel.metadata.sorted_tables:
            if table is identity or table.name == "commit_number":
                continue
            keep = table.name in ("board", "player")
            columns = [column for column in table.c if keep or column.name != "id"]
            query = select(*columns).order_by(*table.primary_key.columns)
            if table is limit_counts:
                query = query.where(limit_counts.c.until > batches.site.clock.now())
            found[table.name] = connection.execute(query).all()
    return found


def check(urls, seed, rounds):
    """Asserts that mails handled together lead to what each of them alone leads to."""
    with ExitStack() as stack:
        apart, together = sites = [MailBatches(url, **LIMITS) for url in urls]
        for each in sites:
            stack.callback(each.close)
            each.begin(NAMES, len(BOARDS))
        assert rows_of(apart) == rows_of(together)
        writers, chance = Writers(apart, seed), random.Random(seed)
        for _ in range(rounds):
            mails = writers.mails(chance.randint(2, 12))
            failing = mails[:: chance.randint(3, 12)]
            for each in sites:
                each.failing = failing
            alone = [text_of(each) for each in apart.handle_apart(mails)]
            assert [text_of(each) for each in together.handle_together(mails)] == alone
            found, expected = rows_of(together), rows_of(apart)
            for name, rows in expected.items():
                assert found[name] == rows, (name, alone)
            hours = chance.choice((0, 0.01, 0.3, 2, 30))
            for each in sites:
                each.site.clock.forward(hours=hours)


def test_mails_together_act_as_if_each_came_alone(tmp_path):
    """The database ends the same, with the same mails in the outbox, and so do the answers."""
    check([f"sqlite:///{tmp_path / name}.db" for name in ("apart", "together")], 1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_mails_together_act_as_if_each_came_alone(tmp_path, seed):
    check([f"sqlite:///{tmp_path / name}.db" for name in ("apart", "together")], seed, 8)


@pytest.mark.slow
def test_mails_together_on_postgresql(new_databases):
    check(new_databases(2), 0, 8)
