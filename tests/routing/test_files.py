"""What words about files and documents ask for, and what they do not."""

from __future__ import annotations

import pytest

from agent.routing.files import DELETE, INGEST, LIST, QUERY, READ, hit, part_named


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("keep this file", INGEST),
        ("please save the attached document", INGEST),
        ("behalte diese Datei bitte", INGEST),
        ("speichere das Dokument", INGEST),
        ("guarda este archivo", INGEST),
        ("garde ce fichier", INGEST),
        ("conserva questo documento", INGEST),
        ("bewaar dit bestand", INGEST),
        ("guarde este arquivo", INGEST),
        ("which documents do you have?", LIST),
        ("welche Dokumente hast du?", LIST),
        ("qué documentos tienes?", LIST),
        ("read the document lease", READ),
        ("read part 2 of lease-2026-pdf", READ),
        ("lies Teil 3 von lease", READ),
        ("what does the document say about the deposit?", QUERY),
        ("search the documents for warranty", QUERY),
        ("was steht in dem Dokument über die Kaution?", QUERY),
        ("delete the document lease", DELETE),
        ("lösche die Datei lease", DELETE),
        ("supprime le document lease", DELETE),
    ],
)
def test_words_about_documents_ask_for_their_tool(text: str, tool: str) -> None:
    found = hit(text, has_files=tool == INGEST)

    assert found is not None
    assert found.tool == tool


@pytest.mark.parametrize(
    "text",
    [
        "remind me tomorrow at 9 to read the document",
        "remember to send the file",
        "erinnere mich morgen daran, die Datei zu löschen",
        "delete my reminders",
        "what do you know about the lease?",
        "keep in mind that the profile is new",
        "I like reading",
    ],
)
def test_other_words_do_not(text: str) -> None:
    assert hit(text, has_files=True) is None


def test_a_question_about_a_file_that_came_along_is_none_about_kept_documents() -> None:
    assert hit("what does this document say about the deposit?", has_files=True) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("read part 12 of lease", 12), ("lies Teil 3", 3), ("the 2nd part please", 2), ("read it", 0)],
)
def test_the_number_of_a_part_is_read(text: str, number: int) -> None:
    assert part_named(text) == number
