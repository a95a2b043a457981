"""The spaces of all seats: one observation `Dict` and one action `Dict` of texts and numbers.

All seats have the same two spaces, because libraries that share policies between agents need equal spaces. Each
environment builds its own, so that seeding the spaces of one environment does not affect another.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from gymnasium.spaces import utils as space_utils
from gymnasium.vector.utils import shared_memory

from regulars.dialogue import FeedbackAction, Phase, VerdictKind, VerdictSource
from regulars.errors import ConfigurationError, SharedMemoryError

SAMPLE_LENGTH = 64
"""The maximum length of a sampled text, in characters."""

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
    "episode",
)
ACTION_TEXT = ("message", "answer", "recalled", "evidence", "about", "remark", "tells", "kept", "broken", "noise")


class Text(spaces.Text):
    """Any unicode text, also the empty one. Membership is checked in O(1).

    `sample` returns at most 64 characters.
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
    """The observation space of every seat.

    Keys:
        message: the last words said to this seat. speaker: the speaker's id. name: the speaker's name.
        scope: the scope of the memory that the message belongs to. phase: a `Phase`. session: its number.
        turn: the number of utterances in the session so far. turn_id: the message's id.
        reply_id: the id that a reply will get. date: ISO 8601 with zone. time: hours since the start of the episode.
        gap: hours since this person's last session, -1 before the first.
        rated: 1 if feedback came with the message. about: the id of the rated reply. rating: a `FeedbackAction`.
        satisfaction: 0 to 10, -1 if not shown. remark: the words of the feedback, empty for none.
        briefing: private text for this seat, empty for the assistant.
        episode: the id of this playing of the episode, other in every run. It tells nothing about the episode.
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
    """The action space of every seat. An action's fields that belong to other seats are ignored.

    Lists of ids are texts, with the ids joined by spaces. Empty means not declared, and `-` declares an empty list.

    Keys of the assistant:
        message: the words. answer: the structured answer (a value, a `|`-separated set, `-` for abstention).
        recalled: turn ids in rank order. evidence: the ids that the reply uses.
        elapsed: declared seconds; below zero means not declared.

    Keys of the user:
        message: the words. tells: ids of the facts and acts that the line is meant to carry.
        rating: a `FeedbackAction`. satisfaction: 0 to 10; below zero means not shown. about: the id of the rated reply.
        remark: words of the feedback, in addition to the message. close: 0 to stay, 1 to close, 2 to leave.
        noise: kinds of human noise in the line that its words do not show, such as `typos`.

    Keys of the evaluator:
        verdict: a `VerdictKind`. source: a `VerdictSource`, the matcher or a judge that gave the verdict.
        score: 0 to 1. kept, broken: ids of standing rules. message: the reason for the verdict.
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
        "Gymnasium's shared memory cannot hold texts",
        where="AsyncVectorEnv",
        remedy="use shared_memory=False, or gymnasium.make_vec(..., vectorization_mode='sync')",
    )


def _register_refusals() -> None:
    for machinery in (
        shared_memory.create_shared_memory,
        shared_memory.read_from_shared_memory,
        shared_memory.write_to_shared_memory,
    ):
        machinery.register(Text)(_refuse)


def _refuse_to_flatten(*_: Any, **__: Any) -> NoReturn:
    raise ConfigurationError(
        "a text has no fixed size, so a space that holds texts cannot be flattened",
        where="gymnasium.spaces.utils",
        expected="numeric spaces",
        remedy="use a numeric environment, such as regulars:Choice-v0, or keep the numeric keys alone with "
        "gymnasium.wrappers.FilterObservation before FlattenObservation",
    )


def _register_refusals_to_flatten() -> None:
    for machinery in (space_utils.flatdim, space_utils.flatten, space_utils.unflatten, space_utils.flatten_space):
        machinery.register(Text)(_refuse_to_flatten)


_register_refusals()
_register_refusals_to_flatten()
