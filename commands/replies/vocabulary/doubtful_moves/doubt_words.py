"""Words after a move with which its writer takes it back, postpones it, or sets a condition.

Each line of a table is in one language. In tables of phrases, commas separate the phrases.
"""

TAKING_BACK = """
vergiss den, vergiss meinen, i'm torn, soll ich, dudando, lo juego, düşünmem, düşünmeliyim
düşüneyim
you thought, you really thought, you didn't think i, didn't really think, hast du gedacht
hast du wohl gedacht, dachtest du, tu croyais, tu pensais, creías, pensabas, pensavi, credevi
achou que, achavas que, pensou que, dacht je, dacht jij, myślałeś, myślałaś, ты думал, ты думала
sandın, i mean the, i mean a, i mean this one, das nicht gedacht, denemek
almost played, nearly played, almost wrote, nearly wrote, fast gespielt, failli jouer
failli le jouer
casi juego, casi lo juego, stavo per, quase joguei, bijna gespeeld, prawie tak, prawie zagrałem
чуть не сыграл, az kalsın, that was for, war für, c'était pour, era para, era per, dat was voor
to było dla, это было для, better ideas, better idea, what do you say, only asking, just asking
talk me out of, nur so überlegt, noch zeit, ziet er slecht, tu rêves, only after, erst nach
seulement après, solo después, solo dopo, só depois, pas na, dopiero po, только после
other opponent, anderen gegner, autre adversaire, otro rival, otro adversario, altro avversario
outro adversário, andere tegenstander, drugiego przeciwnika, innego przeciwnika, другого соперника
diğer rakibim, başka oyun, başka tahta, başka bir oyun, slipped, verrutscht, a glissé, fue el dedo
scappato il dito, escorregou, gleed uit, omsknął, соскользнул, соскользнула, kaydı, too good to be
zu schön um, trop beau pour, demasiado bonito para, troppo bello per, bom demais para, te mooi om
zbyt piękne, слишком хорошо, too risky, too dangerous, zu riskant, zu gefährlich, trop risqué
trop dangereux, demasiado arriesgado, demasiado peligroso, troppo rischioso, troppo pericoloso
arriscado demais, perigoso demais, te riskant, te gevaarlijk, zbyt ryzykowne, слишком опасно
слишком рискованно, çok riskli, çok tehlikeli, i'd be crazy, i'd be mad, i'd be stupid, ich wäre
je serais, estaría loco, eu seria, forget about it, forget about that, boş ver, boşver, unut
just checking, checking the, let's talk, let's discuss, remove, pulling your leg, typed this
typed that, typed it, real move, for someone else, for somebody else, not me, wasn't me
löschen, richtige zug, für jemand anderen, für jemand anders, nicht ich, falsche adresse
effacer, vrai coup, pour quelqu'un d'autre, pas moi, mauvaise adresse, jugada de verdad
para otra persona, no fui yo, mossa vera, per un altro, per un'altra, non ero io, jogada certa
para outra pessoa, não fui eu, apaga, echte zet, voor iemand anders, verwijderen
prawdziwy ruch, dla kogoś innego, nie ja, usunąć, настоящий ход, для другого, не я, asıl hamlem
ask me, remind me, messing with, messing about, you wish, out loud, in your dreams, leaning
kidding, joking, joke, jk, j k, psych, oops, whoops, mistake, typo, mistyped, wrong, nevermind, nvm
never mind, forget it, forget that, scratch that, scratch it, strike that, strike it, ignore
disregard, delete, retract, withdraw, withdrawn, cancel, undo, stop, pause this, pause it
please pause, take it back
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
frag mich, erinnere mich, falsche, falscher, falschen, in deinen träumen
demande-moi, rappelle-moi, dans tes rêves, pregúntame, recuérdame, en tus sueños, chiedimi
nei tuoi sogni, me pergunta, nos seus sonhos, vraag me, zapytaj mnie, спроси меня
scherz, scherze, spaßeshalber, nur spaß, war spaß, ein spaß, kleiner spaß, quatsch, unsinn
blödsinn
vergiss es, vergiss das, moment, warte, ups, hoppla, irrtum, versehen, falsch, falsches, vertippt
verklickt, verschrieben, stopp, abbrechen, nee, lass mich überlegen, muss überlegen
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
חכה, צוחק, סתם, טעות, أمزح, انتظر, خطأ, bercanda, tunggu, salah, đùa, khoan, nhầm, मज़ाक, नहीं
रुको
bad idea, terrible idea, stupid idea, better not, drop it, skip it, skip that, let's not
i meant the, i meant another, i meant to play, i meant to move, i meant a, revoke, rescind
i regret this, i regret it, i take this back, schlechte idee, dumme idee, blöde idee, lieber nicht
besser nicht, zurücknehmen, nehme zurück, nehme ich zurück, ziehe zurück, nehme das zurück
nehme den zug zurück, ziehe ich zurück, umentschieden, anders überlegt, meinung geändert
ich meinte, gemeint war, mauvaise idée, laisse tomber, laissez tomber, mieux vaut pas
vaut mieux pas, je reprends, je retire, je le retire, changé d'avis, mauvais échiquier
mauvaise partie, mauvais plateau, mala idea, mejor no, lo retiro, la retiro, retiro, me retracto
cambié de idea, cambié de opinión, cambiado de idea, cambiado de opinión, tablero equivocado
partida equivocada, quise decir, déjalo, dejadlo, me lo pienso, me lo he pensado, cattiva idea
brutta idea, meglio no, meglio di no, lo ritiro, la ritiro, ritiro la mossa, cambiato idea
intendevo, ci ripenso, má ideia, péssima ideia, melhor não, retiro a jogada, mudei de ideia
tabuleiro errado, jogo errado, deixa para lá, deixa pra lá, slecht idee, beter niet, liever niet
trek terug, neem terug, neem hem terug, trek hem terug, van gedachten veranderd, verkeerde bord
verkeerd bord, verkeerde partij, ik bedoelde, negeer, laat maar zitten, toch maar niet
anders bedacht, zły pomysł, kiepski pomysł, lepiej nie, wycofuję, wycofaj, zignoruj, ignoruj
zmieniłem zdanie, zmieniłam zdanie, rozmyśliłem, rozmyśliłam, nie ta plansza, nie ta partia
zła plansza, nieważne, miałem na myśli, miałam na myśli, плохая идея, лучше не надо, не надо
лучше не, беру назад, забираю, отменяю, отмени, отмените, передумал, передумала, не та доска
не та партия, имел в виду, имела в виду, игнорируй, игнорируйте, неважно
slip of the finger, slip of the mouse, slip of the pen, fat finger, fat fingers, misclick
misclicked, mouse slip, finger slip, autocorrect, tippfehler, schreibfehler, faute de frappe
mal cliqué, errata, dedazo, errore di battitura, refuso, erro de digitação, gralha, tikfout
typefout, literówka, опечатка, опечатался, опечаталась, промахнулся, промахнулась
finger slipped, fingers slipped, hand slipped, mouse slipped, forget what, ignore what
disregard what, hit the wrong, clicked the wrong
came out wrong, came out all wrong, strike the above, strike my, delete the above, remove the above
remove this, delete this, delete that, cancel this, cancel that, void, discard this, discard that
discard it, undo this, undo that, revert this, streichen, streiche, storniere, stornieren
annuliere, annulieren, lösche, annulez, supprime, supprimez, effacez, anula, anule, anúlalo
cancele, bórralo, borra, elimínalo, annullate, cancella, cancellate, eliminala, desconsidera
desconsidere, desconsiderem, anular, apague, annuleer, annuleren, verwijder, schrap, cofnij
cofnijcie, anuluj, anulujcie, usuń, skreśl, удали, удалите, вычеркни, вычеркните, аннулируй
shouldn't have sent, should not have sent, shouldn't have written, hätte das nicht, n'aurais pas dû
no debería haberlo, no debí, non avrei dovuto, não devia ter, had dit niet moeten, nie powinienem
nie powinnam, не надо было
was meant for, were meant for, überstürzt, me suis précipité, me suis précipitée, me precipité
me apresuré, mi sono precipitato, mi sono precipitata, me precipitei, te haastig, pospieszyłem się
pospieszyłam się, źle kliknąłem, źle kliknęłam, поторопился, поторопилась
"""
POSTPONING = """
tomorrow, tonight, this evening, this afternoon, heute abend, ce soir, esta noche, stasera
hoje à noite, vanavond, vanmiddag, wieczorem, вечером, akşam, later, next time, next week
next month, next year, next turn, next move
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
başka bir zaman, bir dahaki, başka zaman, gelecek sefer, yarın, sonra
imorgon, i morgon, i morgen, i morra, senare, senere, huomenna, myöhemmin, zítra, později, holnap
később, mâine, αύριο, αργότερα, пізніше, утре, sutra, kasnije, demà, més tard
מחר, غدا, لاحقا, besok, nanti, ngày mai, कल
but first, aber zuerst, aber erst, mais d'abord, pero primero, pero antes, ma prima, mas primeiro
maar eerst, ale najpierw, но сначала
"""
CONDITIONS = """
a não ser, yoksa, uygunsa, varsa, in return for, in exchange for, as soon as, so long as
but you must
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
si, se, als, om, when, once, before, quand, cuando, quando, nachdem, sobald, bevor, antes
dès que, lorsque, en cuanto, tan pronto, assim que, logo que, appena, non appena, zodra, wanneer
na het, na de, na mijn, kiedy, gdy, jak wrócę, jak będę, jak skończę, когда, как только, nach dem
nach der
"""
"""Words that express a condition or time only at the beginning of a clause."""
BEFORE_CLAUSE = """
and, but, only, just, even, for, und, aber, nur, auch, erst, et, mais, seulement, même, y, pero
solo
sólo, e, ma, anche, mas, só, somente, en, maar, alleen, ale, tylko, но, только
"""
AT_ENDS = """
lieber, plutôt, piuttosto, liever, raczej, first, erst, d'abord, primero, primeiro, eerst, najpierw
сначала
actually, hm, hmm, hmmm, maybe, perhaps, probably, possibly, presumably, eventually, soon, soonish
nothing, none, negative
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
"""Words that express doubt only at the beginning or end of a comment.

