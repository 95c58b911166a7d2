"""Reading and checking GGUF files."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.engine.gguf import read_header
from agent.engine.models import resolve_model
from agent.errors import ModelFileError
from tests.engine.gguf_files import small_gguf


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return path


def test_the_header_of_the_default_model(default_model: Path) -> None:
    header = read_header(default_model)
    assert header.architecture == "llama"
    assert header.parameters == 134_515_008
    assert header.trained_context == 8192
    assert header.expected_size == default_model.stat().st_size
    assert header.chat_template is not None
    assert "<|im_start|>" in header.chat_template


def test_a_small_file(tmp_path: Path) -> None:
    data = small_gguf(metadata={"a.flag": True, "a.number": 1.5})
    header = read_header(written(tmp_path, data))
    assert header.parameters == 68
    assert header.expected_size == len(data)
    assert header.text("general.name") == "tiny"
    assert header.number("a.flag") is None
    assert header.metadata["a.number"] == 1.5
    assert header.chat_template is None
    assert "tokenizer.ggml.tokens" not in header.metadata


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"There is no model file .*nothing\.gguf"):
        read_header(tmp_path / "nothing.gguf")


def test_a_directory_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="is a directory"):
        read_header(tmp_path)


@pytest.mark.parametrize("data", [b"", b"GGUF", b"PK\x03\x04" + bytes(100)])
def test_another_kind_of_file_is_named(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ModelFileError, match="is not a GGUF file"):
        read_header(written(tmp_path, data))


def test_another_version_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="version 1"):
        read_header(written(tmp_path, small_gguf(version=1)))


def test_a_truncated_file_says_how_much_is_missing(tmp_path: Path) -> None:
    data = small_gguf()
    path = written(tmp_path, data[:-1])
    with pytest.raises(ModelFileError, match=f"truncated: it has {len(data) - 1} of {len(data)} bytes"):
        read_header(path)


@given(cut=st.integers(min_value=0, max_value=len(small_gguf()) - 1))
def test_no_cut_file_is_taken(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = written(tmp_path_factory.mktemp("cut"), small_gguf()[:cut])
    with pytest.raises(ModelFileError, match=r"model\.gguf"):
        read_header(path)


@given(place=st.integers(min_value=8, max_value=250), value=st.integers(min_value=0, max_value=255))
def test_a_damaged_header_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    data = bytearray(small_gguf())
    data[place] = value
    path = written(tmp_path_factory.mktemp("damaged"), bytes(data))
    try:
        assert read_header(path).parameters >= 0
    except ModelFileError as error:
        assert "model.gguf" in str(error)  # noqa: PT017  # both ways are right; no other exception is


def test_arrays_of_arrays_without_end_are_a_damaged_header(tmp_path: Path) -> None:
    key = struct.pack("<Q", 1) + b"k"
    nested = struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 5000 + struct.pack("<IQ", 0, 0)
    path = written(tmp_path, b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + key + nested)
    with pytest.raises(ModelFileError, match="damaged"):
        read_header(path)


def test_a_model_by_path(tmp_path: Path) -> None:
    path = written(tmp_path, small_gguf())
    assert resolve_model(str(path)) == path


def test_a_path_into_a_closed_directory_says_that_it_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, small_gguf())

    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    # Whoever runs as root may look everywhere, hence no real directory.
    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelFileError, match=r"model\.gguf cannot be read: Permission denied"):
        resolve_model(str(path))


def test_no_model_named_means_the_embedded_one(default_model: Path) -> None:
    assert resolve_model("") == default_model


def test_a_path_that_is_not_there_says_what_may_be_written() -> None:
    with pytest.raises(ModelFileError, match=r"owner/repository:file\.gguf"):
        resolve_model("/nowhere/model.gguf")
