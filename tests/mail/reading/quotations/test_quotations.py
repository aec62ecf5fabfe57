"""Replies as mail programs write them, and laws of removing their quotations."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mail.reading.parsed_mail import parse_mail
from mail.reading.quotations.removal import remove_quotations
from tests.support.cases import cases
from tests.support.paths import TESTS

FOLDER = TESTS / "replies"
ORIGINAL = (FOLDER / "original.txt").read_text()
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.eml")), ids=lambda path: path.stem)
def test_the_writers_own_text_is_found(path):
    """For each program, the writer's own blocks are found, and nothing quoted."""
    mail = parse_mail("alice@example.org", (), path.read_bytes())
    assert list(mail.blocks) == EXPECTED[path.stem]
    quoted = {line.strip() for line in ORIGINAL.splitlines()} - {""}
    assert not quoted & {line.strip() for block in mail.blocks for line in block.split("\n")}
    on_the_wire = path.read_bytes().replace(b"\n", b"\r\n")
    assert parse_mail("alice@example.org", (), on_the_wire) == mail
    assert mail.is_reply
    assert mail.author == "alice@example.org"


ATTRIBUTIONS = (FOLDER / "attributions.txt").read_text().splitlines()

HEADS = (FOLDER / "heads.txt").read_text().splitlines()

SIGNATURES = (FOLDER / "signatures.txt").read_text().splitlines()

OWN = st.sampled_from(
    [
        "c1-a5",
        "resign",
        "Accept my apologies.",
        "à toi :-)",
        "1. e4 at 12",
        "well-played!",
        "了解",
    ]
)
TEXTS = (
    st.lists(OWN | st.just(""), min_size=1, max_size=8).map("\n".join).map(str.strip).filter(bool)
)
QUOTED = "\n".join(f"> {line}".rstrip() for line in ORIGINAL.splitlines())


def lines(text):
    """Returns the text with a line end for each |, as in the lists above."""
    return text.replace("|", "\n")


@settings(max_examples=5)
@given(own=TEXTS, more=TEXTS)
@cases("attribution", ATTRIBUTIONS)
def test_attributed_quotations_are_cut(attribution, own, more):
    """Text above and below a marked quotation is read; below an unmarked one, nothing."""
    above = f"{own}\n\n{lines(attribution)}\n"
    assert remove_quotations(f"{above}\n{QUOTED}\n").blocks == (own,)
    assert remove_quotations(f"{above}{QUOTED}\n\n{more}\n").blocks == (own, more)
    assert remove_quotations(f"{lines(attribution)}\n{QUOTED}\n\n{more}\n").blocks == (more,)
    assert remove_quotations(f"{above}\n{ORIGINAL}").blocks == (own,)
    assert remove_quotations(f"{own}\n{lines(attribution)}\n\n{QUOTED}\n").blocks == (own,)


@settings(max_examples=5)
@given(own=TEXTS)
@cases("head", HEADS)
def test_nothing_counts_below_the_head_of_a_mail(head, own):
    """Own text ends where a quoted mail begins without marks."""
    assert remove_quotations(f"{own}\n\n{lines(head)}\n\nc1-a5\n{ORIGINAL}").blocks == (own,)
    assert remove_quotations(f"{lines(head)}\n\nc1-a5\n\n> x\nresign\n").blocks == ()


@settings(max_examples=5)
@given(own=TEXTS, more=TEXTS)
@cases("signature", SIGNATURES)
def test_signatures_are_no_text(signature, own, more):
    """Text below a signature isn't read either, up to a marked quotation."""
    above = f"{own}\n\n{lines(signature)}\n"
    assert remove_quotations(above).blocks == (own,)
    assert remove_quotations(f"{above}\n{QUOTED}\n").blocks == (own,)
    assert remove_quotations(f"{above}\n{QUOTED}\n\n{more}\n").blocks == (own, more)
    assert remove_quotations(f"{QUOTED}\n\n{above}").blocks == (own,)


@cases(
    "own",
    [
        "As I said: c1-a5 is best.",
        "I wrote to Bob:\nhe is away.",
        "From: here to there",
        "To: Bob\nHello",
        "See you on 2026-03-05 at 12:00",
        "My moves:\nc1-a5\ne1-g5",
        "---",
        "- one\n- two",
        "a_b_c\n__init__",
        "Original message was better",
        "I sent it from my heart",
        "Sent from my desk, where I should be working.",
        "Tomorrow at 12:30 I am away.",
        "On Monday I wrote to him.",
        "On 1 March 2026 I won against carol.",
        "On 3.3. I leave for Rome",
        "Bob: you wrote that on Monday",
        "Note: this is fun\nScore: 3:2\nMood: good",
        "Das war knapp: 12:30!\nMeine Adresse: a@b.example",
        "I wrote to bob@example.com on 2026-03-01 about the game.",
        "Write me: alice@example.org",
        "Date: tomorrow?\nTo: be seen",
        "P.S.: I was born on 1.3.1980 in Rome",
        "a -- b -- c",
        "**bold** and *less bold*",
    ],
)
def test_ones_own_text_may_look_like_a_mark(own):
    """Without further evidence no line starts a quotation or a signature."""
    assert remove_quotations(f"{own}\n\nbye\n").blocks == (f"{own}\n\nbye",)


