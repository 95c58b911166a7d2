"""The default model in torch with an adapter on all its linear layers, computed so that CPU cores suffice.

Prompts begin with the same few hundred tokens. These are computed once a step and shared by its rows, in one
pass with them, so gradients are exact. Rows are packed: nothing is computed for padding but their attention
to themselves. Logits are made for the positions that count only.

The attention is written out, since torch's own for CPUs takes five times as long on these shapes; projections
of the same input are one product, and what backward needs is kept or made again by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from torch import Tensor, nn
from torch.autograd import Function
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


class Network:
    """Runs rows behind a common prefix. Built for Llama's architecture."""

    def __init__(self, adapted: Any) -> None:
        llama = adapted.base_model.model.model
        self._embed: nn.Module = llama.embed_tokens
        self._head: nn.Module = adapted.base_model.model.lm_head
        self._rotary = llama.rotary_emb
        self._width: int = llama.config.head_dim
        self._groups: int = llama.config.num_key_value_heads
        self._repeated: int = llama.config.num_attention_heads // self._groups
        self._norm = llama.norm
        self._layers = [_Layer(layer) for layer in llama.layers]

    def hidden(self, prefix: Sequence[int], rows: Sequence[Sequence[int]]) -> Tensor:
        """The last layer's states of all tokens of `rows`, one row after the other, each read behind
        `prefix`: (tokens, width of the model).
        """
        shared = len(prefix)
        states = self._embed(torch.tensor([*prefix, *(token for row in rows for token in row)]))
        places = [*range(shared), *(shared + at for row in rows for at in range(len(row)))]
        cos, sin = (part[0, :, None] for part in self._rotary(states[None], torch.tensor([places])))
        packing = Packing.of(shared, rows, self._repeated, states.dtype)
        for layer in self._layers:
            joined = layer.attend(_normed(states, layer.before))
            states = states + layer.out(self._attention(joined, (cos, sin), packing))
            opened = layer.open(_normed(states, layer.between))
            states = states + layer.close(_Gated.apply(opened))
        return _normed(states[shared:], self._norm)

    def logits(self, states: Tensor) -> Tensor:
        found: Tensor = self._head(states)
        return found.float()

    def _attention(self, joined: Tensor, turned: tuple[Tensor, Tensor], packing: Packing) -> Tensor:
        """`joined`: query, key and value of each token, (tokens, heads of all three, width of a head)."""
        groups, width, shared = self._groups, self._width, packing.shared
        heads = joined.view(len(joined), -1, width)
        apart = heads.shape[1] - groups
        turning = _rotated(heads[:, :apart], *turned)
        query, key, value = turning[:, :-groups], turning[:, -groups:] * width**-0.5, heads[:, apart:]
        before = _attended(_grouped(query[:shared], groups), _by_head(key[:shared]), _by_head(value[:shared]),
                           packing.earlier)  # fmt: skip
        rows = torch.cat((query, key, value), dim=1)[shared:]
        behind = self._behind(
            packing.padded(rows), (_by_head(key[:shared]), _by_head(value[:shared])), packing
        )
        return torch.cat((_flat(before, shared), packing.packed(behind)))

    def _behind(self, rows: Tensor, given: tuple[Tensor, Tensor], packing: Packing) -> Tensor:
        """`rows`: (rows, length, heads, width). What its queries find in the prefix and their row."""
        groups, width = self._groups, self._width
        count, length = rows.shape[:2]
        query = rows[:, :, : -2 * groups].view(count, length, groups, -1, width)
        query = query.permute(2, 0, 1, 3, 4).reshape(groups * count, -1, width)
        key, value = (
            rows[:, :, part].permute(2, 0, 1, 3).reshape(groups * count, length, width)
            for part in (slice(-2 * groups, -groups), slice(-groups, None))
        )
        early = torch.bmm(query.view(groups, -1, width), given[0].transpose(1, 2))
        own = torch.baddbmm(packing.causal, query, key.transpose(1, 2))
        shares = torch.softmax(torch.cat((early.view(*own.shape[:2], -1), own), dim=-1), dim=-1)
        shared = packing.shared
        found = _Mixed.apply(shares[..., :shared].reshape(groups, -1, shared), given[1]).view(query.shape)
        found = found + _Mixed.apply(shares[..., shared:], value)
        found = found.view(groups, count, length, -1, width).permute(1, 2, 0, 3, 4)
        return found.reshape(count * length, -1)


