"""Writes the episodes of a run as a Minari data set of the assistant's seat. Needs minari (extra `rl`).

A step is a person's line; the action is the reply, which may be empty for a line that closes a session. Observations
have the keys of the environment's, but `briefing`, which is empty for an assistant, and `time`, whose origin a record
does not hold. The reward is the sum of the reply's terms, whatever `reward_to` was; infos hold the terms.

The folder is a root of Minari's: set `MINARI_DATASETS_PATH` to it and call `minari.load_dataset("regulars/NAME-v0")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from math import fsum
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.export.output import ExportCounts, replacing
from regulars.datasets.export.source import ExportSource
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, FeedbackAction, Phase
from regulars.errors import ConfigurationError

NAMESPACE = "regulars"
TEXTS = ("message", "speaker", "name", "scope", "turn_id", "reply_id", "date", "about", "remark")
_NAME = re.compile(r"[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True)
class AssistantStep:
    """What an assistant saw, what it replied, and what it got for it.

    Attributes:
        seen: The observation.
        reply: The reply; empty for none.
        terms: The terms of its reward.
    """

    seen: dict[str, Any]
    reply: str
    terms: dict[str, float] = field(default_factory=dict)


def steps_of(record: EpisodeRecord) -> Iterator[AssistantStep]:
    """Yields the steps of the assistant's seat within sessions, in order."""
    arrived: dict[str, list[Any]] = {}
    for feedback in record.feedback:
        arrived.setdefault(feedback.time.isoformat() if feedback.time else "", []).append(feedback)
    terms = {note.turn: dict(note.terms) for note in record.rewards if note.seat == ASSISTANT}
    starts = {session.number: session for session in record.sessions}
    last_end: dict[str, Any] = {}
    lines: dict[int, list[TurnRecord]] = {}
    for turn in record.transcript:
        lines.setdefault(turn.session, []).append(turn)
    for number, turns in lines.items():
        lived = starts[number]
        gone = last_end.get(lived.person)
        gap = -1.0 if gone is None else (lived.started - gone).total_seconds() / 3600.0
        last_end[lived.person] = lived.ended
        for place, turn in enumerate(turns):
            if turn.speaker == ASSISTANT:
                continue
            after = turns[place + 1] if place + 1 < len(turns) else None
            reply = after if after is not None and after.speaker == ASSISTANT else None
            closes = lived.ending is not None and all(later.speaker == ASSISTANT for later in turns[place + 1 :])
            phase = Phase.OPENING if place == 0 else Phase.CLOSING if closes else Phase.TALK
            given = next(iter(arrived.get(turn.time.isoformat(), ())), None)
            seen = {
                "message": turn.text,
                "speaker": turn.speaker,
                "name": turn.name,
                "scope": turn.scope,
                "turn_id": turn.id,
                "reply_id": reply.id if reply is not None else "",
                "date": turn.time.isoformat(),
                "about": given.about if given is not None else "",
                "remark": given.text if given is not None else "",
                "phase": int(phase),
                "session": np.array(number, np.int64),
                "turn": np.array(place + 1, np.int64),
                "gap": np.array(gap),
                "rated": int(given is not None),
                "rating": int(given.action) if given is not None else 0,
                "satisfaction": np.array(
                    -1.0 if given is None or given.satisfaction is None else float(given.satisfaction)
                ),
            }
            yield AssistantStep(seen, reply.text if reply is not None else "", terms.get(reply.id, {}) if reply else {})


