"""Words of people who want to sign up, and of questions that they ask before that.

They are without accents. A phrase that ends in a star stands for any ending.
"""

REGISTERING = """
    register*, registration, sign up, sign me up, signup, signing up, join, enrol*, registrier*,
    anmeld*, melde mich, inscri*, enregistre*, registrar*, registrer*, apuntar*, iscri*, registra*,
    meld mij, meld me, schrijf mij, aanmeld*, inschrijv*, registreer*, meedoen, zarejestr*,
    rejestr*, zapis*, dolaczyc, cadastr*, зарегистр*, регистрац*, kaydol*, kayit*, uye ol*,
    anmal*, bli medlem, tilmeld*, registrere
"""
"""Words of people who want to sign up."""
NAMED_BY = """
    user name|username|user id|userid|nickname|nick|name|namen|namnet|namn|navnet|navn|
    benutzername|benutzernamen|spielername|spielernamen|nom|pseudo|pseudonyme|nombre|usuario|
    nome|nome utente|naam|gebruikersnaam|spelersnaam|nazwa|nazwą|nazwę|pseudonim|loginem|
    imieniem|имя|именем|имени|ником|логин|adı|isim|
    me as|me up as|up as|myself as|mich als|mij als|me als|moi comme|me como|mi come|mnie jako
"""
"""Words before the userid for which somebody asks."""
BETWEEN_NAMES = """
    is|be|as|shall be|should be|will be|would be|ist|soll|lautet|wäre|est|sera|es|será|è|sarà|
    wordt|jest|to|é|är|ska vara|er|skal være|это|будет
"""
"""Words between NAMED_BY and the userid."""
I_WOULD_BE = "i'd be|i would be|i will be|i'll be|ich wäre|ich bin dann|je serais|je serai|ik ben"
NO_NAMES = """
    a an the and or of for in on at to is be as with from by it that this which please thanks here
    soon well quickly usual possible should shall can could do would
    i my your me you und oder mit bitte ist der die das ein eine mein ich et ou avec est le la les
    un une mon je y o con es el los una mi e ed con il lo uno mio en of met is het een mijn ik i
    lub z prosze jest to moje moj com e o a um uma meu og med er den det och som
    и или с это мой я ve ile bir
"""
"""Words that aren't meant as a userid, although they follow the word for one."""
SOMEBODY_ELSE = """
    my wife, my husband, my son, my daughter, my friend, my brother, my sister, my father,
    my mother, my kid*, my child*, us both, both of us, two of us, for two, meine frau, mein mann,
    mein sohn, meine tochter, mein freund, meine freundin, meine kinder, uns beide, ma femme,
    mon mari, mon fils, ma fille, mon ami*, mi mujer, mi esposa, mi marido, mi hijo, mi hija,
    mi amigo, mi amiga, mia moglie, mio marito, mio figlio, mia figlia, mijn vrouw, mijn man,
    mijn zoon, mijn dochter, moja zona, moj maz, moj syn, moja corka, minha esposa, meu marido,
    meu filho, minha filha, min fru, min man, min son, min dotter, моя жена, мой муж, мой сын,
    моя дочь, karim, kocam, oglum, kizim
"""
"""Other people whom somebody wants to sign up, too."""
QUESTION_WORDS = """
    how, what, can, could, is, are, do, does, does it, wie, was, kann, gibt, ist, sind, brauche,
    comment, est ce, combien, faut il, como, cuanto, hay, come, quanto, serve, hoe, wat, kan, moet,
    jak, ile, czy, quanto, как, сколько, nasil, hur, vad
"""
COST = """
    cost, costs, fee, fees, price, prices, pay, paid, payment, for free, free of charge,
    is it free, this free, kostet, kosten, kostenlos, gratis, gebuhr*, preis, bezahl*, umsonst,
    coute*, cout, gratuit*, payant*, payer, prix, cuesta*, coste, pagar, precio, gratuito*, costa,
    costo, pagare, prezzo, kost, betalen, prijs, koszt*, kosztuje, platn*, placi*, darmow*,
    za darmo, cena, custa, custo, preco, стоит, стоимость, платн*, платить, бесплатн*, ucret*,
    bedava, kostar, kostnad*, avgift, betala, koster
"""
PROGRAM = """
    program, programs, program*, software, app, apps, install*, download*, browser, website,
    special program, programm, programme, installier*, herunterladen, logiciel*, application,
    installer, programa*, aplicacion, instalar, descargar, programma*, installare, scaricare,
    applicazione, installeren, downloaden, instalowac, zainstalowac, oprogramowani*, aplikacj*,
    aplicativo, baixar, программ*, приложени*, устан*, скача*, yazilim, uygulama, installera,
    ladda ner
"""
SEEN_BY_OTHERS = """
    strangers, other people, other players, others see, anybody see, anyone see, who can see,
    who sees, write to her, write to him, write to me, contact her, contact him, contact me,
    see my, see her, see his, my address, her address, his address, my email address, my name,
    real name, private, privacy, safe, fremde, fremden, andere leute, andere spieler, wer kann,
    wer sieht, meine adresse, sichtbar, inconnus, d autres personnes, qui peut, qui voit,
    mon adresse, desconocidos, extranos, otras personas, quien puede, quien ve, mi direccion,
    sconosciuti, estranei, altre persone, chi puo, chi vede, mio indirizzo, vreemden,
    onbekenden, andere mensen, wie kan, mijn adres, obcy, inni ludzie, kto moze, kto widzi,
    moj adres, estranhos, outras pessoas, quem pode, quem ve, meu endereco, незнаком*,
    посторонн*, кто видит, кто может, мой адрес, yabanci*, frammande, vem kan, vem ser,
    min adress
"""
STORED = """
    gdpr, dsgvo, rgpd, lgpd, rodo, my data, data about me, personal data, stored about me,
    information about me, daten uber mich, meine daten, datenauskunft, personenbezogen*,
    uber mich gespeichert, mes donnees, donnees personnelles, mis datos, datos personales,
    miei dati, dati personali, mijn gegevens, persoonsgegevens, moje dane, danych osobowych,
    dane osobowe, meus dados, dados pessoais, мои данные, персональн*, kisisel ver*,
    personuppgift*, mina uppgifter
"""
OLD_ADDRESS = """
    change of address, changed my address, new address, old address, old mailbox, old account,
    old email, new email, from now on, my account, neue adresse, alte adresse, neue mailadresse,
    alte mailadresse, altes konto, mein konto, nouvelle adresse, ancienne adresse, mon compte,
    nueva direccion, direccion antigua, mi cuenta, nuovo indirizzo, vecchio indirizzo,
    mio account, nieuw adres, oude adres, mijn account, nowy adres, stary adres, moje konto,
    novo endereco, endereco antigo, minha conta, новый адрес, старый адрес, мой аккаунт,
    yeni adres*, eski adres*, hesabim, ny adress, gamla adress, mitt konto
"""
