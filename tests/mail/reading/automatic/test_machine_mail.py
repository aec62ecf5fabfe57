"""Answers of calendars, read receipts, recalls and absences: emails that no person wrote."""

import pytest

from mail.reading.incoming import read_incoming_mail

CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:{}\r\nEND:VCALENDAR\r\n"
HEADERS = "From: anna@example.org\r\nTo: pbm@example.net\r\n"
ABOUT = "Knight Panic Board 101: anna - ben"
PARTS = """\
Content-Type: multipart/{}; boundary=x\r
\r
--x\r
Content-Type: text/plain\r
\r
{}\r
--x\r
Content-Type: {}\r
\r
{}\r
--x--\r
"""


def automatic(headers, body="", sender="anna@example.org"):
    """Returns the evidence that a program wrote an email."""
    content = f"{HEADERS}{headers}\r\n{body}".encode()
    mail = read_incoming_mail(sender, ("pbm@example.net",), content)
    assert not mail.error
    return mail.parsed_mail.automatic


def with_part(kind, body, *, text="a1-c5", multipart="alternative"):
    """Returns the evidence about an email with a text and another part."""
    header, _, parts = PARTS.format(multipart, text, kind, body).partition("\r\n\r\n")
    return automatic(f"{header}\r\n", parts)


@pytest.mark.parametrize("method", ["REPLY", "COUNTER", "REFRESH", "reply"])
def test_answers_of_calendars(method):
    """Whether the method is a parameter or in the calendar."""
    assert automatic(f"Content-Type: text/calendar; method={method}\r\n") == "calendar reply"
    assert automatic("Content-Type: text/calendar\r\n", CALENDAR.format(method))
    assert with_part(f'text/calendar; charset=utf-8; method="{method}"', "")
    assert with_part("application/ics", CALENDAR.format(method), multipart="mixed")


@pytest.mark.parametrize("method", ["REQUEST", "PUBLISH", "CANCEL"])
def test_a_person_may_send_an_event_along(method):
    assert with_part(f"text/calendar; method={method}", CALENDAR.format(method)) == ""
    assert with_part("text/calendar", CALENDAR.format(method), multipart="mixed") == ""


def test_a_forwarded_answer_of_a_calendar_says_nothing():
    forwarded = f"{HEADERS}Content-Type: text/calendar; method=REPLY\r\n\r\n"
    assert with_part("message/rfc822", forwarded, multipart="mixed") == ""


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Read:", "Your message was read on Saturday, November 28, 2026 9:14:22 AM."),
        ("READ:", "Your message\n\n   To: anna\n   Sent: Friday\n\nwas read on Saturday."),
        ("Not read:", "Your message was deleted without being read on Saturday."),
        ("Gelesen:", "Ihre Nachricht wurde am Samstag, 28. November 2026 09:14:22 gelesen."),
        ("Lu :", "Votre message a été lu le samedi 28 novembre 2026 10:02:11."),
        ("Leído:", "El mensaje se leyó el 28/11/2026."),
        ("Letto:", "Il messaggio è stato letto in data 28/11/2026."),
        ("Gelezen:", "Uw bericht is gelezen op zaterdag 28 november 2026."),
        ("Lida:", "A sua mensagem foi lida em 28/11/2026."),
        ("Läst:", "Meddelandet lästes den 28 november."),
        ("Przeczytano:", "Wiadomość została przeczytana 28.11.2026."),
        ("Прочтено:", "Ваше сообщение было прочитано 28 ноября."),
        ("開封済み:", "メッセージは 2026/11/28 に開封されました。"),
        ("Lesebestätigung:", "Dies ist eine Bestätigung. Die Nachricht wurde angezeigt."),
    ],
)
def test_read_receipts(title, text):
    """The subject names the email that was read, and the text says that somebody read it."""
    assert automatic(f"Subject: {title} {ABOUT}\r\n", text) == "read receipt"


def test_read_receipts_by_their_type():
    assert automatic("Content-Type: multipart/report; report-type=disposition-notification\r\n")


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        (f"Read: {ABOUT}", "a1-c5"),
        (f"Re: {ABOUT}", "Your message was read. a1-c5"),
        ("Lu", "chat le livre a été lu"),
        (f"Re: Read: {ABOUT}", "Why does your program say that it was read?"),
        ("Recall", "I would like to recall the message"),
        ("Already read: a book", "it was read"),
    ],
)
def test_people_may_write_either(subject, text):
    assert automatic(f"Subject: {subject}\r\n", text) == ""


def test_recalls():
    """Outlook asks other mail programs to delete an email."""
    text = f'Anna would like to recall the message "Re: {ABOUT}".'
    assert automatic(f"Subject: Recall: Re: {ABOUT}\r\n", text) == "recall"


