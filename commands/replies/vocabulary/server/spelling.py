"""Words of requests that are recognized if they are misspelt, in the players' languages."""

SPELT = """
    challenge knight panic chess checkers othello robot computer
    vacation vacations holiday holidays until please monday tuesday wednesday thursday friday
    saturday sunday tomorrow january february august september october november december deputy
    ladder tournament delivery rematch unsubscribe password standings announcements
    urlaub ferien bitte montag dienstag mittwoch donnerstag freitag samstag sonntag morgen januar
    februar oktober dezember vertreter vertretung rangliste leiter turnier abmelden passwort
    opponent vacances jusqu lundi
    mardi mercredi jeudi vendredi samedi dimanche demain janvier février
    juillet octobre novembre décembre classement tournoi échelle revanche
    vacaciones hasta lunes martes miércoles jueves viernes sábado domingo mañana enero febrero
    agosto septiembre octubre noviembre diciembre clasificación torneo escalera revancha
    vacanza vacanze lunedì martedì mercoledì giovedì venerdì sabato domenica domani gennaio
    febbraio settembre ottobre dicembre classifica rivincita
    vakantie maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari augustus
    toernooi ranglijst vervanger wachtwoord
    urlop urlopie wakacje poniedziałku wtorku środy czwartku piątku soboty niedzieli turniej
    drabinka zastępca hasło
    férias segunda terça quarta quinta sexta amanhã janeiro fevereiro setembro outubro dezembro
    torneio escada senha
    отпуск отпуске понедельника вторника среды четверга пятницы субботы воскресенья завтра турнир
    заместитель пароль пожалуйста
"""
