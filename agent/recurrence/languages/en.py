"""English."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.recurrence.clock import Part
from agent.recurrence.languages.shared import any_of, counted
from agent.recurrence.lexicon import Form, Lexicon, SmallHours, Unit
from agent.recurrence.terms import LAST

_NUMBERS = {
    **counted(
        """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty"""
    ),
    "thirty": 30, "forty": 40, "forty five": 45, "fifty": 50, "sixty": 60, "ninety": 90,
}  # fmt: skip
_ORDINALS = counted(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third
    twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first"""
)
_EVERY = "(?:every|each)(?: single)?"
_OTHER = "(?P<other>other|second|2nd|alternate)"
_WORKING = "(?P<working>week ?days?|work ?days?|working days?|business days?)"
_MONTH = "(?:the|every|each) month"
_AT = r"(?:(?:at|@|by|around|about|for) )?(?:(?:about|around|exactly) )?"
_HALF_DAY = r"(?: ?(?:in the )?(?:(?P<am>a\.? ?m\b\.?|a(?=\W|$))|(?P<pm>p\.? ?m\b\.?|p(?=\W|$))))"
_OCLOCK = "(?: o'? ?clock)"
_OF_HOUR = rf"(?:{{h}}{_OCLOCK}?{_HALF_DAY}?|(?P<noon>noon|midday)|(?P<midnight>midnight))"
_NO_HOUR = (
    r"(?! ?(?:%|°|percent|degrees|minutes?|mins?|hours?|hrs?|days?|weeks?|times|people|am|pm|/|:\d|\.\d|-\d))"
)
_LATER = "tomorrow|today|tonight|yesterday|this|next|the coming|the following"

