"""Builds clients, pools and services, in one place, and closes them in order.

`bootstrap.background`, what the worker runs, is not among the names here: it reads conversations by thousands of
patterns, and an API process should not take the time to compile them.
"""

from app.bootstrap.services import build_services, open_services
from app.bootstrap.toolbox import Toolbox, extract_pacing, open_tools, ranking_profile, ranking_weights

__all__ = [
    "Toolbox",
    "build_services",
    "extract_pacing",
    "open_services",
    "open_tools",
    "ranking_profile",
    "ranking_weights",
]
