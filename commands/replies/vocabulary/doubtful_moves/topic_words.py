"""Words for subjects other than the move, such as holidays, the weather and yesterday.

Each line of a table is in one language. Commas separate the phrases.
"""

LIFE = """
holiday, holidays, vacation, trip, travelling, traveling, abroad, camping, offline, internet, wifi
email, emails, mail, mails, computer, laptop, phone, kids, children, family, birthday, wedding
party, school
exam, exams, office, boss, ill, sick, flu, hospital, doctor, dentist, tired, sleep, weather, rain
long day, busy day, busy week, long week, football, cinema, concert, theatre, film, movie, dinner
raining, snow, snowing, sun, sunny, cold, away, slower
urlaub, ferien, verreist, reise, offline, netz, computer, handy, familie, kinder, geburtstag
hochzeit, feier, schule, prüfung, prüfungen, klausur, klausuren, büro, krank, erkältet, grippe
arzt, zahnarzt, müde, fußball, kino, konzert, langer tag, lange woche, viel los, arbeite, arbeiten
wetter, regen, regnet, schnee, schneit, sonne, kalt
longue journée, travaille, vacances, voyage, déplacement, absent, absente, réseau, ordinateur
téléphone, famille, enfants
anniversaire, mariage, fête, école, examen, examens, bureau, congé, malade, grippe, hôpital, médecin
dentiste, fatigué, fatiguée, pluie, pleut, neige, soleil, froid, météo
día largo, trabajo, vacaciones, viaje, viajando, de viaje, ordenador, móvil, familia, niños
cumpleaños, boda, fiesta
escuela, exámenes, oficina, enfermo, enferma, gripe, hospital, médico, dentista, cansado, cansada
lluvia, llueve, nieve, sol, frío, calor
giornata lunga, lavoro, ferie, vacanza, vacanze, viaggio, telefono, famiglia, bambini, compleanno
matrimonio, festa
scuola, esame, esami, ufficio, malato, malata, influenza, ospedale, medico, stanco, stanca
pioggia, piove, neve, sole, freddo, caldo
dia longo, trabalho, férias, viagem, computador, celular, telemóvel, família, crianças, filhos
aniversário, casamento
escola, prova, provas, exame, exames, escritório, doente, chuva, chove, frio
lange dag, op vakantie, met vakantie, mijn vakantie, op reis, telefoon, kinderen, verjaardag
bruiloft, feest
tentamen, kantoor, ziek, griep, ziekenhuis, dokter, tandarts, moe, regent, sneeuw, zon, koud
długi dzień, pracuję, urlop, urlopie, wakacje, wakacjach, wyjazd, wyjeżdżam, podróży, internetu
rodzina, dzieci, urodziny
wesele, szkoła, egzamin, egzaminy, biurze, chory, chora, grypa, szpitalu, lekarza, zmęczony
zmęczona, deszcz, śnieg, zimno, pogoda
долгий день, работаю, работе, отпуск, отпуске, каникулы, уезжаю, командировка, командировке
интернета, семья, дети
день рождения, свадьба, школа, экзамен, экзамены, офисе, болею, заболел, заболела, болен, больна
врач, врача, устал, устала, дождь, снег, холодно, погода
tatil, tatilde, tatildeyim, tatile, izindeyim, seyahatteyim, aile, çocuklar, doğum günü, düğün
sınav, sınavım, sınavlar, hasta, hastayım, doktor, yorgunum, yağmur, kar, soğuk, hava
"""
"""Words about the lives of the players. No negation or time in such a clause is about the move."""