LEXICON = Lexicon(
    language="en",
    numbers=_NUMBERS,
    steps={word: number for word, number in _ORDINALS.items() if 3 <= number <= 10},
    nth=(
        ("first|1st", 1),
        ("second|2nd", 2),
        ("third|3rd", 3),
        ("fourth|4th", 4),
        ("last", LAST),
    ),
    weekdays=(
        r"mon(?:day|\.)?", r"tue(?:s|sday)?", r"wed(?:nesday|s)?", r"thu(?:r|rs|rsday)?", r"fri(?:day|\.)?",
        r"sat(?:urday|\.)?", r"sun(?:day|\.)?",
    ),
    plurals=("mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays"),
    months=(
        r"jan(?:uary)?", r"feb(?:ruary)?", r"mar(?:ch)?", r"apr(?:il)?", "may", "june?", "july?", r"aug(?:ust)?",
        r"sept?(?:ember)?", r"oct(?:ober)?", r"nov(?:ember)?", r"dec(?:ember)?",
    ),
    month_day=r"\d{1,2}(?:st|nd|rd|th)",
    day_words=_ORDINALS,
    units={
        Unit.SECOND: "seconds?|secs?",
        Unit.MINUTE: "minutes?|mins?",
        Unit.HOUR: "hours?|hrs?|h",
        Unit.DAY: "days?",
        Unit.WEEK: "weeks?",
        Unit.MONTH: "months?",
        Unit.YEAR: "years?",
    },
    parts=(
        ("(?:in the )?early morning|early in the morning", Part.EARLY),
        ("(?:in the )?morning", Part.MORNING),
        ("(?:at )?lunch(?: ?time)?", Part.NOON),
        ("(?:in the )?afternoon", Part.AFTERNOON),
        ("(?:in the )?evening", Part.EVENING),
        ("(?:at |in the )?night", Part.NIGHT),
    ),
    plural_parts=(
        ("(?:in the )?mornings", Part.MORNING),
        ("(?:in the )?afternoons", Part.AFTERNOON),
        ("(?:in the )?evenings", Part.EVENING),
        ("(?:at )?nights|nightly", Part.NIGHT),
    ),
    hour=(
        r"(?:(?P<h#>\d{1,2})(?::(?P<m#>[0-5]\d))?(?: ?(?:(?P<am#>a\.?m\b\.?)|(?P<pm#>p\.?m\b\.?)))?"
        "|(?P<noon#>noon|midday)|(?P<midnight#>midnight))"
    ),
    patterns=(
        (Form.SERIES, f"{_EVERY} {{unit}}"),
        (Form.SERIES, f"{_EVERY} {{n}} ?{{unit}}"),
        (Form.SERIES, f"{_EVERY} {_OTHER} {{unit}}"),
        (Form.SERIES, f"{_EVERY} {{step}} {{unit}}"),
        (Form.SERIES, rf"{_EVERY} (?P<n>\d{{1,2}})(?:rd|th) {{unit}}"),
        (Form.SERIES, f"{_EVERY} (?P<quarter_year>quarter)"),
        (Form.ADVERB, "(?P<quarter_year>quarterly)"),
        (Form.SERIES, f"{_EVERY} (?P<half_hour>half(?: an)? hour|half-hour)"),
        (Form.SERIES, f"{_EVERY} (?P<quarter_hour>quarter(?: of an)? hour)"),
        (Form.SERIES, f"{_EVERY} (?P<hour_and_half>hour and a half|(?:one|1) and a half hours|1[.,]5 hours)"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, f"(?:on )?{_EVERY} {_OTHER} {{weekdays}}(?: {{part}})?"),
        (Form.SERIES, f"(?:on )?(?:the )?(?:{_EVERY} )?{{nth}} {{weekdays}} (?:of|in) (?:every|each) month"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{nth}} {{weekdays}} (?:of|in) {_MONTH}"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{edge}} {{weekdays}}"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{edge}} {_WORKING}"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{edge}} (?P<any_day>day) (?:of|in) {_MONTH}"),
        (Form.SERIES, "(?:on )?(?:the )?{edge} (?P<any_day>day) (?:of|in) (?:every|each) month"),
        (Form.SERIES, "(?:on )?{plurals}"),
        (Form.SERIES, "(?:on )?{weekdays} {parts}"),
        (Form.SERIES, f"(?:on )?(?:{_EVERY} )(?P<working>week ?day|work ?day|working day|business day)s?(?: {{part}})?"),
        (Form.SERIES, "(?:on )?(?P<working>week ?days|work ?days|working days|business days)(?: {parts})?"),
        (Form.SERIES, "(?P<working>(?:from )?mon(?:day)?(?: to | through | thru | ?- ?)fri(?:day)?)"),
        (Form.ADJECTIVE, "(?P<working>weekday|workday)"),
        (Form.SERIES, f"(?:on |at )?(?P<weekend>{_EVERY} weekends?|(?:the )?weekends)(?: {{part}})?"),
        (Form.SERIES, f"(?:in the )?{_EVERY} {{part}}"),
        (Form.SERIES, "in the (?P<part>mornings|afternoons|evenings)"),
        (Form.SERIES, r"(?P<part>mornings|afternoons|evenings|nights)(?= (?:at|around) \d)"),
        (Form.SERIES, f"(?:on |for )?(?:the )?(?:{_EVERY} )?{{days}}(?: day)? of (?:every|each) (?P<u_month>month)"),
        (Form.SERIES, "(?:at |on )?(?:the )?(?P<month_start>start|beginning|first|1st) of (?:every|each) (?P<u_month>month)"),
        (Form.SERIES, "(?:at |on )?(?:the )?(?P<month_end>end|last) of (?:every|each) (?P<u_month>month)"),
        (Form.ADVERB, f"(?:on )?{_EVERY} {{days}}"),
        (Form.SERIES, rf"(?:on )?{_EVERY} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {{month}}"),
        (Form.SERIES, rf"(?:on )?{_EVERY} {{month}} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![:\d]| ?(?:am|pm))"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{day}}(?: of)? {{month}}"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{month}} (?:the )?{{day}}"),
        (Form.ADJECTIVE, "(?P<u_day>daily|everyday)"),
        (Form.ADJECTIVE, "(?P<u_week>weekly)"),
        (Form.ADJECTIVE, "(?P<u_month>monthly)"),
        (Form.ADJECTIVE, "(?P<u_year>yearly|annual)"),
        (Form.ADJECTIVE, "(?P<u_hour>hourly)"),
        (Form.ADJECTIVE, "(?P<part>nightly)"),
        (Form.ADVERB, "(?P<u_day>daily|everyday)"),
        (Form.ADVERB, "(?P<part>nightly)"),
        (Form.ADVERB, "(?P<u_week>weekly)"),
        (Form.ADVERB, "(?P<u_month>monthly)"),
        (Form.ADVERB, "(?P<u_year>yearly|annually)"),
        (Form.ADVERB, "(?P<u_hour>hourly)"),
        (Form.PER, "(?:(?P<once>once)|(?P<twice>twice)|{n} times) (?:a|an|per|every|each) {unit}"),
        (Form.OF_MONTH, "(?:of|in) the month"),
        (Form.PLAIN, "(?:on )?{weekdays}(?: {part})?"),
        (Form.SERIES, f"(?:on )?{_EVERY} {{nth}} {{weekdays}} (?:of|in) {{month}}"),
        (Form.PLAIN, "(?:on )?(?:the )?{nth} {weekdays} (?:of|in) {month}"),
        (Form.PLAIN, "(?:on )?(?:the )?{nth} (?P<any_day>day) (?:of|in) {month}"),
        (Form.PLAIN, f"(?:on )?(?:the )?{{nth}} {_WORKING} (?:of|in) {{month}}"),
        (Form.PLAIN, "(?:on )?(?:the )?{nth} {weekdays}"),
        (Form.PLAIN, f"(?:on )?(?:the )?{{nth}} {_WORKING}"),
        (Form.PLAIN, "(?:on )?(?:the )?{nth} (?P<any_day>day)"),
        (Form.PLAIN, "(?:on |for )?the {days}"),
        (Form.PLAIN, r"(?:on )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? {month}"),
        (Form.PLAIN, r"(?:on )?{month} (?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![:\d]| ?(?:am|pm))"),
        (Form.PLAIN, "(?:on )?(?:the )?{day}(?: of)? {month}"),
        (Form.PLAIN, "(?:on )?{month} (?:the )?{day}"),
        (Form.PLAIN, "(?P<part>(?:early )?in the (?:early )?(?:morning|afternoon|evening|night)|at (?:night|lunch(?: ?time)?))"),
        (Form.WINDOW, "(?:between|from) {clock1} ?(?:and|to|until|till?|-) ?{clock2}"),
        (Form.CLOCK, rf"{_AT}{{h}}(?:[:.](?P<m>[0-5]\d))?{_OCLOCK}?{_HALF_DAY}"),
        (Form.CLOCK, rf"{_AT}{{h}}:(?P<m>[0-5]\d)"),
        (Form.CLOCK, rf"{_AT}{{h}}(?P<m>[0-5]\d){_HALF_DAY}"),
        (Form.CLOCK, f"{_AT}{{h}}{_OCLOCK}"),
        (Form.CLOCK, rf"{_AT}{{h}}(?::(?P<m>[0-5]\d))?(?= (?:in the (?:morning|afternoon|evening)|at night)(?!\w))"),
        (Form.CLOCK, rf"(?:at|@) ?(?:(?:about|around|exactly) )?{{h}}{_NO_HOUR}"),
        (Form.CLOCK, f"{_AT}(?P<half_past>half (?:past )?){_OF_HOUR}"),
        (Form.CLOCK, f"{_AT}(?:a )?(?:(?P<quarter_past>quarter (?:past|after))|(?P<quarter_to>quarter (?:to|till?|of|before))) {_OF_HOUR}"),
        (Form.CLOCK, f"{_AT}(?P<past>(?:5|10|20|25|five|ten|twenty|twenty[ -]five)|\\d{{1,2}}(?= minutes))(?: minutes)? (?:past|after) {_OF_HOUR}"),
        (Form.CLOCK, f"{_AT}(?P<to>(?:5|10|20|25|five|ten|twenty|twenty[ -]five)|\\d{{1,2}}(?= minutes))(?: minutes)? (?:to|till?|before) {_OF_HOUR}"),
        (Form.CLOCK, f"{_AT}(?:12 )?(?P<noon>noon|midday)"),
        (Form.CLOCK, f"{_AT}(?:12 )?(?P<midnight>midnight)"),
        (Form.BARE, r"{h}(?::(?P<m>[0-5]\d))?"),
        (Form.ON_THE_HOUR, "on the hour"),
        (Form.COUNT, "(?P<lead>for )?{n} times(?! an?\\b| per\\b)(?: (?P<total>in total|total|altogether))?"),
        (Form.COUNT, "x ?{n}"),
        (Form.COUNT, "{n} ?x"),
        (Form.LENGTH, "(?:for|over) (?:the )?(?:next |coming )?(?:{n}|an?) {unit}"),
        (Form.LENGTH, "(?:for|over) (?:the )?(?:next|coming) {unit}"),
        (Form.LENGTH, "(?:for|over) (?:the )?(?:next )?(?P<half_hour>half(?: an)? hour|half-hour)"),
        (Form.NOW, "(?:starting |beginning |as of |from )(?:(?:right )?now(?: on)?|today)"),
        (Form.OPEN_END, "(?:until|till?) (?:further notice|it(?:'s| is) (?:deleted|cancell?ed|stopped)|deleted|cancell?ed|stopped|i (?:say|tell|ask|delete|cancel|stop)\\b[\\w ]{0,20})"),
        (Form.NOW, "or the last day|or the 28th"),
        (Form.OPEN_END, "forever|indefinitely"),
        (Form.UNTIL, "(?:up )?(?:until|till?)"),
        (Form.START, "(?:starting|beginning|commencing|effective)(?: from| on| at)?|as of|from"),
        (Form.UNCLEAR, any_of(
            """tomorrow today tonight yesterday (?:this|next|last|the_coming|the_following)_(?:{unit}|{weekdays}|weekend|morning|afternoon|evening|night)
            for(?:_the)?_(?:next|rest|following|remainder|coming|whole)(?:_\\w+){0,3} all_day except(?:_for|_on)? excluding but_not not_on unless only_if or gmt utc cest cet eest eet est edt cst cdt mst mdt pst pdt bst ist (?:eastern|central|mountain|pacific|my|your|server|local)_time twice thrice in_{month} in_20\\d\\d at_(?:sunset|sunrise|dawn|dusk|bed_?time|breakfast|dinner|supper|dinner_?time) during between before after since"""
        )),
    ),
    joiners="and|&|plus|as well as",
    range=" ?(?:to|thru|through|until|till|-) ?",
    fillers="for|only|please|exactly|sharp|always|and|also|again|repeat(?:ing|edly)?|recurring|on",
    nouns=any_of(
        """(?:new_)?(?:reminders?|alarms?|timers?|notifications?|wake[ -]?up(?:_calls?|_alarms?)?|pings?|alerts?|nudges?)"""
    ),
    follows=any_of(
        r"""to for that about of at @ on in until till from starting beginning and or is i we so because when please \d+ with
        every each daily weekly monthly i'd i'll as by re with after before unless while via here everyone everybody
        remind ping wake tell notify alert"""
    ),
    spoils="not|almost|nearly|practically|hardly|never|than|like|as|isn't|don't|doesn't|didn't|wasn't|of|in|every|each|other|all but",
    owners="my|the|his|her|our|their|your|that",
    prepositions="through|thru|up to|at|on|in|from|until|till?|by|for|the",
    leads="on|at",
    wakes="wake|waking|get me up",
    alarms="alarms?|alarm clock",
    clause="that|which|who|because|when|if|where|while|whose|since",
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
)  # fmt: skip
