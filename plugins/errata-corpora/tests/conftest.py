"""The settings of errata's own suite."""

import tests.conftest  # noqa: F401
