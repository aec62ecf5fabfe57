"""Bounces and automatic answers, in the forms of the most common servers and programs."""

from email.message import EmailMessage

BOB = "bob@example.com"
FAILED = "Action: failed\nStatus: 5.1.1\n"


def dsn(sender, subject, text, status, **headers):
    """Returns a delivery status notification (RFC 3464), with the returned mail behind it."""
    more = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in headers.items())
    return (
        f"From: {sender}\nTo: pbm@example.net\nSubject: {subject}\n{more}MIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        f"--=_b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\n"
        "--=_b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; {BOB}\n{status}\n"
        "--=_b\nContent-Type: message/rfc822\n\n"
        f"From: pbm <pbm@example.net>\nTo: {BOB}\nSubject: Knight Panic Board 101\n\nIt is bob's "
        "turn.\n\n--=_b--\n"
    ).encode()


def simple(sender, subject, text, **headers):
    """Returns a mail of one part."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "pbm@example.net", subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


HARD = {
    "postfix": dsn(
        "MAILER-DAEMON@mx.example.com (Mail Delivery System)",
        "Undelivered Mail Returned to Sender",
        "This is the mail system at host mx.example.com.\n\nYour mail could not be delivered to\n"
        f"one or more recipients.\n\n<{BOB}>: host mail.example.com said: 550 5.1.1 no such user",
        FAILED,
        Auto_Submitted="auto-replied",
    ),
    "exim": simple(
        "Mail Delivery System <Mailer-Daemon@mx.example.com>",
        "Mail delivery failed: returning message to sender",
        f"This message was created by mail delivery software.\n\n  {BOB}\n    unrouteable address",
        X_Failed_Recipients=BOB,
        Auto_Submitted="auto-replied",
    ),
    "office365": dsn(
        "Microsoft Outlook <postmaster@example.onmicrosoft.com>",
        "Undeliverable: Knight Panic Board 101",
        "Delivery has failed to these recipients or groups:\n\nThe address wasn't found.",
        "Action: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR\n",
        X_MS_Exchange_Message_Is_Ndr="",
    ),
    "exchange": simple(
        "System Administrator <postmaster@example.com>",
        "Undeliverable: Knight Panic Board 101",
        "Your message\n\n  To:      bob\n\ndid not reach the following recipient(s):\n\n"
        f"{BOB} on Sun, 1 Mar 2026 12:00:00 +0000\n    The recipient name is not recognized\n"
        "\tMSEXCH:IMS:Example:EXCH 0 (000C05A6) Unknown Recipient\n",
    ),
    "gmail": dsn(
        "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
        "Delivery Status Notification (Failure)",
        f"** Address not found **\n\nYour message to {BOB} has not arrived: there is no such user.",
        FAILED,
        Auto_Submitted="auto-replied",
        X_Failed_Recipients=BOB,
    ),
    "sendmail": dsn(
        "Mail Delivery Subsystem <MAILER-DAEMON@mx.example.com>",
        "Returned mail: see transcript for details",
        "   ----- The following addresses had permanent fatal errors -----\n"
        f"<{BOB}>\n\n   ----- Transcript of session follows -----\n550 5.1.1 <{BOB}>... unknown",
        FAILED,
        Auto_Submitted="auto-generated (failure)",
    ),
    "qmail": simple(
        "MAILER-DAEMON@mx.example.com",
        "failure notice",
        "Hi. This is the qmail-send program at mx.example.com.\nYour mail did not get through.\n\n"
        f"<{BOB}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below is a copy.\n",
    ),
}
SOFT = {
    "postfix": dsn(
        "MAILER-DAEMON@mx.example.com",
        "Delayed Mail (still being retried)",
        "This is the mail system at host mx.example.com.\n\nYour mail waits.",
        "Action: delayed\nStatus: 4.4.1\nWill-Retry-Until: Fri, 6 Mar 2026 12:00:00 +0000\n",
    ),
    "gmail": dsn(
        "mailer-daemon@googlemail.com",
        "Delivery Status Notification (Delay)",
        "There was a temporary problem.",
        "Action: delayed\nStatus: 4.4.2\n",
    ),
}
AWAY = {
    "outlook": simple(
        "bob@example.com",
        "Automatic reply: Knight Panic Board 101",
        "I am out of the office.",
        Auto_Submitted="auto-generated",
        X_Auto_Response_Suppress="All",
    ),
    "gmail": simple(
        "bob@example.com",
        "Away Re: Knight Panic Board 101",
        "I am hiking.",
        Auto_Submitted="auto-replied",
        Precedence="bulk",
    ),
    "sieve": simple(
        "bob@example.com", "Auto: Board 101", "Later.", Auto_Submitted="auto-replied (vacation)"
    ),
    "cpanel": simple("bob@example.com", "Gone fishing", "Later.", X_Autorespond="Board 101"),
    "old": simple("bob@example.com", "Gone fishing", "Later.", Precedence="auto_reply"),
    "anonymous": b"Subject: Abwesenheit\n\nBin im Urlaub.\n",
    "german": simple("bob@example.com", "Abwesenheitsnotiz: Board 101", "Bin im Urlaub."),
    "french": simple("bob@example.com", "Réponse automatique : Board 101", "Absent."),
    "spanish": simple("bob@example.com", "Respuesta automática: Board 101", "Estoy fuera."),
    "japanese": simple("bob@example.com", "自動返信: Board 101", "休みです。"),
    "russian": simple("bob@example.com", "Автоматический ответ: Board 101", "Отпуск."),
}
OTHER = {
    "complaint": (
        b"From: fbl@isp.example\nSubject: complaint\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\n\n'
        b"--b\nContent-Type: text/plain\n\nThis is an abuse report for a mail.\n\n"
        b"--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n"
        b"Original-Rcpt-To: bob@example.com\n\n--b--\n"
    ),
    "delivered": dsn(
        "mailer-daemon@mx.example.com", "Delivered", "All is well.", "Action: delivered\n"
    ),
    "person": simple(
        "bob@example.com", "Re: Board 101", "knightpanic move 101 bob Yb%0b-Yes a7-c3"
    ),
    "nothing": b"",
    "nested": b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\nContent-Type: "
    b"multipart/mixed; boundary=a\n\n" * 2000,
    "binary": bytes(range(256)) * 100,
    "slow": b"Content-Type: text/plain\n\nthe following addresses had\nYour message to:\n"
    + b"x" * 100_000,
}
