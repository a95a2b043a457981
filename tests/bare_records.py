"""Episode records with as little as a record can hold, for tests that need their names, order or endings."""

from __future__ import annotations

from typing import Any

from regulars.datasets.codec import seal
from regulars.datasets.episode_record import (
    KIND,
    SCHEMA,
    EpisodeConfig,
    EpisodeKey,
    EpisodeRecord,
    ScenarioRecord,
    SeedsRecord,
    StreamPlace,
)
from regulars.datasets.record_parts.transcript import LedgerRecord
from regulars.envs.life.outcomes import Ending
from regulars.scenarios.kinds import ScenarioOrigin


def bare(scenario: str = "s", seed: int = 0, system: str = "x", **given: Any) -> EpisodeRecord:
    """A record without turns and probes; `given` replaces its fields."""
    fields: dict[str, Any] = {
        "key": EpisodeKey(scenario, seed, system),
        "scenario": ScenarioRecord(
            id=f"id-{scenario}",
            source=ScenarioOrigin.GENERATED,
            suite="own",
            language="english",
            persons=("p1",),
            sessions=1,
        ),
        "seeds": SeedsRecord(root=seed, episode="00" * 16),
        "config": EpisodeConfig(),
        "ending": Ending.COMPLETED,
        "valid": True,
        "fault": "",
        "score": 1.0,
        "level": "turn",
        "transcript": (),
        "ledger": LedgerRecord(disclosures=(), commitments=(), said={}),
        "probes": (),
        "recollections": (),
    }
    return seal(EpisodeRecord(schema=SCHEMA, kind=KIND, hash="", **{**fields, **given}))


def streamed(half: str, block: int, trained: int, blocks: int = 3, regime: str = "on-policy") -> EpisodeConfig:
    """The settings of an episode of a stream."""
    return EpisodeConfig(stream=StreamPlace(regime=regime, half=half, block=block, trained=trained, blocks=blocks))
