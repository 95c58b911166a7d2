"""What /memory does, whoever shows it: the notes that somebody may see where they ask, and what can be done
with each. No model, no Discord.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256

from agent import note_words
from agent.direct import without_pings
from agent.errors import IndexUnavailable, LimitReached, NotAllowed, NotFound
from agent.memory_types import Note, NoteHead, OnConflict, Saved, StagedNote
from agent.ports import Memory
from agent.types import Origin
from agent.words import say
from bot import note_desk_words as words
from bot.asking import Asked, Origins

PER_PAGE = 8
LISTED_TEXT = 100
"""Characters of a note's text in a list: a page of long lines fits one message."""
SHOWN_TEXT = 1500
"""Characters of a note that is open."""
FORM_LIMIT = 4000
"""Characters that a form of Discord's takes."""

Work = Callable[[Memory, Origin, NoteHead], Awaitable[str]]
"""Changes one note; what was done, in words."""
StagedWork = Callable[[Memory, Origin, int], Awaitable[str]]
"""The same for one that is staged, by its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage:
    """A page of the notes. `entries` are (key, line for a menu); `number` counts from 0."""

    text: str
    entries: tuple[tuple[str, str], ...]
    number: int
    pages: int
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteDetail:
    """One note, and what whoever asked may do with it. `similar` is the key of the note that stands in the
    way of a staged one, as it was shown; `form` is what a form to change the note starts with.
    """

    key: str
    text: str
    language: str
    editable: bool = False
    staged: bool = False
    server_wide: bool = False
    similar: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteOutcome:
    """What was done, in words; `detail` is the note to go on with, None for the list."""

    text: str
    detail: NoteDetail | None = None


class NoteDesk:
    """Every method acts for the author of what was asked, and may raise StoreUnavailable."""

    def __init__(self, *, memory: Memory | None, origins: Origins) -> None:
        self._memory = memory
        self._origins = origins

    async def page(self, asked: Asked, number: int) -> NotePage:
        """Page `number`, or the last one before it that there is: staged notes first."""
        origin = await self._origins.of(asked)
        language = origin.language
        if self._memory is None:
            return _empty(say(note_words.OFF, language), language)
        staged = await self._memory.staged(origin)
        heads = await self._memory.notes(origin)
        count = len(staged) + len(heads)
        if not count:
            return _empty(say(words.NOTHING, language), language)
        pages = -(-count // PER_PAGE)
        number = min(number, pages - 1)
        first = number * PER_PAGE
        everything: list[StagedNote | NoteHead] = [*staged, *heads]
        shown = everything[first : first + PER_PAGE]
        lines = [say(words.HEADING, language).format(first=first + 1, last=first + len(shown), count=count)]
        entries = []
        for each in shown:
            text, key = await self._line(origin, each), _key(each)
            lines.append(f"- {text}")
            entries.append((key, _plain(text)))
        return NotePage(
            text="\n".join(lines), entries=tuple(entries), number=number, pages=pages, language=language
        )

    async def detail(self, asked: Asked, key: str, *, moderates: bool) -> NoteDetail | None:
        """One note; None where it is not there any more, or may not be seen here."""
        origin = await self._origins.of(asked)
        found = await self._found(origin, key)
        if found is None or self._memory is None:
            return None
        if isinstance(found, StagedNote):
            return self._staged_detail(origin, found)
        note = await self._memory.note(origin, found.id)
        editable = self._memory.may_change(origin, found, moderates=moderates)
        text = _opened(note, found.name, origin.language)
        if not editable:
            text += f"\n{say(note_words.SOMEBODY_ELSES, origin.language)}"
        return NoteDetail(key=key, text=text, language=origin.language, editable=editable, form=note.text)

    async def edit(self, asked: Asked, key: str, *, moderates: bool) -> str:
        """Gives a note, staged or not, the text `asked.text`; what came of it."""

        async def restaged(memory: Memory, origin: Origin, number: int) -> str:
            staged = await memory.restage(origin, number, text=asked.text)
            return say(words.STAGED_CHANGED, origin.language).format(
                number=number, text=_cut(_safe(staged.draft.text))
            )

        async def edited(memory: Memory, origin: Origin, head: NoteHead) -> str:
            note = await memory.rewrite_note(origin, head.id, text=asked.text, moderates=moderates)
            line = {"name": _safe(head.name), "text": _cut(_safe(note.text))}
            return say(note_words.CHANGED, origin.language).format(**line)

        return await self._done(asked, key, edited, restaged)

    async def forget(self, asked: Asked, key: str, *, moderates: bool) -> str:
        async def forgotten(memory: Memory, origin: Origin, head: NoteHead) -> str:
            await memory.forget_note(origin, head.id, moderates=moderates)
            return say(note_words.FORGOTTEN, origin.language).format(name=_safe(head.name))

        return await self._done(asked, key, forgotten)

    async def discard(self, asked: Asked, key: str) -> str:
        origin = await self._origins.of(asked)
        found = await self._found(origin, key)
        if self._memory is None or not isinstance(found, StagedNote):
            return say(note_words.NOT_WAITING, origin.language)
        try:
            await self._memory.discard(origin, found.number)
        except NotFound:
            return say(note_words.NOT_WAITING, origin.language)
        return say(words.DISCARDED, origin.language).format(text=_cut(_safe(found.draft.text)))

    async def commit(
        self,
        asked: Asked,
        key: str,
        *,
        choice: OnConflict | None = None,
        shown: str = "",
        server_wide: bool = False,
    ) -> NoteOutcome:
        """Commits a staged note. Where a similar one is there, its author is asked; `shown` is then the key
        of the one that they were shown, and no other is replaced.
        """
        origin = await self._origins.of(asked)
        found = await self._found(origin, key)
        if self._memory is None or not isinstance(found, StagedNote):
            return NoteOutcome(text=say(note_words.NOT_WAITING, origin.language))
        try:
            saved = await self._saved(origin, found.number, choice, shown, server_wide)
        except (NotFound, NotAllowed, LimitReached, IndexUnavailable) as error:
            return NoteOutcome(text=_reason(error, origin.language))
        if saved.note is not None:
            return NoteOutcome(text=_kept(saved, saved.note, origin.language))
        assert saved.similar is not None
        question = say(note_words.SIMILAR, origin.language).format(
            old=_cut(_safe(saved.similar.text)),
            name=_safe(saved.similar.name),
            text=_cut(_safe(found.draft.text)),
            number=found.number,
        )
        detail = NoteDetail(
            key=key,
            text=question,
            language=origin.language,
            staged=True,
            server_wide=server_wide,
            similar=_digest(saved.similar.shown_as),
        )
        return NoteOutcome(text=question, detail=detail)

    # ------------------------------------------------------------------ parts

    async def _saved(
        self, origin: Origin, number: int, choice: OnConflict | None, shown: str, server_wide: bool
    ) -> Saved:
        assert self._memory is not None
        if choice is OnConflict.BOTH:
            return await self._memory.commit(origin, number, on_conflict=choice, server_wide=server_wide)
        saved = await self._memory.commit(origin, number, server_wide=server_wide)
        if choice is None or saved.similar is None or _digest(saved.similar.shown_as) != shown:
            return saved
        return await self._memory.commit(
            origin, number, on_conflict=choice, shown=saved.similar.shown_as, server_wide=server_wide
        )

    async def _found(self, origin: Origin, key: str) -> StagedNote | NoteHead | None:
        """What a key stands for, among what may be seen here and nowhere else."""
        if self._memory is None:
            return None
        everything: list[StagedNote | NoteHead] = list(await self._memory.staged(origin))
        everything += await self._memory.notes(origin)
        return next((each for each in everything if _key(each) == key), None)

    async def _done(self, asked: Asked, key: str, work: Work, staged: StagedWork | None = None) -> str:
        origin = await self._origins.of(asked)
        found = await self._found(origin, key)
        try:
            if self._memory is not None and isinstance(found, NoteHead):
                return await work(self._memory, origin, found)
            if self._memory is not None and isinstance(found, StagedNote) and staged is not None:
                return await staged(self._memory, origin, found.number)
            return say(note_words.GONE, origin.language)
        except (NotFound, NotAllowed, LimitReached) as error:
            return _reason(error, origin.language)

    async def _line(self, origin: Origin, each: StagedNote | NoteHead) -> str:
        assert self._memory is not None
        if isinstance(each, StagedNote):
            mark = say(words.STAGED_MARK, origin.language)
            return f"{each.number}. {_cut(_safe(each.draft.text), LISTED_TEXT)} ({mark})"
        try:
            text = (await self._memory.note(origin, each.id)).text
        except NotFound:
            text = each.title
        mine = f", {say(words.YOURS, origin.language)}" if each.author_id == origin.author.id else ""
        where = say(note_words.WHERE[each.scope.kind], origin.language)
        return f"**{_safe(each.name)[:60]}**: {_cut(_safe(text), LISTED_TEXT)} ({where}{mine})"

    def _staged_detail(self, origin: Origin, staged: StagedNote) -> NoteDetail:
        assert self._memory is not None
        expires = f"<t:{int(staged.expires.timestamp())}:R>"
        text = say(words.STAGED_OPEN, origin.language).format(
            number=staged.number, text=_cut(_safe(staged.draft.text), SHOWN_TEXT), expires=expires
        )
        return NoteDetail(
            key=_key(staged),
            text=text,
            language=origin.language,
            editable=True,
            staged=True,
            server_wide=self._memory.may_keep_server_wide(origin),
            form=staged.draft.text,
        )


def _empty(text: str, language: str) -> NotePage:
    return NotePage(text=text, entries=(), number=0, pages=1, language=language)


def _key(each: StagedNote | NoteHead) -> str:
    """Short enough for a button's id, whatever a person made the note's id."""
    return f"s{each.number}" if isinstance(each, StagedNote) else f"n{_digest(each.id)}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _opened(note: Note, name: str, language: str) -> str:
    tags = "".join(f" #{tag}" for tag in note.tags)
    where = say(note_words.WHERE[note.scope.kind], language)
    changed = f"<t:{int(note.updated.timestamp())}:f>"
    text = without_pings(note.text)
    body = text if len(text) <= SHOWN_TEXT else text[: SHOWN_TEXT - 1].rstrip() + "…"
    return f"**{_safe(name)}** ({where}, {changed}){_safe(tags)}\n{body}"


def _kept(saved: Saved, note: Note, language: str) -> str:
    table = note_words.KNOWN if saved.known else note_words.REPLACED if saved.replaced else note_words.KEPT
    return say(table, language).format(
        text=_cut(_safe(note.text)),
        name=_safe(note.name),
        where=say(note_words.WHERE[note.scope.kind], language),
        old=_cut(_safe(saved.similar.text)) if saved.similar is not None else "",
    )


def _reason(error: Exception, language: str) -> str:
    if isinstance(error, LimitReached):
        return error.told(language)
    if isinstance(error, NotAllowed):
        return say(note_words.SOMEBODY_ELSES, language)
    return say(note_words.GONE if isinstance(error, NotFound) else note_words.NO_INDEX, language)


def _safe(text: str) -> str:
    """On one line, and pinging nobody."""
    return without_pings(" ".join(text.split()))


def _plain(text: str) -> str:
    return text.replace("**", "")


def _cut(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