@dataclass(frozen=True, slots=True)
class Packing:
    """Where the tokens of rows are: one after the other, and in a block of rows of equal length.

    `places` are their indexes in the block. `earlier` and `causal` are added to the scores of the prefix and
    of a row: nothing for what was before, minus infinity for what comes.
    """

    shared: int
    shape: tuple[int, int]
    places: Tensor
    earlier: Tensor
    causal: Tensor

    @staticmethod
    def of(shared: int, rows: Sequence[Sequence[int]], repeated: int, dtype: torch.dtype) -> Packing:
        """`repeated`: query heads that share a key."""
        length = max(len(row) for row in rows)
        places = [index * length + at for index, row in enumerate(rows) for at in range(len(row))]
        return Packing(
            shared=shared,
            shape=(len(rows), length),
            places=torch.tensor(places),
            earlier=_causal(shared, repeated, dtype),
            causal=_causal(length, repeated, dtype),
        )

    def padded(self, packed: Tensor) -> Tensor:
        rows, length = self.shape
        found: Tensor = _Scattered.apply(packed.reshape(len(packed), -1), self.places, rows * length)
        return found.view(rows, length, *packed.shape[1:])

    def packed(self, padded: Tensor) -> Tensor:
        found: Tensor = _Gathered.apply(padded, self.places)
        return found


class _Layer:
    """One of the model's layers, projections of the same input joined."""

    def __init__(self, layer: Any) -> None:
        own, mlp = layer.self_attn, layer.mlp
        self.before, self.between = layer.input_layernorm, layer.post_attention_layernorm
        self.attend = _Joined(own.q_proj, own.k_proj, own.v_proj)
        self.out = _Joined(own.o_proj)
        self.open = _Joined(mlp.gate_proj, mlp.up_proj)
        self.close = _Joined(mlp.down_proj)


class _Joined:
    """Linear layers that read the same input, with their adapters: outputs side by side."""

    def __init__(self, *layers: Any) -> None:
        self.weight = torch.cat([layer.base_layer.weight.detach() for layer in layers])
        self.scale: float = layers[0].scaling["default"]
        self.down = [layer.lora_A["default"].weight for layer in layers]
        self.up = [layer.lora_B["default"].weight for layer in layers]

    def __call__(self, states: Tensor) -> Tensor:
        up = self.up[0] if len(self.up) == 1 else torch.block_diag(*self.up)
        found: Tensor = _Adapted.apply(states, self.weight, torch.cat(self.down), up, self.scale)
        return found


class _Adapted(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """x W' + scale x A' B', with gradients for x, A and B."""

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, down: Tensor, up: Tensor, scale: float) -> Tensor:
        low = states @ down.t()
        ctx.save_for_backward(states, low, weight, down, up)
        ctx.scale = scale
        return torch.mm(states, weight.t()).addmm_(low, up.t(), alpha=scale)

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> tuple[Tensor | None, ...]:
        states, low, weight, down, up = ctx.saved_tensors
        wanted_low = torch.mm(wanted, up).mul_(ctx.scale)
        wanted_up = torch.mm(wanted.t(), low).mul_(ctx.scale)
        wanted_down = torch.mm(wanted_low.t(), states)
        return torch.mm(wanted, weight).addmm_(wanted_low, down), None, wanted_down, wanted_up, None


