"""Values that cross the borders between rooms: frozen, slotted, keyword-only, standard library only.

Ids are Discord snowflakes (positive 63-bit integers); the console uses ids of its own below 1000.
All datetimes are aware and in UTC unless a field's name says `wall` (naive local time of a named zone).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

Clock = Callable[[], datetime]
"""Returns the current instant, aware and in UTC."""


# ------------------------------------------------------------------ who said what, where


class ChannelKind(StrEnum):
    DM = "dm"
    GUILD = "guild"
    THREAD = "thread"
    CONSOLE = "console"


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A place where messages are exchanged; one session each. A thread is a channel with a `parent_id`."""

    id: int
    kind: ChannelKind
    guild_id: int | None = None
    parent_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """A member or user. `name` is chosen by its bearer and is untrusted text.

    `roles` are the ids of a member's roles in the server where something was said.
    """

    id: int
    name: str
    is_bot: bool = False
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """A choice that was pressed: of which question, its number from 1, and the message with the buttons."""

    question_id: int
    number: int
    message_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    id: int
    filename: str
    content_type: str
    size: int
    url: str


class Unread(StrEnum):
    """Why a file that came with a message was not read."""

    IMAGE = "image"
    TOO_LARGE = "too_large"
    NO_TEXT_FILE = "no_text_file"
    EMPTY = "empty"
    LOCKED = "locked"
    BROKEN = "broken"
    TOO_LONG = "too_long"
    NOT_FETCHED = "not_fetched"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    """The text of a file, which anybody may have written. `is_cut`: it goes on, and was not read further."""

    text: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedText:
    """A file that came with a message and was read. `name` is one plain line; nothing in it is an order."""

    name: str
    text: str
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """A message that was there before: information, whatever it says. `author` is a cleaned name.

    `is_own`: the bot wrote it. `reply_to` is the message that it answers in turn.
    """

    message_id: int
    author: str
    text: str
    is_own: bool = False
    reply_to: int | None = None
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadStart:
    """What a thread or forum post is about: its title, which anybody may choose, and its first message."""

    title: str
    first: Quoted | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """Whom a message's own text mentions, as Discord says it; `may_remind`: its author may have others
    reminded.

    Ids of users and of roles; neither a quotation by reply nor anything that a model wrote adds to them.
    """

    users: frozenset[int] = frozenset()
    roles: frozenset[int] = frozenset()
    may_remind: bool = False


NO_MENTIONS = Mentions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One message for the bot. `text` has the bot's own mention removed.

    `addressed` says that an answer is expected; `joins` that it may be answered together with its author's
    next ones, as people write on while they wait. `by_command`: it is a command's question, whose answer is
    awaited whatever becomes of it; `locale` is then that of its author. With `picked` it is no message but
    the press of a button: `message_id` is then the interaction's id, and `text` what stood on the button.
    `replied` is the message `reply_to`, where Discord sent it along.
    """

    message_id: int
    channel: Channel
    author: Author
    text: str
    received_at: datetime
    addressed: bool = True
    joins: bool = False
    attachments: tuple[Attachment, ...] = ()
    reply_to: int | None = None
    replied: Quoted | None = None
    mentions: Mentions = NO_MENTIONS
    locale: str = ""
    by_command: bool = False
    picked: Picked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One of several messages that are answered together."""

    message_id: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a turn comes from. Rights derive from `author` alone, never from text.

    `zone` is an IANA name, `zone_is_default` says that the author never chose one, and is to be told so.
    `language` is the ISO 639-1 code of the answer; `keeps_language`: whatever language the text is in.
    `written_in` is then that of the text, where it is another one.
    `scheduled`: a stored request of the author's asks, and no message; its `message_id` is then a negative
    number of its own.
    `written`: the messages that `text` is made of, where it is not one. `together`: the ids of all messages
    that the same reply answers, whether or not in this turn.
    `attached` are the files that came along, `quoted` the messages that this one answers, the one that it
    replies to last, `thread` what the thread is about. They are information and never the author's words.
    """

    message_id: int
    channel: Channel
    author: Author
    text: str
    now: datetime
    zone: str
    language: str
    zone_is_default: bool = False
    has_attachments: bool = False
    mentions: Mentions = NO_MENTIONS
    scheduled: bool = False
    keeps_language: bool = False
    written_in: str | None = None
    picked: Picked | None = None
    written: tuple[Written, ...] = ()
    together: frozenset[int] = frozenset()
    attached: tuple[AttachedText, ...] = ()
    quoted: tuple[Quoted, ...] = ()
    thread: ThreadStart | None = None

    @property
    def reading_language(self) -> str:
        """The one to read times and words of the text in."""
        return self.written_in or self.language


# ------------------------------------------------------------------ time


class Grain(StrEnum):
    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"


class Basis(StrEnum):
    """What stays fixed when clocks change: an elapsed span, or a time on the wall of a zone."""

    ELAPSED = "elapsed"
    WALL = "wall"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePhrase:
    """A stretch `text == message[start:end]` that the time parser resolves on its own."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The one instant that a phrase means. `wall` is the naive local time in `zone` (set for Basis.WALL)."""

    at: datetime
    zone: str
    grain: Grain
    basis: Basis
    wall: datetime | None = None


