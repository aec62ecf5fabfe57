"""The commands of admins for mails in the outbox: `pbm admin queue ...`, in an empty folder."""

import json
from contextlib import closing
from datetime import timedelta

import pytest

from pbm.clock import SystemClock
from storage import open_database
from tests.commands.cli.admin.test_admin import audit, change, taken_mails
from tests.support.cases import cases

WHY = ("--reason", "asked for by alice")


@pytest.fixture
def admin(shell_after, tmp_path):
    """Runs `pbm admin` where the relay is down, and mail 12 to bob, which has a code, waits."""
    shell = shell_after(
        "signup bob pw-of-bob bob@example.org", "signup alice pw-of-alice alice@example.org"
    )
    change(tmp_path, "delete from outbox")
    (tmp_path / "pbm.toml").write_text('relay = "smtp://127.0.0.1:1"')
    shell("forgot", "bob")
    change(tmp_path, "update outbox set id = 12")
    return lambda *words: shell("admin", *words)


def listed(admin, *words):
    return json.loads(admin("queue", "list", "--json", *words)[1])["mails"]


def state(admin, *, listed_by=()):
    """Returns the state of the one mail, and its tries; `listed_by`: options of the list."""
    (mail,) = listed(admin, *listed_by)
    return mail["state"], mail["tries"]


def fail(folder, error="550 5.1.1 nobody"):
    change(folder, f"update outbox set state = 'failed', tries = 8, trouble = '{error}'")


def test_the_queue_is_a_table(admin, tmp_path):
    """A row shows recipient, time, subject and last error; nothing is cut in 80 columns."""
    fail(tmp_path, "550 5.1.1 <bob@example.org>: Recipient address rejected: " + "because " * 20)
    status, out, _ = admin("queue", "list")
    assert status == 0
    assert out.splitlines()[0] == "1 email"
    assert max(map(len, out.splitlines())) <= 80
    words = " ".join(out.split())
    assert "bob@example.org" in words
    assert "failed, tried 8" in words
    assert out.count("because") == 20


def test_states_are_selected(admin, tmp_path):
    """Mails are selected by state; without one, sent mails aren't listed."""
    (mail,) = listed(admin)
    assert (mail["id"], mail["state"], mail["tries"], mail["in_hand"]) == (12, "waiting", 0, False)
    assert listed(admin, "--state", "failed") == []
    change(tmp_path, "update outbox set state = 'sent', said = ''")
    assert listed(admin) == []
    assert len(listed(admin, "--state", "sent")) == 1
    assert admin("queue", "list", "--state", "held")[0] == 2


def test_of_many_the_latest_are_listed(admin, tmp_path):
    change(
        tmp_path,
        "with recursive n(i) as (select 100 union all select i + 1 from n where i < 400) "
        "insert into outbox (id, recipient, message_id, date, said, automatic, thread, board, "
        "state, tries, due, holder, trouble) select i, recipient, i, date, said, automatic, "
        "thread, board, state, tries, due, holder, trouble from outbox, n",
    )
    mails = listed(admin)
    assert [mail["id"] for mail in mails] == list(range(201, 401))
    assert (
        admin("queue", "list")[1].splitlines()[0] == "302 emails (only the latest 200 are listed)"
    )


def test_a_mail_is_shown_without_its_secrets(admin, tmp_path, shell):
    """The code in a mail and its reply address are shown as ***."""
    out = admin("queue", "show", "12")[1]
    assert "to    bob@example.org" in out
    assert "state waiting" in out
    assert "reset bob *** NEWPASSWORD" in " ".join(out.split())
    shell("signup", "carol", "pw-of-carol", "carol@example.org")
    shell("knightpanic", "challenge", "alice", "bob")
    board = next(mail for mail in listed(admin) if mail["board"])
    out = admin("queue", "show", str(board["id"]))[1]
    assert "about knightpanic 101" in out
    assert "Summary of Knight Panic Board 101" in out
    change(tmp_path, "update outbox set said = '', state = 'sent'")
    assert "pbm has deleted the text of this email." in admin("queue", "show", "12")[1]


