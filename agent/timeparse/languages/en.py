"""English."""

# ruff: noqa: E501 - a pattern reads best unbroken

from __future__ import annotations

from agent.timeparse.languages.shared import HALF_DAY, PLAIN_DATES, YEAR, any_of, compounds, counted, units
from agent.timeparse.lexicon import Lexicon, Scale, SmallHours, Unit, Words
from agent.timeparse.policy import Part

_ONES = "one two three four five six seven eight nine"
_SMALL = f"{_ONES} ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
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
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty_first twenty_second twenty_third "
    "twenty_fourth twenty_fifth twenty_sixth twenty_seventh twenty_eighth twenty_ninth thirtieth thirty_first"
)
_MONTHS = (
    r"jan(?:uary)?\.?", r"feb(?:ruary)?\.?", r"mar(?:ch)?\.?", r"apr(?:il)?\.?", "may", r"june?\.?", r"july?\.?",
    r"aug(?:ust)?\.?", r"sept?(?:ember)?\.?", r"oct(?:ober)?\.?", r"nov(?:ember)?\.?", r"dec(?:ember)?\.?",
)  # fmt: skip
_ANY_MONTH = "|".join(_MONTHS)
_WEEKDAYS = (
    r"mon(?:day|\.)?", r"tue(?:s|sday|s?\.)?", r"wed(?:nesday|s|\.)?", r"thu(?:r|rs|rsday|r?s?\.)?", r"fri(?:day|\.)?",
    r"sat(?:urday|\.)?", r"sun(?:day|\.)?",
)  # fmt: skip
_FULL_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"

_AT = "(?:(?:at|@|by|for|around|about|approximately|circa|exactly) ?)+"
_OCLOCK = r"(?: ?o'? ?clock)"
_HOUR = rf"(?:(?P<h>\d{{1,2}})(?:ish)?{_OCLOCK}?{HALF_DAY}?|(?P<noon>noon|midday)|(?P<midnight>midnight))"
_N = r"(?P<n>\d{1,2}) min(?:ute)?s?|(?P<q>(?:an? )?quarter)"
_SHORT_N = r"(?P<n>5|10|15|20|25)"
_UNITS = "(?:days?|weeks?|months?|years?)"

