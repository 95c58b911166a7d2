"""Remembering, looking up and forgetting by talking, one message after the other."""

from __future__ import annotations

from typing import Any

import pytest

from agent.memory.keeper import Keeper, PresentNotes
from agent.memory.notebook import MemorySettings, Notebook
from agent.testing.engine import ScriptedEngine
from agent.testing.notes import in_memory_index
from agent.testing.vault import InMemoryStagedNotes, InMemoryVault, SwitchedIndex
from agent.types import Author, Channel, ChannelKind, TurnEnd
from agent.words import LANGUAGES
from tests.turn.house import NARROW, WIDE, build, encoder, idle, origin, task

BOB = Author(id=8, name="Bob")
ROOM = Channel(id=80, kind=ChannelKind.GUILD, guild_id=90)
OTHER_ROOM = Channel(id=82, kind=ChannelKind.GUILD, guild_id=90)
BIRTHDAY = "Anna's birthday is on May 3"


class Talk:
    """A house with a memory; `say` answers one message and lets the index catch up."""

    def __init__(self, *, curators: frozenset[int] = frozenset(), profile: Any = NARROW) -> None:
        self.vault = InMemoryVault()
        self.index = SwitchedIndex(in_memory_index(encoder()))
        self.keeper = Keeper(vault=self.vault, index=self.index)
        self.notebook = Notebook(
            vault=self.vault,
            staged=InMemoryStagedNotes(),
            index=PresentNotes(self.index, vault=self.vault),
            settings=MemorySettings(curators=curators),
        )
        self.engine = ScriptedEngine()
        self.house = build(self.engine, memory=self.notebook, profile=profile)
        self.number = 0
        self.end: TurnEnd | None = None

    async def say(self, text: str, *script: str, **changes: Any) -> str:
        self.number += 1
        self.engine.add(*script)
        outcome = await self.house.turn.run(origin(text, message_id=self.number, **changes))
        if not self.index.down:
            await self.keeper.sync()
        self.end = outcome.end
        return outcome.text

    async def texts(self) -> list[str]:
        return sorted([(await self.vault.read(head.id)).text for head in await self.vault.heads()])


def stage(text: str) -> str:
    return task(("memory:stage", {"text": text}))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"remember that {BIRTHDAY}", BIRTHDAY),
        (f"Please remember that {BIRTHDAY}.", f"{BIRTHDAY}."),
        ("Merk dir bitte, dass Anna am 3. Mai Geburtstag hat", "Anna am 3. Mai Geburtstag hat"),
        ("note that the wifi password is hunter2 at 5", "the wifi password is hunter2 at 5"),
        ("My shoe size is 42, remember that", "My shoe size is 42"),
        ("retiens que mon chat s'appelle Tom", "mon chat s'appelle Tom"),
    ],
)
async def test_what_a_person_asks_to_remember_is_kept_by_one_call(text: str, kept: str) -> None:
    talk = Talk()
    answer = await talk.say(text, stage(kept))
    assert await talk.texts() == [kept]
    assert kept in answer
    assert talk.end is TurnEnd.CONFIRMED


async def test_a_request_to_remember_to_do_something_is_no_note() -> None:
    talk = Talk()
    await talk.say("remember to call mum", idle("When?"))
    assert await talk.texts() == []


async def test_what_is_known_is_told_with_the_note_it_stands_in() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    answer = await talk.say(
        "what do you know about Anna?", task(("memory:query", {"text": "what do you know about Anna"}))
    )
    assert BIRTHDAY in answer
    assert "anna" in answer.casefold()


async def test_a_second_note_on_one_thing_is_asked_about_and_updates_on_request() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    question = await talk.say(f"remember that {BIRTHDAY[:-1]}4", stage(f"{BIRTHDAY[:-1]}4"))
    assert talk.end is TurnEnd.ASKED
    assert BIRTHDAY in question
    assert f"{BIRTHDAY[:-1]}4" in question
    assert await talk.texts() == [BIRTHDAY]
    assert question.splitlines()[1:] == ["1. Update: replace the old one", "2. Keep both"]
    answer = await talk.say("update")
    assert answer.startswith("Changed: ")
    assert await talk.texts() == [f"{BIRTHDAY[:-1]}4"]
    assert BIRTHDAY in answer
    assert [*talk.vault.revisions.values()] == [[BIRTHDAY]]


