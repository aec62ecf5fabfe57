"""Phrases that contain words of doubt, but say nothing about a move."""

HARMLESS = """
no worries, no worry, no problem, no problems, no prob, no probs, no rush, no hurry, no pressure
no stress, no doubt, no sweat, no hard feelings, no offense, no offence, no biggie, no kidding
no pun intended, no need to hurry, no need to rush, no fear, no mercy, not bad, not too bad
not so bad, don't worry, dont worry, why not, not a problem, long time no see, can't wait
cant wait
for the wait, worth the wait, keep you waiting, wait for you, sooner or later, get well soon
even if, s'il te plaît, s'il vous plaît, back soon, never been better, never give up
don't give up, dont give up
kein problem, keine eile, kein stress, keine sorge, keine ursache, kein ding, kein thema
keine frage
nicht schlecht, nicht übel, nicht wahr, warum nicht, guten morgen, schönen morgen
pas de problème, pas de souci, pas de soucis, pas de panique, pas de stress, pas de quoi, pas mal
pas mauvais, pourquoi pas, pas de mal, ne t'inquiète pas, ne vous inquiétez pas, sans rancune
sans stress, sans souci
no hay problema, no hay prisa, no hay de qué, no importa, no pasa nada, no te preocupes
no está mal
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
about the wait, long wait, the wait was, tot nu toe, en nu, nu is, nu wordt, nu ben, no idea how
no regrets, no way back, not long, no matter, nothing new, nothing much, no escape
war keine leichte, war keine einfache, war kein leichter, war kein einfacher, was hard, was tough
wasn't easy, was not easy, was difficult, was fun, was quite, was a tough, was a hard, took me
war schwer, war schwierig, war nicht leicht, war nicht einfach, était difficile, fue difícil
è stato difficile, foi difícil, was moeilijk, was lastig, było trudno, было трудно, было непросто
don't laugh, dont laugh, don't cry, don't be mad, don't be angry, don't be too, don't panic
don't forget, don't gloat, don't celebrate, don't hate me, don't blame me, don't miss, nicht lachen
nicht böse sein, nicht weinen, ne ris pas, ne riez pas, no te rías, no te enfades, non ridere
não rias, niet lachen, nie śmiej się, не смейся
"""
"""Phrases that contain words of doubt, but say nothing about the move: "no worries"."""
WISHES = """
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
but, not, no, only, if, then, or, maybe, i, i'll, play, move, aber, nicht, nur, wenn, ich, oder
mais, pas, si, je, ou, pero, yo, o, ma, non, se, io, mas, não, eu, maar, niet, als, ik, of, ale
nie, jeśli, или, но, не, если, я
"""
"""Words that begin a new thought after a good wish. A time after them isn't part of the wish."""
UNTIL = "until, till, bis, bis zum, tot, tot de, hasta, hasta la, até, até à, até a"
"""Words that say goodbye if a time follows directly: "until next time"."""
TIMES = "soon, bald, bientôt, pronto, presto, logo, binnenkort"
UNSPACED_HARMLESS = """
気づきません 気づかな 気付きません 気付かな 見えなかった 見えません 時間がなかった 時間がなく
時間がありません 予想していな 予想してな 予想外 返事できな 返信できな 思わなかった 思いません
知らなかった 知りません すぐに返事 没看到 沒看到 没想到 沒想到 没时间 沒時間 没注意 沒注意
すみません 申し訳ありません 申し訳ない 申し訳ございません 問題ない 問題ありません 間違いない
しょうがない 仕方ない もったいない また明日 また後で またあとで 没问题 沒問題 不错 不錯 不客气
不客氣 不好意思 别担心 別擔心 不急 没关系 沒關係 明天见 明天見 不用担心 不谢 不思議 特別
"""
PAST_VERBS = """
did, could, was, were, had, have, been, habe, hab, haben, hatte, hatten, war, waren, konnte
konnten
bin, kam, kon, konden, heb, hebben, zag, wist, pouvais, pu
"""
NEGATED_PAST_VERBS = """
didn't, didnt, couldn't, couldnt, wasn't, wasnt, weren't, hadn't, hadnt, haven't, havent
n'ai pas, n'avais pas, n'étais pas, n'avons pas, n'étions pas, n'y étais pas, ne l'avais pas
ne l'ai pas, ne les avais pas, n'ai jamais, n'ai plus, n'ai rien
"""
NOTICED = """
see, saw, seen, expect, expected, expecting, notice, noticed, anticipate, anticipated, foresee
spot, spotted, realise, realize, realised, realized, know, knew, known, heard, hear, time, internet
email, mail, write, reply, respond, answer, replied, answered, written, home, around, online
available, well, feeling, sleep, there, here, earlier, sooner, easy, nice, resist, help, believe
get around, chance
sehen, gesehen, erwartet, bemerkt, gerechnet, gewusst, zeit, da, daheim, hause, früher, eher
schreiben, antworten, melden, gemeldet, geantwortet, geschrieben, dazu, netz, leicht
einfach, geschlafen, gut
vu, vue, prévu, attendu, remarqué, temps, là, répondre, répondu, écrire, écrit, réseau
facile, dormi, su
gezien, zien, aankomen, verwacht, gemerkt, tijd, thuis, eerder, reageren, geantwoord, schrijven
makkelijk, geweten
"""
"""Words for something that the writer didn't do or notice before the move.

Example: "I didn't expect that".
"""
MAX_NOTICED_WORDS = 3
"""Maximum number of words between past verb and negation, and between negation and NOTICED."""
PAST_EXCUSES = """
not easy, isn't easy, not much, not much time, never seen, never saw, never noticed, never expected
no time yesterday, no time lately, no internet, no excuse, no chance, no news, no mercy
not your fault, not fair, couldn't be better, not so easy, not feeling well, not sleeping
keine zeit gehabt, nicht kommen sehen, nicht einfach, nicht leicht, kein internet, nicht viel los
nicht fair, nicht erwartet, nicht damit gerechnet
ne m'y attendais pas, m'y attendais pas, pas vu venir, pas facile, pas évident, pas pu répondre
pas eu le temps, pas d'internet, pas répondu, n'y avais pas pensé
no tuve, no he tenido, no tenía tiempo, no tenía internet, no pude, no podía, no he podido, no vi
no lo vi, no la vi, no lo había visto, no había visto, no he visto, no esperaba, no me esperaba
no me lo esperaba, no lo esperaba, no estaba, no estuve, no sabía, no fue fácil, no era fácil
no es fácil, no me di cuenta, no escribí, no respondí, no contesté
non ho avuto, non avevo tempo, non ho potuto, non potevo, non ho visto, non l'ho visto
non l'avevo visto, non l'avevo vista, non avevo visto, non me l'aspettavo, non me lo aspettavo
non mi aspettavo, non ero, non sapevo, non è stato facile, non è facile, non ho risposto
non ho scritto, non mi ero accorto, non mi ero accorta, non sono stato, non sono stata
não tive, não tinha tempo, não tinha internet, não pude, não podia, não consegui responder, não vi
não tinha visto, não esperava, não estava, não estive, não sabia, não foi fácil, não é fácil
não respondi, não escrevi, não percebi, não reparei
geen tijd gehad, had geen tijd, niet zien aankomen, niet verwacht, niet makkelijk, geen internet
nie miałem, nie miałam, nie mogłem, nie mogłam, nie widziałem, nie widziałam, nie zauważyłem
nie zauważyłam, nie spodziewałem się, nie spodziewałam się, nie było mnie, nie byłem, nie byłam
nie wiedziałem, nie wiedziałam, nie odpisałem, nie odpisałam, nie odpowiadałem, nie odpowiadałam
nie było łatwo, niełatwe, nie pisałem, nie pisałam, się nie spodziewałem, się nie spodziewałam
не было времени, не было интернета, не было дома, не мог ответить, не могла ответить
не мог написать, не могла написать, не мог раньше, не могла раньше, не видел, не видела
не увидел, не увидела, не заметил, не заметила, не ожидал, не ожидала, не знал, не знала
не успел, не успела, не отвечал, не отвечала, не писал, не писала, не был, не была, не легко
keine leichte, keine einfache, kein leichter, kein einfacher, for not answering, for not writing
for not replying, for not responding, for not moving
"""
"""Apologies and expressions of surprise. They are about the time before the move."""
