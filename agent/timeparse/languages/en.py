"""English."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import ISO_DATE, compounds
from agent.timeparse.lexicon import Lexicon, Scale, Unit
from agent.timeparse.policy import Part

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SMALL = {
    **{word: number for number, word in enumerate(_ONES, 1)},
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_MONTHS = (
    r"jan(?:uary|\.)?", r"feb(?:ruary|\.)?", r"mar(?:ch|\.)?", r"apr(?:il|\.)?", "may", r"june?\.?", r"july?\.?",
    r"aug(?:ust|\.)?", r"sept?(?:ember|\.)?", r"oct(?:ober|\.)?", r"nov(?:ember|\.)?", r"dec(?:ember|\.)?",
)  # fmt: skip
_ANY_MONTH = "|".join(_MONTHS)


def _ordinals() -> tuple[tuple[str, str], ...]:
    """Ordinals as digits, but only beside a month or after "the": a second is also a unit."""
    words = [(f"twenty[ -]{word}", 20 + number) for number, word in enumerate(_ORDINALS[:9], 1)]
    words += [("thirtieth", 30), ("thirty[ -]first", 31)]
    words += [(word, number) for number, word in enumerate(_ORDINALS, 1)]
    rules = [(rf"(?<!\w){word}(?= (?:of )?(?:{_ANY_MONTH})(?!\w))", f"{number}th") for word, number in words]
    rules += [(rf"(?<!\w)({_ANY_MONTH}) (?:the )?{word}(?!\w)", rf"\1 {number}th") for word, number in words]
    rules += [
        (rf"(?<=\bthe ){word}(?!\w)(?! (?:\w*day|time|half|last|week|one|\w+days)\b)", f"{number}th")
        for word, number in words
        if word != "second"
    ]
    return tuple(rules)


_AM = r"(?P<am>am|a(?![\w']))|(?P<pm>pm|p(?!\w))"
_HALF_DAY = rf"(?: ?(?:{_AM}))?"
_HOUR = (
    rf"(?:(?P<h>\d{{1,2}})(?:ish)?(?: ?o'? ?clock)?{_HALF_DAY}|(?P<noon>noon|midday)|(?P<midnight>midnight))"
)
_AT = r"(?:(?:at|@|by|for|around|about|approximately|exactly|sharp) ?)+"

LEXICON = Lexicon(
    language="en",
    spellings=(
        (
            r"\b(?:tmrw|tmrrw|tmr|tmw|tmmrw|2moro|2morrow|tomm?orr?ows?|tomorow|tommorow|tomorrrow)\b(?:'s)?",
            "tomorrow",
        ),
        (r"\b(?:2nite|tonite|tonigh)\b", "tonight"),
        (r"\b(?:wendesday|wensday|wednsday|wednesay)\b", "wednesday"),
        (r"\b(?:thrusday|thurday)\b", "thursday"),
        (r"\b(?:minuets?|mintues?|minuts)\b", "minutes"),
        (r"(?<=\d)(?= ?(?:a|p) ?\.? ?m\b)\s*(a|p) ?\.? ?m\b\.?", r"\1m"),
        (r"\b(a|p)\.? ?m\b\.?(?!')", r"\1m"),
        (r"\b(?:a )?(?:couple|pair)(?: of)? (?=more |sec|min|h|day|week|month)", "2 "),
        (r"\b(?:a )?few (?:more )?(?=sec|min|h|day|week|month)", "3 "),
        (r"(?<=\w) more (?=sec|min|h|day|week|month)", " "),
        (r"\bin the (am|pm)\b", r"\1"),
        (r"\boh? (?=\d\b|(?:one|two|three|four|five|six|seven|eight|nine)\b)", "0"),
        *_ordinals(),
    ),
    numbers={**compounds(_TENS, _ONES, " "), **_TENS, **_SMALL},
    articles="an?|another",
    units=(
        Unit(pattern='s|secs?|seconds?|"', scale=Scale.SECONDS, factor=1),
        Unit(pattern="m|mins?|minutes?|'", scale=Scale.SECONDS, factor=60),
        Unit(pattern="h|hrs?|hours?", scale=Scale.SECONDS, factor=3600),
        Unit(pattern="d|days?", scale=Scale.DAYS, factor=1),
        Unit(pattern="w|wks?|weeks?", scale=Scale.DAYS, factor=7),
        Unit(pattern="fortnights?", scale=Scale.DAYS, factor=14),
        Unit(pattern="mos?|months?", scale=Scale.MONTHS, factor=1),
        Unit(pattern="y|yrs?|years?", scale=Scale.MONTHS, factor=12),
    ),
    amounts=(
        (r"(?:a |1 |one )?half(?: an?| of an)? hour|half-hour", 1800),
        (r"(?:an? |1 )?quarter(?: of)?(?: an?)? hour", 900),
        (r"(?:3|three)[ -]quarters? of an hour", 2700),
        (r"(?:an|1) hour and a half|(?:1|an) and a half hours?", 5400),
        (r"2 hours and a half|2 and a half hours?", 9000),
        (r"3 hours and a half|3 and a half hours?", 12600),
        (r"(?:a|1) minute and a half|(?:1|a) and a half minutes?", 90),
        (r"half a minute", 30),
        (r"half a day", 43200),
        (r"a half", 1800),
    ),
    ahead="in|after|for|within",
    from_now="from now|from today|hence|later",
    about="about|around|approximately|roughly|exactly|just|another|some",
    joiner="and|&",
    clocks=(
        (
            "digital",
            rf"(?:{_AT})?(?P<h>\d{{1,2}})[:h](?P<m>\d\d)(?::(?P<s>\d\d))?(?:ish)?(?: ?o'? ?clock)?{_HALF_DAY}",
        ),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})[. ](?P<m>[0-5]\d){_HALF_DAY}"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})[. ]?(?P<m>[0-5]\d) ?(?:{_AM})"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?:ish| o'? ?clock)? ?(?:{_AM})"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?: ?o'? ?clock|ish)"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})"),
        ("bare", r"(?P<h>\d{1,2})"),
        (
            "past",
            rf"(?:{_AT})?(?:an? )?(?:(?P<q>quarter)|(?P<half>half)|(?P<n>\d{{1,2}})(?: min(?:ute)?s?)?) (?:past|after) {_HOUR}",
        ),
        (
            "to",
            rf"(?:{_AT})?(?:an? )?(?:(?P<q>quarter)|(?P<n>\d{{1,2}})(?: min(?:ute)?s?)?) (?:to|before|till|til|of) {_HOUR}",
        ),
        ("past", rf"(?:{_AT})?(?P<half>half) (?P<h>\d{{1,2}}){_HALF_DAY}"),
        ("noon", rf"(?:{_AT})?(?:12 ?)?(?:noon|midday)"),
        ("midnight", rf"(?:{_AT})?(?:12 ?)?midnight"),
    ),
    days=(
        ("today", 0),
        ("tomorrow", 1),
        (r"(?:the )?day after tomorrow|overmorrow", 2),
    ),
    parts=(
        (r"(?:in the |at )?early (?:in the )?morning|early", Part.EARLY, False),
        (r"(?:in the )?mornings?", Part.MORNING, False),
        (r"this morning", Part.MORNING, True),
        (r"lunch ?time|at lunch", Part.NOON, False),
        (r"(?:in the )?afternoon", Part.AFTERNOON, False),
        (r"this afternoon", Part.AFTERNOON, True),
        (r"(?:in the )?evening", Part.EVENING, False),
        (r"this evening", Part.EVENING, True),
        (r"tonight|this night", Part.TONIGHT, True),
        (r"at night|night", Part.NIGHT, False),
    ),
    weekdays=(
        r"mon(?:day|\.)?s?",
        r"tue(?:s|sday|\.)?",
        r"wed(?:nesday|s|\.)?",
        r"thu(?:r|rs|rsday|\.)?",
        r"fri(?:day|\.)?",
        r"sat(?:urday|\.)?",
        r"sun(?:day|\.)?",
    ),
    which_weekday=(
        ("coming", r"(?:on )?(?:this )?(?:coming |upcoming )?{weekday}"),
        ("following", r"(?:on )?(?:the )?(?:next|following) {weekday}"),
        ("following", r"(?:on )?{weekday} week"),
    ),
    months=_MONTHS,
    dates=(
        ISO_DATE,
        (
            "day_month",
            r"(?:on )?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?: day)?(?: of)?[ /-]?{month}(?:(?:,? |[/-]| in )(?P<y>\d{4}))?",
        ),
        (
            "day_month",
            r"(?:on )?(?:the )?{month}[ /-]?(?P<d>\d{1,2})(?:st|nd|rd|th)?(?! ?(?:am|pm|o'clock))(?:(?: ?, ?| |[/-]| in )(?P<y>\d{4}))?",
        ),
        ("day", r"(?:on )?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)(?: day)?(?: of)?"),
        ("numeric", r"(?:on )?(?P<a>\d{1,2}) ?[/-] ?(?P<b>\d{1,2})(?:[/-](?P<y>\d{4}|\d\d))?"),
        (
            "offset",
            r"(?P<duration>(?:in|after) (?:\d+|an?) (?:days?|weeks?|months?|years?)|(?:\d+|an?) (?:days?|weeks?|months?|years?) (?:from now|from today|from|hence))",
        ),
        ("week", r"(?:of |in )?(?:the )?next week"),
        ("this_week", r"(?:of |in )?this week"),
        ("month", r"(?:of |in )?(?:the )?next month"),
        ("this_month", r"(?:of |in )?(?:this|the current) month"),
        (
            "month_end",
            r"(?:at |on |by )?(?:the )?end of (?:the |this )?month|(?:the )?last day of (?:the|this) month",
        ),
        ("next_month_end", r"(?:at |on |by )?(?:the )?(?:end|last day) of next month"),
    ),
    fillers=r"on|the|of|at|around|about|by|for|from|sharp|exactly|please|approximately|,",
    recurrence=(
        r"every|each|daily|weekly|monthly|yearly|annually|hourly|everyday|mondays|tuesdays|wednesdays|thursdays|fridays"
        r"|saturdays|sundays|weekdays|weekends|mornings|evenings|nights|afternoons|biweekly|fortnightly|once a|twice a|per day|a day at"
    ),
    past=r"ago|yesterday|last (?:night|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|past (?:week|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|previous|earlier",
    event=r"before (?!\d|noon|midnight)|after (?!tomorrow|\d|noon|midnight)|during|while|until|till|since",
    literal_minutes=False,
    words=(
        "in|on|at|by|for|from|of|the|this|next|coming|upcoming|following|a|an|another|half|quarters?|past|to|till?|after|before"
        "|now|noon|midday|midnight|lunch|lunchtime|o'?clock|am|pm|a\\.m\\.?|p\\.m\\.?|morning|afternoon|evening|night|tonight|tonite|2nite|early"
        "|today|tomorrow|tmrw|tmr|tmw|tmmrw|2moro|2morrow|tomm?orr?ow|tomorow|tommorow|couple|few|end|last|first|second|third"
        "|day|ish|sharp|about|around|approximately|exactly|and|&|week|month|minuets?|mintues?|minuts|wensday|wednsday|thrusday|day's"
        "|hence|christmas|xmas|easter|eve|new|year's|years|thanksgiving|halloween|valentine's|gmt|utc|cet|cest|est|edt|pst|pdt|bst"
        "|\\d+(?:st|nd|rd|th)|twenty-\\w+|thirty-\\w+|forty-\\w+|fifty-\\w+|\\w+th|thirty-first"
    ),
    holidays="christmas(?: eve)?|xmas|easter|new year'?s?|thanksgiving|halloween|valentine'?s|day after|gmt|utc|[pec]st|[pec]dt|bst",
    weak="sat|sun|wed|mar|may|march|mon|fri|thu|tue|second|dec|jan|a|now|early|night|morning|evening|afternoon|noon|midday|lunch",
    spoils_before=(
        "every|each|last|past|previous|version|v|chapter|page|room|bus|gate|level|step|number|no\\.?|#|part|season|episode|since|until|till?"
        "|between|from|than|all|other|good|half|took|takes|take|before|these"
    ),
    spoils_behind="ago|before|earlier|old|prior|early|into|away|straight|'s|apart",
)