# ------------------------------------------------------------------ reminders


class ReminderKind(StrEnum):
    REMINDER = "reminder"
    TIMER = "timer"
    ALARM = "alarm"


class ReminderState(StrEnum):
    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Whom a reminder is for where that is not its author: a user, or everybody with a role."""

    id: int
    is_role: bool = False

    @property
    def mention(self) -> str:
        """Discord's mark for it."""
        return f"<@&{self.id}>" if self.is_role else f"<@{self.id}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderDraft:
    """What a tool asks to store.

    (author_id, source_message_id, call_index) is unique: repeating it stores nothing. `rule` is the series
    that `resolved` is the first occurrence of, as `agent.recurrence.to_json` writes it; `parent_id` the
    reminder that this one is a snooze of;
    `language` the one to deliver it in.
    `request`: `text` is a request that is to be worked on when due.
    """

    author_id: int
    channel: Channel
    text: str
    kind: ReminderKind
    resolved: Resolved
    source_message_id: int
    call_index: int
    created_at: datetime
    rule: str | None = None
    parent_id: int | None = None
    language: str | None = None
    request: bool = False
    target: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """A stored row. `due` is the UTC instant of the next occurrence.

    `rule` as in the draft; `wall` is then the series' first wall time. `failure` is why it was last not
    delivered. What is `paused` stays pending and is not delivered. `language` is its author's, None where
    nobody knows it.
    """

    id: int
    author_id: int
    channel: Channel
    text: str
    kind: ReminderKind
    state: ReminderState
    due: datetime
    zone: str
    basis: Basis
    wall: datetime | None
    created_at: datetime
    rule: str | None = None
    failure: str | None = None
    paused: bool = False
    parent_id: int | None = None
    language: str | None = None
    request: bool = False
    target: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDraft:
    """Something to do without a time. The key is as unique as a reminder's."""

    author_id: int
    channel: Channel
    text: str
    source_message_id: int
    call_index: int
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A stored task; `number` counts its author's tasks from 1 and is what they call it by."""

    number: int
    author_id: int
    channel: Channel
    text: str
    created_at: datetime


# ------------------------------------------------------------------ tools


class Risk(StrEnum):
    READ = "read"
    WRITE = "write"
    OUTWARD = "outward"
    DANGEROUS = "dangerous"


class Source(StrEnum):
    """Where a grounded argument's values come from this turn.

    STATEMENT is what a message says, its times included, without the words that ask for it to be remembered;
    MESSAGE_TEXT is what it is about. NOTE_NAME are the notes that may be seen where it was written, and
    DOCUMENT_NAME the documents; ATTACHMENT are the files that came along, PART is the number of a part.
    """

    TIME_PHRASE = "time_phrase"
    MESSAGE_TEXT = "message_text"
    REMINDER_ID = "reminder_id"
    ZONE = "zone"
    STATEMENT = "statement"
    NOTE_NAME = "note_name"
    STAGED_NUMBER = "staged_number"
    ATTACHMENT = "attachment"
    DOCUMENT_NAME = "document_name"
    PART = "part"


class GroundingPolicy(StrEnum):
    """STRICT: only the values of this turn. PREFER: they are shown, others are taken too. OFF: no values."""

    STRICT = "strict"
    PREFER = "prefer"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """Marks a tool argument in `typing.Annotated[T, Grounded(source=...)]`.

    pydantic keeps it in the field's metadata. `policy` None follows the model's profile; ids are always
    strict.
    """

    source: Source
    policy: GroundingPolicy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    text: str
    args: Mapping[str, Any]
    language: str = "en"


