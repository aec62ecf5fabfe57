"""Words for times of day and periods."""

TIMES_OF_DAY = """
    evening afternoon morning noon midnight night weekend today o'clock pm am mon tue wed thu fri
    sat
    sun abend mittag nachmittag nacht wochenende heute uhr soir matin midi après-midi nuit week-end
    noche mediodía fin stasera sera pomeriggio mattina mezzogiorno notte fine noite manhã hoje
    vanavond vanmiddag vannacht avond middag wieczorem dziś dzisiaj nocy rano południu weekend
    вечером сегодня днём ночью утром выходных hours hour days day weeks week stunden tagen heures
    jours horas días ore giorni dias uur dagen godziny dni часа часов дня
"""
BEFORE_TIME = """
    at in on by this next the a an few couple of some about around two three late early am im um
    zwei
    drei paar nächsten nächste diesen diese gegen ce cette à la le dans deux prochain prochaine esta
    este el las por de dos il questo questa alle tra fra due à às em o dois duas de om dit deze over
    het twee w o po za dwa в на через два semana settimana
"""
"""Words that may accompany a time on a line with no other content."""
PERIODS = """
minutes hours days weeks minuten stunden tage wochen heures jours semaines minutos horas días
semanas minuti ore giorni settimane dias uur dagen weken minuty godziny dni минуты часа дня
"""
"""Words for periods. Numbers in front of one aren't a move: "2 3 minutes"."""
TIME_UNITS = """
    min h stund tag day week woch jour or giorn día dia uur dag godz dni час дн мин
"""
"""First letters of units of time, except seconds."""
PAST_PERIODS = """
last past letzten vergangenen derniers dernières últimos últimas ultimi ultime afgelopen ostatnich
последние
"""
"""Words with which a period is in the past: "in the last days"."""
