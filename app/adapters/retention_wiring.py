"""Builds what looks after memories from the settings."""

from app.adapters.postgres.database import Database
from app.adapters.postgres.retention import PostgresRetention
from app.domain.retention import PRESETS, HalfLives, Policy
from app.service.retention import RetentionService
from app.settings import Settings


def forget_policy(settings: Settings) -> Policy:
    """Return the preset of the settings, with their half-lives where they are given."""
    lives: HalfLives | None = None
    if settings.forget_policy != "off":
        preset = PRESETS[settings.forget_policy]
        lives = HalfLives(
            settings.forget_short_half_life_days or preset.short_days,
            settings.forget_long_half_life_days or preset.long_days,
        )
    return Policy(
        lives,
        short_below=settings.importance_episodic,
        forget_below=settings.forget_below,
        capacity=settings.memories_per_user,
    )


def retention_service(database: Database, settings: Settings) -> RetentionService:
    """Return what looks after memories."""
    return RetentionService(
        PostgresRetention(database),
        policy=forget_policy(settings),
        compress=settings.merge_repeated,
        interval_seconds=settings.retention_interval_seconds,
        session_ttl_seconds=settings.session_ttl_seconds,
        grace_seconds=settings.forget_grace_seconds,
    )
