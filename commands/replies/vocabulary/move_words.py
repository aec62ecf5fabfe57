"""Words between the parts of a written move, in the languages of the players, and letters."""

FROM = "from|von|de|da|desde|van|fra|från|z|\u0441|\u0438\u0437"
TO = "to|nach|auf|vers|à|a|naar|til|till|do|na|ha|\u043d\u0430|\u0434\u043e"
TAKES = (
    "takes|take|captures|capture|x|\u00d7|schlägt|schlaegt|prend|toma|come|captura|prende|mangia"
    "|slaat|bije|tar|slår|берёт|берет|бьёт|бьет"
)
PROMOTES = "=|promotes to|promoting to|becomes|wird"
LOOKALIKES = str.maketrans("асеорхукмтвніАСЕОРХУКМТВНІ", "aceopxykmtbhiACEOPXYKMTBHI")
"""Cyrillic letters that look like Latin ones."""
