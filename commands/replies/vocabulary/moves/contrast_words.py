"""Words by which people prefer one move to another, in their languages."""

REJECTING = """
    instead of, rather than, not, no longer, forget, scrap, anstatt, statt, nicht, kein, lieber als,
    au lieu de, plutôt que, pas, en vez de, en lugar de, no, invece di, anziché, piuttosto che, non,
    in plaats van, liever dan, niet, zamiast, nie, em vez de, ao invés de, não, yerine, вместо, не
"""
"""Words directly before a move that isn't made."""
CONTRAST = """
    but, however, though, then, now, sondern, aber, doch, jetzt, mais, finalement, maintenant,
    pero, sino, ahora, ma, bensì, adesso, però, maar, nu, ale, lecz, jednak, teraz, mas, porém,
    agora, ama, şimdi, но, а, теперь
"""
"""Words between a move that isn't made and one that is."""
CONSIDERING = """
    was going to, were going to, wanted, i want to, thought, considered, had, was about to, planned,
    meant to, at first, first, almost, nearly, could, would, might, tempted, wollte, hätte, dachte,
    überlegt, überlegte, zuerst, erst, eigentlich, fast, beinahe, könnte, allais, voulais, pensais,
    pensé, d'abord, failli, presque, pourrais, iba a, quería, pensaba, pensé, primero, casi, podría,
    stavo per, volevo, pensavo, prima, quasi, potrei, wilde, dacht, eerst, bijna, zou, chciałem,
    chciałam, miałem, miałam, myślałem, myślałam, najpierw, prawie, ia, queria, pensava, pensei,
    primeiro, quase, poderia, oynayacaktım, düşündüm, önce, neredeyse, хотел, хотела, думал, думала,
    собирался, собиралась, сначала, чуть не, not, nicht, pas, no, non, niet, nie, não, не
"""
"""Words of a clause about a move that was only considered."""
ALTERNATIVES = """
    also, too, alternatively, alternative, another, option, options, viable, depending, may, might,
    as well, either, equally, auch, alternativ, alternative, option, optionen, möglich, ebenfalls,
    ebenso, je nach, aussi, également, autre, alternative, option, possible, selon, también, otra,
    alternativa, opción, posible, según, anche, pure, altra, alternativa, opzione, possibile,
    a seconda, ook, andere, alternatief, optie, mogelijk, afhankelijk, też, także, również,
    alternatywą, opcja, opcją, możliwe, zależnie, também, outra, opção, possível, dependendo,
    ayrıca, alternatif, seçenek, mümkün, также, тоже, альтернатива, вариант, вариантом, возможно
"""
"""Words that offer a second move as good as the first one, as programs do that suggest moves."""
CORRECTING = """
    no wait, wait no, hang on, no hang on, hold on, no hold on, make that, no sorry, sorry no,
    sorry i mean, sorry i meant, sorry, oops, i mean, i meant, scratch that, strike that, on
    second thought, actually, rather, no rather, wait, nein doch lieber, doch lieber, nein lieber,
    nein moment, moment nein, nein halt, nein warte, ach nein, ach quatsch, quatsch, halt, besser,
    ich meine, ich meinte, ich meinte natürlich, sorry ich meine, non plutôt, plutôt, non attends,
    attends non, pardon, ou plutôt, enfin, je voulais dire, je veux dire, no mejor, mejor, no
    espera, espera no, perdón, digo, quiero decir, quise decir, mejor dicho, no meglio, meglio, no
    aspetta, aspetta no, scusa, anzi, volevo dire, cioè, nee wacht, wacht nee, nee toch liever,
    toch liever, liever, ik bedoel, ik bedoelde, nie czekaj, czekaj nie, nie jednak, jednak, a
    raczej, raczej, to znaczy, miało być, não espera, espera não, não melhor, melhor, desculpa,
    quer dizer, aliás, nej vänta, vänta nej, nej hellre, hellre, jag menar, jag menade, nej vent,
    vent nej, nej hellere, hellere, jeg mener, jeg mente, нет лучше, нет подожди, лучше, точнее,
    вернее, то есть
"""
"""Words between a move and the one that corrects it: "a1-c5, no wait, c1-e5"."""
BEHIND_OTHERS = "for until till bis auf than que als di dan niż än end чем"
"""Words behind "wait" or "rather" if these correct nothing: "wait for c1-e5"."""
