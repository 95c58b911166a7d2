"""Small LoRAs as peft saves them, with random weights, and a whole tiny model of the llama family."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float32]
Shapes = Mapping[str, tuple[int, int]]
"""Module of a layer -> (inputs, outputs)."""

LAYERS, WIDTH, HEADS, KV_HEADS, INNER = 2, 64, 4, 2, 96
TINY: Shapes = {
    "self_attn.q_proj": (WIDTH, WIDTH),
    "self_attn.k_proj": (WIDTH, WIDTH * KV_HEADS // HEADS),
    "self_attn.v_proj": (WIDTH, WIDTH * KV_HEADS // HEADS),
    "self_attn.o_proj": (WIDTH, WIDTH),
    "mlp.gate_proj": (WIDTH, INNER),
    "mlp.up_proj": (WIDTH, INNER),
    "mlp.down_proj": (INNER, WIDTH),
}
GGUF_NAMES = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
SMOLLM2: Shapes = {
    "self_attn.q_proj": (576, 576),
    "self_attn.k_proj": (576, 192),
    "self_attn.v_proj": (576, 192),
    "self_attn.o_proj": (576, 576),
    "mlp.gate_proj": (576, 1536),
    "mlp.up_proj": (576, 1536),
    "mlp.down_proj": (1536, 576),
}
SMOLLM2_LAYERS = 30

Lora = dict[str, Tensor]


def random_lora(shapes: Shapes, *, layers: int, rank: int, strength: float, seed: int) -> Lora:
    """peft's names -> tensors; `strength` is how far B is from the zeros that training begins with."""
    chance = np.random.default_rng(seed)
    lora: Lora = {}
    for layer in range(layers):
        for module, (inputs, outputs) in shapes.items():
            name = f"base_model.model.model.layers.{layer}.{module}"
            a = chance.normal(0, inputs**-0.5, (rank, inputs))
            b = chance.normal(0, strength, (outputs, rank))
            # What half precision holds exactly, so that a comparison sees nothing but the arithmetic.
            lora[f"{name}.lora_A.weight"] = a.astype(np.float16).astype(np.float32)
            lora[f"{name}.lora_B.weight"] = b.astype(np.float16).astype(np.float32)
    return lora


def save_lora(
    directory: Path, lora: Lora, *, base: Path, alpha: float, version: str = "test", kind: str = "F32"
) -> Path:
    """Trained for `base`. `kind` is the type of the file's numbers: "F32", "F16" or "BF16"."""
    directory.mkdir(exist_ok=True)
    header: dict[str, Any] = {}
    body = b""
    for name, tensor in lora.items():
        data = _encoded(tensor, kind)
        offsets = [len(body), len(body) + len(data)]
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": offsets}
        body += data
    head = json.dumps(header).encode()
    (directory / "adapter.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + body)
    digest = hashlib.sha256(base.read_bytes()).hexdigest()
    described = {"alpha": alpha, "base_sha256": digest, "data": {"version": version}}
    (directory / "adapter.json").write_text(json.dumps(described), encoding="utf-8")
    return directory


def _encoded(tensor: Tensor, kind: str) -> bytes:
    if kind == "BF16":
        return (tensor.view(np.uint32) >> 16).astype("<u2").tobytes()
    return tensor.astype({"F32": "<f4", "F16": "<f2"}[kind]).tobytes()


# ------------------------------------------------------------------ a tiny model


def tiny_weights(seed: int = 1) -> dict[str, Tensor]:
    """In transformers' order, without the fixed parts: "LAYER.MODULE" -> (outputs, inputs)."""
    chance = np.random.default_rng(seed)
    return {
        f"{layer}.{module}": chance.normal(0, inputs**-0.5, (outputs, inputs)).astype(np.float32)
        for layer in range(LAYERS)
        for module, (inputs, outputs) in TINY.items()
    }


def merged(weights: Mapping[str, Tensor], lora: Lora, *, alpha: float) -> dict[str, Tensor]:
    """What training means by an adapter: W + alpha / rank * B A."""
    result = {}
    for key, weight in weights.items():
        name = f"base_model.model.model.layers.{key}"
        a, b = lora[f"{name}.lora_A.weight"], lora[f"{name}.lora_B.weight"]
        result[key] = (weight + alpha / len(a) * (b @ a)).astype(np.float32)
    return result


def write_tiny_model(path: Path, weights: Mapping[str, Tensor], *, name: str = "tiny") -> Path:
    """A llama with a vocabulary of bytes, in single precision."""
    chance = np.random.default_rng(9)
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(name)
    writer.add_context_length(256)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([2, 3, 3, *([6] * 256)])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_tensor("token_embd.weight", chance.normal(0, 1, (len(tokens), WIDTH)).astype(np.float32))
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    for layer in range(LAYERS):
        for norm in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{norm}.weight", np.ones(WIDTH, dtype=np.float32))
    for key, weight in weights.items():
        layer_number, module = key.split(".", maxsplit=1)
        writer.add_tensor(f"blk.{layer_number}.{GGUF_NAMES[module]}.weight", _rows_in_order(weight, module))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _rows_in_order(weight: Tensor, module: str) -> Tensor:
    """A head's rows, row by row: of each half in turn, for queries and keys alone."""
    heads = {"self_attn.q_proj": HEADS, "self_attn.k_proj": KV_HEADS}.get(module)
    if heads is None:
        return weight
    size = len(weight) // heads
    order = [
        head * size + half * (size // 2) + place
        for head in range(heads)
        for place in range(size // 2)
        for half in range(2)
    ]
    return np.ascontiguousarray(weight[order])