PLAY = """
didn't, didnt, couldn't, couldnt, wasn't, wasnt, weren't, hadn't, hadnt, did not, could not
was not, had not, seen, heard, slept, forgotten, noticed, spotted, expected, expecting, realised
realized
anticipated, replied, answered, yesterday, lately, recently, ages, give up, giving up
gave up, surrender, complain, complaining, understand, blame, hope you, hope you're, hope your
hast, gesehen, gerechnet, erwartet, bemerkt, gewusst, gemeldet, geantwortet, geschrieben, geschlafen
kommen sehen, komme, gestern, neulich, gebe, geb, gib, aufgeben, aufgegeben
verstehe, hoffe, hoffentlich, hatte, konnte, war, wusste
vu, vue, prévu, attendu, attendais, remarqué, répondu, répondre, écrit, dormi, oublié, savais
pouvais
avais, n'avais, n'étais, étais, hier, abandonne, abandonner, rends, comprends, espère
plains, ennuie, facilites, trouvé
vi, visto, dormido, olvidado, esperaba, tuve, tenía, pude, podía, sabía, estaba, estuve, fue, ayer
rindo, rindas
entiendo, quejo, quejarme, contesté, respondí, escribí, di cuenta, había, encontré, espero que
vista, avevo, aspettavo, potuto, potevo, ero, sapevo, risposto, scritto, dormito, stato, stata
accorto
accorta, ieri, arrendo, arrenderti, mollo, mollare, capisco, spero, trovato, lamento, lamentarmi
tinha, tive, dormi, podia, consegui, esperava, estava, estive, sabia, respondi, escrevi, percebi
reparei
ontem, desisto, desista, entendo, achei, espero, reclamar
gezien, verwacht, gemerkt, geweten, geantwoord, gereageerd, geschreven, geslapen, kon, wist
gisteren, geef niet, geef nooit, geef het, opgeven, snap, begrijp, hoop, gevonden
widziałem, widziałam, zauważyłem, zauważyłam, spodziewałem, spodziewałam, miałem, miałam, mogłem
mogłam, byłem, byłam, było, wiedziałem, wiedziałam, odpisałem, odpisałam, odpowiadałem
odpowiadałam, pisałem, pisałam, spałem, spałam, wczoraj, poddaję, poddam, poddawaj, rozumiem
nadzieję, narzekam
ułatwiasz, znalazłem, znalazłam, lepszego, lepszej
видел, видела, увидел, увидела, заметил, заметила, ожидал, ожидала, знал, знала, успел, успела
отвечал, отвечала, писал, писала, спал, спала, мог, могла, был, была, было, вчера, сдаюсь, сдавайся
понимаю
надеюсь, жалуюсь, нашёл, нашла
dün, etmiyorum, anlamıyorum, umarım
"""
"""Words about the course of a game: the past, surrender and complaints.

A negation in such a clause isn't about the move.
"""

OPPONENT = """
you, you're, youre, you've, you'll, you'd, u
du hast, du bist, du machst, du lässt, du gibst, du kannst, du spielst, du wirst, dein, deine
tu ne, tu me, tu as, tu es, vous ne, vous m', vous avez
tú, me lo pones, no me dejas, no me lo pones, usted, mi hai, non mi lasci, você, vc
jij, je maakt, je hebt, je bent, je laat, je geeft, ty, ты, вы, sen
"""
"""Words with which a clause about the opponent begins. A negation in it isn't about the move."""

ABOUT_THE_MOVE = """
play it, play this, play that, play a, make it, make this, make that, make the, do it, do this
do that, send, sending, sent, count, confirm, mean, meant, intend, intended, type, typed, certain
work, works, wanted to
spiele ich, spiel ich, mache ich, mach ich, ziehe ich, ausführen, schicken, schicke, senden, sende
meinte, gemeint, gewollt
joue, jouer, jouerai, envoie, envoyer, enverrai, confirme, voulu
jugaré, lo juego, decido, mando, mandes, envíes, confirmo, quería
giocherò, la gioco, mandare, confermo, volevo, jogarei, decidi, mandar, mande, envie, queria
speel ik, doe ik, zet ik, beslis, stuur, versturen, bevestig, bedoeld
zagram, zrobię, zdecyduję, wyślę, wysyłaj, wysyłać, сыграю, сделаю, решу, отправлю, отправляй
oynarım, oynayacağım, yaparım, emin, gönder, gönderme
don't want, won't play, won't make, wouldn't play, wouldn't make, not playing, not making
after, before, unless, vor, nach, bevor, sobald, après, avant, dès, después, antes, dopo, prima
depois, na mijn, na de, na het, po, przed, zanim, после, перед, прежде, sonra, önce
"""
"""Words of a clause that is about making the move, or about a time relative to something else."""
JUDGMENTS = """
dumb, stupid, crazy, mad, blöd, dumm, verrückt, bête, fou, folle, tonto, tonta, loco, loca, stupido
stupida, matto, matta, burro, burra, louco, louca, gek, dom, głupi, głupia, глупый, глупая, aptal
pass this, pass that, pass it, like it, like this, like that one, happy with, do it, do that
do this, legal, allowed, possible, valid, serious, seriously, a good idea, good move, bad move, yet
ready
the right, convinced
machen, tun, mache, gefällt, erlaubt, möglich, gültig, ernst, gute idee, guter zug, schlechter zug
noch nicht, der richtige
faire, ferai, fais, plaît, convient, permis, possible, légal, sérieux, sérieusement, bonne idée
bon coup, pas encore, tout de suite
hacer, haré, hago, gusta, convence, permitido, posible, legal, en serio, buena idea, buena jugada
todavía, aún
farò, fare, faccio, piace, convince, permesso, possibile, sul serio, buona idea, bella idea
buona mossa, ancora
fazer, farei, faço, gosto, gostei, conte, permitido, possível, a sério, boa ideia, ainda, doen, doe
bevalt, toegestaan, mogelijk, serieus, goed idee, goede zet
nog niet, zrobię, robić, podoba, dozwolone, możliwe, na serio, na poważnie, dobry pomysł, dobry ruch
jeszcze
делать, сделаю, нравится, можно, возможно, всерьёз, серьёзно, хорошая идея, хороший ход, ещё, пока
henüz, ciddi, mümkün
"""
"""Words that judge the move or say that it comes later. A negation near one is about the move."""
