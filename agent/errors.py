"""Every exception that crosses a room's border. Few classes, each carrying what its handler needs.

KallistiError
├── OperatorError           the operator mends it; carries an exit code
│   ├── ConfigError
│   │   └── SchemaError
│   ├── CredentialError
│   └── ModelFileError
├── EngineError             the model could not answer
│   ├── EngineDown
│   ├── EngineBusy
│   ├── EngineDeadline
│   ├── EngineCancelled
│   ├── ContextOverflow
│   ├── GrammarError
│   └── EnvelopeError
├── ToolError               a call did not succeed
│   ├── ToolRetry
│   ├── ToolFailed
│   └── ApprovalNeeded
├── NotFound
├── NotAllowed
├── LimitReached
├── IllegalTransition
├── StoreUnavailable
├── IndexUnavailable        recall goes on without notes
└── DeliveryError           a message was not delivered
    ├── TargetGone
    ├── ContentRefused
    └── DeliveryDelayed
"""

from __future__ import annotations

from collections.abc import Mapping

EXIT_CONFIG = 2
"""Exit code for a configuration, model file or data directory that must be mended first."""
EXIT_CREDENTIAL = 78
"""Exit code for a missing or refused token or intent (EX_CONFIG of sysexits.h); the unit stays down on it."""


class KallistiError(Exception):
    """Base of all. `str(error)` is one clear sentence."""


class OperatorError(KallistiError):
    exit_code = EXIT_CONFIG


class ConfigError(OperatorError):
    """A configuration value is missing, unknown or out of range; the sentence names the key."""


class SchemaError(ConfigError):
    """A tool's schema cannot be expressed as a grammar. `path` is a JSON Pointer into the described value."""

    def __init__(self, *, tool: str, path: str, keyword: str, reason: str) -> None:
        super().__init__(f'the arguments of "{tool}" cannot be described: {reason} ("{keyword}" at {path})')
        self.tool = tool
        self.path = path
        self.keyword = keyword
        self.reason = reason


class CredentialError(OperatorError):
    """Discord's token is missing or refused, or an intent is not granted."""

    exit_code = EXIT_CREDENTIAL


class ModelFileError(OperatorError):
    """The model file is missing, truncated, not GGUF, or not loadable."""


class EngineError(KallistiError):
    pass


class EngineDown(EngineError):
    """The worker ended, or could not be started; a restart is under way."""


class EngineLost(EngineDown):
    """The engine ended in the middle of an output, of which pieces were given already; there is another one
    that can take the request.
    """


class EngineBusy(EngineError):
    """The queue in front of the engine is full."""


class EngineDeadline(EngineError):
    """The deadline passed before the first token could be produced."""


class EngineCancelled(EngineError):
    """The request was withdrawn by its sender."""


class ContextOverflow(EngineError):
    """The prompt does not fit the context window. `needed` and `available` are token counts."""

    def __init__(self, *, needed: int, available: int) -> None:
        super().__init__(f"the prompt needs {needed} tokens, but the context holds {available}")
        self.needed = needed
        self.available = available


class GrammarError(EngineError):
    """The grammar does not compile."""


class EnvelopeError(EngineError):
    """What the model wrote is not an envelope; `str(error)` says what is wrong with it."""


class ToolError(KallistiError):
    pass


class ToolRetry(ToolError):
    """The arguments were wrong; `str(error)` tells the model how to correct them.

    `question` may be put to the user; `choices` are its possible answers as pairs of a label and a value, and
    `agent.types.Choice` says what becomes of the one that is chosen.
    """

    def __init__(
        self, message: str, *, question: str | None = None, choices: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(message)
        self.question = question
        self.choices = choices


class ToolFailed(ToolError):
    """The tool could not do it; `str(error)` may be shown to the user."""


class ApprovalNeeded(ToolError):
    """The author must approve before the call runs."""


class NotFound(KallistiError):
    """No such row, or none that its asker may see."""


class NotAllowed(KallistiError):
    """It is there, but its asker may not change it."""


class LimitReached(KallistiError):
    """A configured limit; the sentence names it and may be shown to the user, `told` in their language.

    `words` has the sentence by language, English among them, with places for `facts`.
    """

    def __init__(self, words: Mapping[str, str] | str, **facts: object) -> None:
        table = {"en": words} if isinstance(words, str) else words
        self._words = {language: text.format(**facts) for language, text in table.items()} if facts else table
        super().__init__(self._words["en"])

    def told(self, language: str) -> str:
        return self._words.get(language, self._words["en"])


class IllegalTransition(KallistiError):
    """A life cycle has no such step; nothing was changed."""


class StoreUnavailable(KallistiError):
    """The database or the vault cannot be used now (full disk, locked, input or output error); nothing was
    changed.
    """


class IndexUnavailable(KallistiError):
    """The index of notes cannot be used now; the sentence says why. The notes themselves are not touched."""


class DeliveryError(KallistiError):
    pass


class TargetGone(DeliveryError):
    """The channel, thread or DM is gone or forbidden for good."""


class ContentRefused(DeliveryError):
    """Discord refused the content itself."""


class DeliveryDelayed(DeliveryError):
    """A temporary fault; the same message with the same nonce may be sent later."""
