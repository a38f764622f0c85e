"""Conformance cases: positions and outcomes worked out by hand from the games' documents (README.md)."""

import pytest

pytest.register_assert_rewrite("tests.cases.runner")