@pytest.mark.parametrize(
    ("subject", "evidence"),
    [
        (f"Away from my desk: {ABOUT}", ""),
        (f"Out of office: {ABOUT}", "absence"),
        (f"Accepted: {ABOUT}", "reply to a calendar invitation"),
        (f"Re: Accepted: {ABOUT}", ""),
        ("vacation anna secret-7 -until=2026-12-24 10:00", ""),
        (f"Re: {ABOUT}", ""),
    ],
)
def test_absences_of_servers_that_mark_them_badly(subject, evidence):
    """The header also appears in emails that people write."""
    headers = f"X-Auto-Response-Suppress: All\r\nSubject: {subject}\r\n"
    assert automatic(headers, "I'm away.") == evidence
    assert automatic(f"Subject: {subject}\r\n", "I'm away.") == ""


@pytest.mark.parametrize(
    "title",
    ["Automatic reply:", "Abwesenheitsnotiz:", "Réponse automatique :", "Respuesta automática:"],
)
def test_titles_of_automatic_replies(title):
    """Nobody types them, so no header is needed."""
    assert automatic(f"Subject: {title} {ABOUT}\r\n", "I'm away. a1-c5")
    assert automatic(f"Subject: Re: {title} {ABOUT}\r\n", "Enjoy your time off! a1-c5") == ""


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        (f"Accepted: {ABOUT}", "Anna Muster has accepted this invitation."),
        (f"Zugesagt: {ABOUT}", "Anna hat diese Einladung angenommen."),
        (f"Refusé : {ABOUT}", "Anna a refusé cette invitation."),
    ],
)
def test_answers_to_invitations_without_a_calendar(subject, text):
    assert automatic(f"Subject: {subject}\r\n", text) == "reply to a calendar invitation"
    assert automatic(f"Subject: {subject}\r\n", "a1-c5") == ""


def test_nothing_but_a_calendar():
    """Whatever its method, nobody wrote anything."""
    assert automatic("Content-Type: text/calendar; method=REQUEST\r\n", CALENDAR)


SERVICES = [
    "bounce+4411.a1b2=anna@esp.example",
    "bounces-0091@mailer.example",
    "bounces+12-ab-pbm=example.net@em1.example.org",
    "msprvs1=188=bounces-12@mail.example",
    "x123@bounce.mailer.example",
    "0100018c-1@eu-west-1.amazonses.com",
    "no-reply@mailer.example",
]


@pytest.mark.parametrize("sender", SERVICES)
def test_services_that_send_for_others(sender):
    """Their author may be a person, unless something else shows a program."""

    def relayed(headers=""):
        content = f"{HEADERS}{headers}\r\nhelp".encode()
        return read_incoming_mail(sender, ("pbm@example.net",), content).parsed_mail.relayed_author

    assert relayed() == "anna@example.org"
    assert relayed("Auto-Submitted: auto-generated\r\n") == ""
    assert relayed("List-Id: <x.example>\r\n") == ""
    assert relayed("Content-Type: text/calendar; method=REPLY\r\n") == ""
    assert relayed("From: mailer-daemon@x.example\r\n") == ""


@pytest.mark.parametrize("sender", ["", "<>", "anna@example.org", "mailer-daemon@x.example"])
def test_other_senders_are_no_services(sender):
    content = f"{HEADERS}\r\nhelp".encode()
    mail = read_incoming_mail(sender, ("pbm@example.net",), content)
    assert mail.parsed_mail.relayed_author == ""


@pytest.mark.parametrize(
    ("text", "reaction"),
    [
        ("anna reacted to your message: \U0001f44d", ""),
        ("Anna reacted with \U0001f44d to your message", ""),
        ("\U0001f44d anna reacted via Gmail\n<https://www.google.com/gmail/about/>", ""),
        ("Anna Muster hat auf Ihre Nachricht reagiert: \u2764\ufe0f", ""),
        ("Anna a réagi à votre message: \U0001f44d", ""),
        ("[Like] Anna reacted to your message:", "\U0001f44d"),
        ("You reacted to your message: well done, a1-c5", None),
        ("a1-c5", None),
    ],
)
def test_notices_of_reactions(text, reaction):
    """They are ignored if only their text shows that somebody reacted."""
    content = f"{HEADERS}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()
    mail = read_incoming_mail("anna@example.org", ("pbm@example.net",), content)
    assert mail.parsed_mail.reaction == reaction