def test_a_mail_is_sent_again(admin, tmp_path):
    """The command itself delivers the mail at once, and its tries start at zero."""
    fail(tmp_path)
    (tmp_path / "pbm.toml").unlink()
    taken_mails(tmp_path)
    assert admin("queue", "retry", "12", *WHY)[1] == "Email 12 is due now.\n"
    assert len(taken_mails(tmp_path)) == 1
    assert state(admin, listed_by=("--state", "sent")) == ("sent", 0)


def test_all_failed_mails_are_sent_again(admin, tmp_path):
    """Failed mails and mails that wait for a retry are sent again; paused ones aren't."""
    fail(tmp_path)
    assert admin("queue", "retry", "--all", *WHY)[1] == "pbm will send 1 email now.\n"
    assert state(admin)[0] == "waiting"
    assert admin("queue", "retry", "--all", *WHY)[1] == "pbm will send 0 emails now.\n"
    change(tmp_path, "update outbox set trouble = '450', tries = 3, due = '2999-01-01 00:00:00'")
    assert admin("queue", "retry", "--all", *WHY)[1] == "pbm will send 1 email now.\n"
    admin("queue", "hold", "12", *WHY)
    assert admin("queue", "retry", "--all", *WHY)[1] == "pbm will send 0 emails now.\n"


def test_a_mail_is_paused_until_it_is_retried(admin, tmp_path):
    """A paused mail is leased by no worker until `retry`."""
    assert admin("queue", "hold", "12", *WHY)[1] == "Email 12 is paused.\n"
    url = f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}"
    with closing(open_database(url)) as database, database.work() as work:
        now = SystemClock().now() + timedelta(days=1)
        assert work.outbox.lease(1, now, now) == []
    assert admin("queue", "hold", "12", *WHY)[0] == 1
    admin("queue", "retry", "12", *WHY)
    assert state(admin)[0] == "waiting"


def test_a_mail_is_dropped(admin):
    """A dropped mail is never sent, and its content is deleted."""
    assert admin("queue", "drop", "12", *WHY)[1] == "Email 12 is dropped.\n"
    assert state(admin, listed_by=("--state", "dropped"))[0] == "dropped"
    assert "pbm has deleted the text" in admin("queue", "show", "12")[1]
    for act in ("retry", "hold", "drop"):
        status, _, err = admin("queue", act, "12", *WHY)
        assert (status, err) == (1, f"Email 12 is dropped, so {act} has no effect.\n")


@cases("act", ["retry", "hold", "drop"])
def test_a_leased_mail_is_left_to_its_worker(admin, tmp_path, act):
    """A mail that a worker has leased can't be changed, or it could be sent twice."""
    change(tmp_path, "update outbox set holder = 'x', due = '2999-01-01 00:00:00', trouble = '4'")
    status, _, err = admin("queue", act, "12", *WHY)
    assert (status, err) == (1, "Email 12 is being sent. Try again in a minute.\n")
    assert admin("queue", "retry", "--all", *WHY)[1] == "pbm will send 0 emails now.\n"
    assert "being sent" in " ".join(admin("queue", "list")[1].split())


def test_every_act_stands_in_the_audit_log(admin):
    """Audit entries leave out the recipient: addresses are deleted one day, the log isn't."""
    for words in (("hold", "12"), ("retry", "12"), ("retry", "--all"), ("drop", "12")):
        admin("queue", *words, *WHY)
    acts = [(entry["act"], entry["subject"], entry["detail"]) for entry in audit(admin)]
    assert acts == [
        ("queue hold", "email 12", "paused"),
        ("queue retry", "email 12", "due now"),
        ("queue retry", "all emails", "0 emails due now"),
        ("queue drop", "email 12", "dropped"),
    ]
    assert {entry["reason"] for entry in audit(admin)} == {WHY[1]}


@cases(
    ("words", "status"),
    [
        (("show", "99"), 1),
        (("drop", "99", *WHY), 1),
        (("drop", "0", *WHY), 2),
        (("drop", "12"), 2),
        (("retry", *WHY), 2),
        (("retry", "12", "--all", *WHY), 2),
        (("hold", "12", "--reason", " "), 1),
    ],
)
def test_refusals_of_queue_commands(admin, words, status):
    """Unknown mails, acts without a reason, and a number together with all are refused."""
    found, _, err = admin("queue", *words)
    assert found == status, err
    assert "Traceback" not in err
    assert audit(admin) == []
