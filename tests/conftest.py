"""Hypothesis profiles: `quick` for `make test`, the same examples every time; HYPOTHESIS_PROFILE=thorough for more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("thorough", max_examples=1500, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
