"""Text as people type it to the form that is read: lower case, single spaces, digits for numbers."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from agent.timeparse.lexicon import Lexicon, Rewrites

LONGEST_PHRASE = 120
"""Characters; the longest phrase in the test sets has 70."""

_SIGNS = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "´": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "−": "-",
        "‐": "-",
        "‑": "-",
        "⁄": "/",
    }
)
_FRACTION = re.compile("[¼½¾]")
"""Signs that NFKC would join to the number before them."""
_SPACES = re.compile(r"\s+")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_SHARED: Rewrites = (
    (r"(?<=:\d\d)([ap])(?![\w'])", r" \1m"),
    (r"(?<=\d) ?([ap]) ?\. ?m\b\.?", r" \1m"),
    (r"(?<=\d) ?([ap]) m\b", r" \1m"),
    (r"\b([ap])\. ?m\b\.?", r"\1m"),
    (
        r"(?<![\d/.:])(\d{1,3}) 1/2 (?=h|st|uur|uren|or[ae]|min|day|tag|jour|d[ií]a|giorn|dag|year|jahr)",
        r"\1.5 ",
    ),
)


def plain(phrase: str, lexicon: Lexicon) -> str | None:
    """`phrase` in the form that libraries read, or None when it is empty or too long for a time phrase."""
    if len(phrase) > LONGEST_PHRASE:
        return None
    text = phrase if phrase.isascii() and phrase.isprintable() else _visible(phrase)
    text = _SPACES.sub(" ", text.translate(_SIGNS).lower()).strip(" ,;!?")
    for pattern, replacement in _compiled(lexicon).spellings:
        text = pattern.sub(replacement, text)
    return text or None


def _visible(phrase: str) -> str:
    text = _FRACTION.sub(lambda sign: f" {unicodedata.normalize('NFKC', sign[0])}", phrase)
    text = unicodedata.normalize("NFKC", text)
    return "".join(c for c in text if c.isspace() or unicodedata.category(c) not in _INVISIBLE)


def digits(text: str, lexicon: Lexicon) -> str:
    """`text` with the number words of the language as digits and its fractions as decimals."""
    compiled = _compiled(lexicon)
    text = compiled.ordinals.sub(lambda found: _ordinal(found[0], lexicon), text)
    text = compiled.numbers.sub(lambda found: str(lexicon.numbers[_key(found[0])]), text)
    text = compiled.years.sub(lambda found: str(2000 + int(found["years"] or 0)), text)
    for pattern, replacement in compiled.rewrites:
        text = pattern.sub(replacement, text)
    return text


def _ordinal(word: str, lexicon: Lexicon) -> str:
    return f"{lexicon.ordinals[_key(word)]}{lexicon.ordinal_mark}"


def _key(words: str) -> str:
    return words.replace("-", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compiled:
    spellings: tuple[tuple[re.Pattern[str], str], ...]
    ordinals: re.Pattern[str]
    numbers: re.Pattern[str]
    years: re.Pattern[str]
    rewrites: tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(maxsize=16)
def _compiled(lexicon: Lexicon) -> _Compiled:
    return _Compiled(
        spellings=_all((*lexicon.spellings, *_SHARED)),
        ordinals=_any_of(lexicon.ordinals),
        numbers=_any_of(lexicon.numbers),
        years=re.compile(
            rf"(?<!\d)2[. ]?(?:{lexicon.thousand})(?: (?:{lexicon.joiner}))?(?: ?(?P<years>\d\d?))?(?!\w)"
        ),
        rewrites=_all(lexicon.rewrites),
    )


def _all(rewrites: Rewrites) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rewrites)


def _any_of(words: object) -> re.Pattern[str]:
    assert isinstance(words, dict)
    longest_first = sorted(words, key=len, reverse=True)
    alternatives = "|".join(re.escape(word).replace(r"\ ", "[ -]") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?!\w)" if alternatives else r"(?!)")
