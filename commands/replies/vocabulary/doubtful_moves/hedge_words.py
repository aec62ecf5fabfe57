"""Words with which a writer leaves a move open: hedges, reservations, examples and indecision.

Each line of a table is in one language. Commas separate the phrases.
"""

RESERVATIONS = """
subject to, contingent, conditional, conditionally, tentative, tentatively, provisional
provisionally, undecided, indecisive, under review, reserve the right, placeholder, to be confirmed
tbc, tbd, i'll confirm, will confirm, confirm later, sleep on it, another look
double check, double-check, recheck, final check, look at it again
look at this again, go over it again, might change it, may change it, could change it
still change, not final, not the final, nothing final
not official, isn't final, isn't official, before you do anything, wait for my, don't act on
do not act on, no decision, haven't made up my mind, can't make up my mind, torn between
on the fence
vorbehalt, vorbehalte, vorbehaltlich, unentschlossen, unschlüssig
bestätige noch, bestätige es noch, bestätige ich noch, schlafe darüber
drüber schlafen, überlege es mir, überleg's mir, nicht endgültig, nicht definitiv, nochmal prüfen
noch mal prüfen, noch prüfen, nochmal ansehen, noch einmal ansehen, nochmal anschauen
noch eine nacht, noch ändern
sous réserve, réserve de, j'hésite, hésite encore, indécis, indécise
à confirmer, je confirmerai, nuit porte conseil, pas définitif, revérifier
changer d'avis
sujeto a, sujeta a, pendiente de, a reserva de, provisionalmente, tentativo, indeciso
indecisa, por confirmar, lo confirmo, lo confirmaré, ya confirmaré, consultarlo con la
no es definitivo, no es definitiva, cambiar de idea, cambiar de opinión, sin confirmar
salvo ripensamenti, salvo imprevisti, con riserva, provvisoriamente
da confermare, confermerò, ci dormo sopra, in sospeso, non è definitiva
non è definitivo, cambiare idea, titubante
sujeito a, sujeita a, pendente de, provisório, provisoriamente, a confirmar, confirmo depois
vou confirmar, não é definitivo, não é definitiva, mudar de ideia, salvo melhor
voorbehoud, onbeslist, besluiteloos, nog bevestigen, bevestig ik
bevestig het, slaap er nog, nachtje over, niet definitief, van gedachten veranderen
zastrzeżeniem, warunkowo, wstępnie, niezdecydowany, niezdecydowana
waham się, się waham, potwierdzę, do potwierdzenia, prześpię się, zmienić zdanie, zmienię zdanie
предварительно, с оговоркой, колеблюсь, не решил, не решила, подтвержу
посоветуюсь, передумать, утро вечера, под вопросом
changing my mind, change my mind, your opinion first, get back to you on this
get back to you about this, get back to you on that, hold off, wait with this, wait with that
wait with it, wait before, please wait, wait until i, that loses, this loses, it loses, let me wait
bitte warten, bitte noch warten, warten mit, das verliert, ça perd
eso pierde, espere até
погоди
uniquement si, ein blick, prima ci, önce bir, bir daha bak, bir daha bakayım, tekrar bak
tekrar bakayım, only if, only when, nur wenn, nur falls, seulement si, solo si, sólo si, solo se
só se, apenas se
alleen als, tylko jeśli, tylko jeżeli, только если, i'm unsure, i am unsure, bin unsicher
bin mir unsicher, ik twijfel, esito ancora, hesito, if you wait, if you waited, if you could wait
to be decided, to be determined, to be discussed, to be agreed, to be checked, to be verified
on hold, zurückhalten, zurückstellen, offen lassen, en attente, en suspens, en suspenso
em suspenso, wstrzymaj, придержи, отложи, отложим
with reservations, some reservations, reconsidered, reconsidering
er nog niet uit, er nog over, noch nicht im klaren
give me, i need time, need more time
gib mir, donne-moi, dame, dammi, dá-me, dê-me, me dá, geef me, daj mi, дай мне, daha ver
question mark, fragezeichen
erst morgen, erst später, erst nächste, erst am, erst wenn
erst nach, not before, not until, delay this one, delay this move, rather wait, prefer to wait
lieber warten, lieber noch warten, préfère attendre, prefiero esperar, preferisco aspettare
prefiro esperar, liever wachten, wolę poczekać, лучше подождать, лучше подожду, before you make it
before making it, before you play it, before this counts, two minds, go-ahead, green light
zwiegespalten, hin und hergerissen, rücksprache, with the proviso
"""
"""Words that leave a move open, on the line of the move or below it."""
HEDGES = """
pending, unsure, hesitant, hesitating, under consideration, toying
inclined, tempted, one idea, forty one, do i, does it, don't hold me, hold me to, en el tablero
an example, let's say, lets say, i guess, i suppose, a suggestion, one option, an option
a possibility
a candidate, candidates, candidate move, thinking of, thinking about, in principle, in theory
theoretically, hypothetical, for the moment
for the time being, barring
something else, anything else, something different, tryout, if only, whether
i might, i may, might be, may be, would be, could also, might also, might as well not, can also
what if, in the event, let me know, with your permission, your approval, your consent
your ok, your okay, your confirmation, ok with you, okay with you, fine with you, fine by you
ok for you, okay for you, alright with you, if allowed, for instance, for example, eg
for argument's
sag ich dir, sage ich dir, je te dirai, je te dis, te digo, ti dico, zeg ik je, powiem ci, скажу
als idee, eine idee, ein vorschlag, als vorschlag, eine option, eine möglichkeit, kandidat
im prinzip, theoretisch, im falle, was anderes
etwas anderes, ob, sag bescheid, dein einverständnis, deine zustimmung
deine bestätigung, deine antwort, zum beispiel, beispielsweise, zb, bspw
einverstanden, recht ist, zur probe
une idée, une option, une possibilité, une proposition, comme proposition, en principe, en théorie
autre chose, en cas, par exemple, p ex, pex, ton accord, votre accord
una idea, una opción, una posibilidad, una propuesta, en principio, en teoría, otra cosa
en caso, por ejemplo, pej, p ej, tu permiso, tu confirmación, tu visto bueno
jugaría
un'idea, un'opzione, una possibilità, una proposta, in linea di massima, in linea di principio
in teoria, qualcos'altro, qualcosa altro, in caso, per esempio, ad esempio, ad es
tua conferma, tuo consenso, fammi sapere, potrei, giocherei
uma ideia, uma opção, uma possibilidade, uma proposta, em princípio, em teoria
outra coisa, em caso, por exemplo, tua confirmação, sua confirmação, me avise
jogaria
een idee, een optie, een mogelijkheid, een voorstel, in principe, in theorie
iets anders, ingeval, bijvoorbeeld, bijv, bv, jouw akkoord, laat me weten, of het
als voorbeeld
w zasadzie, teoretycznie, coś innego
w razie, w przypadku, na przykład, np, przykładowo, twoja zgoda, twoją zgodą, daj znać
zagrałbym, zagrałabym, mógłbym, mogłabym, czy
как вариант, в принципе, в теории, теоретически
что-то другое, на случай, в случае, например, к примеру, с твоего согласия
твоё согласие, дай знать, мог бы, могла бы, сыграл бы, сыграла бы, ли
vorläufig, provisorisch, noch unentschieden, provisoire, provisoirement, à vérifier, dépend
dépendra, depende, dependerá, dipende, hangt af, afhankelijk, voorlopig, zależy, zależnie
tymczasowo, временно, условно, зависит, сомневаюсь, je te confirme, te confirmo, ti confermo
provvisorio, provvisoria, just an idea, only an idea, was an idea, as an idea, ich würde, würde ich
ich könnte, könnte ich, je pourrais, je jouerais, podría jugar, podría ser, yo haría, eu poderia
poderia ser, poderia jogar, caso queira, caso concorde, caso concordes, caso você, ik zou, zou ik
taki pomysł, jako pomysł, to propozycja, jako propozycja, jedna opcja, jako opcja, как идея
есть идея
exploring, experimenting, trying out, trying things, playing around, messing around, practising
practicing, just curious, just wondering, simulating, a simulation, analysing, analyzing
ausprobieren, probiere nur, spiele nur herum, experimentiere, analysiere, j'explore, j'essaie
j'expérimente, essai, probando, ensayo, experimento, provando
esperimento, testando, experimentando, aan het proberen, probeer, oefenen, próbuję
testuję, eksperymentuję, пробую, экспериментирую, тестирую, проба
unsicher, incertain, incertaine, pas sûr, pas sûre, inseguro, insegura, incerto, incerta, onzeker
niepewny, niepewna, for discussion, to discuss
your thoughts, your view, your advice, your opinion, your blessing, deine meinung, ton avis
votre avis, tu opinión, tuo parere, tua opinião, jouw mening, twoja opinia, твоё мнение
"""
"""Words that leave a move open only on the move's own line."""
STILL = """
still, yet, noch, immer noch, encore, toujours, todavía, aún, sigo, ancora, sto, ainda, continuo
estou, nog, jeszcze, wciąż, ciągle, ещё, пока, всё ещё, все еще
"""
"""Words that show that an action near them isn't finished."""
THINKING = """
thinking, think about it, think about this, think it over, think it through, consider, decide
deciding, decided, unsure, hesitate, wondering, weighing, pondering, debating, mulling, looking at
analysing, analyzing, working on, need to check, have to check, want to check, to check, make up
undecided, sure
überlegen, überlege, überlegt, nachdenken, denke, denke nach, unschlüssig, unsicher, sicher
am grübeln
grüble, grübeln, zögere, schwanke, entscheiden, entschieden, prüfen
réfléchis, réfléchir, hésite, décider, décidé, décidée, sûr, sûre, vérifier, y penser
pensando, pensar, pensarlo, dudando, dudo, decidir, decidido, seguro, segura, indeciso, indecisa
dándole vueltas, meditando
pensarci, ci penso, pensandoci, decidere, deciso, sicuro, sicura, dubbioso, valutando, riflettendo
riflettere, studiando
refletindo, analisando, avaliando, hesitando, em dúvida, certeza, certo
nadenken, denk, twijfel, aarzel, beslissen, beslist, zeker, beslissing
myślę, zastanawiam, waham, zdecydowałem, zdecydowałam, pewien, pewna, pomyśleć, przemyśleć
думаю, решаю, раздумываю, размышляю, выбираю, решил, решила, уверен, уверена, подумать
convinced, überzeugt, convaincu, convaincue, convencido, convencida, convinto, convinta, overtuigd
przekonany, przekonana, убеждён, убежден, убеждена
"""
"""Words for a decision. If a word of STILL is near, the move is open."""
MAX_STILL_WORDS = 3
"""Maximum number of words between STILL and THINKING."""
BEGINS_CLAUSE = """
that, dass, que, che, dat, że, что, when, where, how, what, who, why, wann, wo, wie, wer, was, warum
quand, où, comment, qui, pourquoi, cuándo, dónde, cómo, quién, quando, dove, come, chi, perché, onde
como, quem, wanneer, waar, hoe, wie, wat, kiedy, gdzie, jak, kto, когда, где, как, кто, почему
"""
"""Words that introduce an opinion or other news: "I still think that you win"."""
PRESENT_NOT = """
not, haven't, havent, don't, can't, cannot, nicht, pas, no, non, não, niet, nie, не
"""
FIRST_PERSON = """
i, i'm, im, i've, ive, we, we're, ich, bin, habe, hab, muss, wir, je, j'ai, suis, nous, estoy, he
tengo, sono, ho, devo, estou, tenho, eu, ik, ben, heb, moet, jestem, muszę, mam, я, мне, надо, need
have, must
"""
PAST_BEING = """
was, wasn't, were, weren't, had, hadn't, war, hatte, étais, avais, estaba, había, ero, avevo, estava
tinha, had, byłem, byłam, был, была, было
"""
"""Verbs about the past."""
DESIRE = """
i'd like, i would like, i need, i have to, i want, let me, give me, i prefer, i must, i should
i'll, i will, i'm going to, i am going to, allow me, need, want
muss, will, möchte, lass mich, lasst mich, werde, wollte, sollte
je préfère, je veux, je dois, laisse-moi, laissez-moi, je vais, je voudrais, j'aimerais, il faut
prefiero, quiero, tengo que, necesito, déjame, voy a, quisiera, debo, dejadme
preferisco, voglio, devo, vorrei, fammi, lasciami
prefiro, quero, preciso, tenho de, tenho que, deixa-me, deixe-me, vou, gostaria
moet, wil, wou, laat me, ga, laat mij
muszę, chcę, wolę, wolałbym, wolałabym, chciałbym, chciałabym, pozwól mi
надо, нужно, хочу, должен, должна, лучше, дай, хотел бы, хотела бы
"""
CONSIDER = """
check, look, make it, make that, do it, do that, play it, play that, play this, send it, decide
let you know, tell you, confirm, think some more, think again, think about it, think about this
think more, think first
think it over, think it through, think a bit, think twice, think a little, time to think, rethink
reconsider, reflect, consider, check it, check this, check that, check first, check again, verify
sleep on, ponder, study it, study this, look at it, look again, come back to, another think
get back to you
überlegen, überdenken, nachdenken, prüfen, überprüfen, nachsehen, nachschauen, anschauen
nachrechnen
réfléchir, vérifier, vérifie, y penser, repenser, revoir, y regarder, analyser
pensar, pensarlo, pensármelo, repensar, reflexionar, revisar, revisarlo, mirarlo, comprobar
comprobarlo
meditar
pensarci, ripensarci, pensare, riflettere, controllare, rivedere, verificare, rifletterci
refletir, verificar, rever, analisar, conferir
nadenken, denken, bekijken, nakijken, controleren, overdenken, heroverwegen
pomyśleć, przemyśleć, zastanowić, sprawdzić, rozważyć
подумать, обдумать, проверить, посмотреть, поразмыслить, взвесить
"""
"""Words for a step before a decision. If a word of DESIRE precedes them, the move is open."""
MAX_DESIRE_WORDS = 4
"""Maximum number of words between DESIRE and CONSIDER."""
