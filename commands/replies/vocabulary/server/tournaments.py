"""Phrases of replies to emails about tournaments, without accents, in the players' languages."""

STOPPING = """
    no adverts, no ads, no spam, no promos, keine werbung, keine reklame, aucune publicite,
    pas de pub, pas de publicite, sin publicidad, nada de publicidad, nessuna pubblicita,
    geen reclame, geen spam, bez reklam, zadnych reklam, sem propaganda, sem publicidade,
    без рекламы, никакой рекламы, reklam yok, reklam istemiyorum,
    ne m invitez, ne m invite, no me inviten, no me invites, no me inviteis, non invitatemi,
    non invitarmi, non mi invitate, nao me convidem, nao me convide, keine turniereinladung,
    keine turniereinladungen,
    dont invite, don t invite, do not invite, any longer, no invitations, no invites, nicht langer,
    nie zapraszaj, nie zapraszajcie, не приглашайте, davet etmeyin,
    no more, stop, don t send, do not send, dont send, don t want, do not want, dont want,
    no further, enough, any more, anymore, no longer, not interested in, without these, keine mehr,
    keine ankundigungen, keine einladungen, geen aankondigingen, geen uitnodigingen, nie wysylac,
    nie wysylajcie, nie przysylac, aucune annonce, ningun anuncio, nessun annuncio, nenhum anuncio,
    nicht mehr, hort auf, hor auf, aufhoren, genug, keine weiteren, keine solchen, will keine,
    mochte keine, bitte keine, arretez, plus de, plus d, ne plus, plus recevoir, assez, no mas,
    no envien,
    no me envien, no quiero, basta, non voglio, niente piu, smettete, geen meer, wil geen, genoeg,
    niet meer, stoppen, przestan, przestancie, nie chce, wiecej nie, dosc, nie przysylajcie, chega,
    nao quero, parem, pare, nao enviem, хватит, больше не, не присылайте, не хочу, прекратите,
    istemiyorum, gonderme, gondermeyin, yeter,
    don t wish, do not wish, don t need, do not need, kein interesse an, verzichte auf,
    plus envie de recevoir, plus envie de lire, plus envie de ces, plus besoin, souhaite plus,
    desire plus, voudrais plus, pas interesse par, ya no quiero, ya no deseo, no deseo,
    no me interesan, non desidero, non vorrei, non mi interessano, wens geen, hoef geen,
    hoef deze niet, nie zycze, nie potrzebuje, nao desejo, nao preciso, ja nao quero, не желаю,
    не нужны, не интересуют
"""
UNLISTING = """
    take me off, remove me from, delete me from, off the list, off your list, off this list,
    from the list, from your list, from this list, mailing list, unsubscribe me, sign me off,
    von der liste, aus der liste, vom verteiler, aus dem verteiler, aus ihrem verteiler,
    aus eurem verteiler, aus eurer liste, tragt mich aus, tragen sie mich aus, bitte austragen,
    me retirer de, retirez moi de, retire moi de, m enlever de, enlevez moi de, enleve moi de,
    me desinscrire, desinscrivez moi, desabonnez moi, me desabonner, de la liste, de votre liste,
    de vos listes, de la lista, de su lista, de vuestra lista, de esta lista, darme de baja,
    denme de baja, dadme de baja, dame de baja, de baja, dalla lista, dalla vostra lista,
    da questa lista, toglietemi, disiscrivetemi, disiscrivermi, cancellatemi, van de lijst,
    van deze lijst, van jullie lijst, schrijf me uit, schrijf mij uit, afmelden, uitschrijven,
    z listy, z tej listy, z waszej listy, wypiszcie mnie, wypisac mnie, prosze mnie wypisac,
    da lista, desta lista, da vossa lista, da sua lista, descadastrem me, descadastre me,
    me descadastrar, из списка, из рассылки, от рассылки, отпишите меня, listeden, listenizden
"""
"""Phrases of people who want to be taken off a mailing list, without accents."""
PLAYER_LIST = """
    player players participant participants entrants spieler spielerliste teilnehmer
    teilnehmerliste joueur joueurs participants jugador jugadores participantes inscritos giocatori
    partecipanti speler spelers deelnemers deelnemerslijst graczy uczestnikow jogadores
    участников игроков oyuncu oyuncular katilimci
"""
"""Words for the list of players, which people who leave want to be taken off."""
ANNOUNCEMENTS = """
    advert adverts advertisement advertisements advertising ads promo promos promotion promotions
    spam werbung reklame werbemails publicite publicites pub pubs publicidad propaganda pubblicita
    reclame reclames reklama reklamy reklam reklamlar реклама рекламы рекламу рекламой
    turniereinladung turniereinladungen invitarmi
    announcement announcements invitation invitations invite invites newsletter ankundigung
    ankundigungen einladung einladungen turniermails annonce annonces invitations anuncio anuncios
    invitacion invitaciones annuncio annunci invito inviti aankondiging aankondigingen uitnodiging
    uitnodigingen ogloszenie ogloszen ogloszenia zaproszenia zaproszen anuncios convite convites
    inviting invited einladen einladet einlade lad ladet eingeladen inviter invitez invite invitar
    inviteis inviten invites invitare invitate invitatemi uitnodigen nodig uitnodigt zapraszac
    zapraszajcie zapraszaj convidar convidem convide приглашать приглашайте etmeyin
    объявления объявлений приглашения приглашений duyuru duyurular davet davetler
"""
DECLINING = """
    not now, not today, not at the moment, not right now, maybe later, perhaps later, jetzt nicht,
    gerade nicht, heute nicht, pas maintenant, pas aujourd hui, plus tard peut etre, ahora no,
    hoy no, adesso no, non adesso, non ora, nu niet, vandaag niet, nie teraz, teraz nie, agora nao,
    hoje nao, не сейчас, не сегодня, simdi degil,
    maybe next, perhaps next, next time, next year, another time, some other time, not this time,
    not this one, not this year, can t make it, cannot make it, cant make it, can t join,
    cannot join, won t join, won t be joining, won t be able, can t take part, count me out,
    i ll pass, i will pass, i pass, i m going to pass, sit this one out, sit this out, i m out,
    no time, too busy, without me, not interested, not for me, rather not, better not,
    have to skip, skip this, i ll skip, can t this time, cannot this time, can t do it,
    can t do that, can t help, cannot help,
    vielleicht nachstes, beim nachsten, nachstes mal, nachstes jahr, ein andermal,
    ein anderes mal, ein anderes jahr, diesmal nicht, dieses mal nicht, ohne mich, keine zeit,
    bin raus, ich passe, lieber nicht, kann leider nicht, kein interesse, schaffe es nicht,
    l annee prochaine, l an prochain, une autre fois, la prochaine fois, pas cette fois, sans moi,
    je passe, pas le temps, je ne peux pas, pas interesse, pas interessee, plutot pas,
    el ano que viene, el proximo ano, otra vez sera, otra ocasion, la proxima vez, esta vez no,
    sin mi, paso esta vez, no tengo tiempo, no puedo, no me interesa,
    l anno prossimo, un altra volta, la prossima volta, questa volta no, senza di me, questa passo,
    non ho tempo, non posso, non mi interessa,
    volgend jaar, volgende keer, een andere keer, deze keer niet, dit keer niet, zonder mij,
    ik pas, geen tijd, ik kan niet, geen interesse,
    w przyszlym roku, nastepnym razem, innym razem, nie tym razem, tym razem nie, beze mnie,
    tym razem pasuje, nie mam czasu, nie moge, nie jestem zainteresowany,
    nie jestem zainteresowana,
    ano que vem, no proximo ano, na proxima vez, proxima vez, fica para a proxima, desta vez nao,
    dessa vez nao, sem mim, nao tenho tempo, nao posso, nao tenho interesse,
    не смогу, не получится, kann ich leider nicht, kann ich nicht, jag kan inte, kan tyvarr inte,
    в следующем году, в следующий раз, в другой раз, не в этот раз, без меня, я пас,
    нет времени, не могу, не интересует, не интересно,
    seneye, gelecek sefer, bir dahaki sefere, bu sefer degil, bu sefer olmaz, bensiz, vaktim yok,
    zamanım yok, katılamam, katılamayacagım
"""
"""Phrases of players who don't join a tournament."""
ACCEPTING = """
    count me in, i m in, i am in, sign me up, yes, sure, i ll join, i ll be there, i will join,
    bin dabei, ich mache mit, mach mit, je participe, j en suis, me apunto, cuenta conmigo,
    t want to miss, not want to miss, never miss, wouldn t miss, partecipo, ci sono, doe mee, ik
    doe mee, biore udzial, conta comigo, участвую, katiliyorum
"""
"""Phrases that join, whatever else the text says."""
JOINING = """
    count-me-in i'm-in i-am-in im-in i-am-game i'm-game sign-me-up put-me-down put-me-in enter-me
    add-me i'll-join i-will-join i'll-be-there i'd-love-to i-would-love-to i-want-to-play
    i'd-like-to-play i-want-to-take-part i'd-like-to-take-part i'll-play i'll-take-part
    put-me-on-the-list
    bin-dabei ich-bin-dabei ich-mache-mit mach-mit mache-mit bitte-eintragen eintragen
    trag-mich-ein tragt-mich-ein trage-mich-ein melde-mich-an meldet-mich-an ich-nehme-teil
    ich-spiele-mit bitte-anmelden ich-möchte-mitspielen ich-möchte-mitmachen
    je-participe j'en-suis inscrivez-moi inscris-moi je-m'inscris compte-sur-moi comptez-sur-moi
    je-joue je-veux-participer
    me-apunto cuenta-conmigo cuenten-conmigo apúntame apúntenme inscríbeme inscríbanme participo
    quiero-participar
    partecipo ci-sono iscrivimi iscrivetemi contate-su-di-me conta-su-di-me voglio-partecipare
    doe-mee ik-doe-mee schrijf-me-in schrijf-mij-in ik-ben-erbij meld-me-aan
    biorę-udział zapisz-mnie zapiszcie-mnie wchodzę-w-to chcę-zagrać
    conta-comigo contem-comigo inscreva-me inscrevam-me quero-participar
    участвую запишите-меня запиши-меня я-участвую я-в-деле хочу-участвовать я-за
    katılıyorum beni-yaz beni-yazın ben-de-varım beni-kaydedin katılmak-istiyorum
    出場したいです 出場します 参加したいです 参加します 参加希望です エントリーします
    エントリーをお願いします
"""
"""Phrases that join, if the reply to an announcement has nothing else. Hyphens join words."""
AROUND_JOINING = """
    to-play-in-the to-play-in to-play play-in-the play-in play in in-the in-it
    too also as-well for-the for-this the this tournament cup event spring oh hell absolutely
    definitely of-course let's-go can't-wait cant-wait see-you-there looking-forward
    looking-forward-to-it hi hello hey wow nice cool fun sounds-fun sounds-great sounds-good
    auch mit gern-auch turnier beim am dieses das-turnier hallo super toll prima freue-mich
    ich-freue-mich aussi le tournoi au bonjour super avec-plaisir también torneo al hola el
    volentieri anche torneo al ciao con-piacere ook het toernooi aan leuk hoi też turniej w-turnieju
    também o torneio olá тоже турнир в-турнире привет с-удовольствием da turnuvaya ぜひ
"""
"""Words that a reply that joins may have, too."""
SIGNING_UP = """
    sign signup join enter add register put too also up anmelden eintragen melde trag auch
    mitmachen mitspielen inscris inscrire inscrivez aussi inscribe inscribir apunta apuntar tambien
    iscrivi iscrivere anche inschrijven aanmelden schrijf ook zapisz zapisac tez inscreva inscrever
    tambem записать запиши запишите тоже kaydet yaz
"""
"""Words of players who want others to join, too: "could you sign carol up?"."""
COMPANY = """
    both friend friends wife husband partner son daughter brother sister colleague buddy mate beide
    freund freundin frau mann sohn tochter bruder schwester kollege deux ami amie femme mari fils
    fille frere soeur amigo amiga esposa marido hijo hija hermano hermana amico amica moglie marito
    figlio figlia fratello sorella vriend vriendin vrouw zoon dochter broer zus kolega przyjaciel
    przyjaciolka zona maz syn corka brat siostra esposo filho filha irmao irma друг подруга жена муж
    сын дочь брат сестра arkadasim esim oglum kizim kardesim
"""
"""Words for people whom the writer brings along, and who may not be registered."""
BUT = "but aber doch mais pero ma maar ale mas но ama"
WITHDRAWING = """
    stop with the tournament, stop playing in, stop the tournament, mit dem turnier aufhoren,
    arreter le tournoi, dejar el torneo, lasciare il torneo, smettere con il torneo,
    stoppen met het toernooi, met het toernooi stoppen, moet stoppen, moet helaas stoppen,
    przestac grac w, deixar o torneio, parar com o torneio, прекратить участие, turnuvayi birakmak,
    pull out, pulling out, back out, backing out, bow out, bowing out, step down, can t make it,
    cannot make it, cant make it, can t play after all, can t play any more, can t play in,
    can t play anymore, can t take part, cannot take part, can t participate, cannot participate,
    won t be able, have to cancel, must cancel, need to cancel, count me out, i m out,
    take my name off, scratch me, cross me off, no longer take part, no longer play,
    absagen, kann leider nicht, kann nicht mitspielen, kann doch nicht, kann nicht teilnehmen,
    sage ab, bin raus, ziehe zuruck, muss zuruckziehen, nicht mehr mitspielen,
    dois annuler, ne peux plus, ne peux pas jouer, ne peux pas participer, ne pourrai pas,
    me desister, me desiste, ne participe plus,
    no puedo jugar, no puedo participar, no podre, tengo que retirarme, tengo que cancelar,
    me borro, non posso giocare, non posso partecipare, non potro, devo ritirarmi, devo rinunciare,
    rinuncio, kan niet meedoen, kan niet meespelen, moet afzeggen, doe niet mee, haak af, afhaken,
    musze zrezygnowac, musze sie wycofac, nie moge grac, nie moge wziac, nie dam rady, rezygnuje,
    tenho de desistir, tenho que desistir, tenho que sair, tenho de sair, nao posso jogar,
    nao posso participar, nao vou poder, desisto,
    не могу играть, не могу участвовать, не смогу, отказываюсь, снимаюсь, придется сняться,
    выбываю, cekiliyorum, çekilmek zorundayım, katılamayacagım, oynayamayacagım
"""
"""Phrases of players who leave a tournament."""
NEVER = "never nie niemals jamais nunca mai nooit nigdy никогда asla"
"""Words of players who stay: "I'd never leave this tournament"."""
TAKING_OUT = """
    take me out, take me off, remove me, withdraw me, drop me from, drop me out, pull me out,
    strike me, sign me out, get me out, nehmen sie mich raus, nehmen sie mich aus, nimm mich raus,
    nimm mich aus, nehmt mich raus, nehmt mich aus, mich rausnehmen, mich herausnehmen,
    streicht mich, streichen sie mich, tragt mich aus, mich austragen, mich abmelden,
    retirez moi, retire moi, me retirer, desinscrivez moi, desinscris moi, me desinscrire,
    sacame, saquenme, sacadme, borrenme, borrame, quitenme, quitame, sacarme, quitarme, borrarme,
    toglimi, toglietemi, ritiratemi, togliermi, ritirarmi, cancellatemi, haal me eruit,
    haal me uit, haal mij, schrap me, schrijf me uit, wypiszcie mnie, wypisz mnie,
    wycofajcie mnie, wycofac mnie, wypisac mnie, retirem me, tirem me, tire me, me retirar,
    me tirar, исключите меня, снимите меня, уберите меня, вычеркните меня, beni cikar,
    beni cikarin, beni turnuvadan
"""
"""Phrases that ask to be taken out of a tournament, also as a question: "Can you take me out?"."""
DROPPING_OUT = """
    dropout dropping quitting leaving stop aussteige aussteigen aufhore aufhoren verlasse abandonne
    abandonner quitte abandono abandonar dejo abandono lascio esco stap stop zrezygnuje odejde
    desisto desistir saio выйду уйду ayrilirsam birakirsam
"""
WHAT_HAPPENS = """
    what happens, what if, what would happen, what will happen, was passiert, was ist wenn,
    was geschieht, que se passe t il, qu est ce qui se passe, que pasa, que pasaria, cosa succede,
    che succede, wat gebeurt er, wat als, co sie stanie, co bedzie, o que acontece, что будет,
    что случится, ne olur
"""
EXTENDING = """
    extend, extended, extension, prolong, prolonged, postpone, postponed, pushed back, push back,
    more time, more days, more weeks, verlangern, verlangert, verlangerung, verschieben,
    verschoben, aufschub, mehr zeit, prolonger, prolongee, repousser, repoussee, reporter,
    plus de temps, prolongar, aplazar, posponer, extender, mas tiempo, prorogare, prorogato,
    rinviare, rimandare, allungare, piu tempo, verlengen, verlengd, uitstellen, uitstel,
    meer tijd, przedluzyc, przelozyc, wiecej czasu, adiar, prorrogar, estender, mais tempo,
    продлить, отложить, перенести, больше времени, uzatilabilir, uzatmak, ertelemek, daha fazla sure
"""
