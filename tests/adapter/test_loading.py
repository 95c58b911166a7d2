"""Which adapter belongs to a model, what is refused, and that it is used once, within or over the weights."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from agent.engine import adapter as adapters
from agent.engine.adapter import AUTO, check_base, read_adapter, resolve_adapter
from agent.engine.client import WorkerEngine
from agent.engine.loading import Engine, load_engine
from agent.engine.native import Interrupt
from agent.engine.probe import identify
from agent.engine.weights import fast_weights
from agent.errors import ModelFileError
from agent.types import Completion, GenerationRequest
from tests.adapter import lora_files
from tests.engine.byte_model import Never
from tests.engine.conftest import chat
from tests.engine.gguf_files import small_gguf
from training.convert import read_trained, write_adapter


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ------------------------------------------------------------------ which one


def test_the_shipped_one_comes_with_the_default_model_only(
    default_model: Path, tiny_model: Path, adapter_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "SHIPPED", adapter_file)
    shipped = resolve_adapter(AUTO, model="", model_path=default_model)
    assert shipped is not None
    assert shipped.path == adapter_file
    assert resolve_adapter("", model="", model_path=default_model) is None
    assert resolve_adapter(AUTO, model=str(tiny_model), model_path=tiny_model) is None


def test_none_is_shipped_and_nothing_is_wrong(
    default_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapters, "SHIPPED", tmp_path / "absent.gguf")
    assert resolve_adapter(AUTO, model="", model_path=default_model) is None


def test_a_path_names_another_one(default_model: Path, adapter_file: Path) -> None:
    found = resolve_adapter(str(adapter_file), model="", model_path=default_model)
    assert found is not None
    assert found.sha256 == digest(adapter_file)


# ------------------------------------------------------------------ what is refused


def test_a_wrong_base_is_refused_by_name_and_hash(
    default_model: Path, tiny_model: Path, adapter_file: Path
) -> None:
    with pytest.raises(ModelFileError) as caught:
        resolve_adapter(str(adapter_file), model=str(tiny_model), model_path=tiny_model)
    said = str(caught.value)
    assert f"for Smollm2 135M 8k Lc100K Mix1 Ep2 (sha256 {digest(default_model)[:12]}…)" in said
    assert f"the model is a tiny one (sha256 {digest(tiny_model)[:12]}…)" in said
    assert "[engine] adapter" in said
    assert "\n" not in said


def test_one_byte_of_difference_is_another_base(tiny_model: Path, tmp_path: Path) -> None:
    lora = lora_files.random_lora(lora_files.TINY, layers=lora_files.LAYERS, rank=1, strength=0.1, seed=1)
    out = tmp_path / "adapter.gguf"
    write_adapter(
        read_trained(lora_files.save_lora(tmp_path / "lora", lora, base=tiny_model, alpha=1)),
        base=tiny_model,
        out=out,
    )
    check_base(read_adapter(out), tiny_model)
    changed = bytearray(tiny_model.read_bytes())
    changed[-1] ^= 1
    other = tmp_path / "other.gguf"
    other.write_bytes(changed)
    with pytest.raises(ModelFileError, match="was trained for"):
        check_base(read_adapter(out), other)


def test_one_that_names_no_base_is_held_to_the_architecture(tiny_model: Path, tmp_path: Path) -> None:
    for architecture in ("llama", "qwen2"):
        path = tmp_path / f"{architecture}.gguf"
        kind = {"general.type": "adapter", "adapter.type": "lora", "general.architecture": architecture}
        path.write_bytes(small_gguf(metadata=dict(kind)))
        if architecture == "llama":
            check_base(read_adapter(path), tiny_model)
        else:
            with pytest.raises(
                ModelFileError, match=r"architecture qwen2, but the model is a tiny one \(llama\)"
            ):
                check_base(read_adapter(path), tiny_model)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, r"There is no adapter file .*; correct \[engine\] adapter"),
        (b"", "is not a GGUF file"),
        (small_gguf(), "is no LoRA adapter but a model"),
        (small_gguf()[:-8], "is truncated"),
    ],
)
def test_what_is_no_adapter_is_refused(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "wrong.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFileError, match=said):
        read_adapter(path)


# ------------------------------------------------------------------ in the engine


@pytest.fixture(scope="module")
def engine(default_model: Path, adapter_file: Path) -> Engine:
    """In this process: what the worker builds."""
    return loaded(default_model, {"path": str(adapter_file), "label": "random", "merged": False})


def loaded(model: Path, adapter: dict[str, Any] | None) -> Engine:
    load = {
        "path": str(model),
        "context": 512,
        "threads": 1,
        "prefill_threads": 1,
        "extra_buffers": True,
        "adapter": adapter,
    }
    return load_engine(load, Interrupt(), lambda _: None)


def said_by(engine: Engine, text: str) -> Completion:
    return engine.decoder.run(request_for(text), Never(), lambda _: None)


def request_for(text: str) -> GenerationRequest:
    return GenerationRequest(id="r", prompt=chat(text), grammar=None, max_tokens=8, deadline=60)


@pytest.mark.model
def test_it_changes_what_the_model_says_and_the_cache_serves_it(engine: Engine, default_model: Path) -> None:
    without = loaded(default_model, None)
    text = "What is the capital of France, and who lives there?"
    first, again, plain = said_by(engine, text), said_by(engine, text), said_by(without, text)
    assert first.text == again.text != plain.text
    assert again.stats.reused_tokens > 10


@pytest.mark.model
async def test_merged_into_the_weights_it_says_what_it_says_over_them(
    engine: Engine, default_model: Path, adapter_file: Path, tmp_path: Path
) -> None:
    adapter = read_adapter(adapter_file)
    merged = await fast_weights(default_model, adapter=adapter, state_directory=tmp_path)
    assert merged != default_model
    inside = loaded(merged, {"path": str(adapter_file), "label": "random", "merged": True})
    assert inside.info.adapter == "random"
    text = "What is the capital of France, and who lives there?"
    over, within = (logits_of(each, text) for each in (engine, inside))
    plain = logits_of(loaded(default_model, None), text)
    assert furthest(over, within) < furthest(over, plain) / 4


def logits_of(engine: Engine, text: str) -> Any:
    """Of what follows the text."""
    said_by(engine, text)
    tokens = engine.model.tokenize(text, special=False)
    engine.model.keep(0)
    engine.model.decode(tokens, 0)
    return engine.model.logits().copy()


def furthest(one: Any, other: Any) -> float:
    return float(abs(one - other).max())


@pytest.mark.model
async def test_a_worker_says_which_adapter_it_uses_and_uses_it_once(
    default_model: Path, adapter_file: Path, tmp_path: Path
) -> None:
    """Each engine is a fresh one: what a cache holds decides how a prompt is cut."""
    adapter = read_adapter(adapter_file)
    over = {"path": str(adapter_file), "label": "random", "merged": False}
    merged = await fast_weights(default_model, adapter=adapter, state_directory=tmp_path)
    plain = await fast_weights(default_model, state_directory=tmp_path)
    twins = {
        (adapter, tmp_path): loaded(merged, None),  # in the weights
        (adapter, None): loaded(default_model, over),  # over the model's own
        (None, tmp_path): loaded(plain, None),
    }
    texts = []
    for (used, state), twin in twins.items():
        worker = WorkerEngine(
            model_path=default_model, adapter=used, context=512, threads=1, state_directory=state
        )
        try:
            info = await worker.info()
            assert info.adapter == ("" if used is None else used.label)
            assert info.label.startswith(info.name)
            texts.append((await worker.generate(request_for("Name a colour."))).text)
            assert texts[-1] == said_by(twin, "Name a colour.").text
        finally:
            await worker.close()
    assert len({*texts}) > 1
    assert identify(default_model, adapter) != identify(default_model)


async def test_a_worker_refuses_a_wrong_base(tiny_model: Path, adapter_file: Path, tmp_path: Path) -> None:
    engine = WorkerEngine(model_path=tiny_model, adapter=read_adapter(adapter_file), state_directory=tmp_path)
    try:
        with pytest.raises(ModelFileError, match="was trained for"):
            await engine.info()
    finally:
        await engine.close()


def test_shapes_that_do_not_fit_are_refused(tiny_model: Path, adapter_file: Path) -> None:
    """As for an adapter that names no base."""
    with pytest.raises(ModelFileError, match="cannot load the adapter"):
        loaded(tiny_model, {"path": str(adapter_file), "label": "random", "merged": False})
