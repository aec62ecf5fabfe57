"""Words by which people name settings of the server, in their languages."""

import re

DAY_PARTS = {
    "pm": re.compile(
        r"(?<!\d)(\d{1,2})\s*(?:uhr|h|heures|horas|ore|uur|часов)?\s*"
        r"(?:at night|in the evening|tonight|nachts|abends|in der nacht|am abend|du soir|"
        r"la nuit|de la noche|di sera|di notte|"
        r"'?s avonds|'?s nachts|wieczorem|w nocy|da noite|à noite|вечера|ночи)(?!\w)",
        re.IGNORECASE,
    ),
    "am": re.compile(
        r"(?<!\d)(\d{1,2})\s*(?:uhr|h|heures|horas|ore|uur|часов)?\s*"
        r"(?:in the morning|morgens|am morgen|früh|du matin|de la mañana|"
        r"di mattina|del mattino|'?s ochtends|'?s morgens|rano|"
        r"da manhã|утра)(?!\w)",
        re.IGNORECASE,
    ),
}
"""Words behind an hour that tell its half of the day."""
MIDNIGHT = re.compile(
    r"(?<!\w)(?:midnight|mitternacht|minuit|(?:la )?medianoche|mezzanotte|middernacht|północy|"
    r"(?:a )?meia[ -]noite|полуночи|gece yarısı)(?!\w)",
    re.IGNORECASE,
)
HOURS = re.compile(
    r"(\d{1,2})(?:[:.h]00)?\s*(a\.?m\.?|p\.?m\.?|uhr|h|heures|horas|ore|uur)?\s*"
    r"(?:-|–|to|and|until|till|bis|und|às|à|as|a|et|y|e|al|tot|en|do|i|até|до|и)\s*"
    r"(?:las|alle|le|as)?\s*"
    r"(\d{1,2})(?:[:.h]00)?\s*(a\.?m\.?|p\.?m\.?|uhr|h|heures|horas|ore|uur)?(?!\d)",
    re.IGNORECASE,
)
DAILY = """
    day daily morning evening digest bundle summary taglich tag tageszusammenfassung
    zusammenfassung sammelmail jour quotidien quotidienne resume dia diario diaria resumen
    giorno giornaliero riepilogo dag
    dagelijks samenvatting dziennie dzien podsumowanie resumo день ежедневно дайджест gun gunde
    gunluk
"""
URGENT = (
    "urgent dringend dringende dringenden urgentes urgente urgenti dringende pilne срочные важные"
)
AT_ONCE = """
    immediately instantly individually separately singly sofort einzeln einzelne einzelnen
    immediatement separement individuellement inmediatamente separado individualmente subito
    singolarmente separatamente meteen afzonderlijk los apart natychmiast osobno pojedynczo
    imediatamente separadamente сразу отдельно hemen anında ayrı
"""
"""Words of EACH that don't occur in other schedules, as "all" does: "all in one email a day"."""
EACH = f"""
    {AT_ONCE} every each all jede jeden alle chaque tous todos cada ogni elke kazdy каждое все
"""
FORMATS = {
    "spoken": """
        reader screenreader blind blinde bildschirmleser vorlesen lecteur aveugle pantalla ciego
        schermo cieco schermlezer blinden czytnik niewidomy tela cego слепой незрячий
    """,
    "json": "json",
    "text": """
        text plain klartext texte brut texto plano testo semplice tekst platte zwykly simples
        ascii
        текст текстом
    """,
}
OFF = """
    off back end cancel over stop finish beenden beende zuruck abbrechen retour fin terminer
    annuler
    vuelto terminar cancelar tornato finire annullare terug beeindigen stoppen wrocilem zakonczyc
    voltei encerrar вернулся вернулась закончить отменить
"""
BACK = re.compile(
    r"(?i)\b(?:back|zurück|de retour|de vuelta|di ritorno|terug|de volta)"
    r" (?=(?:on|am|le|el|il|op|em|the|next|[a-z]+day|\d{1,4})\b)"
)
"""A return before its date, as in "back on the 10th"."""
UNITS = {
    7: """
        week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzien
        tygodnie tygodni неделю недели
    """,
    1: """
        day days tag tage tagen jour jours dia dias giorno giorni dagen dzien dni день дня дней
    """,
    30: "month monat mois mes mese maand miesiac месяц",
}
NUMBERS = """
    a=1 an=1 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 ten=10 ein=1 eine=1 einen=1 zwei=2
    drei=3 vier=4 un=1 une=1 deux=2 trois=3 una=1 dos=2 tres=3 due=2 tre=3 een=1 twee=2 drie=3
    jeden=1 dwa=2 trzy=3 um=1 uma=1 dois=2 duas=2 две=2 два=2 три=3 next=1 nachste=1 nachsten=1
"""
COLORFUL = """
    html again back colour colours colourful color colors colorful bunt bunte bunten wieder farbig
    couleur couleurs colores colori kleur kolor cores bild bilder bildern image images picture
    pictures imagen imagenes immagine immagini afbeelding afbeeldingen plaatje plaatjes obrazki
    obrazkami obrazek imagem imagens картинка картинки картинками resim resimli renkli
"""
CITY_NAMES = """
    hamburg=berlin münchen=berlin munich=berlin köln=berlin cologne=berlin frankfurt=berlin
    stuttgart=berlin leipzig=berlin graz=vienna genf=zurich genève=zurich geneva=zurich lyon=paris
    marseille=paris toulouse=paris barcelona=madrid sevilla=madrid valencia=madrid milano=rome
    milan=rome torino=rome napoli=rome rotterdam=amsterdam utrecht=amsterdam antwerpen=brussels
    kraków=warsaw krakowie=warsaw wrocław=warsaw wrocławiu=warsaw gdańsk=warsaw gdańsku=warsaw
    porto=lisbon göteborg=stockholm malmö=stockholm петербург=moscow петербурге=moscow
    ankara=istanbul izmir=istanbul manchester=london birmingham=london edinburgh=london
    wien=vienna berliner=berlin wiener=vienna zürcher=zurich zürich=zurich londoner=london
    prag=prague warschau=warsaw moskau=moscow lissabon=lisbon athen=athens brüssel=brussels
    kopenhagen=copenhagen bukarest=bucharest rom=rome mailand=rome tokio=tokyo peking=shanghai
    londres=london lisbonne=lisbon vienne=vienna varsovie=warsaw moscou=moscow bruxelles=brussels
    athènes=athens copenhague=copenhagen pékin=shanghai lisboa=lisbon viena=vienna varsovia=warsaw
    moscú=moscow bruselas=brussels atenas=athens roma=rome parís=paris berlín=berlin londra=london
    parigi=paris berlino=berlin lisbona=lisbon varsavia=warsaw mosca=moscow atene=athens
    londen=london parijs=paris berlijn=berlin lissabon=lisbon wenen=vienna warschau=warsaw
    moskou=moscow brussel=brussels londyn=london londynu=london paryż=paris paryża=paris
    berlina=berlin warszawa=warsaw warszawie=warsaw warszawy=warsaw wiedeń=vienna rzym=rome
    rzymu=rome lizbona=lisbon lizbony=lisbon moskwa=moscow paris=paris berlim=berlin moscovo=moscow
    москва=moscow москвы=moscow москве=moscow московское=moscow московскому=moscow
    лондон=london лондона=london берлин=berlin берлина=berlin париж=paris парижа=paris
    londra=london berlin=berlin lizbon=lisbon moskova=moscow viyana=vienna roma=rome
"""
"""Cities as the players' languages spell them, each with the name of its time zone."""
TIME = re.compile(
    r"\b(?:at|by|around|um|gegen|à|vers|a las|a la|hacia las|alle|alle ore|ore|verso le|om|rond|o|"
    r"około|às|as|pelas|в|около|saat)\s+"
    r"(?:(\d{1,2})(?::[0-5]\d|[hH.][0-5]\d)|(\d{1,2})(?![\d%]|[.:]\d))(?:\s*([ap]\.?m\b))?"
    r"|\b(\d{1,2})(?:[:.h][0-5]\d)?\s*([ap]\.?m\b|uhr\b|o'?clock\b|heures?\b|uur\b|horas?\b|"
    r"h\b|часов|утра|вечера|in the (?:morning|evening)\b|'da\b|'de\b)",
    re.IGNORECASE,
)
"""The hour of a time such as "at 19:00" or "7 Uhr"."""
EVENING = """
    evening evenings night tonight afternoon abend abends nachmittags soir tarde noche sera serata
    pomeriggio avond avonds wieczorem wieczor noite вечера вечером akşam akşamları
"""
"""Words that make an hour before noon an hour after it."""
CLOCK = "time zeit uhrzeit heure hora ora tijd czas czasu времени время saati utc gmt cet"
"""Words beside the city of a time."""
CITY_TIME = re.compile(
    r"([^\W\d_]{3,}(?:[ /_][^\W\d_]+){0,2})\s+(?:time|tijd|zeit|saati)\b"
    r"|\b(?:heure de|hora de|ora di|tijd in|tijd van|czasu? w|время в|времени|zeit in|time in)\s+"
    r"([^\W\d_]{3,}(?:[ /_][^\W\d_]+)?)|\b([A-Z][a-z]+/[A-Z][A-Za-z_]+)",
    re.IGNORECASE,
)
