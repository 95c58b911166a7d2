"""The lengths that a pattern's matches can have, and a pattern narrowed to those between two lengths."""

from __future__ import annotations

from dataclasses import dataclass

from agent.grammar.regex_syntax import Edge, Either, Node, Sequence, Set, Times

MOST_TURNS = 8
"""Turns of a repeated part that itself varies in length, where the whole has a longest length."""

_EMPTY = Sequence(())


def fitted(node: Node, minimum: int, maximum: int | None, repetitions: int) -> Fitted:
    if maximum is None:
        node = bounded(node, max(repetitions, minimum))
        maximum = max(minimum, longest_match(node) or 0)
    return _Fitting().fit(node, minimum, maximum)


def bounded(node: Node, repetitions: int) -> Node:
    """Without endless repetition."""
    match node:
        case Sequence(parts):
            return Sequence(tuple(bounded(part, repetitions) for part in parts))
        case Either(options):
            return Either(tuple(bounded(option, repetitions) for option in options))
        case Times(part, minimum, maximum):
            inner = bounded(part, max(8, repetitions // 8))
            return Times(inner, minimum, max(minimum, repetitions) if maximum is None else maximum)
        case _:
            return node


class NoRoom(Exception):
    """No text of this length matches."""


@dataclass(frozen=True, slots=True)
class Fitted:
    node: Node
    exact: bool


def shortest_match(node: Node) -> int:
    match node:
        case Set():
            return 1
        case Sequence(parts):
            return sum(map(shortest_match, parts))
        case Either(options):
            return min(map(shortest_match, options))
        case Times(part, minimum):
            return minimum * shortest_match(part)
        case Edge():
            return 0


def longest_match(node: Node) -> int | None:
    """None: without end."""
    match node:
        case Set():
            return 1
        case Sequence(parts):
            lengths = [longest_match(part) for part in parts]
            return None if None in lengths else sum(length for length in lengths if length is not None)
        case Either(options):
            lengths = [longest_match(option) for option in options]
            return None if None in lengths else max(length for length in lengths if length is not None)
        case Times(part, _, maximum):
            inner = longest_match(part)
            if inner == 0 or maximum == 0:
                return 0
            return None if maximum is None or inner is None else maximum * inner
        case Edge():
            return 0


class _Fitting:
    """Narrows a node to texts between two lengths."""

    def fit(self, node: Node, minimum: int, maximum: int) -> Fitted:
        shortest, longest = shortest_match(node), longest_match(node)
        if shortest > maximum or (longest is not None and longest < minimum):
            raise NoRoom
        if shortest >= minimum and longest is not None and longest <= maximum:
            return Fitted(node, exact=True)
        match node:
            case Either(options):
                return self._either(options, minimum, maximum)
            case Sequence(parts):
                return self._sequence(parts, minimum, maximum)
            case Times():
                return self._times(node, minimum, maximum)
            case _:
                raise NoRoom

    def _either(self, options: tuple[Node, ...], minimum: int, maximum: int) -> Fitted:
        fitted: list[Fitted] = []
        for option in options:
            try:
                fitted.append(self.fit(option, minimum, maximum))
            except NoRoom:
                continue
        if not fitted:
            raise NoRoom
        return Fitted(Either(tuple(each.node for each in fitted)), all(each.exact for each in fitted))

    def _sequence(self, parts: tuple[Node, ...], minimum: int, maximum: int) -> Fitted:
        """One part that can vary gets exactly what the others leave; several share it, the first the most."""
        varying = [
            position for position, part in enumerate(parts) if shortest_match(part) != longest_match(part)
        ]
        fixed = sum(shortest_match(part) for part in parts)
        spare, missing = maximum - fixed, max(0, minimum - fixed)
        fitted = list(parts)
        exact = len(varying) == 1
        for number, position in enumerate(varying):
            part = parts[position]
            shortest, longest = shortest_match(part), longest_match(part)
            share = spare if number == len(varying) - 1 else (spare + 1) // 2
            room = share if longest is None else min(share, longest - shortest)
            room = max(room, 0)
            need = min(missing, room)
            narrowed = self.fit(part, shortest + need, shortest + room)
            exact = exact and narrowed.exact
            fitted[position] = narrowed.node
            spare -= room
            missing -= need
        if missing:
            raise NoRoom
        return Fitted(Sequence(tuple(fitted)), exact)

    def _times(self, node: Times, minimum: int, maximum: int) -> Fitted:
        """Counts follow from lengths where the part has one length; else each turn gets an equal share."""
        shortest, longest = shortest_match(node.part), longest_match(node.part)
        if shortest == longest:
            if shortest == 0:
                return Fitted(Times(node.part, min(node.minimum, 1), 1), exact=True)
            least = max(node.minimum, -(-minimum // shortest))
            most = maximum // shortest if node.maximum is None else min(node.maximum, maximum // shortest)
            if least > most:
                raise NoRoom
            return Fitted(Times(node.part, least, most), exact=True)
        return self._varied_times(node, minimum, maximum)

    def _varied_times(self, node: Times, minimum: int, maximum: int) -> Fitted:
        """Turns of a part that varies: as many as fit at its shortest, each held to an equal share of the
        room.
        """
        shortest, longest = max(1, shortest_match(node.part)), longest_match(node.part)
        most = maximum // shortest if node.maximum is None else min(node.maximum, maximum // shortest)
        least = max(node.minimum, -(-minimum // shortest))
        if most == 0 and least == 0:
            return Fitted(_EMPTY, exact=False)
        if most == 0 or node.minimum > most:
            raise NoRoom
        if least > most:  # longer turns instead of more of them
            return Fitted(
                Times(self.fit(node.part, -(-minimum // most), maximum // most).node, most, most), exact=False
            )
        if longest is not None and longest * most <= maximum:
            return Fitted(Times(node.part, least, most), exact=least == node.minimum)
        turns = max(least, min(most, MOST_TURNS))
        return Fitted(Times(self.fit(node.part, 0, maximum // turns).node, least, turns), exact=False)
