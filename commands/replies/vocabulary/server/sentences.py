"""Words of sentences that name a service only together, without accents, in players' languages."""

NOT_WANTED = """
    don t want, do not want, dont want, never want, not interested in, no more, enough of, sick of,
    tired of, fed up with, stop sending me, stop getting, stop receiving, don t wish, do not wish,
    don t need any more, don t let,
    will keine, will nicht, mochte keine, mochte nicht, mag keine, keine weiteren, genug von,
    ne veux plus, ne veux pas, veux plus, veux pas, ne souhaite plus, plus de, plus aucun, assez de,
    no quiero, no deseo, no mas, harto de, harta de, non voglio, non desidero, basta, niente piu,
    stufo di, stufa di, wil geen, wil niet, genoeg van, nie chce, dosc, nao quero, nao desejo,
    chega,
    farto de, farta de, не хочу, больше не, хватит, надоели, istemiyorum
"""
NONE_PLEASE = """
    no messages, no message, no mails, no emails, no mail, no chat, keine nachrichten, keine mails,
    keine emails, keine post, aucun message, pas de messages, ningun mensaje, sin mensajes,
    nessun messaggio, geen berichten, geen mails, zadnych wiadomosci, nenhuma mensagem,
    никаких сообщений
"""
"""Phrases that want no messages if a word such as "please" is next to them."""
MESSAGES = """
    message messages mail mails email emails e chat chats comment comments note notes word words
    letter letters nachricht nachrichten post kommentare message messages courriel courriels
    commentaires mensaje mensajes correo correos comentarios messaggio messaggi commenti bericht
    berichten mailtjes opmerkingen wiadomosc wiadomosci komentarzy mensagem mensagens comentarios
    сообщений сообщения писем письма комментариев mesaj mesajlar mesajlari
"""
FROM = "from by of von vom de du del da do dal van od от dan den tan ten"
MISSING = """
    miss lose forget verpassen verlieren rater manquer perdre perder perdere perdermi missen
    przegapic stracic пропустить потерять kacirmak
"""
"""Words of people who do want the messages: "I don't want to miss any"."""
USING = """
    use using set switch show change go put give adopt nimm nehmt nutze nutzt verwende verwendet
    benutze benutzt stell stellt rechne zeig zeigt utilise utilisez mets mettez passe passez affiche
    usa use uso usen usad pon ponga poner usate imposta metti mostra gebruik zet toon hanteer uzyj
    uzywaj uzywajcie ustaw pokaz usem ponha mude используй используйте поставь поставьте переключи
    kullan kullanin ayarla
"""
TIMES = """
    time times zeit uhrzeit zeiten heure heures hora horas horario horarios ora ore orario orari
    tijd tijden czas czasu czasy время времени saat saati saatini
"""
LEADING = """
    leading leads ahead lead fuhrt fuhrend vorn vorne fuhrung tete mene premier lidera lider cabeza
    primero ganando testa guida primo kop leidt leider bovenaan koploper prowadzi lideruje czele
    lideruet lidera frente primeiro лидирует впереди лидер onde lider birinci
"""
WHO = "who whos wer qui quien quienes chi wie kto quem кто kim"
WHO_IS = """
    who is, who s, whos, wer ist, wer ist denn, qui est, c est qui, quien es, chi e, wie is, kto to,
    kto to jest, quem e, кто такой, кто такая, кто это, kim, kim bu
"""
"""Questions for a player if the userid follows."""
WHAT = """
    what which whats was welchen welcher welches wie quel quelle quoi qu que cual qual quale che
    cosa
    wat welke co jaki jakie o что какой как ne hangi hangisini
"""
PLAYED = """
    play played move moved make made gespielt gezogen zog spielte gemacht joue jouer jouait jugo
    jugado movio movido hizo hecho giocato mosso fatto gespeeld gezet speelde zette zagral zagrala
    ruszyl ruszyla zrobil zrobila jogou moveu fez сыграл сыграла сделал сделала походил походила
    сходил сходила ходил oynadi oynadı zug coup jugada mossa zet ruch jogada lance ход hamle hamlesi
"""
OPPONENTS = """
    his her their seine seiner sein ihr ihre son sa su sua suo zijn haar jego jej seu его ее onun
    he she they opponent er sie gegner gegnerin il elle adversaire el ella rival lui lei avversario
    hij zij tegenstander on ona przeciwnik ele ela adversario он она соперник соперница противник
    rakip rakibim o
"""
AROUND_PLAYED = """
    do was is ist war est etait es era e stata is foi byl byla был did has have had s the a my his
    her their last latest just then again now move turn time in here
    please sorry hi hello hey so and ok tell me hat haben denn zuletzt eben gerade nochmal noch mal
    als letztes letzten zug mein meine der die das bitte a t est ce c dernier derniere coup mon
    ma son sa en
    vient ultima ultimo vez jugada mi su ha la por favor per favore mossa mio mia sua laatst laatste
    zet heeft is het mijn ostatnio ruch moj moja czym por ultimo lance jogada meu minha foi o a um
    только последний раз ход мой сейчас son olarak hamle hamlesi en
"""
"""Words that a question about the last move may have, too."""
PLAYED_BY_ME = """
    jugue movi hice zagralem zagralam ruszylem ruszylam zrobilem zrobilam joguei movi fiz oynadim
    oynadım yaptim yaptım
"""
"""Verbs that say by their endings that the writer played."""
LATEST = """
    last latest previous lately zuletzt letzten letzter letztes letzte dernier derniere dernierement
    ultima ultimo ultimamente laatst laatste ostatnio ostatni ostatnim последний последним последнее
    son
"""
"""Words of questions about the writer's own last move: "What did I play last?"."""
AROUND_OWN_MOVE = """
    i we my ich habe heb hebben mein meinem meinen je j mon ma ai yo io mio ik mijn ja moj moim eu
    meu minha я мой моим у меня ben benim ho he tenho en por qu que est ce o lieu al de w jako als
"""
"""Words that such a question may have, too."""
SWAPPING = """
    swap swapped switch change reverse reversed tauschen vertauschen vertauschten vertauscht
    getauscht wechseln echanger inverser inversees inverses cambiar intercambiar cambiados cambiados
    scambiare invertire scambiati invertiti wisselen ruilen omgewisseld verwisselde zamienic
    zamienionymi trocar trocadas invertidas поменять поменяться сменить degistir
"""
"""Words of people who want to play the other colour, not to get coloured emails."""
SIDES = """
    colour colours color colors sides side farben farbe couleurs couleur colores colori colore
    kleuren kleur kolory kolorami cores цветами цвета цвет renkleri renk
"""
SENDING = """
    send sending get have receive deliver mail come arrive schick schicke schicken schickt senden
    sende bekommen haben kommen envoyer envoie envoyez recevoir avoir enviar envia envien recibir
    tener mandar inviare inviate mandare mandate ricevere avere sturen stuur krijgen ontvangen
    hebben wysylac wyslij wysylajcie dostawac envie enviem receber присылать присылайте отправлять
    отправляйте получать gonder gonderin gonderebilir almak
"""
THESE = """
    these this those them it digest digests summary mails emails mail email diese dieses die das
    sie sowas
    zusammenfassung ces cela ca les celui resume estos esto los resumen questi questo li riepilogo
    deze dit ze samenvatting te to je podsumowanie estes isso os resumo это эти их дайджест bunlari
    bunu
"""
"""Words for the digest replied to: "Could you send these at 8?"."""
NOTING = """
    jot down, jot this down, jot that down, note down, make a note, take a note, put down for me,
    write down, write this down, write that down, write it down, notier, notiere, notieren, schreib
    mir auf, schreib auf, schreibe auf, merk dir, merke dir, halte fest, halt fest, note pour moi,
    prends note, prenez note, note que, anota, anotame, anoten, apunta esto, apuntame, toma nota,
    tomar nota, annota, annotati, appunta, appuntati, segnati, segnami, prendi nota, noteer, schrijf
    op, schrijf dit op, zanotuj*, zapisz sobie, zapisz to, notuj, anote, tome nota, запиши себе,
    запиши для меня, запишите для меня, заметь для себя, сделай заметку, not al, not et, aklinda tut
"""
REMEMBERING = """
    remember, save, store, keep, write, remind, jot, note, mark, memo, merke*, merk, speicher*,
    schreib*, behalt*, retiens, souviens toi, garde*, enregistre*, ecris, note, recuerda*, guarda*,
    escribe*, ricorda*, salva*, scrivi*, onthou*, bewaar*, schrijf*, zapamietaj*, zachowaj*,
    zapisz*, lembra*, guarde*, escreva*, запомни*, сохрани*, запиши*, hatirla*, kaydet*, yaz*
"""
FOR_MYSELF = """
    just for me, only for me, for me only, for myself, just for myself, for my eyes, my eyes only,
    note to self, memo to self, to myself, private note, privately, private, confidential for me,
    nur fur mich, fur mich selbst, fur mich allein, fur mich privat, privat, rien que pour moi,
    juste pour moi, seulement pour moi, pour moi seul, pour moi seule, pour moi meme, en prive,
    solo para mi, para mi mismo, para mi misma, en privado, privado, solo per me, per me stesso,
    per me stessa, in privato, privato, alleen voor mij, alleen voor mezelf, voor mezelf, voor
    mijzelf, prive, tylko dla mnie, dla siebie, dla mnie samego, prywatnie, prywatne, so para mim,
    apenas para mim, para mim mesmo, para mim mesma, em privado, только для меня, для себя, лично
    для меня, sadece benim icin, kendim icin, kendime, bana ozel
"""
"""Phrases of texts that only their writer may read."""
BEFORE_NOTES = """
    can could would will you u i want need to let me lets kannst du konntest ich mochte peux tu je
    veux puedes quiero puoi voglio kun kan ik wil mozesz chce podes voce quero можешь хочу
"""
"""Words before the beginning of a note."""
FIRST_PERSON = "i ich je yo io ik ja eu я ben"
FIRST_PERSONS = f"""
    {FIRST_PERSON} my mein meinen meine j mon ho mio mia mijn moj moja meu minha he tenho мой benim
"""
"""Words of questions about the writer's own moves."""
NEW_ADDRESS = """
    new instead henceforth changed change update updated switch old moved neu neue neuen neuer statt
    kunftig zukunftig geandert andern alte alten nouvelle nouveau dorenavant desormais change
    changer ancienne place nueva nuevo cambiado cambiar cambie antigua vieja nuova nuovo cambiato
    cambiare vecchio nieuw nieuwe voortaan veranderd gewijzigd oude nowy nowego zmieniłem zmieniłam
    zmienić stary odtad zamiast novo nova mudei mudar antigo antiga новый новая отныне теперь сменил
    сменила старый вместо yeni artik degisti eski
"""
"""Words beside an address that its writer has from now on."""
NEW_ADDRESS_PHRASES = """
    now on, no longer, not any more, any longer, this adress, this address, from next, from
    tomorrow, from today, as of, starting, ab jetzt, ab sofort, ab morgen, ab heute, von nun an, ab
    nachst, nicht mehr, a partir, ne plus, n est plus, au lieu, ahora en adelante, desde ahora, en
    vez, en lugar, ya no, d ora in, da ora, invece di, non piu, al posto, vanaf nu, vanaf morgen, in
    plaats, niet meer, od teraz, od jutra, juz nie, agora em, em vez, nao mais, с этого, больше не,
    bundan sonra
"""
WRITING_TO = """
    write send mail email contact reach use address adress adresse addresse schreib schreibt
    schreiben schick schickt schicken sende sendet nutze nutzt verwende mailadresse emailadresse
    ecris ecrivez ecrire envoie envoyez envoyer utilise utilisez courriel escribe escriban escribid
    escribir envia envien enviad enviar usa usen direccion correo scrivi scrivete scrivere manda
    mandate usate indirizzo schrijf schrijven stuur sturen gebruik adres mailadres emailadres pisz
    piszcie pisac wysylaj wysylajcie uzywaj adresu escreva escrevam escrever envie enviem endereco
    пиши пишите писать шлите присылайте адрес адресу почта yaz yazin yazın mailen mailt mailez
    gonder gonderin adresim adresi
"""
OWN = """
    my mine me i mein meine meinen mir mich ich ma mon moi je mi mis me mio mia mij mijn ik moj moja
    mnie mi minha meu мой моя мне benim bana
"""
OF_OTHERS = """
    your yours his her their dein deine deinen ihr ihre sein seine ton ta votre son sa leur tu tus
    su sus tuo tua suo sua loro jouw je uw zijn haar hun twoj twoja jego jej ich seu teu dele dela
    твой твоя его ее их senin onun
"""
"""Words for an address of somebody else."""
HAS = "has hat tiene ha heeft ma tem got bekam"
WRONG = """
    zly złe zły zła
    wrong off incorrect late early mistaken falsch verkehrt stimmen stimmt passen passt fausse
    fausses faux incorrecte incorrectes decalees decalee mal equivocada equivocadas equivocado
    incorrectas incorrecta sbagliata sbagliate sbagliato sbagliati errata errati verkeerd fout
    kloppen klopt zle zla bledny bledne blednie nieprawidlowe errada erradas errado errados
    неправильное неверное неверно неправильно yanlis yanlış
"""
"""Words of people who complain about the times in emails."""
TIMED = """
    mail mails email emails e message messages deadline deadlines clock board boards server you your
    frist fristen nachricht nachrichten uhr courriel courriels delai delais echeance echeances
    correo correos plazo plazos mensajes scadenza scadenze messaggi bericht berichten termijn
    deadline maile mailach terminy termin wiadomosci prazo prazos mensagens письмах письма сроки
    срок eposta maillerdeki mesajlar
"""
AUXILIARIES = """
    did has have is was were does hat haben ist war spielte zog est a avez ha han ya es e era heeft
    is zei czy juz foi tem ja разве уже
"""
"""Words that begin a question about what has happened."""
HAPPENED = """
    answer answered reply replied move moved play played resign resigned respond responded
    geantwortet gezogen gespielt aufgegeben antwort repondu joue abandonne contestado respondido
    movido jugado abandonado rendido risposto mosso giocato abbandonato geantwoord gezet gespeeld
    opgegeven odpowiedzial odpowiedziala zagral zagrala poddal poddala ruszyl respondeu jogou moveu
    desistiu abandonou ответил ответила сходил сходила сыграл сдался сдалась cevap oynadi oynadı
    birakti
"""
ALREADY = """
    already yet really schon bereits wirklich deja vraiment ya realmente gia davvero al echt juz
    naprawde ja mesmo уже действительно zaten gercekten
"""

