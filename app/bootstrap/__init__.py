"""Builds clients, pools and services, in one place, and closes them in order."""

from app.bootstrap.background import BackgroundWork, extract_service, open_background
from app.bootstrap.services import build_services, open_services
from app.bootstrap.toolbox import Toolbox, extract_pacing, open_tools, ranking_profile, ranking_weights

__all__ = [
    "BackgroundWork",
    "Toolbox",
    "build_services",
    "extract_pacing",
    "extract_service",
    "open_background",
    "open_services",
    "open_tools",
    "ranking_profile",
    "ranking_weights",
]
