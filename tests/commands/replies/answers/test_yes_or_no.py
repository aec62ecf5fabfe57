"""Yes and no in the languages of players."""

import pytest

from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from mail.reading.parsed_mail import parse_mail
from tests.support.reply_corpus import LANGUAGES, PROGRAMS, reply_saying

YES = """
yes|Yes!|y|YES PLEASE|yes, please|*Yes*|"yes"|ok|OK 👍|Okay.|Sure|Of course!|confirm|Confirmed!
I confirm.|Please confirm|it was me|Yes, it was me|Yes, that's me.|Yes, that’s me!|Yes :-)|Yes 🎲
👍|👍🏻|👍👍|✔️|Yes, thank you very much|Hello pbm, yes please|ja|Ja, das war ich.|Jawohl|ja bitte
yes, gladly|Yes, happy to!|Sure, with pleasure
oui, c'est moi|Oui, merci|da|да|Да, это я!|Да, подтверждаю. Спасибо|так|Так, це я|はい
はい、お願いします。|確認しました|是|是的|好的！|没问题|네|예, 맞습니다|ใช่ครับ|vâng|Có|Ναι|כן|نعم|हाँ
igen|Igen, én voltam|ano|Áno|Sí, soy yo|Sì, sono io, grazie|sim|tak|Tak, to ja|Evet|joo|Kyllä
yes, send it|Ja, leider|Yes, unfortunately|Oui, hélas|Sì, purtroppo|tak, niestety|Да, к сожалению
tak, wyślij|Ja, schick es bitte|Sí, envíalo por favor|Ja, stuur maar|Evet, gönder
はい、送ってください|Ja, det var jag|Jazeker!|Da, eu am fost|Ya|Ya, itu saya|taip|jah|jā|oke
"""
NO = """
no|No.|NO!|n|nope|no thanks|No, thank you|No way|No! I never asked for this. Who are you?
No, I didn't send this!|NO! That was not me, don't resign!|No, that's not ok|stop|STOP!|stop it
please stop|cancel|Cancel please|unsubscribe|Wasn’t me!|That wasn't me|This wasn't me|not me
Not mine|I didn't|I didn’t ask for this|I did not|it was not me|never|I never signed up
Don't resign!|do not do it|wrong person|👎|Hi no I never asked for this
Hello this is not me, please stop|Hola no fui yo|nein|Nein, das war ich nicht!|Das war ich nicht
Nein, ich war da nicht|nie|Nicht ich!|non|Non, ce n'est pas moi|Ce n'est pas moi|nee
Nee, dat was ik niet|Dat was ik niet|nej|Nej tak|Nej, tak|Nej tack|nei takk|ei|En minä|ne|nie
To nie ja|Ja nie|nem|Nem én voltam|nu|Nu eu|não|nao|Não fui eu|hayır|Hayır, ben değilim|İptal
нет|Не я|Нет, это не я|ні|не|όχι|לא|لا|नहीं|いいえ|いいえ、違います|違います|不|不是我|我没有|取消
아니요|아닙니다. 제가 아니에요|ไม่|ไม่ใช่ฉัน|không|Không phải tôi|tidak|Bukan saya|ez naiz ni
"""
OTHER = """
no problem|No problem, yes|No worries, yes!|not a problem, yes|nice|node|nobody|nonsense|notable
No doubt|no need to ask|No longer works here|No such user here|No. 5|No wait, yes|No, it was me
Yes, but ...|Yes, but not before Monday|yes, I think so, but wait|yes?|Yes. No.|OK?|okra|yesterday
maybe|Alice|Thanks|Hi|Hello Bob|again|resign|Did it arrive?|Who are you?|I don't know what this is
I am out of the office until Monday.|:)|---|🎲|nicht schlecht|Kein Problem|Nema problema|No tak
pas de problème|Ne bu?|Nu kan jag|Mai ist gut|Para que sirve esto?|Ez mi?|Не возражаю|нет проблем
Ja, leider bin ich krank|yes, unfortunately I can't|send it|leider|wyślij|Yes, send him my regards
不错|没有问题|我不知道|ไม่เป็นไร|안녕하세요|không sao
"""


def of_rows(table):
    return [each for row in table.strip().split("\n") for each in row.split("|")]


def test_one_line_says_yes_or_no_or_neither():
    """Words count whole, in any case, with any punctuation; beginnings of other words don't."""
    expected = {YesOrNo.YES: YES, YesOrNo.NO: NO, YesOrNo.OTHER: OTHER}
    read = [
        (text, kind, yes_or_no([text])) for kind in expected for text in of_rows(expected[kind])
    ]
    assert [each for each in read if each[1] is not each[2]] == []


def test_the_first_line_below_the_greeting_decides():
    """A name below a yes takes nothing back; a refusal, a condition or the opposite does."""
    read = {
        text: yes_or_no(text.split("\n>\n")).name
        for text in (
            *(
                "yes\n\nBest, Alice",
                "Yes!\nThanks, Alice",
                "Hi,\n\nyes",
                "Dear server,\n\nja\n\nA.",
            ),
            *("No\nAlice", "Hi,\nno", "\n\n no\n"),
            *(
                "yes\nno",
                "Yes\n\nNo, wait, that wasn't me",
                "yes\nbut not before Monday",
                "No\nYes",
            ),
            *("Alice\nyes", "ok\n>\nStop!"),
            *("", " \n\n"),
        )
    }
    assert list(read.values()) == [*["YES"] * 4, *["NO"] * 3, *["OTHER"] * 6, *["EMPTY"] * 2], read


def test_long_and_hostile_lines_are_read_at_once():
    """No line takes long, whatever words it repeats."""
    lines = ("yes " * 20_000, "it was me " * 9_000, "please no problem " * 9_000, "-" * 60_000)
    assert [yes_or_no([line]) for line in lines] == [YesOrNo.OTHER] * 4


SAYINGS = """
en yes no|de ja nein|fr oui non|es sí no|it sì no|pt sim não|nl ja nee|sv ja nej|da ja nej
fi kyllä ei|pl tak nie|cs ano ne|hu igen nem|ro da nu|tr evet hayır|ru да нет|uk так ні|bg да не
el ναι όχι|ar نعم لا|he כן לא|ja はい いいえ|zh 是 不|zh_tw 是 不|ko 네 아니요|vi có không|th ใช่ ไม่
id ya tidak
"""
OWN_WORDS = ("the-bat",)
"""Programs that write a greeting into an empty reply."""


@pytest.mark.slow
def test_every_program_is_understood_in_every_language():
    """A yes, a no or an empty reply is read as such above, between and below quotations."""
    words = {row.split()[0]: row.split()[1:] for row in of_rows(SAYINGS)}
    pairs = [
        (program, language)
        for program in PROGRAMS
        for language in PROGRAMS[program].get("only", LANGUAGES)
    ]
    wrong = []
    for number, (program, language) in enumerate(pairs):
        which = number % (2 if program in OWN_WORDS else 3)
        text = (*words[language], "")[which]
        if (read := said(text, program, language))[0] != "YNE"[which]:
            wrong.append((program, language, text, read))
    assert wrong == []


def said(text, program, language):
    content = reply_saying(text, program, language, Subject="Re: Please confirm")
    return yes_or_no(parse_mail("alice@example.org", (), content).blocks).name