Examples are "maybe" and "I'll play it soon".
"""
AT_START = """
comes depends sounds feels loses needs wird darf muss kann kommt scheint hätte dürfte müsste klingt
hängt verliert peut pourrait semble paraît aurait devrait perd dépend viendra puede podría parece
será debería depende pierde habría può potrebbe sembra sarà pare dovrebbe dipende perde pode poderia
seria teria kan komt lijkt wordt mag verliest hangt klinkt może wydaje wygląda zależy было будет
может кажется выглядит зависит проигрывает olabilir olmaz olur
"""
"""Verbs with which a sentence about the move continues: "a1-c5 comes later"."""
UNSPACED = """
迷って 迷い中 考え中 考えてい 検討中 検討してい 悩んでい 悩み中 決めていな 決まっていな 決めかね
例えば たとえば 仮に 仮の 条件付 条件で 保留 とりあえず 考え直 試しに 確認してから 确认 確認後
再想想 考虑 考慮 犹豫 猶豫 暂时 暫時 例如 比如 或者 다시 생각 생각해 고민 망설 예를 冗談 うそ 嘘
やめ 待って 間違え 取り消 キャンセル じゃな ではな 明日 あした だめ 今夜 今晩 夕方 後で あとで
今度 次回 来週 もし 場合 たぶん 多分 かもし かも。 开玩笑 開玩笑 等等 取消 明天 以后 以後 下次
如果 除非 也许 也許 농담 취소 내일 나중에 다음에 만약 아니
考えさせ 考えたい 考えます 検討 見直 やり直 取り下げ 別の手 違う手 違います 間違 想一想
想想 收回 弄错 搞错 弄錯 搞錯
"""
"""Words of doubt in languages without spaces between words."""
NO_SIGNS = "👎❌✖🚫⛔🛑✋🙅⏳⌛🤥"
