"""What a model may be trusted with, by its size. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.types import GroundingPolicy, ModelInfo, Regime

SMALL_MODEL_PARAMETERS = 1_000_000_000
"""Models with fewer weights cannot choose among tools: measured with 135 million, any message got the same
one.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelProfile:
    """Limits are characters of the envelope's `thought` and `message_to_user`; 0 means always empty.

    `grounding` says how far a message's values bind an argument that states no policy of its own.
    """

    regime: Regime
    thought_limit: int
    message_limit: int
    grounding: GroundingPolicy = GroundingPolicy.STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileOverrides:
    """From the configuration; None keeps what the model's size says."""

    regime: Regime | None = None
    thought_limit: int | None = None
    message_limit: int | None = None
    grounding: GroundingPolicy | None = None


SMALL = ModelProfile(regime=Regime.NARROW, thought_limit=0, message_limit=300)
LARGE = ModelProfile(
    regime=Regime.WIDE, thought_limit=400, message_limit=1500, grounding=GroundingPolicy.PREFER
)


def profile_for(info: ModelInfo, overrides: ProfileOverrides | None = None) -> ModelProfile:
    base = SMALL if info.parameters < SMALL_MODEL_PARAMETERS else LARGE
    chosen = overrides or ProfileOverrides()
    return ModelProfile(
        regime=base.regime if chosen.regime is None else chosen.regime,
        thought_limit=base.thought_limit if chosen.thought_limit is None else chosen.thought_limit,
        message_limit=base.message_limit if chosen.message_limit is None else chosen.message_limit,
        grounding=base.grounding if chosen.grounding is None else chosen.grounding,
    )
