"""What a message asks to be done with files and documents, as far as its words show it. Pure."""

from __future__ import annotations

import re

from agent.routing.lexical import Hit, fold, sets_something

INGEST, QUERY, READ = "doc:ingest", "doc:query", "doc:read"
LIST, DELETE = "doc:list", "doc:delete"
HIGHEST_PART = 10_000

_ONE = (
    r"(?:document|file|pdf|attachment|dokument|datei|anhang|documento|archivo|adjunto|fichier|pi[eè]ce jointe"
    r"|allegato|bestand|bijlage|arquivo|anexo)"
)
_MANY = (
    r"(?:documents|files|pdfs|attachments|dokumente|dateien|anh[aä]nge|documentos|archivos|adjuntos|fichiers"
    r"|documenti|allegati|documenten|bestanden|bijlagen|arquivos|anexos)"
)
_SOME = rf"(?:{_MANY}|{_ONE}n?)"
_BETWEEN = r"(?:\s+(?!to\b|zu\b)[^\s.!?]+){0,3}?\s+"
"""Up to three words that begin no clause: "keep this long file"."""


def _verb_and(verbs: str, noun: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{verbs}){_BETWEEN}{noun}(?!\w)")


_KEEP = _verb_and(
    r"keep|save|store|ingest|add|behalte?|speicher[en]?|merk dir|leg|guarda|guárdame|guardar|garde|enregistre"
    r"|conserve|salva|conserva|bewaar|sla|guarde|salve|armazene",
    _SOME,
)
_DELETE = _verb_and(
    r"delete|remove|forget|drop|lösche?|entferne?|vergiss|borra|elimina|olvida|supprime|efface|oublie"
    r"|cancella|dimentica|verwijder|wis|vergeet|apague|apaga|exclua|exclui|esqueça",
    _SOME,
)
_LIST = _verb_and(
    r"list|show|what|which|liste|zeige?|welche|was für|lista|muestra|qué|cuáles|montre|quels|quelles|mostra"
    r"|quali|elenca|toon|welke|mostre|quais|liste",
    _MANY,
)
_READ = _verb_and(
    r"read|open|show|lies|lese|öffne|zeige?|lee|abre|muestra|lis|ouvre|montre|leggi|apri|mostra|lees|toon"
    r"|leia|abra|mostre",
    _ONE,
)
_QUERY = re.compile(
    rf"(?<!\w)(?:search|look|find|says?|said|such\w*|steht|schau|finde|busca|dice|cherche|dit|regarde|cerca"
    rf"|zoek|staat|zegt|procure|procura|diz)(?!\w).*?(?<!\w){_SOME}(?!\w)"
    rf"|(?<!\w){_SOME}(?!\w).*?(?<!\w)(?:says?|said|mention\w*|contains?|sagt|erwähnt|enthält|dice|dit|diz|zegt"
    rf"|menciona|contient|contiene)(?!\w)"
    rf"|(?<!\w)(?:according to|laut|según|selon|secondo|volgens|segundo)\s.*?(?<!\w){_SOME}(?!\w)",
    re.DOTALL,
)
_PART = re.compile(
    r"(?<!\w)(?:part|teil|parte|partie|deel)\s+(\d{1,5})(?!\w)|(?<!\w)(\d{1,5})(?:st|nd|rd|th|\.)?\s+"
    r"(?:part|teil|parte|partie|deel)(?!\w)"
)
_NAMED_PART = re.compile(
    r"(?<!\w)(?:read|lies|lee|lis|leggi|lees|leia)\s+(?:part|teil|parte|partie|deel)\s+\d{1,5}(?!\w)"
)


def hit(text: str, *, has_files: bool) -> Hit | None:
    """The tool for documents that the words ask for. A question about a file that came along (`has_files`) is
    no question about documents that are kept: the file stands in the prompt.
    """
    folded = fold(text)
    if sets_something(text):
        return None
    asked = (
        (DELETE, _DELETE),
        (INGEST, _KEEP),
        (LIST, _LIST),
        (READ, _NAMED_PART),
        (QUERY, _QUERY),
        (READ, _READ),
    )
    for tool, pattern in asked:
        match = pattern.search(folded)
        if match is not None and not (has_files and tool in (QUERY, READ, LIST)):
            return Hit(tool=tool, cue=match.group(), start=match.start(), end=match.end())
    return None


def part_named(text: str) -> int:
    """The number of a part that is named ("part 3"), else 0."""
    match = _PART.search(fold(text))
    number = int(match[1] or match[2]) if match else 0
    return number if number <= HIGHEST_PART else 0
