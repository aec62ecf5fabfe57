"""Phrases of questions and wishes that get an answer in words, without accents.

A phrase that ends in a star stands for any ending.
"""

import re

_NAME = r"[\"'\u201e\u201c]?([A-Za-z][\w.-]{1,23})"
MY_NAME = re.compile(
    rf"(?i)\b(?:my (?:user)?(?:name|id) (?:shall|should|is to|will) be|call me|"
    rf"i(?:'d| would) (?:like|prefer|rather|rather like|love) (?:to )?be (?:called)?|"
    rf"i want to be called|as userid|"
    rf"mein (?:spieler|benutzer)?name soll|ich m\u00f6chte(?: lieber)?(?= \S+ hei\u00dfen)|"
    rf"nennt mich|nennen sie mich|appelez[- ]moi|appelle[- ]moi|mon nom sera|"
    rf"ll\u00e1menme|ll\u00e1mame|mi nombre ser\u00e1|chiamatemi|chiamami|il mio nome sar\u00e0|"
    rf"noem me|mijn naam wordt|nazywajcie mnie|chamem-me|meu nome ser\u00e1) {_NAME}"
    rf"|\bich m\u00f6chte(?: lieber)? {_NAME} hei\u00dfen"
)
"""Wishes for a userid: "Mein Name soll Karl sein"."""

LANGUAGES = """
    deutsch, german, francais, french, espanol, spanish, italiano, italian, nederlands, dutch,
    polski, polsku, polish, portugues, portuguese, russian, по русски, русском, turkce, turkish,
    svenska, swedish, 日本語, japanese, chinese, my language, my own language, meiner sprache,
    ma langue, mi idioma, mia lingua, mijn taal, moim jezyku, minha lingua, another language,
    other languages, andere sprache*, autre langue, otro idioma, altra lingua, andere taal,
    innym jezyku, outra lingua, на другом языке
"""
ABOUT_LANGUAGE = """
    emails, email, e mails, mails, write, written, language, languages, translate*, understand,
    english, sprache, sprachen, schreib*, schreibt, ubersetz*, englisch, langue, langues, ecri*,
    traduire, traduction, anglais, idioma*, escrib*, traduc*, ingles, lingua, lingue, scriv*,
    tradu*, inglese, taal, talen, schrijf*, vertaal*, engels, jezyk*, pisz*, tlumacz*,
    angielski*, escrev*, язык*, перев*, письма, английск*, dil, dilde, ingilizce, 英語
"""
WHO_SEES = """
    who can see, who sees, who can read, who reads my, anybody see, anyone see, anybody read,
    anyone read, everybody see, everyone see, others see, others read, people see, strangers see,
    on the internet, visible to, is my address, is my email, wer kann sehen, wer sieht,
    wer kann meine, konnen andere, im internet, fur alle sichtbar, qui peut voir, qui voit,
    sur internet, quien puede ver, quien ve, en internet, chi puo vedere, chi vede, su internet,
    wie kan zien, wie ziet, op internet, kto moze zobaczyc, kto widzi, w internecie,
    quem pode ver, quem ve, na internet, кто видит, кто может видеть, в интернете,
    kim gorebilir, internette
"""
RENAMING = """
    change my name, change my userid, change my username, change my user name, change my nickname,
    change my nick, change my player name, change my handle, rename me, rename my account,
    new username, another username, different username, a different name, meinen namen andern,
    namen andern, spielernamen andern, benutzernamen andern, umbenennen, changer mon nom,
    changer de nom, changer de pseudo, changer mon pseudo, cambiar mi nombre, cambiar de nombre,
    cambiar mi usuario, cambiare il mio nome, cambiare nome, cambiare il nome, naam veranderen,
    naam wijzigen, mijn naam wijzigen, zmienic nazwe, zmienic imie, zmienic nick,
    mudar meu nome, mudar o meu nome, mudar de nome, trocar meu nome, сменить имя, изменить имя,
    поменять имя, adimi degistir*, ismimi degistir*
"""
ABOUT_US = """
    who runs, who is running, who operates, who is behind, who s behind, who owns, who made this,
    who hosts, donate, donation, donations, talk to a human, speak to a human, real person,
    human being,
    contact a human, contact the admin, contact support, are you a bot, are you a robot,
    are you human, wer betreibt, wer steckt, wer steht hinter, wem gehort, spenden, spende,
    bist du ein mensch, ist da ein mensch, qui gere, qui est derriere, qui s occupe,
    faire un don, un humain, quien gestiona, quien esta detras, quien lleva, hacer una donacion,
    donar, chi gestisce, chi c e dietro, fare una donazione, donare, wie beheert, wie zit er,
    wie runt, doneren, kto prowadzi, kto stoi za, wesprzec, datek, quem gere, quem esta por tras,
    quem administra, doar, кто управляет, кто стоит за, кто владеет, пожертвовать,
    kim isletiyor, bagis
"""
OTHER_GAMES = """
    backgammon, poker, scrabble, stratego, monopoly, ludo, catan, diplomacy, mancala,
    mahjong, mah jong, solitaire, domino*, rummy, canasta, yahtzee, skat, doppelkopf,
    battleship*, sudoku, cribbage, carcassonne, muhle, nine men s morris, tafl, quoridor,
    tic tac toe
"""
"""Well-known games. Most servers have none of them."""
HAVING = """
    do you have, have you got, is there, habt ihr, haben sie, gibt es, avez vous, y a t il,
    teneis, tienen, hay, avete, c e, hebben jullie, is er, macie, czy jest, voces tem, tem, есть ли,
    у вас есть, var mi, har ni, finns
"""
"""Phrases of questions whether we have a game."""
THANKS = """
    thank you, thanks, thx, many thanks, cheers, danke, dankeschon, vielen dank, merci,
    merci beaucoup, gracias, muchas gracias, grazie, grazie mille, bedankt, dank je, dank u,
    dziekuje, dzieki, obrigado, obrigada, спасибо, tesekkur*, tack, ありがとう
"""
ASKING = """
    please, pls, can you, could you, would you, need, help, stop, wrong, bitte, brauche, hilfe,
    mochte, svp, voudrais, aide, ayuda, quiero, aiuto, vorrei, hulp, graag, prosze, pomoc, chce,
    quero, ajuda, хочу, помощь, пожалуйста, istiyorum, not, don t, no
"""
"""Words that a text of thanks alone doesn't have."""
HIDING = """
    hide my games, hide all my games, make my games private, make all my games private,
    my games private, keep my games private, nobody else can see my, nobody else to see my,
    no one else can see my, no one else to see my, meine partien verstecken,
    meine spiele verstecken, niemand sonst meine, niemand sonst soll, cacher mes parties,
    masquer mes parties, personne d autre ne voie, ocultar mis partidas, esconder mis partidas,
    nadie mas vea mis, nadie mas pueda ver mis, nascondere le mie partite,
    nessun altro veda le mie, mijn partijen verbergen, niemand anders mijn, ukryc moje gry,
    ukryc moje partie, nikt inny nie widzial moich, esconder os meus jogos,
    esconder meus jogos, ninguem mais veja, скрыть мои игры, скрыть мои партии,
    никто другой не видел мои, oyunlarimi gizle*
"""