def test_of_a_reply_forty_lines_count():
    """Forty lines of each stretch between quotations are read; a new mail is read whole."""
    text = "\n".join(f"line {number}" for number in range(100))
    assert remove_quotations(text, 40).blocks == ("\n".join(text.split("\n")[:40]),)
    assert remove_quotations(text).blocks == (text,)
    content = f"Subject: {{}}\n\n{text}".format
    assert len(parse_mail("a@b.c", (), content("Re: x").encode()).blocks[0].split("\n")) == 40
    assert parse_mail("a@b.c", (), content("x").encode()).blocks == (text,)


def test_a_person_may_say_how_they_send():
    """A footer names a device or a program; a person's words beside the move are a comment."""
    footers = (
        "Sent from my Fairphone 5",
        "Sent via Superhuman iOS ( https://sprh.mn/?vip=alice@example.org )",
        "Von meinem/meiner Galaxy gesendet",
        "Von Samsung Galaxy-Smartphone gesendet",
        "Отправлено из мобильного приложения Яндекс Почты",
    )
    words = (
        "Sent with love",
        "Sent with love from Berlin",
        "Sent from my desk",
        "Sent from my desk, where I sit",
        "Sent from the train to Paris",
    )
    wrong = [each for each in footers if remove_quotations(f"c1-a5\n{each}\n").blocks != ("c1-a5",)]
    wrong += [each for each in words if remove_quotations(f"c1-a5\n{each}\n").blocks[0][6:] != each]
    assert wrong == []


LIST_FOOTERS = (
    "--~--~---------~--~----~------------~-------~--~----~\nYou received this message because",
    'You received this message because you are subscribed to the Google Groups "x" group.\nTo',
    "Sie erhalten diese Nachricht, weil Sie die Gruppe abonniert haben.\nUm diese Diskussion",
    "__._,_.___\n| Reply via web post | Reply to sender |\nMessages in this topic (3)",
    "------------------------------------\nPosted by: Alice <a@example.org>\n-----------",
    "[Non-text portions of this message have been removed]\n\n------------\nYahoo! Groups Links",
    "-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive all messages sent to this group.\nx",
    "_______________________________________________\nx mailing list -- x@example.org\nTo",
    "==^=======================\nThis email was sent to: a@example.org\n\nEASY UNSUBSCRIBE",
    "---------------------\nTo unsubscribe, e-mail: x-unsubscribe@example.org\nFor additional",
    "###########\n\nTo unsubscribe from the FAMILY list, click the following link:\nhttps://x",
)


@cases("footer", LIST_FOOTERS)
def test_the_footers_of_mailing_lists(footer):
    """A list adds its footer below the whole email, also below a quotation."""
    assert remove_quotations(f"c1-a5\n\n{footer}").blocks == ("c1-a5",)
    assert remove_quotations(f"c1-a5\nbye\n> x\n\n{footer}").blocks == ("c1-a5\nbye",)


@cases("own", ["To unsubscribe, what do I do?", "Posted in haste", "*~*~*~*~*~*\nbye", "-----\nx"])
def test_a_line_like_the_footer_of_a_list_is_a_players(own):
    assert remove_quotations(f"c1-a5\n\n{own}").blocks == (f"c1-a5\n\n{own}",)


DISCLAIMERS = (
    "This email and any attachments are confidential and intended solely for the addressee.\nx",
    "This e-mail (including any attachments) is for the sole use of the intended\nrecipient.",
    "Please consider the environment before printing this e-mail.",
    "***********\nThe information contained in this message is confidential and privileged. x",
    "CONFIDENTIALITY NOTICE: x",
    "If you are not the intended recipient, please delete this email.",
    "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie",
    "Ce message et ses pièces jointes sont confidentiels et destinés au seul destinataire.",
    "Este mensaje y sus adjuntos son confidenciales y se dirigen exclusivamente a su destinatario",
    "Questo messaggio e i suoi allegati sono riservati e destinati esclusivamente al destinatario",
    "Dit bericht en eventuele bijlagen zijn vertrouwelijk en uitsluitend bestemd voor de lezer.",
    "Niniejsza wiadomość i załączniki są poufne i przeznaczone wyłącznie dla adresata.",
    "Esta mensagem e seus anexos são confidenciais e exclusivos para o destinatário.",
    "Bu e-posta ve ekleri gizlidir ve yalnızca alıcısı için gönderilmiştir.",
    "Данное сообщение и вложения конфиденциальны и предназначены исключительно для адресата.",
)


