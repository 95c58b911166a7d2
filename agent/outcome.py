"""What a turn says in the end, and how it ended. Pure.

Facts come from stored rows, in the words of the tools; the model's own words are added only where they claim
no time and no deed of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent import questions, replies
from agent.claims import claims, unsupported
from agent.reports import CallReport, Standing
from agent.types import TurnEnd

Said = tuple[str, TurnEnd]
"""The text for the user, never empty, and how the turn ended."""

_ENDS = (".", "!", "?", "…")
_SENTENCE_END = re.compile(r"[.!?…](?=\s)")
_SHOWN_END = re.compile(r"[.!?…:](?=\s)|\n")
_FIGURES = re.compile(r"\d")


def confirmations(reports: Sequence[CallReport]) -> list[str]:
    """What the tools that changed something tell the user."""
    return [report.user_text for report in reports if report.effect and report.user_text]


def effects(reports: Sequence[CallReport]) -> list[str]:
    return [report.effect for report in reports if report.effect]


def open_question(reports: Sequence[CallReport]) -> CallReport | None:
    """The call that waits for approval, else the last one that only the author can correct, unless something
    was done afterwards.
    """
    for report in reports:
        if report.standing is Standing.NEEDS_APPROVAL and report.question:
            return report
    for report in reversed(reports):
        if report.standing in (Standing.RETRY, Standing.GIVEN_UP) and report.question:
            return report
        if report.standing is Standing.DONE and report.effect:
            return None
    return None


def asked(report: CallReport) -> str:
    """The question of a call, with its answers numbered; that of an approval says itself how to answer."""
    assert report.question is not None
    if not report.choices or report.standing is Standing.NEEDS_APPROVAL:
        return report.question
    return questions.numbered(report.question, [label for label, _ in report.choices])


def after_required_call(reports: Sequence[CallReport], language: str) -> Said:
    """The end of a narrow turn: its one call says it all."""
    waiting = open_question(reports)
    if waiting is not None:
        return "\n".join((*confirmations(reports), asked(waiting))), TurnEnd.ASKED
    done = [report.user_text or report.content for report in reports if report.standing is Standing.DONE]
    if done:
        return "\n".join(done), TurnEnd.CONFIRMED if effects(reports) else TurnEnd.REPLIED
    return _failures(reports, language), TurnEnd.TOOL_FAILED


def after_last_message(
    message: str | None, reports: Sequence[CallReport], language: str, *, pending: bool = False
) -> Said:
    """The end of a turn whose model had the last word; `pending`: the author had reminders before it."""
    waiting = open_question(reports)
    done = confirmations(reports)
    if waiting is not None:
        return "\n".join((*done, asked(waiting))), TurnEnd.ASKED
    if message and unbacked(message, reports, pending=pending):
        return "\n".join((*done, *_failed(reports, language))) or replies.nothing_done(language), (
            TurnEnd.CONFIRMED if done else TurnEnd.REPLIED
        )
    if done:
        return "\n".join((*done, *_addition(message), *_failed(reports, language))), TurnEnd.CONFIRMED
    if message:
        return message, TurnEnd.REPLIED
    read = [report.user_text for report in reports if report.user_text]
    if read:
        return "\n".join(read), TurnEnd.REPLIED
    failed = _failed(reports, language)
    if failed:
        return "\n".join(failed), TurnEnd.TOOL_FAILED
    return replies.sentence(TurnEnd.EMPTY_REPLY, language), TurnEnd.EMPTY_REPLY


def unbacked(message: str, reports: Sequence[CallReport], *, pending: bool) -> bool:
    """Whether a message claims what no call of the turn did, nor any reminder from before bears out."""
    read = any(report.standing is Standing.DONE and not report.effect for report in reports)
    return bool(unsupported(message, effects(reports), pending=pending, read=read))


def whole_sentences(message: str) -> str:
    """The whole sentences and lines of a message that is still being written."""
    ends = [match.end() for match in _SHOWN_END.finditer(message)]
    return message[: ends[-1]] if ends else ""


def fit_to_show(sentences: str, reports: Sequence[CallReport], *, pending: bool) -> str:
    """What of these sentences may be read before the message is complete: all up to the first that claims
    what was not done. Nothing where facts or a question of the turn's calls will come first.
    """
    if confirmations(reports) or open_question(reports) is not None:
        return ""
    ends = [0, *(match.end() for match in _SHOWN_END.finditer(sentences)), len(sentences)]
    honest = (end for end in reversed(ends) if not unbacked(sentences[:end], reports, pending=pending))
    return sentences[: next(honest, 0)]


def without_torn_end(message: str, limit: int) -> str:
    """A message that is as long as it may be, cut back to its last whole sentence, or marked as cut."""
    return message if len(message) < limit else torn_end_cut(message)


def torn_end_cut(message: str) -> str:
    """A message that was ended from outside, cut back to its last whole sentence, or marked as cut."""
    if message.rstrip().endswith(_ENDS):
        return message
    ends = [match.end() for match in _SENTENCE_END.finditer(message)]
    return message[: ends[-1]] if ends else message.rstrip() + "…"


def _addition(message: str | None) -> list[str]:
    """A remark beside confirmations: no figures, which may contradict the row, and no second claim."""
    return [message] if message and not _FIGURES.search(message) and not claims(message) else []


def _failed(reports: Sequence[CallReport], language: str) -> list[str]:
    """A sentence for each tool whose calls all failed."""
    succeeded = {report.name for report in reports if report.standing is Standing.DONE}
    failed = {
        report.name: replies.failure(report, language)
        for report in reports
        if report.name not in succeeded
        and report.standing not in (Standing.DONE, Standing.REPEATED, Standing.REFUSED)
    }
    return list(dict.fromkeys(failed.values()))


def _failures(reports: Sequence[CallReport], language: str) -> str:
    return "\n".join(_failed(reports, language)) or replies.sentence(TurnEnd.TOOL_FAILED, language)
