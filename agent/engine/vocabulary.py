"""The token table that the grammar matcher works on, built from the model's own vocabulary.

llguidance's own builder (`llguidance.llamacpp`) takes every user-defined token in angle brackets for a mark;
here only control, unknown and unused tokens and the marks of turns and images are special, so that `<table>`
stays text. Every end-of-generation token ends an output. Forced runs are tokenised by llama.cpp itself, so
they are canonical.
"""

from __future__ import annotations

import ctypes
import re

from llama_cpp import llama_cpp as api
from llguidance import LLTokenizer

from agent.engine.native import NativeModel

_SPECIAL_ATTRIBUTES = (
    api.LLAMA_TOKEN_ATTR_CONTROL | api.LLAMA_TOKEN_ATTR_UNKNOWN | api.LLAMA_TOKEN_ATTR_UNUSED
)
_MARK = re.compile(
    rb"<unused\d+>|\[multimodal\]|<(?:start|end)_of_(?:image|turn|audio)>|<(?:image|audio)_soft_token>"
)
_SPECIAL_PREFIX = b"\xff"


def is_special(attributes: int, piece: bytes) -> bool:
    """`attributes` are llama.cpp's LLAMA_TOKEN_ATTR bits. Pure."""
    return bool(attributes & _SPECIAL_ATTRIBUTES) or _MARK.fullmatch(piece) is not None


def build_tokenizer(model: NativeModel) -> LLTokenizer:
    """Takes 0.3 s for 49 thousand tokens, 2 s for 262 thousand. It keeps a pointer into the model's
    vocabulary.
    """
    tokenize = ctypes.cast(api._lib.llama_tokenize, ctypes.c_void_p).value
    return LLTokenizer.from_llamacpp(  # type: ignore[attr-defined, no-any-return]  # missing from the wheel's stub
        tokens=[_entry(model, token) for token in range(model.size)],
        vocab_ptr=model.vocabulary,
        tokenize_fptr=tokenize,
        eos_token=sorted(model.ending),
        slices=None,
    )


def _entry(model: NativeModel, token: int) -> bytes:
    piece = model.piece(token, special=True)
    special = is_special(api.llama_vocab_get_attr(model.vocabulary, token), piece)
    return _SPECIAL_PREFIX + piece if special else piece
