"""A day's mails in any order, doubled and delayed: the boards end the same.

A mail that names its ply, as every reply does, is executed once if it comes when its ply is due;
otherwise it is refused and changes nothing, so that its sender can send it again. A sender sends a
board's next mail once the one before was played; no other order is assumed.
"""

import itertools
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.content.reply_claims import claims_of
from commands.security.tokens import TokenSigner
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail

NAMES = ("alice", "bob")
GAME = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
DAY = {101: GAME, 102: GAME[:3], 103: GAME[:2]}
"""The moves of some boards; the first game ends with them."""


class Day:
    """A server with started boards, and the mails that were written."""

    def __init__(self):
        self.site = Site("sqlite://")
        self.site.limit(emails_per_address=10**6)
        self.site.sign_up(*NAMES)
        for _ in DAY:
            assert self.site.say("knightpanic challenge alice bob").ok
        self.site.mails()
        self._ids = itertools.count(1)
        self.notifications = Counter()

    def board(self, number):
        with self.site.database.work() as work:
            return work.boards.find("knightpanic", number)

    def moves(self):
        return {number: self.board(number).match.moves for number in DAY}

    def mail(self, number, ply, by_reply):
        """Returns a mail with a move, as written now: each time a new one."""
        name = NAMES[ply % 2]
        password, author = PLAYERS[name]
        move, to = DAY[number][ply], ADDRESS
        subject = f"knightpanic move {number} {name} {password} {move}#{ply + 1}"
        if by_reply:
            to, subject = self._reply_to(number, ply), "Re:"
        comment = f"greetings from {number} {ply}\n"
        body = f"{move}\n\n{comment}" if by_reply else comment
        id = f"<{next(self._ids)}@sender>"
        return author, to, simple_mail(author, subject, body, Message_ID=id)

    def _reply_to(self, number, ply):
        board = self.board(number)
        claims = claims_of(board).for_seat(ply % 2).model_copy(update={"ply": ply})
        return ADDRESS.replace("@", f"+{TokenSigner(self.site.keys).reply(claims)}@")

    def deliver(self, author, to, content):
        """Delivers a mail; records the moves of which others were notified."""
        for mail in self.site.receive(author, content, to):
            text = mail.get_body(("plain",)).get_content()
            if mail["Auto-Submitted"] == "auto-generated" and "writes:" in text:
                self.notifications[re.search(r"greetings from (\d+ \d+)", text)[1]] += 1

    def send_again_until_done(self):
        """Sends refused mails again, as their senders would."""
        for number, game in DAY.items():
            for ply in range(len(self.board(number).match.moves), len(game)):
                self.deliver(*self.mail(number, ply, by_reply=True))

    def all_notices(self):
        """Asserts that the opponents are told of each move once."""
        return {f"{number} {ply}": 1 for number, line in DAY.items() for ply in range(len(line))}

    def due(self, number, ahead):
        """Returns the ply that a board's player writes next; `ahead`, before it is their turn."""
        ply = len(self.board(number).match.moves) + ahead
        return ply if ply < len(DAY[number]) else None


STEPS = st.tuples(
    st.sampled_from([*DAY]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["once", "twice", "later", "once and later"]),
    st.none() | st.integers(0, 9),
)
"""Board, too early or not, by reply or not, its delivery, and the late mail that comes then."""


@settings(max_examples=8)
@given(steps=st.lists(STEPS, max_size=25), chance=st.randoms())
@pytest.mark.slow
def test_any_order_leads_to_the_same_boards(steps, chance):
    """Early, late, doubled and delayed mails change nothing, by reply or by password."""
    day, late = Day(), []
    for number, ahead, by_reply, how, which in steps:
        if (ply := day.due(number, ahead)) is not None:
            mail = day.mail(number, ply, by_reply)
            late += [mail] * ("later" in how)
            for _ in range({"twice": 2, "later": 0}.get(how, 1)):
                day.deliver(*mail)
        if which is not None and which < len(late):
            day.deliver(*late.pop(which))
    chance.shuffle(late)
    for mail in late:
        day.deliver(*mail)
    day.send_again_until_done()
    assert day.moves() == DAY
    assert day.notifications == day.all_notices()
    day.site.close()