async def test_a_second_note_on_one_thing_is_kept_beside_it_on_request() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    await talk.say(f"remember that {BIRTHDAY[:-1]}4", stage(f"{BIRTHDAY[:-1]}4"))
    await talk.say("keep both")
    assert await talk.texts() == [BIRTHDAY, f"{BIRTHDAY[:-1]}4"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_choices_are_named_and_understood_in_every_language(language: str) -> None:
    for number, count in ((1, 1), (2, 2)):
        talk = Talk()
        await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
        chosen = {"language": language, "keeps_language": True}
        asked = await talk.say(f"remember that {BIRTHDAY[:-1]}4", stage(f"{BIRTHDAY[:-1]}4"), **chosen)
        label = asked.splitlines()[number].partition(". ")[2]
        await talk.say(label, **chosen)
        assert len(await talk.texts()) == count, asked


@pytest.mark.parametrize("profile", [NARROW, WIDE], ids=["narrow", "wide"])
async def test_what_was_not_shown_is_not_replaced(profile: Any) -> None:
    talk = Talk(profile=profile)
    after = [idle("Kept.")] if profile is WIDE else []
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY), *after)
    await talk.say(f"remember that {BIRTHDAY[:-1]}4", stage(f"{BIRTHDAY[:-1]}4"), *after)
    (head,) = await talk.vault.heads()
    by_hand = f"{BIRTHDAY[:-1]}5"
    await talk.vault.revise(head.id, text=by_hand, now=head.updated)
    await talk.keeper.sync()
    question = await talk.say("update")
    assert talk.end is TurnEnd.ASKED
    assert by_hand in question
    assert await talk.texts() == [by_hand]
    await talk.say("update")
    assert await talk.texts() == [f"{BIRTHDAY[:-1]}4"]


async def test_a_large_model_may_not_choose_for_its_author() -> None:
    talk = Talk(profile=WIDE)
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY), idle("Kept."))
    await talk.say(
        f"remember that {BIRTHDAY[:-1]}4",
        stage(f"{BIRTHDAY[:-1]}4"),
        task(("memory:commit", {"number": 2, "on_conflict": "update"})),
        idle("Done."),
    )
    assert BIRTHDAY in await talk.texts()
    assert talk.end is TurnEnd.ASKED


async def test_a_model_that_says_update_unasked_overwrites_nothing() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    await talk.say(f"remember that {BIRTHDAY[:-1]}4", stage(f"{BIRTHDAY[:-1]}4"))
    await talk.say("commit note 2", task(("memory:commit", {"number": 2, "on_conflict": "update"})))
    assert await talk.texts() == [BIRTHDAY]
    assert talk.end is TurnEnd.ASKED


async def test_the_same_again_is_known_already() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    answer = await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    assert answer.startswith("I know that already")
    assert await talk.texts() == [BIRTHDAY]


async def test_all_staged_notes_are_committed_and_each_is_named() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    for number, text in enumerate(("Tom is five", "the bins go out on Monday", f"{BIRTHDAY[:-1]}4"), 50):
        await talk.notebook.stage(origin("x", message_id=number), text=text, call_index=0)
    answer = await talk.say("commit all staged notes", task(("memory:commit_all", {})))
    assert all(text in answer for text in ("Tom is five", "the bins go out on Monday", f"{BIRTHDAY[:-1]}4"))
    assert await talk.texts() == sorted([BIRTHDAY, "Tom is five", "the bins go out on Monday"])
    assert [each.draft.text for each in await talk.notebook.staged(origin("x"))] == [f"{BIRTHDAY[:-1]}4"]


async def test_of_all_staged_notes_each_that_is_close_to_another_is_asked_about_in_turn() -> None:
    talk, bins = Talk(), "the bins go out on Monday"
    for text in (BIRTHDAY, bins):
        await talk.say(f"remember that {text}", stage(text))
    later, friday = f"{BIRTHDAY[:-1]}4", f"{bins[:-6]}Friday"
    for number, text in enumerate((later, "Tom is five", friday), 50):
        await talk.notebook.stage(origin("x", message_id=number), text=text, call_index=0)
    first = await talk.say("commit all staged notes", task(("memory:commit_all", {})))
    ends = [talk.end]
    assert "Tom is five" in first.splitlines()[0]
    assert friday in first
    assert first.splitlines()[-2:] == ["1. Update: replace the old one", "2. Keep both"]
    second = await talk.say("update")
    ends.append(talk.end)
    assert later in second.splitlines()[0]
    assert bins in second
    third = await talk.say("keep both")
    assert [*ends, talk.end] == [TurnEnd.ASKED, TurnEnd.ASKED, TurnEnd.CONFIRMED]
    assert friday in third
    assert await talk.texts() == sorted([later, "Tom is five", bins, friday])
    assert await talk.notebook.staged(origin("x")) == ()


