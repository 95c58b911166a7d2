"""Which language a message is in, by its commonest small words. Pure.

Good enough to read times and to answer in kind; a text that says too little is taken to be in the author's
language.
"""

from __future__ import annotations

import re

from agent.routing.lexical import fold

LEAST_LEAD = 1
"""Small words that another language must have more than the author's own to be preferred."""

SMALL_WORDS = {
    "en": """the a an i you my me to of in at for is it and what can could please remind set wake up this that
    on do have
    with not are be minutes hours seconds tomorrow today""",
    "de": """in der die das den dem ein eine einen ich du mich mir mein meine zu im um für ist es und was wie
    kann kannst bitte erinnere erinnern erinner stell stelle weck wecker nicht auf an ans daran wir sind
    welche habe hab mal minuten minute
    stunden stunde sekunden uhr morgen heute spät lösche lösch""",
    "fr": """le la les un une des je tu moi mon ma mes de du à au pour est et que quoi peux rappelle réveille
    sur dans pas
    avec il elle nous minutes heures demain quelle quels heure supprime""",
    "es": """el la los las un una yo tú me mi mis de del a al para es y que qué puedes recuérdame despiértame
    por en con no
    minutos horas mañana hora pon cancela tengo""",
    "it": """il lo la gli le un una io tu mi mio mia di del della a al per è e che puoi ricordami svegliami
    tra fra con non
    minuti ore domani imposta cancella alle ho""",
    "nl": """de het een ik je jij me mij mijn van naar voor is en dat wat kun kan herinner wek over met niet
    om uur minuten
    uren morgen zet eraan welke heb""",
    "pt": """o a os as um uma eu você me meu minha de do da ao para é e que pode lembre acorde em com não
    minutos horas
    amanhã às daqui cancele tenho""",
}  # fmt: skip
_BY_LANGUAGE = {language: frozenset(words.split()) for language, words in SMALL_WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str, *, default: str) -> str:
    """An ISO 639-1 code: the author's `default` unless another language leads clearly."""
    found = _WORD.findall(fold(text))
    votes = {language: sum(word in words for word in found) for language, words in _BY_LANGUAGE.items()}
    best = max(votes, key=lambda language: (votes[language], language == default))
    return best if votes[best] >= votes.get(default, 0) + LEAST_LEAD else default
