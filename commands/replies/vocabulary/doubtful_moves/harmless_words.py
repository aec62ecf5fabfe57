"""Phrases that contain words of doubt, but say nothing about a move."""

HARMLESS = """
лучше ничего не, ne t'en fais pas, bien joué tout à l'heure
not too shabby, muss los, muss weg, muss jetzt, moet gaan, moet nu, devo scappare, devo andare
tenho de ir, tenho que ir, tengo que irme, je dois filer, muszę lecieć, muszę iść, gitmem lazım
wird immer, wird eng, wird spannend, wird langsam, si fa, wordt krap, wordt spannend
sem pressa nenhuma
не торопиться, was anderes bleibt
no sweat, no hard feelings, no kidding, no pun intended, not bad, not too bad, not so bad, why not
long time no see, can't wait, cant wait, can't believe, cannot believe, never thought
couldn't resist
for the wait, worth the wait, keep you waiting, wait for you, sooner or later, get well soon
even if, s'il te plaît, s'il vous plaît, back soon, never been better, no idea how, no idea what
no idea why, never know, who knows, let me know if you want, kann nicht klagen, had geen
had gisteren
if i'm not mistaken, if i may say so, better late than never
nicht wahr, warum nicht, guten morgen, schönen morgen, keine ahnung wie, keine ahnung was
besser spät als nie, wenn ich mich nicht irre
pas mal, pourquoi pas, ne t'inquiète pas, ne vous inquiétez pas, sans rancune, sans stress
sans souci, à l'aise, si je ne me trompe, mieux vaut tard que jamais
de nada, no importa, no pasa nada, no te preocupes, sin prisa, sin prisas, sin problema, sin rencor
sin duda, por qué no, más vale tarde que nunca, si no me equivoco
non vedo l'ora, non ti preoccupare, non preoccuparti, perché no, senza fretta, senza rancore
senza dubbio, niente male, meglio tardi che mai, se non sbaglio
sem problema, sem problemas, sem pressa, sem stress, sem dúvida, por que não, nada mal
antes tarde do que nunca, se não me engano
waarom niet, nu jij, jij nu, beter laat dan nooit
nie szkodzi, nie przejmuj się, nie martw się, nie śpiesz się, nie spiesz się, czemu nie
dlaczego nie
lepiej późno niż wcale
не спеши, не спешите, не торопись, не торопитесь, не за что, не волнуйся, не волнуйтесь
не переживай, почему нет, почему бы и нет, лучше поздно чем никогда, ничего страшного
ничего лучше не
ei hätää, ei haittaa, ei kiirettä, ei se mitään
lycka till, held og lykke, lykke til
tidak apa apa, tidak masalah, không sao
à demain, a demain, à plus tard, a plus tard, à la prochaine, à bientôt, a domani, a dopo
alla prossima, a più tardi, a presto, do jutra, do następnego razu, до завтра, до следующего раза
more later, more tomorrow, görüşürüz yarın, yarın görüşürüz, sonra görüşürüz
about the wait, long wait, the wait was, tot nu toe, en nu, nu is, nu wordt, nu ben
was hard, was tough, was difficult, was fun, was quite, was a tough, was a hard, took me
war schwer, war schwierig, war nicht leicht, war nicht einfach, était difficile, fue difícil
war keine leichte, war keine einfache, war kein leichter, war kein einfacher
è stato difficile, foi difícil, was moeilijk, was lastig, было трудно, было непросто
on ne s'ennuie pas, on se, on est, on a, niełatwe, isn't easy, wasn't easy, was not easy, for not
non rispondere
against you, gegen dich, contre toi, contra ti, contra você, contro di te, tegen jou, tegen je
против тебя, против вас, im moment, en ce moment, au moment, bon moment, un bon moment, al momento
no momento, w tym momencie, op dit moment
warte auf deinen, warte gespannt, warte auf dich, j'attends ta, j'attends ton, espero tu, espero que
wacht op jouw, czekam na twój, o jogo, o seu, o teu, o meu, o tempo, om eerlijk te zijn
let's see if, we'll see if, see if you, mal sehen ob, mal schauen ob, on va voir si, voyons si
a ver si
vediamo se, vamos ver se, eens kijken of, zobaczymy czy, zobaczmy czy, посмотрим сможешь ли
if you ask me, if i'm honest, if i may, wenn du mich fragst, wenn ich ehrlich bin, si te soy sincero
se devo essere sincero, als ik eerlijk ben, jeśli mam być szczery, если честно
se pone, se hace, se hizo, se ha, se nota, se ve, se acerca, se acabó, se complica, se está
na razie, пока тебе, şimdiye kadar, here goes nothing, here goes, now or never, could be worse
might be worse, nothing ventured nothing gained, might as well, may as well
won't like that, won't like this, without glasses, without my glasses, no coffee yet
would love to see, would love to know, heard from you in a while
jetzt oder nie, könnte schlimmer sein, wer nicht wagt der nicht gewinnt, nichts für ungut
was bleibt mir, was sonst
was soll ich, was soll's, was für, ohne kaffee geht nichts, langem überlegen, langer überlegung
nicht mehr der jüngste
maintenant ou jamais, pourrait être pire, qui ne tente rien n'a rien, l'attente, on continue
ahora o nunca, podría ser peor, quien no arriesga no gana, la espera, no te va a gustar, sin gafas
ora o mai più, poteva andare peggio, potrebbe andare peggio, chi non risica non rosica, l'attesa
non ti piacerà, senza occhiali
agora ou nunca, podia ser pior, poderia ser pior, quem não arrisca não petisca, a espera
não vai gostar, sem óculos
nu of nooit, kon erger, het kon erger, kan erger, wie niet waagt die niet wint, het wachten
vind je niet leuk
teraz albo nigdy, nie spodoba ci się, mogło być gorzej, kto nie ryzykuje ten nie ma
kto nie ryzykuje
сейчас или никогда, могло быть хуже, кто не рискует тот не пьёт шампанского, кто не рискует
ya şimdi ya hiç, не понравится
"""
"""Phrases that contain words of doubt, but say nothing about the move: "why not"."""
DENIED = """
connection, signal, netz, verbindung, réseau, red, rede, rete, internetu, интернета
worries, worry, problem, problems, prob, probs, rush, hurry, pressure, stress, doubt, mercy, fear
offense, offence, biggie, easy, much, long, choice, choices, option, options, alternative, way back
alternatives, excuse, excuses, escape, regrets, luck, surprise, surprised, fair, fault, way out
like that, dull moment, stop, to say, complain, complaining, complaints, idea how, idea what
better, best, time, matter, news, internet, chance to, nothing new, forget, panic, laugh, cry, mad
angry, gloat, celebrate, hate me, blame me, miss, be too, need to hurry, need to rush
eile, sorge, sorgen, ursache, ding, thema, frage, wahl, ausweg, ausrede, besseres, bessere, beste
bester, bestes, schlecht, übel, leicht, einfach, viel, schlimm, zeit, lachen, böse sein, weinen
streng, klagen, beschweren, zu sagen
problème, souci, soucis, panique, quoi, mauvais, choix, mieux, temps, facile, évident
grave, longtemps, solution, échappatoire, excuse, ris, riez, pas de mal, à dire, plaindre
problema, problemas, prisa, prisas, hay de qué, opción, opciones, alternativa, remedio
elección, nada mejor, tiempo, fácil, rías, enfades, está mal, queda otra, otra opción
qué decir, quejarme
fretta, di che, male, scelta, scampo, di meglio, tempo, facile, ridere, importa, da dire, lamentarmi
pressa, de quê, escolha, opção, saída, jeito, nada melhor, tempo, fácil, rias, faz mal, preocupe
preocupes, não importa, a dizer, reclamar
haast, probleem, punt, dank, paniek, slecht, verkeerd, erg, keus, keuze, alternatief, uitweg
beters, tijd, makkelijk, lachen, zorgen, te zeggen, klagen
sprawy, problemu, pośpiechu, za co, wyboru, wyjścia, czasu, łatwo, obaw, stresu, narzekać
śmiej się
беда, проблема, проблем, вопрос, выбора, выхода, времени, плохо, легко, страшно, спешки, обид
смейся
problem, fara, brådska, fare, stress, zač, baj, probléma, sorun, acele
"""
"""Words that are harmless after a negation, such as "choice" in "no choice"."""
MAX_DENIED_WORDS = 3
"""Maximum number of words between a negation and the word that it denies."""
DENIED_BEFORE = """
выбора, выхода, времени, проблем, важно, kolay, fena, sorun, önemli, problem, acele, vaktim
zamanım, acelen, çarem, çare, seçeneğim
"""
"""Words that are harmless directly before a negation, where the language puts it last."""
WISHES = """
ci sentiamo, on se voit, on se parle, nos leemos, hablamos, falamos, a gente se fala, we spreken
do zobaczenia, widzimy się, увидимся, görüşürüz
see you, see ya, cya, cu, talk, talk to you, chat, speak, speak to you, catch you, have fun
have a, bye
good luck, best of luck, enjoy, cheers, happy, hear from you
viel glück, viel erfolg, viel spaß, alles gute, bonne chance, bon courage, nos vemos, suerte
buena suerte, ci vediamo, in bocca al lupo, buona fortuna, boa sorte, succes, veel succes
powodzenia, удачи
"""
"""Good wishes. A time that follows one of them doesn't postpone the move: "see you tomorrow"."""
MAX_WISH_WORDS = 4
"""Maximum number of words between a good wish and its time."""
ENDING_WISHES = """
but, not, no, only, if, then, or, maybe, about it, i, i'll, play, move, aber, nicht, nur, wenn, ich
oder
mais, pas, si, je, ou, pero, yo, o, ma, non, se, io, mas, não, eu, maar, niet, als, ik, of, ale
nie, jeśli, или, но, не, если, я
"""
"""Words that begin a new thought after a good wish. A time after them isn't part of the wish."""
UNTIL = "until, till, bis, bis zum, tot, tot de, hasta, hasta la, até, até à, até a"
"""Words that say goodbye if a time follows directly: "until next time"."""
FAREWELLS = "à, a, do, до"
"""Words that say goodbye if a weekday follows directly: "à samedi"."""
TIMES = "soon, bald, bientôt, pronto, presto, logo, binnenkort"
UNSPACED_HARMLESS = """
気づきません 気づかな 気付きません 気付かな 見えなかった 見えません 時間がなかった 時間がなく
時間がありません 予想していな 予想してな 予想外 返事できな 返信できな 思わなかった 思いません
知らなかった 知りません すぐに返事 没看到 沒看到 没想到 沒想到 没时间 沒時間 没注意 沒注意
すみません 申し訳ありません 申し訳ない 申し訳ございません 問題ない 問題ありません 間違いない
しょうがない 仕方ない もったいない また明日 また後で またあとで 没问题 沒問題 不错 不錯 不客气
不客氣 不好意思 别担心 別擔心 不急 没关系 沒關係 明天见 明天見 不用担心 不谢 不思議 特別
"""