async def test_a_note_is_forgotten_by_its_words() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    await talk.say("remember that the bins go out on Monday", stage("the bins go out on Monday"))
    (name,) = [head.name for head in await talk.vault.heads() if "anna" in head.name]
    answer = await talk.say("forget the note about Anna", task(("memory:forget", {"name": name})))
    assert answer == f"Forgotten: note “{name}”."
    assert await talk.texts() == ["the bins go out on Monday"]


async def test_which_note_is_asked_where_none_fits() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    answer = await talk.say("forget the note about trains", task(("memory:forget", {"name": ""})))
    assert talk.end is TurnEnd.ASKED
    assert "anna" in answer
    assert await talk.texts() == [BIRTHDAY]


async def test_somebody_elses_note_is_not_changed() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY), channel=ROOM)
    (head,) = await talk.vault.heads()
    await talk.say(
        "forget the note about Anna", task(("memory:forget", {"name": head.name})), channel=ROOM, author=BOB
    )
    assert talk.end is TurnEnd.TOOL_FAILED
    assert await talk.texts() == [BIRTHDAY]


async def test_a_note_for_the_whole_server_takes_a_curator() -> None:
    text = f"remember that {BIRTHDAY} for the whole server"
    talk = Talk(curators=frozenset({7}))
    await talk.say(text, stage(BIRTHDAY), channel=ROOM)
    there = await talk.notebook.notes(origin("x", channel=OTHER_ROOM, author=BOB))
    assert [head.scope.kind.value for head in there] == ["guild"]
    other = Talk()
    answer = await other.say(text, stage(BIRTHDAY), channel=ROOM)
    assert "Only owners" in answer
    assert await other.notebook.notes(origin("x", channel=OTHER_ROOM)) == ()
    assert len(await other.notebook.notes(origin("x", channel=ROOM))) == 1


async def test_a_note_is_kept_while_the_index_is_down_and_found_afterwards() -> None:
    talk = Talk()
    talk.index.down = True
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    assert talk.end is TurnEnd.CONFIRMED
    ask = task(("memory:query", {"text": "what do you know about Anna"}))
    assert "right now" in await talk.say("what do you know about Anna?", ask)
    talk.index.down = False
    await talk.keeper.sync()
    assert BIRTHDAY in await talk.say("what do you know about Anna?", ask)


async def test_a_large_model_that_claims_to_remember_without_a_call_is_not_believed() -> None:
    talk = Talk(profile=WIDE)
    answer = await talk.say("my cat is called Tom", idle("I'll remember that!"), idle("Noted: Tom."))
    assert "remember" not in answer
    assert await talk.texts() == []


async def test_what_a_model_finds_worth_keeping_waits_for_its_author() -> None:
    talk = Talk(profile=WIDE)
    answer = await talk.say(
        "just so you have it in your memory: I am allergic to nuts",
        stage("I am allergic to nuts"),
        idle("Good to know."),
    )
    assert await talk.texts() == []
    assert "commit 1" in answer
    await talk.say("commit note 1", task(("memory:commit", {"number": 1, "on_conflict": ""})), idle("Good."))
    assert await talk.texts() == ["I am allergic to nuts"]


async def test_notes_are_listed_read_and_searched_by_words() -> None:
    talk = Talk()
    await talk.say(f"remember that {BIRTHDAY}", stage(BIRTHDAY))
    (head,) = await talk.vault.heads()
    assert head.name in await talk.say("which notes do you have?", task(("vault:list", {})))
    read = task(("vault:read", {"name": head.name}))
    assert BIRTHDAY in await talk.say("/vault_read the note about Anna", read)
    find = task(("vault:search", {"text": "vault:search find notes that contain birthday"}))
    assert BIRTHDAY in await talk.say("vault:search find notes that contain birthday", find)