TICKETS = (
    ("Re: x", "##- Please type your reply above this line -##\n\nAnna, Mar 1\n\nThanks"),
    ("Re: x", "Reply above this line.\n\nAnna commented:\n\nThanks"),
    ("Re: x", "##- Bitte geben Sie Ihre Antwort oberhalb dieser Zeile ein -##\n\nDanke"),
    ("Re: x", "Your request (101) has been received and is being reviewed by our support staff."),
    ("[#101] Request received: x", "Your request has been received."),
    ("[example.org #12] AutoReply: x", "This message has been automatically generated"),
    ("[Ticket#2026030110] Re: x", "Ihre Anfrage ist bei uns eingegangen."),
    ("Ticket Received - x", "A ticket has been created. The ticket number is 12."),
    ("Re: x", "Wir haben Ihre Anfrage erhalten. Ihre Ticketnummer lautet 4711."),
    ("Re: x", "Nous avons bien reçu votre demande. Notre service client vous répondra."),
    ("Re: x", "Hemos recibido su solicitud. El número de caso es 123."),
    ("Re: x", "La tua richiesta è stata ricevuta. Per aggiungere un commento, rispondi."),
    ("Re: x", "We hebben uw verzoek ontvangen. Onze klantenservice neemt contact op."),
    ("Re: x", "Otrzymaliśmy Twoje zgłoszenie. Numer zgłoszenia: 12"),
    ("Re: x", "Recebemos a sua solicitação. Nossa equipe de suporte responderá."),
    ("Re: x", "Talebiniz alındı. Talep numaranız 12. Destek ekibimiz yanıtlayacak."),
    ("Re: x", "Ваша заявка принята. Номер заявки 12."),
)


@pytest.mark.parametrize(("subject", "text"), TICKETS)
def test_answers_of_ticket_systems(subject, text):
    assert automatic(f"Subject: {subject}\r\n", text) == "ticket system"


@pytest.mark.parametrize(
    "header",
    ["RT-Ticket: example.org #12", "X-Zendesk-From-Account-Id: 1", "X-JIRA-FingerPrint: 1"],
)
def test_headers_of_ticket_systems(header):
    assert automatic(f"{header}\r\nSubject: Re: x\r\n", "Thanks") == header.partition(":")[0]


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Re: x", "Your request for a draw was received with laughter."),
        ("Re: x", "a1-c5\n\nI work for a help desk, so I'm tired tonight."),
        ("Re: [#101] x", "I got your message. Nice move!"),
        ("Re: x", "Thank you, I received your email! a1-c5"),
        ("Re: x", "a1-c5\n\nI wrote my reply above this line."),
        ("#101", "a1-c5, and thanks for the quick response"),
        ("Re: x", "Is this an automated message? My ticket to Rome was expensive."),
        ("Re: x", "My request was received, they say. Greetings from the queue"),
    ],
)
def test_a_person_may_write_about_requests(subject, text):
    assert automatic(f"Subject: {subject}\r\n", text) == ""


ABSENCES = (
    "Thank you for your message. I am out of the office with limited access to email.",
    "Thanks for your e-mail. I'm away from my desk. In urgent cases please contact Petra.",
    "Vielen Dank für Ihre E-Mail. Ich bin bis 17.3. nicht im Büro. Bitte wenden Sie sich an Petra.",
    "Merci de votre message. Je suis absent jusqu'au 17 mars. En cas d'urgence, appelez Petra.",
    "Automatische Antwort: Ich bin bis zum 16. März nicht im Büro.",
    "Nicht im Büro, keinen Zugriff auf meine E-Mails. Bitte wenden Sie sich an Frau Lorenz.",
    "Réponse automatique : je suis absente du bureau jusqu'au 16 mars.",
    "Respuesta automática: estoy fuera de la oficina hasta el 16 de marzo.",
    "Risposta automatica: sono fuori ufficio fino al 16 marzo.",
    "Sono fuori ufficio senza accesso alle mail. In caso di urgenza chiamate Petra.",
    "Automatisch antwoord: ik ben tot 16 maart niet op kantoor.",
    "Odpowiedź automatyczna: jestem poza biurem do 16 marca.",
    "Resposta automática: estou fora do escritório até 16 de março.",
    "Автоматический ответ: я отсутствую до 16 марта.",
    "Otomatik yanıt: 16 Mart'a kadar ofis dışındayım.",
    "I am out of the office with no access to my email. For urgent matters, call Petra.",
)
OWN_ABSENCES = (
    "Ich bin bis 16. März nicht im Büro und habe keinen Zugriff auf meine E-Mails, sorry!",
    "I'm out of the office with limited access to email, sorry if I'm slow",
    "Did you get my automatic reply? I was out of the office",
    "Ha, I got an automatic reply: you are out of the office!",
    "Je suis absent jusqu'au 17 mars, à bientôt",
    "I'm out of the office until 17 March, sorry for the delay",
    "Thank you for your message! I was out of the office all week.",
    "Thanks for the message, please contact Petra about Sunday",
)


def test_notices_of_absence_are_recognized_by_their_text():
    """Some have the subject of our email, and no header that shows what they are."""
    subject = f"Subject: Re: {ABOUT}\r\nContent-Type: text/plain; charset=utf-8\r\n"
    for text in ABSENCES:
        assert automatic(subject, text) == "text of an out-of-office reply", text
    for text in OWN_ABSENCES:
        assert automatic(subject, text) == "", text
