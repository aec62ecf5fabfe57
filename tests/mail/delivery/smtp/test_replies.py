"""Replies that providers give, and the fault that each tells of."""

from mail.delivery.smtp.replies import login_fault, reply_fault
from tests.support.cases import cases

CASES = [
    # the recipient's, as they always were
    ("recipient", "550 5.1.1 no such user", "recipient"),
    ("recipient", "450 4.2.1 The user is receiving mail too fast: rate exceeded", "recipient"),
    ("recipient", "452 4.2.2 The email account that you tried to reach is over quota", "recipient"),
    ("recipient", "552 5.2.2 mailbox quota exceeded", "recipient"),
    ("recipient", "550 no such user", "recipient"),
    ("recipient", "552 full", "recipient"),
    ("message", "432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded", "relay"),
    # the mail's, or a policy
    ("recipient", "450 4.7.1 Greylisted, try again in 300 seconds", "mail"),
    ("recipient", "550 5.7.1 blocked by policy", "mail"),
    ("message", "554 5.7.1 looks like spam", "mail"),
    ("message", "552 5.3.4 Message size exceeds fixed limit", "mail"),
    ("message", "554 5.4.6 too many hops, the limit is exceeded", "mail"),
    ("message", "451 4.3.0 lookup failure", "mail"),
    # too much
    ("recipient", "450 4.7.1 Error: too many recipients from 192.0.2.1", "rate"),
    ("mail", "450 4.7.1 Error: too much mail from 192.0.2.1", "rate"),
    ("recipient", "452 4.5.3 Too many recipients", "rate"),
    ("recipient", "450 4.2.1 Peak SMTP relay limit exceeded for customer", "rate"),
    ("recipient", "451 4.7.1 Rate limit reached, try later", "rate"),
    ("recipient", "554 5.7.1 Number messages per hour exceeded", "rate"),
    ("recipient", "550 you have exceeded your hourly quota", "rate"),
    ("mail", "421 4.4.2 Message submission rate for this client has exceeded the configured limit",
     "rate"),
    ("message", "421 4.7.28 unusual rate of unsolicited mail", "rate"),
    ("message", "550 5.4.5 Daily user sending limit exceeded", "rate"),
    ("message", "432 4.3.2 Concurrent connections limit exceeded", "rate"),
    ("message", "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException", "rate"),
    ("message", "554 5.2.2 mailbox full; STOREDRV.Submission.Exception:QuotaExceededException",
     "rate"),
    # a login is wanted
    ("mail", "530 5.7.0 Authentication required", "login"),
    ("mail", "530 5.7.57 Client not authenticated to send mail", "login"),
    ("recipient", "503 5.5.1 you must authenticate first", "login"),
    ("recipient", "550 SMTP authentication is required", "login"),
    ("recipient", "535 5.7.8 who are you?", "login"),
    # our sender
    ("mail", "501 5.1.7 bad address", "sender"),
    ("mail", "450 later", "sender"),
    ("recipient", "553 5.7.1 <a@b>: Sender address rejected: not owned by user c", "sender"),
    ("recipient", "554 5.7.1 <x@y>: Relay access denied", "sender"),
    ("recipient", "454 4.7.1 <x@y>: Relay access denied", "sender"),
    ("recipient", "550 5.7.1 Unable to relay", "sender"),
    ("recipient", "550 relay not permitted", "sender"),
    ("message", "554 5.2.252 SendAsDenied; a@b not allowed to send as c@d", "sender"),
    # the server's
    ("recipient", "421 4.3.0 closing", "relay"),
    ("recipient", "452 4.3.1 Insufficient system storage", "relay"),
    ("recipient", "454 4.7.0 try later", "relay"),
]  # fmt: skip


@cases(("step", "reply", "fault"), CASES)
def test_the_fault_of_a_reply(step, reply, fault):
    """The step, the code, the status and at last the words decide."""
    assert reply_fault(step, int(reply[:3]), reply[4:]) == fault


@cases(
    ("reply", "fault"),
    [
        ("535 5.7.8 Username and Password not accepted", "login"),
        ("534 5.7.9 Application-specific password required", "login"),
        ("535 5.7.139 basic authentication is disabled", "login"),
        ("454 4.7.0 Temporary authentication failure", "relay"),
        ("454 4.7.0 Too many login attempts, please try again later", "rate"),
        ("450 4.7.1 Error: too many AUTH commands from 192.0.2.1", "rate"),
        ("421 4.7.0 Try again later", "relay"),
    ],
)
def test_the_fault_of_a_refused_login(reply, fault):
    """What passes by itself isn't taken for a wrong password."""
    assert login_fault(int(reply[:3]), reply[4:]) == fault


def test_a_long_reply_is_read_in_no_time():
    """A hostile relay's words don't keep the delivery from others."""
    for word in ("rate ", "over ", "too many x ", "limit exceeded size "):
        assert reply_fault("recipient", 450, word * 6000) in ("recipient", "rate")
