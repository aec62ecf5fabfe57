"""Words of absences and of their days, in the languages of the players."""

AWAY = """
    away vacation vacations holiday holidays leave travelling traveling abroad
    urlaub ferien verreist abwesend weg unterwegs vacances absent absente congé vacaciones fuera
    ausente viaje vacanza vacanze ferie assente vakantie afwezig urlop urlopie wakacjach wyjeżdżam
    nieobecny nieobecna férias viajando viagem отпуск отпуске каникулах отъезде уезжаю
"""
AWAY_PHRASES = """
    off to, off on, nicht im buro, nicht im hause, pas au bureau, no estoy en la oficina,
    non sono in ufficio, niet op kantoor, poza biurem, fora do escritorio, in hospital,
    in the hospital, out of town, out of office, out of the office,
    on a trip, on the road, in the mountains, at the seaside, auf reisen, im krankenhaus,
    in den bergen, nicht da, en voyage, en deplacement, a l hopital, en el hospital, in viaggio,
    in ospedale, op reis, in het ziekenhuis, w podrozy, w szpitalu, em viagem, no hospital,
    в поездке, в больнице, меня не будет, tatildeyim, tatilde, seyahatte, hastanede, yokum
"""
NOT_AWAY = "off to bed, off to work, off to sleep, off to school, off to the pub, off to lunch"
UNTIL = "until till til through bis jusqu hasta fino tot do até до"
STARTING = "from starting beginning ab von vom dès partir desde dal da vanaf van od desde com"
"""Words before the first day of an absence of so many days or weeks."""
PAST_OR_UNREAL = """
    been was were had won wont would back returned war waren gewesen hatte würde wäre zurück étais
    était avais été serais rentré estuve estaba estado fui vuelto ero stato stata sarei tornato
    geweest zou terug byłem byłam wróciłem estive estava voltei был была вернулся вернулась
"""
"""Words of sentences whose "for a week" isn't a coming absence."""
FROM = "from von vom du de del dal van od z"
PAUSING = """
    pause paused pausing stop stopped hold halt freeze frozen wait still rest clock clocks anhalten
    angehalten pausieren ruhen stoppen uhr uhren zeit arreter suspendre pendule parar pausar detener
    reloj fermare sospendere orologio stil stilstaan stilzetten stopzetten klok pauzeren
    wstrzymac zatrzymac zegar zegary suspender relogio остановить часы паузу приостановить durdur
    durdurun saat beklet
"""
"""Words of questions that go with an absence: "can my games stop for so long?"."""
TO = "to bis au al a tot do по"
NEXT = "next nächsten nächster nächste prochain próximo próxima prossimo prossima volgende przyszły"
NEXT_WEEK = """
    next-week nächste-woche nächster-woche semaine-prochaine próxima-semana semana-que-viene
    prossima-settimana settimana-prossima volgende-week przyszłym-tygodniu semana-que-vem
    следующей-неделе
"""
TOMORROW = "tomorrow morgen demain mañana domani jutra amanhã завтра"
WEEKDAYS = (
    "monday montag lundi lunes lunedì maandag poniedziałku segunda понедельника",
    "tuesday dienstag mardi martes martedì dinsdag wtorku terça вторника",
    "wednesday mittwoch mercredi miércoles mercoledì woensdag środy quarta среды",
    "thursday donnerstag jeudi jueves giovedì donderdag czwartku quinta четверга",
    "friday freitag vendredi viernes venerdì vrijdag piątku sexta пятницы",
    "saturday samstag sonnabend samedi sábado sabato zaterdag soboty субботы",
    "sunday sonntag dimanche domingo domenica zondag niedzieli воскресенья",
)
MONTHS = (
    "january januar jänner janvier enero gennaio januari stycznia janeiro января",
    "february februar février febrero febbraio februari lutego fevereiro февраля",
    "march märz mars marzo maart marca março марта",
    "april avril abril aprile kwietnia апреля",
    "may mai mayo maggio mei maja maio мая",
    "june juni juin junio giugno czerwca junho июня",
    "july juli juillet julio luglio lipca julho июля",
    "august août agosto augustus sierpnia августа",
    "september septembre septiembre settembre września setembro сентября",
    "october oktober octobre octubre ottobre października outubro октября",
    "november novembre noviembre listopada novembro ноября",
    "december dezember décembre diciembre dicembre grudnia dezembro декабря",
)
AROUND_TIMES = """
    for about around maybe another more please pls plz thanks thank you on and or the at least like
    say fur etwa ungefahr circa ca noch bitte danke vielleicht mindestens pour environ peut etre
    merci svp encore durante unas unos aproximadamente por favor gracias otros otras per circa
    grazie favore altri altre voor ongeveer graag alsjeblieft dank nog na okolo prosze dziekuje
    jeszcze cerca de obrigado obrigada mais на около примерно пожалуйста спасибо еще ещё kadar
    yaklasik lutfen
"""
"""Words that may accompany a time if the text contains nothing else."""
ALSO_GREETS = "a ate до bis hasta tot"
"""Words for "until" with which people say goodbye, as in "bis Montag" and "hasta mañana"."""
ARTICLES = "the el le au al dia o zum den"
"""Words before a day without a month: "hasta el 14"."""