@cases("notice", [*DISCLAIMERS, "This email is confidential and privileged. " + "x " * 300])
def test_the_disclaimers_of_companies(notice):
    assert remove_quotations(f"c1-a5\n\n{notice}\n\nVAT 123").blocks == ("c1-a5",)


CONFIDED = (
    "This message is confidential, my wife mustn't know that I play chess here",
    "This email was intended for Carol, sorry!",
    "Please think about the environment: play faster",
    "If you are not in the mood, tell me",
    "Disclaimer: I had two glasses of wine",
    "Confidential: I'm winning",
    "Diese Partie ist vertraulich, hihi",
    "Este mensaje es confidencial :)",
)


@cases("own", CONFIDED)
def test_a_line_like_a_disclaimer_is_a_players(own):
    assert remove_quotations(f"c1-a5\n\n{own}").blocks == (f"c1-a5\n\n{own}",)


def test_own_text_below_a_disclaimer_is_read():
    notice = "This email and any attachments are confidential."
    assert remove_quotations(f"{notice}\n\nc1-a5").blocks == ("c1-a5",)


@cases("footer", ["Sent from my iPhone", "Get Outlook for iOS", "发自我的iPhone"])
def test_a_footer_with_nothing_above_it_is_skipped(footer):
    """Some telephones put the footer first: what is typed below it is the writer's own."""
    assert remove_quotations(f"\n{footer}\n\nc1-a5\n\nbye").blocks == ("c1-a5\n\nbye",)
    assert remove_quotations(f"> x\n{footer}\n\nc1-a5\n{footer}\nx").blocks == ("c1-a5",)
    assert remove_quotations(f"{footer}\n").blocks == ()


@cases(
    "line",
    [
        "Chat on Knights Duel Board 7",
        "  Summary of X Board 101",
        "Your move, alice. bob played e7-c3.",
        "Waiting for bob. You played a1-c5.",
        "Reminder: your move, alice. bob played e7-c3.",
        "Reminder: alice, if you don't move by Sun 22 Mar 2026, 12:00 UTC, you lose.",
        "You have 2 days and 5 hours left, until Sunday 22 March 2026, 12:00 (UTC).",
        "bob has 21 days, until Sunday 22 March 2026, 12:00 (UTC).",
    ],
)
def test_our_own_mails_are_known_without_any_mark(line):
    """Lines of our mails are recognised in programs that mark nothing."""
    assert remove_quotations(f"c1-a5\n{line}\n\na7-c3").blocks == ("c1-a5",)


@pytest.mark.parametrize(
    "line",
    ["Your move, bob.", "Waiting for you. Take your time.", "bob has exams, until Monday 6 May"],
)
def test_words_like_ours_are_the_writers_own(line):
    """Only whole lines of our mails are recognised."""
    assert remove_quotations(f"c1-a5\n{line}").blocks == (f"c1-a5\n{line}",)


@cases("mark", ["> ", ">", ">>> ", "  > ", "＞ ", "PB> ", "PB>> ", "| ", "> " + "x" * 500])
def test_marks_of_quoted_lines(mark):
    """A line of any length with any mark is quoted."""
    assert remove_quotations(f"c1-a5\n\n{mark}a7-c3\n{mark}\n\nbye").blocks == ("c1-a5", "bye")


def test_the_rest_of_a_broken_quoted_line_is_quoted():
    """Mailers leave the rest of a wrapped line unmarked: it may be an old move."""
    moves = "> " + " ".join(["a1-c5"] * 12)
    assert remove_quotations(f"{moves}\nc1-a5\n\ng1-e5").blocks == ("g1-e5",)
    assert remove_quotations("> a1-c5\nc1-a5\n> e1-g5").blocks == ("c1-a5",)


def test_very_long_texts_are_searched_for_marked_quotations_only():
    """Looking for others in a mail of thousands of commands would delay other mails."""
    own = "\n".join(f"knightpanic show {number}" for number in range(600))
    assert remove_quotations(f"{own}\n\n> a1-c5\n").blocks == (own,)
    assert remove_quotations(f"{own}\n-- \nalice\n").blocks == (f"{own}\n--\nalice",)


def test_each_block_has_the_quotation_above_it():
    """The quotation may have several passages with empty lines between them."""
    text = "Hi\n> one\n\n> two\nfirst\n> three\nsecond\n\n> four"
    own = remove_quotations(text)
    assert own.blocks == ("Hi", "first", "second")
    assert own.above == ("", "> one\n> two", "> three")
