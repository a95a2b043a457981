"""The part of an episode record about the people: how they rate, what they wish and live through, and their trust."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct


class PersonPolicy(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The feedback policy of one person.

    Attributes:
        spec: The policy.
        strictness: Its strictness in each session; empty without strictness.
    """

    spec: str
    strictness: tuple[float, ...] = ()


class FeedbackPolicyRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The feedback policy of an episode.

    Attributes:
        spec: The requested policy.
        carries: What can be learned from it.
        people: The policies of single people by id.
    """

    spec: str
    carries: str
    people: Mapping[str, PersonPolicy]


class RuleRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A standing rule of a person; see `regulars.scenarios.world.StandingRule`.

    Attributes:
        person: The person.
        id: The id of the rule.
        kind: The kind of the rule.
        setting: What the person wishes.
    """

    person: str
    id: str
    kind: str
    setting: str


class KnownFact(Struct, frozen=True, array_like=True):
    """A fact of a person's life.

    Attributes:
        id: The id of the fact.
        attribute: The attribute.
        value: The value.
        since: The time from which it holds.
    """

    id: str
    attribute: str
    value: str
    since: datetime


class SayableRecord(Struct, frozen=True, array_like=True):
    """What a person may say in a session.

    Attributes:
        number: The number of the session.
        start: Its start.
        words: The words of its agenda.
    """

    number: int
    start: datetime
    words: tuple[str, ...]


class HorizonRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole life of a person, to check that the person never mentions the future.

    Attributes:
        person: The id of the person.
        life: All facts of the life.
        sayable: The goals of the person's projects.
        sessions: The sessions that took place.
    """

    person: str
    life: tuple[KnownFact, ...]
    sayable: tuple[str, ...]
    sessions: tuple[SayableRecord, ...]


class CausedRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event that a reply caused.

    Attributes:
        time: When it takes effect.
        person: The person whose life it changes.
        cause: The id of the reply.
    """

    time: datetime
    person: str
    cause: str


class TrustNote(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The trust of a person at the end of one of their sessions.

    Attributes:
        session: The number of the session.
        trust: 0 to 1.
    """

    session: int
    trust: float
