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
