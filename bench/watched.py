"""`kallisti` as it is, but for one thing: at its end it writes down how long its event loop was held up.

    python -m bench.watched FILE run --config CONFIG

FILE gets a JSON array of [moment, lag] in seconds; moments are those of the system's monotonic clock.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bot import app_house
from bot.__main__ import main
from bot.health import LagProbe


def watch(path: Path) -> None:
    class Watched(LagProbe):
        async def run(self) -> None:
            try:
                await super().run()
            finally:
                path.write_text(json.dumps(list(self.samples())))  # noqa: ASYNC240 - at the very end

    app_house.LagProbe = Watched  # type: ignore[attr-defined]


if __name__ == "__main__":
    watch(Path(sys.argv.pop(1)))
    main()