LEXICON = Lexicon(
    language="en",
    spellings=(
        (
            r"\b(?:tm+r+w|tm+r|tmw|2mor+ow?|tom+or+ows?|tomor+w|tomr+ow|tomarrow|tommor+ow)\b(?:'s)?",
            "tomorrow",
        ),
        (rf"\b(today|tonight|morning|afternoon|evening|{_FULL_WEEKDAY}|tomorrow)'s\b", r"\1"),
        (r"\btodays\b", "today"),
        (r"\bmid night\b", "midnight"),
        (r"\b((?:second|minute|hour|day|week|fortnight|month|year)s?)(?:'s|')? time\b", r"\1"),
        (r"\b((?:minute|hour|day|week|month)s?) or so\b", r"\1"),
        (r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)days) from today\b", r"\1 from now"),
        (rf"\b(early|late) (tomorrow|{_FULL_WEEKDAY}) (morning|afternoon|evening)\b", r"\2 \1 \3"),
        (r"\blater (?=this |today|tonight)", ""),
        (
            r"(?<!in )(?<!for )(?<!after )(?<!within )\b([01]\d|2[0-3])([0-5]\d) ?(?:h|hrs|hours)(?!\w)",
            r"\1h\2",
        ),
        (r"(?<=in )(\d{1,2}):(\d\d) ?(?:h|hrs|hours)(?!\w)", r"\1h\2"),
        (r"\b(\d\d):(\d\d) ?(?:h|hrs|hours)(?!\w)", r"\1h\2"),
        (rf"\b((?:{_ANY_MONTH})(?: \d{{1,2}}(?:st|nd|rd|th)?)?),? '(\d\d)(?![\w:'])", r"\1 20\2"),
        (r"\b(?:2nite|tonite|tonigh|2night)\b", "tonight"),
        (r"\b(?:wendesday|wensday|wednsday|wednesay|wedesday)\b", "wednesday"),
        (r"\b(?:thrusday|thurday|thusday)\b", "thursday"),
        (r"\b(?:teusday|tuseday|tusday)\b", "tuesday"),
        (r"\b(?:saterday|satuday)\b", "saturday"),
        (r"\b(?:febuary|feburary)\b", "february"),
        (r"\b(?:minuets?|mintues?|minuts|minites?)\b", "minutes"),
        (r"\b(?:secons|secounds?)\b", "seconds"),
        (r"\b(?:houres|huors|horus)\b", "hours"),
        (r"(?<=\d)([ap])(?![\w']|\.? ?m)", r" \1m"),
        (r"\bin the ([ap]m)\b", r"\1"),
        (rf"\b({_ONES.replace(' ', '|')}|ten|eleven|twelve)-(?=[a-z])", r"\1 "),
        (r"\bzero-", "zero "),
        (r"\beid (?:al|ul)[ -]?(?=fitr|adha)", "eid al-"),
        (r"(?<=\d) ?\. ?([ap]m)\b", r" \1"),
        (r"\b(?:a )?(?:couple|pair)(?: of)? (?=more |sec|min|h|day|week|month)", "2 "),
        (r"\b(?:a )?few (?:more )?(?=sec|min|h|day|week|month)", "3 "),
        (rf"(?<!\w)(?<!twenty )(?<!twenty-)(?<!thirty )second(?= of (?:{_ANY_MONTH}))", "2nd"),
    ),
    numbers={**compounds(_TENS, _ONES.split(), " "), **_TENS, **counted(_SMALL)},
    ordinals={word: number for word, number in counted(_ORDINALS).items() if word != "second"},
    ordinal_mark="th",
    thousand="thousand",
    rewrites=(
        (r"\b(\d+|an?) and (?:an?|1) half (?=\w)", r"\1.5 "),
        (r"\b(\d+|an?) (hours?|minutes?|days?|years?) and (?:a|1) half\b", r"\1.5 \2"),
        (r"\b(\d+|an?) and (?:a|1) quarter (?=hour)", r"\1.25 "),
        (r"\b(\d+|an?) (hours?) and (?:a|1) quarter\b", r"\1.25 \2"),
        (r"\b(\d+|an?) (hours?) and 3[ -]quarters\b", r"\1.75 \2"),
        (r"^((?:in )?\d+ ?(?:hrs?|hours?)) (?:and )?(\d\d)$", r"\1 \2 minutes"),
        (r"\ban?(?=\.(?:25|5|75)\b)", "1"),
        (r"\b(?:(?:a|1) )?half[ -](?:an? |of an )?(?=hour|minute|day|year)", "0.5 "),
        (r"\b(?:an? |1 )?quarter(?: of)?(?: an?)? hour\b", "15 minutes"),
        (r"\b3[ -]quarters? of an hour\b", "45 minutes"),
        (r"\b(?:zero|oh|o|ou) (?=\d\b)", "0"),
        (r"\banother (?=\d)", ""),
        (r" more (?=sec|min|hour|day|week|month)", " "),
    ),
    articles="an?|another",
    units=(
        *units(
            second='s|secs?|seconds?|"',
            minute="m|mins?|minutes?|'",
            hour="h|hrs?|hours?",
            day="d|days?",
            week="w|wks?|weeks?",
            month="mos?|months?",
            year="y|yrs?|years?",
        ),
        Unit(pattern="fortnights?", scale=Scale.DAYS, factor=14),
    ),
    ahead="in|after|for|within",
    from_now=any_of("from_now from_today hence later from_this_moment"),
    about=any_of(r"about around approximately approx\.? roughly exactly just some like"),
    joiner="and|&",
    disputed_hours=None,
    clocks=(
        ("digital", rf"(?:{_AT})?(?P<h>\d{{1,2}}):(?P<m>\d\d)(?::(?P<s>\d\d))?(?:ish)?{_OCLOCK}?{HALF_DAY}?"),
        ("literal", rf"(?:{_AT})?(?P<h>\d{{1,2}})h(?P<m>\d\d)"),
        ("literal", r"(?:at )?(?P<h>0\d)(?P<m>[0-5]\d)"),
        ("literal", r"at (?P<h>19|20|21)(?P<m>[0-5]\d)"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})[. ](?P<m>[0-5]\d){HALF_DAY}?"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})[. ]?(?P<m>[0-5]\d){HALF_DAY}"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?:ish)?{_OCLOCK}?{HALF_DAY}"),
        ("point", rf"(?:{_AT})?(?P<h>\d{{1,2}})(?:{_OCLOCK}|ish)"),
        ("point", rf"{_AT}(?P<h>\d{{1,2}})"),
        ("point", rf"{_AT}(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("bare", r"(?P<h>\d{1,2})[ .](?P<m>[0-5]\d)"),
        ("bare", r"(?P<h>\d{1,2})"),
        ("packed", rf"(?:{_AT})?(?!(?:19|20|21)\d\d)(?P<h>\d{{1,2}})(?P<m>[0-5]\d)"),
        ("past", rf"(?:{_AT})?(?:{_N}|(?P<half>half)) (?:past|after) {_HOUR}"),
        ("past", rf"(?:{_AT})?(?P<n>\d{{1,2}}) past {_HOUR}"),
        ("past", rf"(?:{_AT})?{_SHORT_N} after {_HOUR}"),
        ("to", rf"(?:{_AT})?(?:{_N}) (?:to|before|till?|of) {_HOUR}"),
        ("to", rf"(?:{_AT})?{_SHORT_N} (?:to|till?|of) {_HOUR}"),
        ("past", rf"(?:{_AT})?(?P<half>half) (?P<h>\d{{1,2}}){HALF_DAY}?"),
        ("noon", rf"(?:{_AT}|the )?(?:12 ?)?(?:noon|midday)(?:-?ish)?"),
        ("midnight", rf"(?:{_AT})?(?:12 ?)?midnight"),
        ("day_end", "(?:at |by )?(?:the )?end of(?: the)?"),
        ("present", "(?:at |about |around )?(?:(?:the |this )?same|this) time"),
    ),
    literal_minutes=False,
    small_hours=SmallHours.WAKING,
    parts=(
        (r"(?:in the |at )?early (?:in the )?morning", Part.EARLY, False),
        (r"(?:in the )?morning|(?:first|1th) thing(?: in the morning)?", Part.MORNING, False),
        (r"this morning", Part.MORNING, True),
        (r"(?:at )?lunch(?: ?time)?", Part.NOON, False),
        (r"this noon", Part.NOON, True),
        (r"(?:in the |late |early )?afternoon", Part.AFTERNOON, False),
        (r"this afternoon", Part.AFTERNOON, True),
        (r"(?:in the |late |early )?evening", Part.EVENING, False),
        (r"this evening", Part.EVENING, True),
        (r"tonight|this night", Part.TONIGHT, True),
        (r"at night|night", Part.NIGHT, False),
    ),
    days=(("today", 0), ("tomorrow", 1), (r"(?:the )?day after tomorrow|overmorrow", 2)),
    weekdays=_WEEKDAYS,
    months=_MONTHS,
    which_weekday=(
        ("nth", r"(?:on )?(?:the )?(?P<nth>[1-5])(?:st|nd|rd|th) {weekday} (?:of|in)(?: the)?"),
        ("last", r"(?:on )?(?:the )?last {weekday} (?:of|in)(?: the)?"),
        ("coming", r"(?:on )?(?:this )?{weekday}"),
        ("later", r"(?:on )?(?:the |this )?(?:coming |upcoming ){weekday}"),
        ("following", r"(?:on )?(?:the )?(?:next|following) {weekday}"),
        ("second_following", r"(?:on )?(?:the )?{weekday} after next"),
        ("nth_next_month", r"(?:on )?(?:the )?(?P<nth>[1-5])(?:st|nd|rd|th) {weekday} next month"),
    ),
    dates=(
        *PLAIN_DATES,
        ("month", rf"{{month}}(?:,? {YEAR})?"),
        (
            "day_month",
            rf"(?:on )?(?:the )?(?:next )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: day)?(?: of)?[ /-]?{{month}}(?:(?:,? |[/-]| in ){YEAR})?",
        ),
        (
            "day_month",
            rf"(?:on )?(?:the )?(?:next )?{{month}}[ /-]?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![ap:]| ?(?:am|pm|o'clock))(?:(?: ?, ?| |[/-]| in ){YEAR})?",
        ),
        ("day", r"(?:on )?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)(?: day)?(?: of)?(?: the month)?"),
        ("day", r"on (?P<d>1[3-9]|2\d|3[01])"),
        ("numeric", r"(?:on )?(?P<a>\d{1,2}) ?[/-] ?(?P<b>\d{1,2})(?:[/-](?P<y>\d{4}|\d\d))?"),
        (
            "numeric",
            r"(?:(?<=day )|(?<=\b(?:mon|tue|wed|thu|fri|sat|sun) ))(?P<a>\d{1,2})\.(?P<b>\d{1,2})",
        ),
        ("dotted", rf"(?:on )?(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.{YEAR}"),
        ("year", rf"(?:in |of )?{YEAR}"),
        (
            "offset",
            rf"(?P<duration>(?:in|after) (?:\d+|an?) {_UNITS}|(?:\d+|an?) {_UNITS} (?:from now|from today|hence))",
        ),
        ("plus", r"(?P<duration>(?:\d+|an?) (?:days?|weeks?|months?|fortnights?)) (?:from|after)(?= )"),
        (
            "plus",
            rf"(?P<duration>(?:\d+|an?) (?:weeks?|fortnights?))(?: on)?(?= (?:today|tomorrow|next|{_FULL_WEEKDAY}))",
        ),
        ("day_after", r"(?:the )?day after(?= )"),
        (
            "ends_month",
            rf"(?<!\dth )(?<!\dst )(?<!\dnd )(?<!\drd )(?:at |on |by )?(?:the )?(?:end|last day) (?:of|in) {{month}}(?:,? {YEAR})?",
        ),
        ("next_week", r"(?:of |in )?(?:the )?next week"),
        ("this_weekend", r"(?:on |at |for )?(?:this |the )?week ?end"),
        ("next_weekend", r"(?:on |at |for )?(?:the )?next week ?end"),
        ("this_week", r"(?:of |in )?this week"),
        ("week_after", r"week(?= ?(?:$|at|@))|(?:a )?week from(?= )"),
        ("next_month", r"(?:at |of |in )?(?:the )?(?:(?:start|beginning) of )?(?:the )?next month"),
        ("this_month", r"(?:of |in )?(?:this|the current) month"),
        (
            "month_end",
            r"(?:at |on |by )?(?:the )?end of (?:the |this )?month|(?:the )?last day of (?:the|this) month",
        ),
        ("next_month_end", r"(?:at |on |by )?(?:the )?(?:end|last day) of next month"),
    ),
    holidays=(
        (r"(?:on )?(?:christmas|xmas) eve", 12, 24),
        (r"(?:on )?(?:christmas|xmas)(?: day)?", 12, 25),
        (r"boxing day", 12, 26),
        (r"(?:on )?new years? eve|new year's eve|nye", 12, 31),
        (r"(?:on )?(?:the )?new year'?s?(?: day)?", 1, 1),
        (r"(?:on )?(?:saint |st\.? )?valentine'?s?(?: day)?", 2, 14),
        (r"(?:the )?ides of march", 3, 15),
        (r"(?:on )?(?:st\.?|saint) patrick'?s?(?: day)?", 3, 17),
        (r"(?:on )?hallowe'?en", 10, 31),
        (r"(?:at |by )?(?:the )?end of (?:the |this )?year|year[ -]end", 12, 31),
    ),
    easter=(
        (r"(?:on )?easter mon(?:day)?", 1),
        (r"(?:on )?easter(?: sunday)?", 0),
        (r"(?:on )?good friday", -2),
        (r"(?:on )?(?:maundy|holy) thursday", -3),
        (r"(?:on )?palm sunday", -7),
        (r"(?:on )?ash wednesday", -46),
        (r"(?:on )?(?:shrove tuesday|pancake day|mardi gras)", -47),
        (r"(?:on )?ascension(?: day| thursday)?", 39),
        (r"(?:on )?(?:pentecost|whit ?sunday)", 49),
        (r"(?:on )?(?:whit|pentecost) ?monday", 50),
    ),
    fillers=any_of(
        "on_the_dot the_stroke_of on to the of at around about by for from sharp exactly please approximately circa ,"
    ),
    recurrence=any_of(
        r"""every each daily weekly monthly yearly annually hourly everyday biweekly fortnightly
        (?:mon|tues|wednes|thurs|fri|satur|sun|week)days(?!_from_now) weekends mornings evenings nights afternoons
        once_an?_\w+ twice_an?_\w+ times_an?_\w+ \w+_times_an?_\w+ per_(?:day|week|month|hour) (?<!in_)an?_(?:day|week)_at"""
    ),
    past=any_of(
        rf"""ago yesterday previous earlier last_(?:night|week|month|year|{_FULL_WEEKDAY})(?!_(?:of|in)_)
        past_(?:week|month|{_FULL_WEEKDAY})"""
    ),
    event=any_of(
        rf"""before_(?!\d|noon|midnight|midday) after_(?!\d|noon|midnight|tomorrow|today|easter|christmas|next|now|{_FULL_WEEKDAY}|an?_(?:day|week|month|hour|min|sec))
        during while until till? since weeks?_of between years?_after end_of_(?:the_)?day eod cob close_of_business"""
    ),
    words=Words(
        inside=any_of(
            r"""in on at by for from of the this next coming upcoming following half quarters? past to till? after before
            now noon midday midnight lunch lunchtime time start beginning mid same dot stroke o'?clock am pm a\.m p\.m morning afternoon evening night tonight tonite
            2nite 2night early late today tomorrow tm+r+w tm+r tmw 2mor+ow? tom+or+ows? tomor+w tomarrow tommor+ow overmorrow
            tomr+ow couple few more pair end weekend last day todays (?:today|tonight|tomorrow|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)'s ish sharp and & minuets? mintues? minuts minites? secounds? wendesday wensday
            wednsday wednesay wedesday thrusday thurday thusday teusday tuseday tusday saterday satuday febuary feburary hence later
            christmas xmas easter eve new year's years thanksgiving halloween valentine's gmt utc cet cest est edt pst pdt bst ist
            \d+(?:st|nd|rd|th) (?:twenty|thirty|forty|fifty)-\w+ thousand good boxing saint patrick's palm maundy holy ash shrove ascension pentecost whit"""
        ),
        named=any_of(
            r"""independence_day eid thanksgiving mother's_day father's_day labor_day memorial_day black_friday easter christmas last_\w+_of
            gmt utc cet cest est edt pst pdt bst ist (?:first|second|third|fourth|last)_\w+_(?:of|in)"""
        ),
        weak=any_of(
            r"for_lunch weekend an?_(?:second|sec|minute|hour|day|week|month|year) sat sun wed mar may march mon fri thu tue thur dec jan now early night morning evening afternoon noon midday lunch second"
        ),
        before=any_of(
            r"""happy merry every each last past previous since until till? between than every_other good half took takes take before these ended lasted lasts waited spent"""
        ),
        labels=any_of(
            r"from version v chapter page room bus gate level step number no\.? # part season episode game score ratio top"
        ),
        behind=any_of(r"ago before earlier old prior early into away straight apart long each after_that"),
        counted=any_of(r"people of_them of_us percent dollars? euros?"),
    ),
)
