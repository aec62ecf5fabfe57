"""Words behind a move by which its writer takes it back, postpones it, or names a condition.

Each line of a table is one language. In tables of phrases, commas separate the phrases.
"""

TAKING_BACK = """
kidding, joking, joke, jk, j k, psych, oops, whoops, mistake, typo, mistyped, wrong, nevermind, nvm
never mind, forget it, forget that, scratch that, scratch it, strike that, strike it, ignore
disregard, delete, retract, withdraw, withdrawn, cancel, undo, stop, pause, take it back
take that back, take this back, changed my mind, wait, hold on, hang on, second thought
second thoughts, testing, just a test, only a test, nah, nope, doubt it, yeah right, april fool
kiddin, let me think, need to think, have to think, want to think, got to think, think again
still thinking, thinking about it, considering, or rather, but rather
scrap that, scrap it, misread, thinking aloud, by mistake, pretend, hypothetically, dream on
in my dreams, sake of argument, check with, confirm first, ask first, the day after, too early
i'd rather, make that, correction, sarcasm, a draft, elsewhere, another board, another game
don't make, do not make, against, versus, vs, gegen, contre, contra, contro, tegen, przeciwko
против
other board, other game, anderes brett, andere brett, andere partie, anderen partie, autre plateau
autre partie, otro tablero, otra partida, altra scacchiera, altra partita, outro tabuleiro
outro jogo, andere bord, ander bord, andere partij, inna plansza, innej planszy, innej partii
другая доска, другой доске, другую доску, другой партии
scherz, scherze, spaßeshalber, nur spaß, war spaß, ein spaß, kleiner spaß, quatsch, unsinn, blödsinn
vergiss es, vergiss das, moment, warte, ups, hoppla, irrtum, versehen, falsch, falsches, vertippt
verklickt, verschrieben, stopp, abbrechen, nö, nee, lass mich überlegen, muss überlegen
überlege noch, doch lieber, oder lieber
rigole, rigolais, plaisante, plaisantais, plaisanterie, blague, pour rire, oublie, oubliez, attends
attendez, annule, erreur, trompé, trompée, laisse-moi réfléchir, je réfléchis, ou plutôt
broma, bromeaba, bromeando, olvídalo, olvida, espera, error, equivoqué, cancela, mentira
déjame pensar
mejor dicho
scherzo, scherzavo, scherzando, scherzetto, dimentica, aspetta, errore, sbagliato, sbagliata
annulla, lascia stare, lascia perdere, fammi pensare, ci penso
brincadeira, brincando, zoeira, esquece, esqueça, erro, enganei, engano, vou pensar
grapje, geintje, grap, vergeet het, wacht, fout, vergissing, vergist, laat maar, even denken
żart, żartuję, żartowałem, żartowałam, zapomnij, czekaj, poczekaj, błąd, pomyłka, pomyliłem
pomyliłam, cofam, muszę pomyśleć, zastanowię się
шучу, шутка, пошутил, пошутила, забудь, забудьте, подожди, стоп, ошибка, ошибся, ошиблась, отмена
подумаю, надо подумать
şaka, şakaydı, vazgeçtim, bekle, yanlış, iptal
nej, nei, vänta, vent, skojar, skojade, skämtar, skämt, ångrade, ångrar, glöm det, glem det
fel bräde, fel parti, feil brett, forkert bræt, misstag, for sjov, spøg, spøk, tuller, fortryder
odota, vitsi, vitsailin, väärä, unohda, erehdys, peru
počkej, srandu, sranda, vtip, žertuju, žertuji, špatná, zapomeň, omyl, rozmyslel
várj, vicc, viccelek, vicceltem, mégsem, rossz tábla, felejtsd el, tévedés
așteaptă, glumesc, glumă, greșit, greșeală
περίμενε, πλάκα, αστειεύομαι, λάθος
зачекай, стривай, жартую, жарт, помилка, чакай, шегувам, шега, грешка
čekaj, šalim, šala, greška, pogrešna
חכה, צוחק, סתם, טעות, أمزح, انتظر, خطأ, bercanda, tunggu, salah, đùa, khoan, nhầm, मज़ाक, नहीं, रुको
"""
POSTPONING = """
tomorrow, tonight, later, next time, next week, next month, next year, next turn, next move
another time, another day, some other time, some other day, some day, one day, in a moment
for now, postpone, delay this, delay it, keep it, hold this, hold it, in a minute, in a bit
in a while, in an hour, in a few minutes, in a few hours, in a few days
morgen, übermorgen, später, spaeter, nachher, demnächst, nächstes mal, naechstes mal
nächsten mal, naechsten mal, nächste woche, naechste woche, ein andermal, ein anderes mal
demain, plus tard, tout à l'heure, prochaine fois, semaine prochaine, une autre fois
mañana, luego, más tarde, después, próxima vez, próxima semana, otra vez será, otro día
domani, dopo, più tardi, prossima volta, prossima settimana, un'altra volta
amanhã, depois, mais tarde, próxima vez, próxima semana, outra vez, outro dia
straks, volgende keer, volgende week, een andere keer
jutro, później, potem, następnym razem, następny raz, innym razem, w przyszłym tygodniu
завтра, потом, позже, следующий раз, следующей неделе, в другой раз
yarın, sonra
imorgon, i morgon, i morgen, i morra, senare, senere, huomenna, myöhemmin, zítra, později, holnap
később, mâine, αύριο, αργότερα, пізніше, утре, sutra, kasnije, demà, més tard
מחר, غدا, لاحقا, besok, nanti, ngày mai, कल
but first, aber zuerst, aber erst, mais d'abord, pero primero, pero antes, ma prima, mas primeiro
maar eerst, ale najpierw, но сначала
"""
CONDITIONS = """
in return for, in exchange for, as soon as, so long as, but you must
unless, provided, providing, assuming, supposing, as long as, on condition, depending, depends
given that, in case, iff, otherwise, until, till
wenn's, wenns, sofern, außer, ausser, vorausgesetzt, solange, es sei denn, unter der bedingung
s'il, à condition, à moins, pourvu, sauf, tant que
a menos, siempre que, con tal, a condición, salvo
a meno, purché, a patto, a condizione, fintanto
contanto que, desde que, a condição
indien, tenzij, mits, zolang, op voorwaarde
chyba że, pod warunkiem, o ile, dopóki, gdy
при условии, пока
"""
AT_CLAUSE = """
si, se, als, om, when, once, before, quand, cuando, quando, nachdem, sobald, bevor, après, antes
"""
"""Words that name a condition or a time at the beginning of a clause, and are common elsewhere."""
BEFORE_CLAUSE = """
and, but, only, just, even, und, aber, nur, auch, erst, et, mais, seulement, même, y, pero, solo
sólo, e, ma, anche, mas, só, somente, en, maar, alleen, ale, tylko, но, только
"""
AT_ENDS = """
maybe, perhaps, probably, possibly, presumably, eventually, soon, soonish, nothing, none, negative
vielleicht, eventuell, wahrscheinlich, bald
peut-être, peut être, probablement, bientôt
quizás, quizá, tal vez, talvez, probablemente, pronto
forse, magari, probabilmente, presto
provavelmente, logo
misschien, wellicht, waarschijnlijk, binnenkort
może, być może, chyba, prawdopodobnie
может быть, возможно, наверное
belki, kanske, måske, kanskje, ehkä, možná, talán, poate, ίσως, можливо, може би, možda, potser
אולי, ربما, mungkin, có lẽ, शायद
"""
"""Words that count at the beginning and the end of a line: "maybe", "I'll play it soon"."""
LATER_LINES = """
just kidding, only kidding, just joking, only joking, jk, lol no, haha no, no wait, wait no
never mind
nevermind, forget it, scratch that, strike that, cancel that, cancel this, oops that, oops wrong
wait that's, only if, but only, but not, unless, provided, wrong board, wrong game, wrong move
ignore that, ignore this, ignore the move, ignore my move, ignore my last, disregard this
disregard my
disregard the, don't make, do not make, don't play this, do not play this, don't send, do not send
not my move, this is not, this isn't, that is not what, that's not what, that was a joke
that's a joke
this is a joke, this was a joke, was a joke, i take it back, i take that back, i changed my mind
i've changed my mind, on second thought, on second thoughts, i'd rather, make that, this is only a
this is just a, that was only, that was just a, this was for, that was for, actually no
actually not
actually i want, i will play this, i'll play this, i'll play it, i will play it, let me think
hold this, hold it, hold the move, correction
nur wenn, aber nur, es sei denn, doch nicht, kleiner scherz, nur spaß, scherz, halt, nein warte
nein doch, nein das, das war ein witz, das war ein scherz, das war nur, falsches brett, warte
seulement si, à moins, je rigole, je plaisante, c'est une blague, c'était une blague, non attends
mauvais plateau, solo si, a menos, es broma, era broma, no espera, me equivoqué
solo se, a meno, sto scherzando, só se, a não ser, alleen als, tenzij, tylko jeśli, chyba że
żartuję
только если, шучу
"""
"""Words that count at the beginning of a longer line below the move."""
COMMON = """
mistake, mistyped, wrong, joke, forget it, forget that, stop, pause, wait, testing, delete
considering, versus, against, vs
falsch, moment, spaß, gegen, erreur, contre, error, mentira, contra, errore, contro, erro, fout
tegen
"""
"""Words of TAKING_BACK that say nothing about the move in a longer line below it."""
IMPERATIVES = """
bitte nicht, bitte ignorieren, noch nicht, ne joue pas, ne jouez pas, ignorez, ignore ce, no hagas
no juegues, ignora, ignorad, non giocare, não jogue, não jogues, niet spelen, nie graj, не ходи
"""
"""Words that take a move back wherever they are in a line below it."""
BEFORE_LATER_LINES = """
please, sorry, actually, well, oh, ah, hmm, hm, haha, lol, ok, but, oops, ps, p s, edit, wait, no
bitte, nein, aber, non, mais, désolé, pero, perdón, lo siento, ma, no, mas, maar, ale, но
"""
"""Words that may stand before those."""
HARMLESS = """
no worries, no worry, no problem, no problems, no prob, no probs, no rush, no hurry, no pressure
no stress, no doubt, no sweat, no hard feelings, no offense, no offence, no biggie, no kidding
no pun intended, no need to hurry, no need to rush, no fear, no mercy, not bad, not too bad
not so bad, don't worry, dont worry, why not, not a problem, long time no see, can't wait, cant wait
for the wait, worth the wait, keep you waiting, wait for you, sooner or later, get well soon
even if, s'il te plaît, s'il vous plaît, back soon, never been better, never give up
don't give up, dont give up
kein problem, keine eile, kein stress, keine sorge, keine ursache, kein ding, kein thema
keine frage
nicht schlecht, nicht übel, nicht wahr, warum nicht, guten morgen, schönen morgen
pas de problème, pas de souci, pas de soucis, pas de panique, pas de stress, pas de quoi, pas mal
pas mauvais, pourquoi pas, pas de mal, ne t'inquiète pas, ne vous inquiétez pas, sans rancune
sans stress, sans souci
no hay problema, no hay prisa, no hay de qué, no importa, no pasa nada, no te preocupes, no está mal
sin prisa, sin prisas, sin problema, sin rencor, sin duda, por qué no
non c'è fretta, non c'è problema, non c'è di che, non male, non ti preoccupare, non preoccuparti
non importa, non vedo l'ora, perché no, senza fretta, senza rancore, senza dubbio
sem problema, sem problemas, sem pressa, sem stress, sem dúvida, não tem problema, não há problema
não há pressa, não tem pressa, não tem de quê, não faz mal, não se preocupe, não te preocupes
não importa, por que não
geen haast, geen probleem, geen punt, geen zorgen, geen dank, geen paniek, geen stress, niet slecht
niet verkeerd, niet erg, waarom niet, nu jij, jij nu
nie ma sprawy, nie ma problemu, nie ma pośpiechu, nie ma za co, nie szkodzi, nie przejmuj się
nie martw się, nie śpiesz się, nie spiesz się, bez pośpiechu, bez problemu, bez obaw, bez stresu
czemu nie, dlaczego nie
не спеши, не спешите, не торопись, не торопитесь, не беда, не проблема, не вопрос, не за что
не волнуйся, не волнуйтесь, не переживай, не плохо, без проблем, без спешки, без обид, нет проблем
почему нет, почему бы и нет
inga problem, ingen fara, ingen brådska, inget problem, ingen stress, ingen fare, intet problem
není problém, není zač, nem baj, nem probléma, ei hätää, ei haittaa, ei kiirettä, ei se mitään
lycka till, held og lykke, lykke til
sorun değil, önemli değil, fena değil, sorun yok, problem değil, acele yok, tidak apa apa
tidak masalah, không sao
à demain, a demain, à plus tard, a plus tard, à la prochaine, à bientôt, a domani, a dopo
alla prossima, a più tardi, a presto, do jutra, do następnego razu, до завтра, до следующего раза
more later, more tomorrow, görüşürüz yarın, yarın görüşürüz, sonra görüşürüz
"""
"""Phrases with such words that say nothing about the move."""
WISHES = """
see you, see ya, cya, cu, talk, talk to you, chat, speak, speak to you, catch you, have fun
have a, bye
good luck, best of luck, enjoy, cheers, happy, hear from you
viel glück, viel erfolg, viel spaß, alles gute, bonne chance, bon courage, nos vemos, suerte
buena suerte, ci vediamo, in bocca al lupo, buona fortuna, boa sorte, succes, veel succes
powodzenia, удачи
"""
"""Good wishes, behind which a later time postpones nothing: "see you tomorrow"."""
MAX_WISH_WORDS = 4
"""Maximum number of words between a good wish and its time."""
ENDING_WISHES = """
but, not, no, only, if, then, or, maybe, i, i'll, play, move, aber, nicht, nur, wenn, ich, oder
mais, pas, si, je, ou, pero, yo, o, ma, non, se, io, mas, não, eu, maar, niet, als, ik, of, ale
nie, jeśli, или, но, не, если, я
"""
"""Words that begin something else behind a good wish."""
UNTIL = "until, till, bis, bis zum, tot, tot de, hasta, hasta la, até, até à, até a"
"""Words that take leave directly before a later time: "until next time"."""
TIMES = "soon, bald, bientôt, pronto, presto, logo, binnenkort"
UNSPACED = """
冗談 うそ 嘘 やめ 待って 間違え 取り消 キャンセル じゃな ではな 明日 あした だめ 今夜 今晩 夕方 後で
あとで 今度 次回 来週
もし 場合 たぶん 多分 かもし かも。 开玩笑 開玩笑 等等 取消 明天 以后 以後 下次 如果 除非 也许 也許
농담 취소 내일 나중에 다음에 만약 아니
"""
"""The same in languages that write no spaces between words."""
UNSPACED_HARMLESS = """
すみません 申し訳ありません 申し訳ない 申し訳ございません 問題ない 問題ありません 間違いない
しょうがない
仕方ない もったいない また明日 また後で またあとで 没问题 沒問題 不错 不錯 不客气 不客氣 不好意思
别担心
別擔心 不急 没关系 沒關係 明天见 明天見 不用担心 不谢 不思議 特別
"""
TIMES_OF_DAY = """
    evening afternoon morning noon midnight night weekend today o'clock pm am mon tue wed thu fri
    sat
    sun abend mittag nachmittag nacht wochenende heute uhr soir matin midi après-midi nuit week-end
    noche mediodía fin stasera sera pomeriggio mattina mezzogiorno notte fine noite manhã hoje
    vanavond vanmiddag vannacht avond middag wieczorem dziś dzisiaj nocy rano południu weekend
    вечером сегодня днём ночью утром выходных hours hour days day weeks week stunden tagen heures
    jours horas días ore giorni dias uur dagen godziny dni часа часов дня
"""
BEFORE_TIME = """
    at in on by this next the a an few couple of some about around two three late early am im um
    zwei
    drei paar nächsten nächste diesen diese gegen ce cette à la le dans deux prochain prochaine esta
    este el las por de dos il questo questa alle tra fra due à às em o dois duas de om dit deze over
    het twee w o po za dwa в на через два semana settimana
"""
"""Words of a line that says no more than a time."""
PERIODS = """
minutes hours days weeks minuten stunden tage wochen heures jours semaines minutos horas días
semanas minuti ore giorni settimane dias uur dagen weken minuty godziny dni минуты часа дня
"""
"""Words that show that a move in front of them is a number: "2 3 minutes"."""
TIME_UNITS = """
    min h stund tag day week woch jour or giorn día dia uur dag godz dni час дн мин
"""
"""Beginnings of units of time, except seconds."""
NO_SIGNS = "👎❌✖🚫⛔🛑✋🙅⏳⌛🤥"
