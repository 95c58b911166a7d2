"""Numbers between two bounds as expressions over their decimal digits, exact at both ends."""

from __future__ import annotations

from agent.grammar.expression import EMPTY, Exact, Expression, chain, chars, choice, optional, repeat

DIGIT = chars("09")


def integers(lowest: int, highest: int) -> Expression:
    """The integers from `lowest` to `highest`: no leading zeros, no plus sign, no minus zero.

    The bounds must be in order.
    """
    options: list[Expression] = []
    if lowest < 0:
        options.append(chain(Exact("-"), _naturals(max(1, -highest), -lowest)))
    if highest >= 0:
        options.append(_naturals(max(0, lowest), highest))
    return choice(*options)


def decimals(lowest: int, highest: int, places: int) -> Expression:
    """Decimal numbers with at most `places` digits after the point, between two bounds given in units of
    10**-places. Trailing zeros are allowed, exponents and minus zero are not.
    """
    options: list[Expression] = []
    if lowest < 0:
        options.append(chain(Exact("-"), _positive_decimals(max(1, -highest), -lowest, places)))
    if highest >= 0:
        options.append(_positive_decimals(max(0, lowest), highest, places))
    return choice(*options)


def multiples(lowest: int, highest: int, step: int) -> Expression | None:
    """The multiples of `step` from `lowest` to `highest`, where `step` divides a power of ten up to 1000.

    None where the step does not divide one, or where no multiple lies between the bounds.
    """
    power = next((power for power in (10, 100, 1000) if power % step == 0), None)
    if power is None:
        return None
    options: list[Expression] = []
    if lowest < 0:
        options += [chain(Exact("-"), part) for part in _endings(max(1, -highest), -lowest, step, power)]
    if highest >= 0:
        options += _endings(max(0, lowest), highest, step, power)
    return choice(*options) if options else None


def _endings(low: int, high: int, step: int, power: int) -> list[Expression]:
    """The multiples in [low, high], 0 <= low, grouped by what stands before their last digits."""
    small = [Exact(str(number)) for number in range(0, power, step) if low <= number <= high]
    groups: dict[tuple[int, int], list[Expression]] = {}
    width = len(str(power)) - 1
    for ending in range(0, power, step):
        first, last = max(1, -((ending - low) // power)), (high - ending) // power
        if first <= last:
            groups.setdefault((first, last), []).append(Exact(str(ending).zfill(width)))
    grouped = [chain(_naturals(first, last), choice(*tails)) for (first, last), tails in groups.items()]
    return [*small, *grouped]


def _naturals(low: int, high: int) -> Expression:
    """0 <= low <= high. Runs of whole lengths are written as one range of digits."""
    options: list[Expression] = []
    whole: list[int] = []
    for length in range(len(str(low)), len(str(high)) + 1):
        first = max(low, 10 ** (length - 1) if length > 1 else 0)
        last = min(high, 10**length - 1)
        if length > 1 and (first, last) == (10 ** (length - 1), 10**length - 1):
            whole.append(length)
        else:
            options.append(_digits(str(first), str(last)))
    if whole:
        options.append(chain(chars("19"), repeat(DIGIT, whole[0] - 1, whole[-1] - 1)))
    return choice(*options)


def _digits(low: str, high: str) -> Expression:
    """Digit strings of one length between two of that length, inclusive."""
    if low == high:
        return Exact(low)
    if low[0] == high[0]:
        return chain(Exact(low[0]), _digits(low[1:], high[1:]))
    rest = len(low) - 1
    first, last = int(low[0]), int(high[0])
    options: list[Expression] = []
    if low[1:] != "0" * rest:
        options.append(chain(Exact(low[0]), _digits(low[1:], "9" * rest)))
        first += 1
    top = None
    if high[1:] != "9" * rest:
        top = chain(Exact(high[0]), _digits("0" * rest, high[1:]))
        last -= 1
    if first <= last:
        options.append(chain(_digit(first, last), repeat(DIGIT, rest, rest)))
    return choice(*options, *([top] if top else []))


def _digit(first: int, last: int) -> Expression:
    return Exact(str(first)) if first == last else chars(f"{first}{last}")


def _positive_decimals(low: int, high: int, places: int) -> Expression:
    unit = 10**places
    (low_whole, low_part), (high_whole, high_part) = divmod(low, unit), divmod(high, unit)
    if low_whole == high_whole:
        return chain(Exact(str(low_whole)), _fraction(low_part, high_part, places))
    first, last = low_whole, high_whole
    options: list[Expression] = []
    if low_part:
        options.append(chain(Exact(str(low_whole)), _fraction(low_part, unit - 1, places)))
        first += 1
    top = None
    if high_part != unit - 1:
        top = chain(Exact(str(high_whole)), _fraction(0, high_part, places))
        last -= 1
    if first <= last:
        options.append(chain(_naturals(first, last), _fraction(0, unit - 1, places)))
    return choice(*options, *([top] if top else []))


def _fraction(low: int, high: int, places: int) -> Expression:
    """A point and digits whose value lies in [low, high] units; nothing at all where that means zero."""
    if places == 0:
        return EMPTY
    tail = chain(Exact("."), _places(str(low).zfill(places), str(high).zfill(places)))
    return optional(tail) if low == 0 else tail


def _places(low: str, high: str) -> Expression:
    """One digit or more whose value, padded with zeros on the right, lies in [low, high]."""
    rest = len(low) - 1
    if low[0] == high[0]:
        return chain(Exact(low[0]), _further(low[1:], high[1:]))
    first, last = int(low[0]), int(high[0])
    options: list[Expression] = []
    if low[1:] != "0" * rest:
        options.append(chain(Exact(low[0]), _further(low[1:], "9" * rest)))
        first += 1
    top = None
    if high[1:] != "9" * rest:
        top = chain(Exact(high[0]), _further("0" * rest, high[1:]))
        last -= 1
    if first <= last:
        options.append(chain(_digit(first, last), repeat(DIGIT, 0, rest)))
    return choice(*options, *([top] if top else []))


def _further(low: str, high: str) -> Expression:
    """Further digits, or none where stopping here means a value in range."""
    if not low:
        return EMPTY
    more = _places(low, high)
    return optional(more) if set(low) == {"0"} else more