@dataclass(frozen=True, slots=True)
class MinariExport:
    """The format `minari`: a data set of the assistant's seat.

    Attributes:
        name: The name of the data set, after `regulars/`.
    """

    name: str = "assistant"

    drops: ClassVar[tuple[str, ...]] = (
        "out-of-band questions",
        "gold answers and evidence",
        "verdicts",
        "recollections",
        "operations of the memory",
        "the ledger",
        "standing rules",
    )

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ConfigurationError(
                f"invalid name {self.name!r}", where="minari", expected="letters, digits, hyphens and underscores"
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the data set. The episodes are read twice, since Minari's spaces list all characters beforehand.

        Raises:
            ConfigurationError: Minari is not installed.
            DataError: The source is no run.
        """
        storage, buffer, version = _minari()
        written = ExportCounts()
        observation_space, action_space = _spaces(source)
        source.held.clear()
        source.left_out.clear()
        id = f"{NAMESPACE}/{self.name}-v0"
        with replacing(out, folder=True) as part:
            data = part.resolve() / id / "data"  # Minari miscounts the size of relative paths
            data.mkdir(parents=True)
            (part / NAMESPACE / "namespace_metadata.json").write_text("{}", encoding="utf-8")
            kept = storage.new(data, observation_space=observation_space, action_space=action_space)
            kept.update_metadata(
                {
                    "dataset_id": id,
                    "minari_version": version,
                    "algorithm_name": ", ".join(source.systems) or "several systems",
                    "description": "The assistant's seat in conversations with simulated people who come back.",
                }
            )
            for record in source.episodes():
                steps = list(steps_of(record))
                if not steps:
                    written.left_out["episodes without a line"] += 1
                    continue
                written.wrote["episodes"] += 1
                written.wrote["steps"] += len(steps)
                kept.update_episodes([_buffer(buffer, record, steps)])
        return written


def _buffer(buffer: Any, record: EpisodeRecord, steps: list[AssistantStep]) -> Any:
    """An episode for Minari, with the last observation after the last step."""
    final = {**dict.fromkeys(TEXTS, ""), **_NOTHING}
    seen = [*({key: _clean(value) for key, value in step.seen.items()} for step in steps), final]
    names = sorted({name for step in steps for name in step.terms})
    ends = record.ending is None or record.ending.terminates
    last = [0] * (len(steps) - 1)
    return buffer(
        seed=record.key.seed,
        options={"scenario": record.key.scenario, "system": record.key.system},
        observations={key: [one[key] for one in seen] for key in seen[0]},
        actions={"message": [_clean(step.reply) for step in steps]},
        rewards=[fsum(step.terms.values()) for step in steps],
        terminations=[bool(flag) for flag in [*last, ends]],
        truncations=[bool(flag) for flag in [*last, not ends]],
        infos={f"reward_{name}": [*(step.terms.get(name, 0.0) for step in steps), 0.0] for name in names} or None,
    )


_NOTHING: dict[str, Any] = {
    "phase": int(Phase.CLOSING),
    "session": np.array(0, np.int64),
    "turn": np.array(0, np.int64),
    "gap": np.array(-1.0),
    "rated": 0,
    "rating": 0,
    "satisfaction": np.array(-1.0),
}


def _spaces(source: ExportSource) -> tuple[spaces.Dict, spaces.Dict]:
    """The spaces of observations and actions, whose texts may hold every character of the run."""
    longest: dict[str, int] = dict.fromkeys((*TEXTS, "reply"), 1)
    characters = set(" ")
    for record in source.episodes():
        for step in steps_of(record):
            for name, written in (*((name, step.seen[name]) for name in TEXTS), ("reply", step.reply)):
                cleaned = _clean(written)
                characters.update(cleaned)
                longest[name] = max(longest[name], len(cleaned))
    charset = "".join(sorted(characters))

    def text(name: str) -> spaces.Text:
        return spaces.Text(longest[name], min_length=0, charset=charset)

    def count() -> spaces.Box[Any]:
        return spaces.Box(0, 2**31 - 1, shape=(), dtype=np.int64)

    seen = spaces.Dict(
        {
            **{name: text(name) for name in TEXTS},
            "phase": spaces.Discrete(len(Phase)),
            "session": count(),
            "turn": count(),
            "gap": spaces.Box(-1.0, np.inf, shape=(), dtype=np.float64),
            "rated": spaces.Discrete(2),
            "rating": spaces.Discrete(len(FeedbackAction)),
            "satisfaction": spaces.Box(-1.0, 10.0, shape=(), dtype=np.float64),
        }
    )
    return seen, spaces.Dict({"message": text("reply")})


def _clean(value: Any) -> Any:
    """A text without what HDF5 cannot hold: NUL and lone surrogates become the replacement character."""
    if not isinstance(value, str) or value.isprintable():
        return value
    return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _minari() -> tuple[Any, Any, str]:
    try:
        for needed in ("h5py", "PIL"):  # Minari imports them when it writes
            import_module(needed)
        import minari
        from minari.data_collector import EpisodeBuffer
        from minari.dataset.minari_storage import MinariStorage
    except ImportError as error:
        raise ConfigurationError(
            f"the package minari cannot be imported: {error}",
            where="export minari",
            remedy="pip install 'regulars[rl]'",
        ) from error
    return MinariStorage, EpisodeBuffer, minari.__version__
