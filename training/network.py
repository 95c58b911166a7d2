"""The default model in torch with an adapter on all its linear layers, computed so that CPU cores suffice.

Prompts begin with the same few hundred tokens. These are computed once a step and shared by its rows, in one
pass with them, so gradients are exact. Logits are made for the positions that count only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention, silu
from transformers import AutoModelForCausalLM, GgufConfig

LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


def load(base: Path, *, rank: int, alpha: int, dtype: torch.dtype = torch.bfloat16) -> Any:
    """The weights of the GGUF file, dequantised and frozen, with a fresh adapter (B is zero)."""
    model = AutoModelForCausalLM.from_pretrained(
        str(base.parent), gguf_file=base.name, dtype=dtype, quantization_config=GgufConfig(dequantize=True)
    )
    return adapted_to(model, rank=rank, alpha=alpha, dtype=dtype)


def adapted_to(model: Any, *, rank: int, alpha: int, dtype: torch.dtype) -> Any:
    """The model, frozen, with a fresh adapter on all linear layers."""
    config = LoraConfig(
        r=rank,
        lora_alpha=alpha,
        target_modules=list(LAYERS),
        lora_dropout=0.0,
        bias="none",
        task_type="CAUSAL_LM",
    )
    return get_peft_model(model, config, autocast_adapter_dtype=False).to(dtype)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Network:
    """Runs rows behind a common prefix. Built for Llama's architecture."""

    def __init__(self, adapted: Any) -> None:
        self._llama = adapted.base_model.model.model
        self._head: nn.Module = adapted.base_model.model.lm_head
        self._rotary = self._llama.rotary_emb
        self._width: int = self._llama.config.head_dim

    def hidden(self, prefix: Sequence[int], rows: Tensor) -> Tensor:
        """The last layer's states of `rows` (batch, length), each read behind `prefix`."""
        first = torch.tensor([list(prefix)], dtype=torch.long)
        shared, (batch, length) = first.shape[1], rows.shape
        states = torch.cat((self._llama.embed_tokens(first[0]), self._llama.embed_tokens(rows.reshape(-1))))
        places = torch.arange(shared + length)[None]
        cos, sin = self._rotary(states[None], places)
        mask = _mask(shared, length)
        for layer in self._llama.layers:
            states = states + self._attention(layer, states, (shared, batch, length), (cos[0], sin[0]), mask)
            normed = layer.post_attention_layernorm(states)
            mlp = layer.mlp
            states = states + mlp.down_proj(silu(mlp.gate_proj(normed)) * mlp.up_proj(normed))
        states = self._llama.norm(states[shared:])
        return states.view(batch, length, -1)

    def logits(self, states: Tensor) -> Tensor:
        found: Tensor = self._head(states)
        return found.float()

    def _attention(
        self,
        layer: Any,
        states: Tensor,
        sizes: tuple[int, int, int],
        turned: tuple[Tensor, Tensor],
        mask: Tensor,
    ) -> Tensor:
        shared, batch, _ = sizes
        own = layer.self_attn
        normed = layer.input_layernorm(states)
        query, key, value = (
            self._split(project(normed), sizes) for project in (own.q_proj, own.k_proj, own.v_proj)
        )
        query, key = _turned(query, turned, shared), _turned(key, turned, shared)
        before = scaled_dot_product_attention(query[0], key[0], value[0], is_causal=True, enable_gqa=True)
        keys = torch.cat((key[0].expand(batch, -1, -1, -1), key[1]), dim=2)
        values = torch.cat((value[0].expand(batch, -1, -1, -1), value[1]), dim=2)
        after = scaled_dot_product_attention(query[1], keys, values, attn_mask=mask, enable_gqa=True)
        flat = torch.cat(
            [part.transpose(1, 2).reshape(-1, query[0].shape[1] * self._width) for part in (before, after)]
        )
        found: Tensor = own.o_proj(flat)
        return found

    def _split(self, projected: Tensor, sizes: tuple[int, int, int]) -> tuple[Tensor, Tensor]:
        """(batch, heads, length, width) of the prefix and of the rows."""
        shared, batch, length = sizes
        return (
            projected[:shared].view(1, shared, -1, self._width).transpose(1, 2),
            projected[shared:].view(batch, length, -1, self._width).transpose(1, 2),
        )


def _mask(shared: int, length: int) -> Tensor:
    own = torch.ones(length, length, dtype=torch.bool).tril()
    return torch.cat((torch.ones(length, shared, dtype=torch.bool), own), dim=1)


def _turned(pair: tuple[Tensor, Tensor], turned: tuple[Tensor, Tensor], shared: int) -> tuple[Tensor, Tensor]:
    cos, sin = turned
    return _rotated(pair[0], cos[:shared], sin[:shared]), _rotated(pair[1], cos[shared:], sin[shared:])


def _rotated(states: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = states.shape[-1] // 2
    swapped = torch.cat((-states[..., half:], states[..., :half]), dim=-1)
    return states * cos + swapped * sin
