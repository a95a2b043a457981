"""The spaces of every seat: one observation `Dict` and one action `Dict`, text and numbers.

All seats have the same two, because libraries that share policies between agents want equal spaces. They are
built per environment instance, so that seeding one instance's spaces touches no other's.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import shared_memory

from regulars.dialogue import FeedbackAction, Phase, VerdictKind, VerdictSource
from regulars.errors import SharedMemoryError

SAMPLE_LENGTH = 64
"""Characters that a sampled text has at most."""

LEGAL_LENGTH = 2**31 - 1
"""Characters that a text may have: beyond any text in practice."""

SAMPLE_CHARSET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,?!'-|éßøžλд中文العぁ🙂"

OBSERVATION_TEXT = (
    "message",
    "speaker",
    "name",
    "scope",
    "turn_id",
    "reply_id",
    "date",
    "about",
    "remark",
    "briefing",
)
ACTION_TEXT = ("message", "answer", "recalled", "evidence", "about", "remark", "tells", "kept", "broken", "noise")


class Text(spaces.Text):
    """Any unicode text, the empty one included; membership costs O(1) whatever the length.

    `sample` gives at most 64 characters.
    """

    def __init__(self, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(SAMPLE_LENGTH, min_length=0, charset=SAMPLE_CHARSET, seed=seed)

    def contains(self, x: Any) -> bool:
        """Whether `x` is a string."""
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text)

    def __hash__(self) -> int:
        return hash(Text)

    def __repr__(self) -> str:
        return "Text(any unicode)"


def _integer(low: int = 0) -> spaces.Box:
    return spaces.Box(low, 2**31 - 1, shape=(), dtype=np.int64)


def _number(low: float, high: float) -> spaces.Box:
    return spaces.Box(low, high, shape=(), dtype=np.float64)


def observation_space() -> spaces.Dict:
    """What every seat sees.

    Keys:
        message: what was last said to this seat. speaker: the id of who said it. name: what the speaker is called.
        scope: whose memory it belongs to. phase: a `Phase`. session: its number. turn: utterances in it so far.
        turn_id: the message's id. reply_id: the id that a reply will get. date: ISO 8601 with zone.
        time: hours since the episode's start. gap: hours since this person's last session, -1 if there was none.
        rated: 1 if feedback came with the message. about: the id of the reply it is about.
        rating: a `FeedbackAction`. satisfaction: 0 to 10, -1 if not shown. remark: its words, empty if none.
        briefing: private text of this seat, empty for the assistant.
    """
    return spaces.Dict(
        {
            **{key: Text() for key in OBSERVATION_TEXT},
            "phase": spaces.Discrete(len(Phase)),
            "session": _integer(),
            "turn": _integer(),
            "time": _number(0.0, np.inf),
            "gap": _number(-1.0, np.inf),
            "rated": spaces.Discrete(2),
            "rating": spaces.Discrete(len(FeedbackAction)),
            "satisfaction": _number(-1.0, 10.0),
        }
    )


def action_space() -> spaces.Dict:
    """What every seat may do; fields of other seats are ignored.

    Keys:
        message: the words. answer: structured answer (a value, a `|`-separated set, `-` for abstention).
        recalled: turn ids in rank order, joined by spaces (empty: not declared, `-`: declared empty).
        evidence: the subset used. elapsed: declared seconds, below zero not declared.
        rating: a `FeedbackAction`. satisfaction: 0 to 10, below zero not shown. about: the reply it is about.
        remark: words that go with the feedback, beside the message.
        tells: ids of the facts and acts that a user's line means to carry. close: 0 stay, 1 close, 2 leave.
        noise: kinds of human noise that a user's line has and its words do not show, such as `typos`.
        verdict: a `VerdictKind`. source: a `VerdictSource`. kept, broken: ids of standing rules. score: 0 to 1.
    """
    return spaces.Dict(
        {
            **{key: Text() for key in ACTION_TEXT},
            "elapsed": _number(-1.0, 86400.0),
            "rating": spaces.Discrete(len(FeedbackAction)),
            "satisfaction": _number(-1.0, 10.0),
            "close": spaces.Discrete(3),
            "verdict": spaces.Discrete(len(VerdictKind)),
            "source": spaces.Discrete(len(VerdictSource)),
            "score": _number(0.0, 1.0),
        }
    )


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise SharedMemoryError(
        "text does not fit into Gymnasium's shared memory",
        where="AsyncVectorEnv",
        remedy="make it with shared_memory=False, or gymnasium.make_vec(..., vectorization_mode='sync')",
    )


def _register_refusals() -> None:
    for machinery in (
        shared_memory.create_shared_memory,
        shared_memory.read_from_shared_memory,
        shared_memory.write_to_shared_memory,
    ):
        machinery.register(Text)(_refuse)


_register_refusals()
