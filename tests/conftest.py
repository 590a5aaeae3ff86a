"""Settings for the whole suite."""

from hypothesis import HealthCheck, settings
from tests.support import QUICK

settings.register_profile(
    "errata",
    max_examples=100 if QUICK else 40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("errata")
