"""Wishes for other schedules in replies to digests."""

import pytest

from commands.inbound.finding.requests.digest_wishes import digest_wish
from commands.replies.server.server_request_error import ServerAnswer

EACH = (
    "I'd rather get each board in a separate mail as before, not all in one long one",
    "Bitte lieber einzelne Mails",
    "Je préfère des mails séparés",
)
WEEKLY = (
    "I only want this summary once a week, say on Mondays. Is that possible?",
    "Kann ich diese Mails nur einmal pro Woche bekommen?",
)


def test_separate_emails_are_each_sent_at_once():
    for text in EACH:
        line = digest_wish([text], "alice")
        assert line is not None, text
        assert line.text == "change delivery alice - each", text


def test_a_weekly_digest_is_answered_by_the_choices():
    for text in WEEKLY:
        with pytest.raises(ServerAnswer, match="no command"):
            digest_wish([text], "alice")
    assert digest_wish(["I only play once a week"], "alice") is None
