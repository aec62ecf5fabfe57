"""Words on the lines below a move with which its writer takes it back."""

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
wait, stop, pause, hang on, belay that, abort, undo, cancel, stopp, stop met, arrête, arrêtez, para
fermati, pare, pára, stój, стой
no not
"""
"""Phrases that take the move back at the beginning of a longer line."""
COMMON = """
mistake, mistyped, wrong, joke, forget it, forget that, stop, pause, wait, testing, delete
considering, versus, against, vs
falsch, moment, spaß, gegen, erreur, contre, error, mentira, contra, errore, contro, erro, fout
tegen
"""
"""Words of TAKING_BACK that may be about another subject if they are on a longer line."""
IMPERATIVES = """
bitte nicht, bitte ignorieren, noch nicht, ne joue pas, ne jouez pas, ignorez, ignore ce, no hagas
no juegues, ignora, ignorad, non giocare, não jogue, não jogues, niet spelen, nie graj, не ходи
"""
"""Phrases that take a move back anywhere on a line below it."""
BEFORE_LATER_LINES = """
please, sorry, actually, well, oh, ah, hmm, hm, haha, lol, ok, but, oops, ps, p s, edit, wait, no
bitte, nein, aber, non, mais, désolé, pero, perdón, lo siento, ma, no, mas, maar, ale, но
"""
"""Words that may precede a phrase of LATER_LINES."""
REFLECTION = """
on reflection, upon reflection, after reflection, thinking about it, thinking again
thinking it over, thought about it, thought it over, thought again, looking again
looking at it again, looked again, come to think of it, second glance, in hindsight, think better
better idea, thinking twice
bei näherer betrachtung, bei genauerer betrachtung, genauer betrachtet, nochmal überlegt
noch mal überlegt, noch einmal überlegt, nochmal nachgedacht, nach reiflicher überlegung
wenn ich's recht bedenke, wenn ich es recht bedenke, wenn ich so überlege, beim zweiten blick, ach
réflexion, tout bien réfléchi, tout bien considéré, en y repensant, en y réfléchissant
en y regardant, réfléchi
pensándolo bien, pensándolo mejor, bien pensado, pensándolo, mirándolo bien, lo he pensado
lo pensé
ripensandoci, pensandoci, a pensarci bene, pensandoci bene, guardando meglio, ci ho ripensato
pensando bem, pensando melhor, olhando melhor, repensando
bij nader inzien, nader inzien, nog eens nagedacht, bij nadere beschouwing, nog eens gekeken
po namyśle, po zastanowieniu, jak się zastanowić, przemyślałem, przemyślałam
если подумать, подумав, хорошенько подумав, поразмыслив, подумал, подумала, хотя нет
closer inspection, closer look, closer examination, closer thought, closer consideration
closer glance, closer review, second inspection, second look, second examination, second thought
second consideration, second review, further inspection, further look, further examination
further thought, further consideration, further glance, further review, careful inspection
careful look, careful examination, careful thought, careful consideration, careful glance
careful review, deeper inspection, deeper look, deeper examination, deeper thought
deeper consideration, deeper glance, deeper review, näherem hinsehen, näherem hinschauen
näherem betrachten, näherem nachdenken, genauerem hinsehen, genauerem hinschauen
genauerem betrachten, genauerem nachdenken, nochmaligem hinsehen, nochmaligem hinschauen
nochmaligem betrachten, nochmaligem nachdenken, regarder de plus près, y regarder mieux
mirándolo mejor, viéndolo bien, viéndolo mejor, guardandola meglio, vendo melhor, beter bekeken
goed bekeken, przy bliższym spojrzeniu, присмотревшись
"""
"""Phrases for reconsidering. With a word of CONTRARY, the line takes the move back."""
CONTRARY = """
else, rather, other, another, different, differently, instead, prefer, change, lieber, anders
anderes, anderen, doch, plutôt, autre, autrement, mejor, otra, otro, cambio, piuttosto, altro
altra, melhor, outra, outro, mudo, liever, andere, raczej, inny, inne, inaczej, innego, лучше
другой, другое, иначе
"""
AGREEMENT = """
ok with you, okay with you, fine with you, alright with you, ok by you
fine by you, ok for you, okay for you, do you agree, would you mind, do you mind, you object
any objections, objections, think of it, think of this, think of that, think about this
think about my move, think of my move, should i rather, may i do, may i play, may i move
can i do that, can i do this, can i play, can i move, does that work, does this work
das ok, das okay, das erlaubt, das recht, das in ordnung, das gültig, dir recht
einverstanden, hältst du davon, meinst du dazu, darf ich das, darf man das
so erlaubt, für dich ok, für dich okay, für dich in ordnung
ça te va, ça vous va, cela te va, d'accord, en penses-tu, en penses, en pensez-vous, c'est permis
c'est autorisé, c'est légal, est-ce permis, c'est possible, c'est bon pour, puis-je jouer
ça te convient, cela te convient
de acuerdo, estás de acuerdo, qué opinas, es legal, es válido, es válida
está permitido, puedo jugar, puedo hacer eso, te importa
ti va bene, vi va bene, d'accordo, ne pensi, ne dici, è permesso, è permessa, è valida, è legale
posso giocare, per te va bene
tudo bem para, tudo bem por, concorda, concordas, está de acordo, o que acha, o que achas
é permitido, é permitida, é válido, é legal, pode ser, posso jogar, te parece bem
akkoord, vind je ervan, vind je dat, vind je het, mag dat, mag dit, mag ik dat, is dat goed
is dat toegestaan, goed voor jou, denk je ervan, ben je het eens, pas bezwaar, bezwaar
zgadzasz się, zgadzasz, co ty na to, co myślisz, co sądzisz, czy to dozwolone, to dozwolone
można tak, może być, czy mogę, tak wolno, pasuje ci
согласен, согласна, ты не против, вы не против, что думаешь, что скажешь, можно так, так можно
это разрешено, это можно, как думаешь, не возражаешь, пойдёт
te parece bien, os parece bien, qué te parece, shall i play, shall i move, shall i rather
soll ich lieber, soll ich das, etwas dagegen, was dagegen
my turn, am i on move, say to that, say to this, bin ich dran, bin ich am zug, c'est à moi, me toca
tocca a me, a minha vez, ik aan de beurt, moja kolej, мой ход
fine with that, fine with this, ok with that, ok with this, okay with that, okay with this
happy with that, happy with this, alright with that, comfortable with that
"""
"""Phrases of questions whether the opponent agrees to the move."""
UNSPACED_AGREEMENT = """
いいですか いいかな よろしいで どう思 どうでしょう 大丈夫ですか 可以吗 可以嗎 行吗 好吗 同意 괜찮
"""
MOVE_WORDS = """
that, this, it, that's, it's, das, dies, c'est, ça, cela, eso, esto, questo, questa, isso, isto
dit
dat, to, это, так
"""
ACCEPTABLE = """
ok, okay, fine, allowed, legal, valid, alright, all right, acceptable, permitted, in ordnung
erlaubt, gültig, zulässig, recht, permis, autorisé, légal, valable, permitido, válido, válida
permesso, permessa, valida, legale, permitida, goed, toegestaan, geldig, akkoord, dozwolone, dobrze
можно, разрешено, правильно, нормально
"""
"""Words that follow MOVE_WORDS in questions about the quality of a move: "is this legal?"
"""
SENT = """
send, sent, sending, clicked, hit, pressed, geschickt, abgeschickt, gesendet, abgesendet, geklickt
envoyé, cliqué, enviado, envié, enviei, inviato, mandato, cliccato, verstuurd, verzonden, gestuurd
geklikt, wysłałem, wysłałam, kliknąłem, kliknęłam, отправил, отправила, нажал, нажала, послал
послала
mandé, mandei, lo mandé, spedito, posté
"""
TOO_EARLY = """
too soon, too early, too fast, too quickly, too hastily, by accident, accidentally, by mistake
unintentionally, inadvertently, prematurely, premature
zu früh, zu schnell, zu bald, versehentlich, aus versehen, voreilig, trop tôt, trop vite
par erreur, par accident, sans vouloir, demasiado pronto, antes de tiempo, sin querer, por error
troppo presto, per sbaglio, per errore, senza volere, cedo demais, sem querer, por engano, por erro
te vroeg, te snel, per ongeluk, per vergissing, za wcześnie, za szybko, przypadkiem, przez pomyłkę
случайно, слишком рано, рано, по ошибке
"""
"""Words that, near a word of SENT, indicate that the email was sent unintentionally."""
MAX_SENT_WORDS = 3
"""Maximum number of words between SENT and TOO_EARLY."""
PLEASE = """
please, pls, so, and, but, sorry, bitte, also, aber, und, s'il te plaît, s'il vous plaît, alors
mais
por favor, pero, per favore, ma, mas, alsjeblieft, alstublieft, graag, maar, proszę, ale
пожалуйста
но, the move, this move, this, that, das, den zug, diesen zug, to, это, este, esta, dit, deze
"""
"""Words that may precede an imperative."""
DO_NOT = """
don't, dont, do not, never, nicht, noch nicht, bitte nicht, ne, n', no, non, não, niet, nog niet
nie, не, no lo, no la, non la, não o, não a, let's not
"""
ACTING = """
count, make, play, send, post, submit, process, execute, enter, record, register, accept, act
forward, publish, do, move, take, use, carry, pass, put, run, apply, commit
zählen, werten, ausführen, machen, spielen, senden, abschicken, schicken, übernehmen, eintragen
ziehen, weiterleiten, verarbeiten, nehmen, zählt, zähle, mach, spiel, führe, werte
compte, comptez, joue, jouez, fais, faites, envoie, envoyez, enregistre, enregistrez, exécute
exécutez, prends, prenez, tiens, tenez, valide, validez, transmets, transmettez
cuentes, juegues, hagas, envíes, registres, ejecutes, tengas, muevas, mandes, cuente, juegue, haga
envíe, registre, ejecute, tenga
contare, giocare, fare, inviare, registrare, eseguire, muovere, mandare, considerare, contate
giocate
conte, jogue, faça, envie, mova, mande, considere, contes, jogues, faças
envies
tellen, meetellen, spelen, doen, uitvoeren, sturen, verwerken, zetten, doorsturen, meenemen
licz, liczcie, graj, rób, wysyłaj, wykonuj, zapisuj, zapisujcie, ruszaj, uznawaj
считай, считайте, ходи, ходите, делай, делайте, отправляй, отправляйте, засчитывай, засчитывайте
записывай, записывайте, играй, выполняй
l'enregistre, l'enregistrez, l'envoie, l'envoyez, l'exécute, l'exécutez
"""
"""Verbs that follow DO_NOT in orders to the server: "do not process this"."""
MAX_ORDER_WORDS = 3
"""Maximum number of words between DO_NOT and ACTING."""
KEEPING = "keep, hold, leave, put, save, wait, set"
KEPT = "back, off, aside, open, pending, on hold, until, till"
"""Words that follow a word of KEEPING if the move should wait: "keep my move back"."""
THE_MOVE = """
this move, the move, my move, that move, the above, this one, diesen zug, der zug, mein zug
dieser zug, den zug, meinen zug, ce coup, mon coup, le coup, esta jugada, mi jugada, la jugada
este movimiento, mi movimiento, questa mossa, la mossa, mia mossa, este lance, esta jogada, a jogada
minha jogada, meu lance, deze zet, mijn zet, de zet, ten ruch, mój ruch, tego ruchu, mojego ruchu
этот ход, мой ход
"""
"""Phrases for the move above. A negation near one of them takes the move back."""
DEMONSTRATIVES = """
that, this, that's, das, dies, c'est, c'était, ça, eso, esto, questo, isso, dit, dat, to, это
"""
WRONG = """
wrong, a mistake, an error, a blunder, my blunder, an accident, a slip, premature, falsch
ein fehler, mein fehler, ein versehen, verkehrt, une erreur, faux, equivocado, un error, mi error
sbagliato, un errore, mio errore, errado, um erro, meu erro, fout, een fout, verkeerd
een vergissing, błąd, pomyłka, źle, ошибка, неверно, неправильно
"""
"""Words that follow a word of DEMONSTRATIVES if a move was wrong: "that was a mistake"."""
MAX_NEAR_WORDS = 3
"""Maximum number of words between KEEPING and KEPT, and between THE_MOVE and a negation."""
REQUESTS = """
please, could you, can you, would you, will you, bitte, kannst du, könntest du, können sie, peux-tu
pouvez-vous, pourrais-tu, pourriez-vous, puedes, podrías, puede, puoi, potresti, podes, poderia
pode, kun je, kunt u, wil je, możesz, możecie, mógłbyś, можешь, можете, пожалуйста
"""
"""Words of a request. If a phrase of THE_MOVE is near, the request is about the move."""