class Guard(StrEnum):
    """What in a message asks for a tool beyond doubt, whatever its words say."""

    URL = "url"
    ATTACHMENT = "attachment"


class FollowUp(StrEnum):
    """How a message leans on what a tool did before: "delete that", "make it 6 instead", "and tomorrow?"."""

    UNDO = "undo"
    CHANGE = "change"
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """One `descriptors/*.toml`. `aliases` maps an argument's other spellings to its name.

    `commands` are words that name the tool behind a slash; `choice` says by language what a question calls
    it ("a timer"). The tool comes along where one of `accompanies` is offered, and is what a follow-up means
    after one of `follows`. `by_words_only`: it is offered where words ask for it, and never for its likeness.
    """

    name: str
    version: int
    short_description: str
    when_to_use: str
    when_not_to_use: str
    routing_hints: tuple[str, ...]
    domain: str
    risk: Risk
    aliases: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    commands: tuple[str, ...] = ()
    choice: Mapping[str, str] = field(default_factory=dict)
    accompanies: tuple[str, ...] = ()
    follows: Mapping[FollowUp, tuple[str, ...]] = field(default_factory=dict)
    forced_by: frozenset[Guard] = frozenset()
    by_words_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a running tool may know. `call_index` counts calls within the turn from 0.

    `answer` is the value of the choice by which the author answered this tool's own question about the same
    arguments (see `Choice`); `approved` says that the author approved exactly this call.
    """

    origin: Origin
    call_index: int
    answer: str | None = None
    approved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """`content` goes to the model. `user_text`, composed by the host from stored facts, goes to the user.

    `effect` names what changed ("reminder_set", "reminder_removed"), or is None for a pure read.
    """

    content: str
    user_text: str | None = None
    effect: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """`arguments` is a pydantic model class.

    `run(arguments, context)` raises only `agent.errors.ToolError`s on purpose.
    """

    name: str
    arguments: type[Any]
    run: Callable[[Any, ToolContext], Awaitable[ToolResult]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call as parsed from the envelope, before any validation."""

    name: str
    args: Mapping[str, Any]


class Regime(StrEnum):
    """How freely a model chooses: WIDE offers several tools, NARROW exactly one with a required call."""

    WIDE = "wide"
    NARROW = "narrow"


class OfferReason(StrEnum):
    FORCED = "forced"
    RANKED = "ranked"
    WIDENED = "widened"
    PAIRED = "paired"
    COMPANION = "companion"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedArgument:
    """The values that one argument may take this turn, in order of preference.

    `quote`: each value is a text from whose words the model may quote a contiguous run, instead of a literal
    to take whole. `free`: the values are offered, and any other of the argument's own type is taken too.
    """

    tool: str
    argument: str
    source: Source
    values: tuple[str | int, ...]
    quote: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedTool:
    """`asked`: the author's own message asks for it. Where others' words stand in the prompt, a call of
    another one that may change something is put to the author first.
    """

    tool: Tool
    descriptor: Descriptor
    reason: OfferReason
    score: float
    asked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What the model may do in this step. Prompt and grammar are both functions of this one value.

    `required`: at least one call must be made (only the Task branch of the envelope is legal).
    """

    tools: tuple[OfferedTool, ...] = ()
    regime: Regime = Regime.WIDE
    required: bool = False
    grounded: tuple[GroundedArgument, ...] = ()

    def names(self) -> tuple[str, ...]:
        return tuple(offered.tool.name for offered in self.tools)


# ------------------------------------------------------------------ the model


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A piece of a rendered prompt. Only `special` pieces (from the template) may become control tokens."""

    text: str
    special: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """`open_thinking` ends a thinking segment that the segments leave open; empty where they leave none."""

    segments: tuple[Segment, ...]
    open_thinking: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language in two renderings: GBNF (llama-server, documentation) and Lark (llguidance).

    `longest` bounds the UTF-8 bytes of any complete output; a token is at least one byte.
    """

    gbnf: str
    lark: str
    longest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationRequest:
    """`deadline` in seconds from acceptance by the engine. `temperature` 0 means argmax.

    No grammar means free text. `thinking` bounds, in tokens, what a reasoning model may think before it
    answers, where its prompt leaves a thinking segment open; 0 closes that segment at once. Thoughts are no
    part of the output and do not count towards `max_tokens`. Prompts of one `session` mostly begin alike, so
    that an engine with several caches does well to keep them together; empty where nothing is known of that.
    """

    id: str
    prompt: Prompt
    grammar: Grammar | None
    max_tokens: int
    deadline: float
    temperature: float = 0.0
    seed: int = 0
    thinking: int = 0
    session: str = ""


class Finish(StrEnum):
    STOP = "stop"
    LENGTH = "length"
    CLOSED = "closed"
    CANCELLED = "cancelled"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationStats:
    """Token counts; `reused_tokens` came from the key-value cache, `forced_tokens` had no alternative.

    `thinking_tokens` were thought before the output and are no part of `generated_tokens`. `constraint_ms` is
    the grammar's own work, without finding the likeliest token, which decoding without a grammar needs too.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    generated_tokens: int = 0
    forced_tokens: int = 0
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    constraint_ms: float = 0.0
    thinking_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    text: str
    finish: Finish
    stats: GenerationStats


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """Facts from the GGUF. `parameters` is the number of weights; `context` the usable window in tokens.
    `adapter` names the adapter over the weights, empty for none.
    """

    name: str
    architecture: str
    parameters: int
    context: int
    vocabulary: int
    has_template: bool
    adapter: str = ""

    @property
    def label(self) -> str:
        """How it is shown to people."""
        return f"{self.name} + {self.adapter}" if self.adapter else self.name


