"""What counts as a claim that something was done, and which effects bear it out."""

from __future__ import annotations

import pytest

from agent.claims import Claim, claims, unsupported


@pytest.mark.parametrize(
    "text",
    [
        "I have set a reminder for you.",
        "I've scheduled it for tomorrow at 9.",
        "I’ve set an alarm.",
        "Your reminder has been set!",
        "Reminder set for 9:00.",
        "The timer is running.",
        "Okay, I will remind you at 5.",
        "I'll wake you at 6.",
        "Ich habe eine Erinnerung erstellt.",
        "Ich habe den Wecker auf 7 Uhr gestellt.",
        "Ich werde dich morgen daran erinnern.",
        "Die Erinnerung wurde gespeichert.",
        "Der Wecker ist auf sieben Uhr gestellt.",
        "Hello! How are you? I have set a timer.",
        "I have set it for 9, don't worry.",
        "No problem, I have set the alarm",
    ],
)
def test_claims_of_setting(text: str) -> None:
    assert Claim.SET in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "I have cancelled your alarm.",
        "I deleted it.",
        "Your reminder was removed.",
        "Ich habe die Erinnerung gelöscht.",
        "Der Wecker wurde gelöscht.",
    ],
)
def test_claims_of_removing(text: str) -> None:
    assert claims(text) == {Claim.REMOVED}


@pytest.mark.parametrize(
    "text", ["I have sent the message.", "Ich habe die Nachricht verschickt.", "The note was saved."]
)
def test_claims_of_other_deeds(text: str) -> None:
    assert Claim.OTHER in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Hello! How can I help you?",
        "I can set a reminder for you if you like.",
        "Should I set an alarm?",
        "Sorry, I have not set it, as there was no time.",
        "What reminder should be set? I do not know.",
        "I have not set anything.",
        "I haven't set a reminder.",
        "There is no reminder set.",
        "To set a timer, tell me how long.",
        "The sky is blue because light is scattered.",
        "Ich habe nichts gelöscht.",
        "Ich kann dir eine Erinnerung stellen.",
        "Soll ich dich wecken?",
        "Das habe ich gestern gelesen.",
        "",
    ],
)
def test_talk_is_no_claim(text: str) -> None:
    assert claims(text) == frozenset()


@pytest.mark.parametrize(
    ("text", "effects", "left"),
    [
        ("I have set it.", ["reminder_set"], frozenset()),
        ("I have set it.", ["reminder_removed"], {Claim.SET}),
        ("I have set it.", [], {Claim.SET}),
        ("I have cancelled it.", ["reminder_removed"], frozenset()),
        ("I have set one and I have cancelled one.", ["reminder_set"], {Claim.REMOVED}),
        ("I have sent it.", ["mail_sent"], frozenset()),
        ("Good morning!", [], frozenset()),
    ],
)
def test_effects_bear_claims_out(text: str, effects: list[str], left: set[Claim]) -> None:
    assert unsupported(text, effects) == left


# ------------------------------------------------------------------ more languages


@pytest.mark.parametrize(
    "text",
    [
        "J'ai programmé un rappel pour demain.",
        "Ton rappel est bien enregistré.",
        "Je te rappellerai à 9 h.",
        "He programado un recordatorio para mañana.",
        "Tu alarma está programada.",
        "Te avisaré a las nueve.",
        "Ik heb een herinnering ingesteld.",
        "De wekker is gezet.",
        "Ik zal je morgen wekken.",
        "Ho impostato un promemoria per domani.",
        "La sveglia è impostata.",
        "Ti ricorderò alle nove.",
        "Criei um lembrete para amanhã.",
        "O lembrete foi criado.",
        "Vou te lembrar às nove.",
    ],
)
def test_claims_of_setting_in_other_languages(text: str) -> None:
    assert claims(text) == {Claim.SET}


@pytest.mark.parametrize(
    "text",
    [
        "J'ai annulé le rappel.",
        "He cancelado la alarma.",
        "Ik heb de herinnering verwijderd.",
        "Ho annullato il promemoria.",
        "Cancelei o lembrete.",
    ],
)
def test_claims_of_removing_in_other_languages(text: str) -> None:
    assert claims(text) == {Claim.REMOVED}


@pytest.mark.parametrize(
    "text",
    [
        "I set the table.",
        "I have set it on the table.",
        "You saved my day!",
        "I changed my mind.",
        "I put the kettle on.",
        "I started to read a book.",
        "I added sugar to the tea.",
        "J'ai mis la table.",
        "Je n'ai pas programmé de rappel.",
        "He puesto la mesa.",
        "No he programado ningún recordatorio.",
        "Ik heb geen herinnering ingesteld.",
        "Ho messo la tavola.",
        "Non ho impostato nessun promemoria.",
        "Não criei o lembrete.",
        "Veux-tu que je programme un rappel ?",
    ],
)
def test_talk_of_other_things_is_no_claim(text: str) -> None:
    assert claims(text) == frozenset()


@pytest.mark.parametrize(
    ("text", "pending", "read", "left"),
    [
        ("Your reminder is still set.", True, False, frozenset()),
        ("Your reminder from yesterday is set.", True, False, frozenset()),
        ("Your reminder is set for 9.", True, True, frozenset()),
        ("Der Wecker ist schon gestellt.", True, False, frozenset()),
        ("Your reminder is set for 9.", True, False, {Claim.SET}),
        ("Your reminder is still set.", False, False, {Claim.SET}),
        ("I have already set a reminder.", True, True, {Claim.SET}),
        ("Your reminder is still set, and I have set a timer.", True, True, {Claim.SET}),
    ],
)
def test_a_reminder_from_before_bears_out_that_it_is_set(
    text: str, pending: bool, read: bool, left: set[Claim]
) -> None:
    assert unsupported(text, [], pending=pending, read=read) == left


@pytest.mark.parametrize(
    ("text", "is_call"),
    [
        ('{"name":"agenda:remind_at","args":{"time":"in 20 minutes","text":"stretch"}}', True),
        ('Sure! {"name": "agenda:list", "args": {}}', True),
        ('```json\n{"tool_calls": [{"name": "list", "args": {}}]}\n```', True),
        ('<tool_call>{"name": "agenda:remove"}</tool_call>', True),
        ('[agenda:remind_at(time="in 20 minutes")]', True),
        ("agenda:list()", True),
        ('A pod has {"name": "web"} in its spec.', False),
        ("Note: call them (at 5) please", False),
        ("In Python you write print(x).", False),
    ],
)
def test_a_call_that_is_only_written_out(text: str, is_call: bool) -> None:
    assert (Claim.CALL in claims(text)) is is_call
    assert (Claim.CALL in unsupported(text, ["reminder_set"])) is is_call
