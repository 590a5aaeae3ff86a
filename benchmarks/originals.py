"""The originals' figures, brought to the speed of this machine by the calibration loop both were measured with."""

import json

from benchmarks.measuring import shared


def originals(calibration: float) -> dict[str, float]:
    """Return what each original would take here, in CPU seconds with start-up."""
    timings = json.loads(shared("golden/timings.json").read_text(encoding="utf-8"))
    scale = calibration / timings["calibration"]
    return {
        name: (time["seconds"] if isinstance(time, dict) else time) * scale
        for name, time in timings["cpu_seconds"].items()
    }