class _Gated(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """silu(gate) * up of (tokens, gate and up)."""

    @staticmethod
    def forward(ctx: Any, opened: Tensor) -> Tensor:
        ctx.save_for_backward(opened)
        gate, up = opened.chunk(2, dim=-1)
        return torch.nn.functional.silu(gate).mul_(up)

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> Tensor:
        (opened,) = ctx.saved_tensors
        gate, up = opened.chunk(2, dim=-1)
        found = torch.empty_like(opened)
        for_gate, for_up = found.chunk(2, dim=-1)
        share = torch.sigmoid(gate)
        through = gate * share
        torch.mul(wanted, through, out=for_up)
        slope = share.add_(through.addcmul_(through, share, value=-1))
        torch.mul(slope.mul_(up), wanted, out=for_gate)
        return found


class _Mixed(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """Values in given shares, as torch.bmm; its gradient for the values copies no transposed shares."""

    @staticmethod
    def forward(ctx: Any, shares: Tensor, values: Tensor) -> Tensor:
        ctx.save_for_backward(shares, values)
        return torch.bmm(shares, values)

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> tuple[Tensor, Tensor]:
        shares, values = ctx.saved_tensors
        return (
            torch.bmm(wanted, values.transpose(1, 2)),
            torch.bmm(wanted.transpose(1, 2), shares).transpose(1, 2),
        )


class _Scattered(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """Rows of a table at given places of a longer one, with zeros between."""

    @staticmethod
    def forward(ctx: Any, given: Tensor, places: Tensor, size: int) -> Tensor:
        ctx.save_for_backward(places)
        found = given.new_zeros(size, given.shape[1])
        found[places] = given
        return found

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> tuple[Tensor | None, ...]:
        return wanted.index_select(0, ctx.saved_tensors[0]), None, None


class _Gathered(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """The rows of a table at given places, none twice."""

    @staticmethod
    def forward(ctx: Any, given: Tensor, places: Tensor) -> Tensor:
        ctx.save_for_backward(places)
        ctx.size = len(given)
        return given.index_select(0, places)

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> tuple[Tensor | None, ...]:
        found = wanted.new_zeros(ctx.size, wanted.shape[1])
        found[ctx.saved_tensors[0]] = wanted
        return found, None


class _Normed(Function):  # type: ignore[misc]  # torch is typed only where it is installed
    """RMS norm, computed in f32."""

    @staticmethod
    def forward(ctx: Any, states: Tensor, weight: Tensor, least: float) -> Tensor:
        exact = states.float()
        factor = torch.rsqrt(exact.square().mean(-1, keepdim=True).add_(least))
        exact = exact * factor
        ctx.save_for_backward(exact, factor, weight)
        return exact.to(states.dtype) * weight

    @staticmethod
    def backward(ctx: Any, wanted: Tensor) -> tuple[Tensor | None, ...]:
        unit, factor, weight = ctx.saved_tensors
        exact = (wanted * weight).float()
        along = (exact * unit).mean(-1, keepdim=True)
        exact.addcmul_(unit, along, value=-1)
        return exact.mul_(factor).to(wanted.dtype), None, None


def _normed(states: Tensor, norm: Any) -> Tensor:
    found: Tensor = _Normed.apply(states, norm.weight, norm.variance_epsilon)
    return found


def _attended(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    shares = torch.softmax(torch.baddbmm(mask, query, key.transpose(1, 2)), dim=-1)
    found: Tensor = _Mixed.apply(shares, value)
    return found


def _grouped(query: Tensor, groups: int) -> Tensor:
    """(tokens, heads, width) -> (groups, tokens and heads of a group, width)."""
    tokens, _, width = query.shape
    return query.reshape(tokens, groups, -1, width).transpose(0, 1).reshape(groups, -1, width)


def _flat(found: Tensor, tokens: int) -> Tensor:
    """The way back: (tokens, heads side by side)."""
    groups, _, width = found.shape
    return found.view(groups, tokens, -1, width).transpose(0, 1).reshape(tokens, -1)


def _by_head(states: Tensor) -> Tensor:
    return states.transpose(0, 1).contiguous()


def _causal(size: int, repeated: int, dtype: torch.dtype) -> Tensor:
    """(1, size * repeated, size): `repeated` heads of each token side by side."""
    later = torch.ones(size, size, dtype=torch.bool).triu(1).repeat_interleave(repeated, dim=0)
    return torch.zeros(later.shape, dtype=dtype).masked_fill_(later, float("-inf"))[None]


def _rotated(states: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = states.shape[-1] // 2
    swapped = torch.cat((-states[..., half:], states[..., :half]), dim=-1)
    return states * cos + swapped * sin