# ------------------------------------------------------------------ the conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMessage:
    """`composed`: an answer in the host's words, from stored facts, and not in the model's.

    `author_id` is whose message it is, or whom it answers; None where that is not known. `number` is its
    place in the session, the newer the higher; 0 for one that is in none.
    """

    role: Literal["user", "assistant"]
    author_name: str
    text: str
    sent_at: datetime
    composed: bool = False
    author_id: int | None = None
    number: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What was said in a channel, in a model's words; none yet where `text` is empty.

    `through` is the number of the last message in it. `revision` changes whenever a message of the channel is
    edited or removed.
    """

    text: str = ""
    through: int = 0
    revision: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer that a question offers: `label` is what people read and press, `value` what it stands for.

    A tool asks by raising `ToolRetry(..., question=..., choices=...)`, with two choices or more, before it
    has changed anything. The question goes to the author with a button for each choice. The answer, pressed
    or typed, runs the tool again: same arguments, `ToolContext.answer` holding the value, rights checked
    anew, the message id that of the answer. No model takes part in that, so the value may be anything that
    the tool can read back, such as an instant or the id of a note. A value that it cannot read is one that it
    has to ask about again.
    """

    label: str
    value: str


class QuestionKind(StrEnum):
    """What an answer is for. WORDS: it completes the request, and a choice's value is what the author could
    have typed. TOOL: a value names the tool that the request is meant for. CALL: the call of `tool` with
    `args` waits for it. APPROVAL: likewise, and the first choice approves.
    """

    WORDS = "words"
    TOOL = "tool"
    CALL = "call"
    APPROVAL = "approval"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """A question that waits for its answer: the request as far as understood, and the tool it was for.

    `id` is the id of the message that it answers; `choices` stand in the order of the question. `args` are
    the validated arguments of the call that waits, as JSON values.
    """

    tool: str
    text: str
    asked_at: datetime
    id: int = 0
    kind: QuestionKind = QuestionKind.WORDS
    choices: tuple[Choice, ...] = ()
    args: Mapping[str, Any] = field(default_factory=dict)


class QuestionState(StrEnum):
    """What became of a question. DROPPED: it was replaced, or the talk went on. LOST: the process ended."""

    OPEN = "open"
    ANSWERED = "answered"
    DROPPED = "dropped"
    LOST = "lost"


class TurnEnd(StrEnum):
    """How a turn ended. Every member has its sentence for the user."""

    REPLIED = "replied"
    CONFIRMED = "confirmed"
    ASKED = "asked"
    EMPTY_INPUT = "empty_input"
    EMPTY_REPLY = "empty_reply"
    STEP_LIMIT = "step_limit"
    TOOL_FAILED = "tool_failed"
    ENGINE_DOWN = "engine_down"
    ENGINE_LOST = "engine_lost"
    ENGINE_BUSY = "engine_busy"
    DEADLINE = "deadline"
    CANCELLED = "cancelled"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutcome:
    """`text` is never empty; `composed` by the host, or the model's own words. Counters are summed over all
    steps. `question` is what waits for an answer with choices.
    """

    text: str
    end: TurnEnd
    composed: bool = True
    steps: int = 0
    calls: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    stats: GenerationStats = field(default_factory=GenerationStats)
    question: Clarification | None = None
