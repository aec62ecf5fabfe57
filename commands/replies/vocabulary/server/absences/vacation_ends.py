"""Words of players who end their vacation before its last day.

They are without accents. A phrase that ends in a star stands for any ending.
"""

VACATIONS = """
    vacation*, holiday*, urlaub*, ferien, vacances, conges, vacaciones, vacanz*, ferie, vakantie*,
    urlop*, wakacj*, ferias, отпуск*, каникул*, tatil*, izin, izni*, semester*, ferie, 休暇, 休み
"""
ENDING = """
    cancel, end, stop, finish, terminate, call off, switch off, turn off, abbrechen, beende*,
    absagen, streichen, stornier*, annul*, termine*, arrete*, cancel*, termina*, finaliza*, anula*,
    interromp*, annuleer*, beeindig*, stopzetten, anuluj*, zakoncz*, odwolaj*, encerr*, отмени*,
    законч*, прекрат*, iptal*, bitir*, avbryt*, avsluta*, afslut*, 取り消, 終了
"""
"""Words with which a sentence ends VACATIONS."""
OVER = """
    off vacation, off my vacation, off holiday, off my holiday, off the vacation,
    vacation is over, vacation s over, holiday is over, holidays are over, back from vacation,
    back from holiday, back from my holiday*, back from my vacation, back early, home early,
    not going away, not away any more, no longer away, no longer on vacation, staying home instead,
    stay home instead, urlaub ist vorbei, urlaub vorbei, aus dem urlaub zuruck,
    zuruck aus dem urlaub, fruher zuruck, doch nicht weg, vacances sont finies,
    rentre plus tot, rentree plus tot, rentre de vacances, rentree de vacances,
    vuelto antes, vuelto de vacaciones, ya no estoy de vacaciones, tornato prima, tornata prima,
    tornato dalle vacanze, tornata dalle vacanze, eerder terug, terug van vakantie,
    wrocilem wczesniej, wrocilam wczesniej, wrocilem z urlopu, wrocilam z urlopu,
    voltei mais cedo, voltei de ferias, вернулся раньше, вернулась раньше, вернулся из отпуска,
    вернулась из отпуска, tatilden dondum, erken dondum, hemma igen, tidigare hem
"""
"""Phrases that are enough without a verb."""
