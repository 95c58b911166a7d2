"""Arguments that several tools declare alike."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agent.types import Grounded, Source

LONGEST_TEXT = 2000
LONGEST_NAME = 255


class Arguments(BaseModel):
    """What a call says, and nothing else."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoArguments(Arguments):
    pass


Words = Annotated[str, Grounded(source=Source.MESSAGE_TEXT), Field(min_length=1, max_length=LONGEST_TEXT)]
"""Words of the message."""
Statement = Annotated[str, Grounded(source=Source.STATEMENT), Field(min_length=1, max_length=LONGEST_TEXT)]
"""What the message states."""
NoteName = Annotated[str, Grounded(source=Source.NOTE_NAME), Field(max_length=LONGEST_NAME)]
"""The name of a note that is there, or empty."""
DocumentName = Annotated[str, Grounded(source=Source.DOCUMENT_NAME), Field(max_length=LONGEST_NAME)]
"""The name of a document that is there, or empty."""
FileName = Annotated[str, Grounded(source=Source.ATTACHMENT), Field(max_length=LONGEST_NAME)]
"""The name of a file that came with the message, or empty."""