STOPPING = """
    stop stops stopping quit cease turn switch no not dont without fewer less mute enough
    hor hort aufhoren stopp stoppt stoppen keine nicht weniger arretez arrete arreter plus moins
    deja dejen dejad parar no mas menos smettete smettetela smetti smettila basta niente meno stop
    stoppen geen
    niet minder przestan przestancie nie wiecej mniej pare parem chega menos nao хватит прекратите
    перестаньте не меньше kes yeter durdur birak
"""
MAILING = """
    mailing emailing messaging notifying pinging spamming writing mail mails email emails message
    messages notification notifications update updates mailen schreiben mails nachrichten
    benachrichtigungen ecrire envoyer courriels messages notifications escribirme enviarme
    escribir correos mensajes notificaciones avisos scrivermi mandarmi mail messaggi notifiche
    mailen sturen berichten mailtjes meldingen wysylac pisac maili wiadomosci powiadomien escrever
    enviar mensagens notificacoes avisos писать присылать письма писем сообщения уведомления
    уведомлений yazmayi gondermeyi eposta bildirim bildirimleri
"""
THIS_BOARD = """
    this board, this game, this match, just this one, only this one, this one game, for this thread,
    dieses spiel, diesem spiel, dieses brett, diesem brett, dieser partie, diese partie,
    cette partie, ce jeu, ce plateau, esta partida, este juego, este tablero, questa partita,
    questo gioco, questa scacchiera, deze partij, dit spel, dit bord, tej partii, tej grze, te gre,
    tej planszy, este jogo, esta partida, deste jogo, desta partida, este tabuleiro, этой партии,
    этой игре, эту партию, эту игру, этой доске, bu oyun, bu oyunla, bu tahta
"""
"""Phrases of people who want fewer emails about the board of the email."""
NAGGING = """
    nagging me, nag me, reminding me, remind me all the time, remind me every, keep reminding me,
    have to remind me, need to remind me, remind me daily, remind me so often, remind me again and,
    erinnern sie mich nicht, musst mich nicht jeden tag erinnern, mich jeden tag erinnern,
    mich nicht taglich erinnern, mich taglich erinnern, mich standig erinnern,
    mich dauernd erinnern, me rappeler tous les jours, me le rappeler, me relancer tous,
    me relancer chaque, recordarmelo, recordarme cada, recordarmelo cada, ricordarmelo,
    ricordarmi ogni, me elke dag te herinneren, mij elke dag te herinneren, me niet elke dag,
    me steeds te herinneren, przypominac mi codziennie, codziennie przypominac, ciagle przypominac,
    lembrar me, lembrar me todos, me lembrar todo, напоминать каждый день, каждый день напоминать,
    her gun hatirlatmana, her gun hatirlatmaniza, her gün hatırlatmana, her gün hatırlatmanıza,
    mich zu erinnern, mich zu nerven, erinnert mich, mich dauernd zu erinnern, mich standig zu
    erinnern, an meinen zug erinnern, me rappeler, me relancer, de recordarme, de recordarmelo,
    recordarme que, di ricordarmi, di ricordarmelo, di sollecitarmi, mij te herinneren,
    me te herinneren, met herinneren, met zeuren, mi przypominac, przypominac mi, przypominania,
    de me lembrar, me lembrar, мне напоминать, напоминать мне, напоминать, bana hatirlatmayi,
    hatirlatmayi birak
"""
"""Phrases of people who want no reminders that it is their turn."""
NOT_NEEDED = f"""
    {STOPPING} don need needn musst brauchst brauchen pas besoin inutile falta hace non bisogno
    occorre hoeft hoeven potrzeby musicie musisz precisa precisam preciso надо нужно gerek
"""
"""Words beside NAGGING."""
REMIND_ME = """
    remind me, send me a reminder, send me another reminder, send another reminder, poke me, nudge
    me, erinnere mich, erinner mich, erinnert mich, erinnern sie mich, mich erinnern, schickt mir
    eine erinnerung, rappelle moi, rappelez moi, rappelle le moi, rappelez le moi, me rappeler, me
    le rappeler, recuerdame, recuerdenme, recuerdamelo, recuerdenmelo, recordarme, recordarmelo,
    ricordami, ricordatemi, ricordamelo, ricordatemelo, ricordarmi, ricordarmelo, herinner me,
    herinner mij, me herinneren, mij herinneren, przypomnij mi, przypomnijcie mi, mi przypomniec,
    lembre me, lembra me, lembrem me, me lembre, me lembra, me lembrem, lembrar me, me lembrar,
    напомни мне, напомните мне, напомнить мне, мне напомнить, bana hatirlat, bana hatirlatin, bana
    hatirlatir, hatirlat bana, hatirlatin bana, hatirlat, hatirlatin, hatırlat, hatırlatın,
    erinnern, herinneren
"""
"""Phrases of people who want a reminder. If WHEN_REMINDED has all other words, it is our email."""
WHEN_REMINDED = """
    please pls thanks thank can could would will you u hi hello pbm server again once more later
    then on at in by the a an one two three few couple of day days hour hours week weeks month
    before my deadline next this tomorrow tonight today morning evening noon afternoon weekend after
    it s about this game board move turn to move monday tuesday wednesday thursday friday saturday
    sunday mon tue wed thu thur thurs fri sat sun bitte danke kannst du konnt ihr konnten sie
    nochmal noch mal wieder erneut spater am im um in einem einer zwei drei paar tag tagen tage
    stunde stunden woche wochen vor der dem die frist ablauf nachste nachsten kommenden morgen heute
    abend fruh mittag wochenende daran an meinen zug montag dienstag mittwoch donnerstag freitag
    samstag sonnabend sonntag s il te vous plait svp merci peux tu pouvez pourriez encore une fois
    plus tard de nouveau dans un deux trois jour jours heure heures semaine avant la date limite le
    delai prochaine prochain demain soir matin ce cette week end lundi mardi mercredi jeudi vendredi
    samedi dimanche por favor gracias puedes pueden podrian podrias otra vez de nuevo mas tarde
    luego el la los en un unos dos tres dia dias hora horas semana antes del plazo proximo proxima
    manana hoy noche fin lunes martes miercoles jueves viernes sabado domingo per favore grazie puoi
    potete potreste ancora di nuovo piu tardi dopo tra fra un una due tre giorno giorni ora ore
    settimana prima della scadenza prossimo prossima domani stasera oggi mattina lunedi martedi
    mercoledi giovedi venerdi sabato domenica alsjeblieft alstublieft aub graag dank kun je kunt nog
    eens een keer opnieuw later op over aan dag dagen uur week weken voor termijn volgende morgen
    vanavond vandaag ochtend maandag dinsdag woensdag donderdag vrijdag zaterdag zondag het mijn zet
    beurt prosze dziekuje czy mozesz mozecie jeszcze raz ponownie pozniej znowu w we za dwa trzy dni
    dzien godzine godziny godzin tydzien przed terminem nastepny jutro dzis wieczorem rano
    poniedzialek wtorek srode czwartek piatek sobote niedziele o ruchu obrigado pode podem voce de
    novo outra vez mais tarde na no em num uns dois tres dia dias hora horas semana antes do prazo
    proxima amanha hoje noite manha segunda terca quarta quinta sexta feira sabado domingo
    пожалуйста спасибо можешь можете еще ещё раз снова опять позже потом в во через два три день дня
    дней час часа часов неделю до срока завтра сегодня вечером утром понедельник вторник среду
    четверг пятницу субботу воскресенье о ходе lutfen tesekkurler tekrar bir daha sonra yine iki uc
    gun saat hafta once sureden yarin bugun mich me mij mi мне bana habt aksam sabah pazartesi sali
    carsamba persembe cuma cumartesi pazar gunu misin misiniz musun
"""
OF_REMINDERS = """
    of about an daran de du des des d that of the los van aan di del della o об о hakkinda
"""
"""Words behind NAGGING if the text is about something else: "stop reminding me of that loss"."""
DATABASES = """
    datos dati dados donnees database databases datenbank datenbanken databanque databank bdd
    bancos baza bazy bazach bazie
    базы базе базу veritabani veritabanindan records system systems gdpr dsgvo rgpd lgpd rodo avg
"""
"""Words of people who want to be deleted: "Remove my address from your database"."""
GETTING = """
    know send get see copy export download receive wissen auskunft schick schickt schicken sende
    sendet senden sehen kopie erhalten savoir connaitre envoyez envoie envoyer voir copie recevoir
    saber conocer envienme enviame enviadme mandenme mandame envien envia enviar ver copia recibir
    sapere conoscere inviate inviami inviatemi mandatemi mandate
    mandami vedere ricevere weten stuur sturen zien ontvangen wiedziec wyslijcie wyslac zobaczyc
    kopie otrzymac conhecer enviem envie receber узнать знать пришлите прислать копию получить
    bilmek gonderin gormek almak
"""
"""Words of people who want their data before the deletion."""
TRYING = """
    try trying join play sign register mitspielen mitmachen probieren ausprobieren anmelden
    registrieren essayer participer jouer inscrire probar jugar apuntarme participar registrarme
    provare giocare iscrivermi partecipare proberen meedoen meespelen spelen aanmelden sprobowac
    zagrac dolaczyc zarejestrowac experimentar jogar inscrever попробовать поиграть играть
    присоединиться зарегистрироваться denemek katilmak oynamak
"""
"""Words of strangers who want to play."""
UNREQUESTED = """
    never signed up, didn t sign up, did not sign up, didnt sign up, haven t signed up,
    never registered, didn t register, did not register, never subscribed, didn t subscribe,
    never asked for, didn t ask for, did not ask for, never joined, wrong person, wrong address,
    not the person, don t know this, don t know what this is, know nothing about,
    nie angemeldet, nicht angemeldet, nie registriert, nicht registriert, nie bestellt,
    nicht bestellt, nie darum gebeten, falsche person, falsche adresse, jamais inscrit,
    jamais inscrite, pas inscrit, pas inscrite, jamais demande, rien demande, mauvaise personne,
    mauvaise adresse, nunca me apunte, nunca me inscribi, no me apunte, no me inscribi,
    no me he apuntado, no me he inscrito, nunca me registre, nunca pedi, persona equivocada,
    direccion equivocada, mai iscritto, mai iscritta, non mi sono iscritto, non mi sono iscritta,
    mai registrato, mai registrata, mai chiesto, persona sbagliata, indirizzo sbagliato,
    nooit aangemeld, niet aangemeld, nooit ingeschreven, niet ingeschreven, nooit om gevraagd,
    niet om gevraagd, verkeerde persoon, verkeerd adres, nigdy sie nie zapis, nigdy nie zapis,
    nie zapisywalem, nie zapisywalam, nie rejestrowalem, nie rejestrowalam, nigdy nie prosilem,
    nigdy nie prosilam, zla osoba, zly adres, nunca me inscrevi, nao me inscrevi,
    nunca me registei, nao me registei, nunca me cadastrei, nunca pedi, pessoa errada,
    endereco errado, не регистрировался, не регистрировалась, не подписывался, не подписывалась,
    не просил, не просила, не тот адрес, kaydolmadim, kaydolmadım, uye olmadim, üye olmadım,
    yanlis kisi, yanlış kişi, yanlis adres
"""
"""Phrases of strangers who didn't want our emails: "I never signed up for this"."""
GETTING_EMAILS = """
    stop stopp stoppt aufhoren hort arretez arreter paren dejen detengan basta smettete ophouden
    przestancie przestac parem pare прекратите перестаньте хватит durdurun mail mails email emails
    message messages nachrichten courriels correos mensajes messaggi berichten mailtjes maile maili
    wiadomosci mensagens письма писем сообщения epostalar posta postaları durdurun
"""
"""Words beside UNREQUESTED."""
RECEIVING = """
    send sending get getting receive deliver schick schicke schicken schickt senden sende bekommen
    erhalten kriegen envoyer envoie envoyez recevoir enviar envia envien recibir mandar inviare
    inviate mandare mandate ricevere sturen stuur krijgen ontvangen wysylac wyslij wysylajcie
    dostawac otrzymywac envie enviem receber присылать присылайте отправлять отправляйте получать
    gonder gonderin gonderebilir almak alabilir
"""
WEEKLY = """
    weekly, once a week, one a week, twice a week, every week, every other day, every sunday,
    on sundays, on saturdays, on weekends, once a month, monthly, wochentlich, einmal pro woche,
    einmal in der woche, einmal die woche, jede woche, sonntags, am wochenende, monatlich,
    une fois par semaine, chaque semaine, hebdomadaire, le dimanche, une fois par mois,
    una vez a la semana, una vez por semana, cada semana, semanal, semanalmente, los domingos,
    una vez al mes, una volta alla settimana, una volta a settimana, ogni settimana, settimanale,
    la domenica, una volta al mese, een keer per week, eens per week, wekelijks, elke week,
    op zondag, een keer per maand, raz w tygodniu, raz na tydzien, co tydzien, tygodniowo,
    w niedziele, raz w miesiacu, uma vez por semana, toda semana, todas as semanas, aos domingos,
    uma vez por mes, раз в неделю, еженедельно, каждую неделю, по воскресеньям, раз в месяц,
    haftada bir, haftada bir kez, haftalık, ayda bir
"""
"""Schedules that don't exist, in requests to get the emails less often."""
NOTES = """
    notes noted jotted notizen notiert notees notas anotado anotada apuntes appunti annotato
    notities aantekening aantekeningen genoteerd notatki notatek zanotowalem zanotowalam anotacoes
    anotei заметки заметок записал записала notlar notlarim notlarimi
"""
"""Words for the writer's private notes. "Note" alone has other meanings, too."""
READING = "read reading lesen lies lire leer leggere lezen czytac przeczytac ler прочитать okumak"
REMINDERS = """
    reminders reminder erinnerungen erinnerung erinnerungsmails rappels rappel recordatorios
    recordatorio promemoria solleciti herinneringen herinnering przypomnienia przypomnien lembretes
    lembrete напоминания напоминаний hatirlatmalar hatirlatmalari
"""
ENDING = """
    stop off without annoying annoy unnecessary disable weg aus ausschalten abstellen abschalten
    nerven nervt ohne unnotig arreter arretez desactiver enlever supprimer quitar desactivar
    molestan disattivare togliere uitzetten stoppen uit wylaczyc wylacz desligar desativar tirar
    отключить отключите убрать kapat kapatin
"""
"""Words of people who want no REMINDERS."""
NO_DIGEST = """
    separate mail, separate mails, separate email, separate emails, separate e mails,
    separate message, separate messages, individual emails, individual mails, single emails,
    email per board, mail per board, email for each board, mail for each board, email per game,
    mail per game, einzelne mails, einzelne mail, einzelnen mails, getrennte mails, einzelmails,
    mail pro spiel, mail pro partie, mails separes, message separe, messages separes,
    mail par partie, correos separados, correo por partida, mail separate, email separate,
    mail per partita, aparte mails, losse mails, mail per partij, osobne maile, osobnych mailach,
    emails separados, email por partida, email por jogo, отдельные письма, отдельными письмами,
    отдельным письмом, ayri e postalar, separata mejl,
    mail per zet, e mail per zet, mail per move, email per move, mail a move, email for each move,
    email for every move, mail for each move, mail for every move, not this digest, no digest,
    stop the digest, without the digest, not the digest, not this overview, no overview,
    not this summary, no summary, instead of this digest, niet dit dagoverzicht, geen dagoverzicht,
    geen overzicht, mail pro zug, e mail pro zug, kein digest, keine zusammenfassung,
    nicht diese zusammenfassung, keine ubersicht, nicht diese ubersicht, mail par coup,
    pas de resume, pas ce resume, correo por jugada, sin resumen, no este resumen,
    mail per mossa, niente riepilogo, non questo riepilogo, mail na ruch, bez podsumowania,
    nie to podsumowanie, email por lance, email por jogada, sem resumo, nao este resumo,
    письмо на ход, письмо на каждый ход, без дайджеста, не дайджест, hamle basina e posta,
    ozet istemiyorum
"""
"""Phrases of replies to the digest of people who want an email for each move instead."""
NO_DEPUTY = """
    needn t, neednt, need not, no longer, any more, anymore, not any longer, dismiss, nicht mehr,
    nicht langer, ne plus, plus besoin, ya no, non piu, non serve piu, niet meer, juz nie,
    nie musi juz, ja nao, nao precisa mais, больше не, artik
"""
"""Phrases of players who no longer need a deputy: "Carol needn't move for me"."""
MORE_DAYS = """
    more days, some more days, more day, another day, another two days, another three days,
    noch ein paar tage, drei tage mehr, zwei tage mehr, mehr tage, jours de plus, jour de plus,
    quelques jours encore, dias mas, unos dias mas, giorni in piu, altri giorni, altri due giorni,
    altri tre giorni, extra dagen, paar dagen, dagen extra, kilka dni wiecej, wiecej dni,
    jeszcze kilka dni, mais dias, mais alguns dias, больше дней, ещё несколько дней, birkac gun daha
"""
"""Phrases of players who ask for more time: "Can I please have three more days?"."""
TAKING_BACK = "retract remove delete zurucknehmen retirer quitar ritirare intrekken wycofac tirar"
"""Verbs of players who withdraw an open challenge, in addition to `verbs.CANCEL`."""
MEANING = """
    what does, what do, was bedeutet, was bedeuten, was heisst, was heißt, que signifie,
    que veut dire, qu est ce que ca veut dire, que significa, que significan, que quiere decir,
    cosa significa, che significa, cosa vuol dire, wat betekent, wat betekenen, co znaczy,
    co oznacza, o que significa, o que quer dizer, что значит, что означает
"""
"""Beginnings of questions for the meaning of a word in an email."""
THAT = """
    that this it your he she they bob das dies dein ca cela eso esto questo quello ciò dat dit je to
    isso isto это твой the a
"""
"""Words after which such a question is about something that a player said or did."""
