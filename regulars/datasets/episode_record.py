"""The episode record: what one episode was, in one line of JSON. Metrics, re-scoring and exports read nothing else.

Its parts are the types that the episode itself is made of, wherever they are plain values. `encode_life` makes a
record, `codec` turns it into a line and back, `record_files` keeps lines in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct, field

from regulars.datasets.memory_record import Level, OperationRecord, RecallRecord
from regulars.datasets.probe_record import ProbeRecord
from regulars.dialogue import Feedback, Turn
from regulars.envs.ledger import Commitment, Disclosure, NoiseNote
from regulars.envs.life.goals import GoalScore
from regulars.envs.life.outcomes import ConductNote, Ending, ReplyNote, RewardNote
from regulars.envs.life.sessions import LivedSession
from regulars.scenarios.kinds import ScenarioOrigin

KIND: Final = "regulars.episode"
SCHEMA: Final = 2


class EpisodeKey(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """What names an episode in its run.

    Attributes:
        scenario: The scenario's name: stable over seeds.
        seed: The root of the episode's draws.
        system: The row of the table.
    """

    scenario: str
    seed: int
    system: str

    def __str__(self) -> str:
        return f"{self.scenario}/{self.seed}/{self.system}"


class ScenarioRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which scenario it was.

    Attributes:
        id: Comes from its content.
        source: Generated or recorded.
        suite: With version and split, such as `core-3@test`; empty for none.
        language: The language pack.
        persons: Ids of the people.
        sessions: How many are planned.
    """

    id: str
    source: ScenarioOrigin
    suite: str = ""
    language: str
    persons: tuple[str, ...]
    sessions: int

    @property
    def recorded(self) -> bool:
        """Whether it is a recording, whose questions have no verdicts here."""
        return self.source is ScenarioOrigin.RECORDED


class SeedsRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The run's seed, and the episode's node of the seed tree in hexadecimal digits."""

    root: int
    episode: str


class StreamPlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where an episode stands in a stream.

    Attributes:
        regime: How the memory meets the stream.
        half: `train`, `heard` or `exam`.
        block: The block's number, from 1.
        trained: How many blocks the memory had been through when the episode was over.
        blocks: How many blocks the stream has.
    """

    regime: str
    half: str
    block: int
    trained: int
    blocks: int


class EpisodeConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the environment and the system were made with.

    Attributes:
        feedback: The feedback policy.
        noise: Human noise; empty for none.
        probes: `fork` where questions beside the conversation go to a branch, else `end`.
        reward_to: Which seats get rewards.
        unbounded: Whether the system's context may exceed the budget of the others.
        user: Who plays the people.
        judge: Who gives verdicts.
        stream: None where the episode stands alone.
    """

    feedback: str = "evaluative"
    noise: str = ""
    probes: str = "end"
    reward_to: str = "nobody"
    unbounded: bool = False
    user: str = "scripted"
    judge: str = "scripted"
    stream: StreamPlace | None = None

    @property
    def environment(self) -> dict[str, str]:
        """The arguments of the environment."""
        return {name: getattr(self, name) for name in ("feedback", "noise", "probes", "reward_to")}


class LedgerRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What reached the assistant.

    Attributes:
        disclosures: In order.
        commitments: In order.
        said: By act that discloses no value the turn in which it was said; None in records of schema 1 without it.
    """

    disclosures: tuple[Disclosure, ...]
    commitments: tuple[Commitment, ...]
    said: Mapping[str, str] | None


class NoiseRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Human noise.

    Attributes:
        spec: The noise that was asked for.
        touched: Whether any reached the assistant.
        turns: Which.
    """

    spec: str
    touched: bool
    turns: tuple[NoiseNote, ...]


class PersonPolicy(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One person's feedback: their own policy, and its strictness in each of their sessions if it has any."""

    spec: str
    strictness: tuple[float, ...] = ()


class FeedbackPolicyRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The feedback policy.

    Attributes:
        spec: As it was asked for.
        carries: What can be learnt from it.
        people: By the person's id.
    """

    spec: str
    carries: str
    people: Mapping[str, PersonPolicy]


class RuleRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A standing rule of a person: see `regulars.scenarios.world.StandingRule`."""

    person: str
    id: str
    kind: str
    setting: str


class KnownFact(Struct, frozen=True, array_like=True):
    """A fact of a person's life, and from when it holds."""

    id: str
    attribute: str
    value: str
    since: datetime


class SayableRecord(Struct, frozen=True, array_like=True):
    """The number and the start of a session, and words of its agenda that its person may say."""

    number: int
    start: datetime
    words: tuple[str, ...]


class HorizonRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lay ahead of a person, so that their words can be held against it.

    Attributes:
        person: Whose.
        life: All facts.
        sayable: The goals of their projects.
        sessions: Those that took place.
    """

    person: str
    life: tuple[KnownFact, ...]
    sayable: tuple[str, ...]
    sessions: tuple[SayableRecord, ...]


class CausedRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event that a reply brought about: when, in whose life, and the reply's id."""

    time: datetime
    person: str
    cause: str


class TokenCounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tokens of all contexts, and of all replies."""

    context: int
    replies: int


class EpisodeRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One episode.

    Attributes:
        key: What names it.
        attempt: 1, or more where the infrastructure failed it before; not hashed.
        scenario: Which scenario it was.
        versions: Of Python and of packages.
        seeds: Where its draws come from.
        config: What it was made with.
        ending: How it ended; None if it did not.
        valid: False where a fault ended it: then nothing may be scored.
        fault: What went wrong, or which budget was used up; empty if nothing.
        score: The assistant's reward; None where not valid.
        level: What one recalled item stands for.
        steps: Of the environment.
        sessions: As they took place.
        transcript: All turns.
        ledger: What reached the assistant.
        noise: None where there was none.
        probes: As planned, with their outcomes.
        recollections: What was brought back, for each reply and probe.
        journal: The memory's operations.
        replies: What the assistant declared with each.
        feedback: What the assistant was shown.
        feedback_policy: By which rule.
        rewards: The terms of each seat's reward at each reply.
        conduct: Which standing rules each reply kept and broke.
        rules: The standing rules of all people.
        horizon: Of each person of a generated scenario, what lay ahead.
        caused: Events that replies brought about.
        projects: How far each project got.
        unresolved: What was said and could not be understood.
        tokens: Of contexts and replies.
        hash: 32 hexadecimal digits over all but `attempt`, `timings` and itself.
        timings: Seconds, and what models were called for; not hashed.
    """

    schema: Literal[2]
    kind: Literal["regulars.episode"]
    key: EpisodeKey
    attempt: int = 1
    scenario: ScenarioRecord
    versions: Mapping[str, str] = field(default_factory=dict)
    seeds: SeedsRecord
    config: EpisodeConfig
    ending: Ending | None
    valid: bool
    fault: str
    score: float | None
    level: Level
    steps: int = 0
    sessions: tuple[LivedSession, ...] = ()
    transcript: tuple[Turn, ...]
    ledger: LedgerRecord
    noise: NoiseRecord | None = None
    probes: tuple[ProbeRecord, ...]
    recollections: tuple[RecallRecord, ...]
    journal: tuple[OperationRecord, ...] = ()
    replies: tuple[ReplyNote, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    feedback_policy: FeedbackPolicyRecord | None = None
    rewards: tuple[RewardNote, ...] = ()
    conduct: tuple[ConductNote, ...] = ()
    rules: tuple[RuleRecord, ...] = ()
    horizon: tuple[HorizonRecord, ...] = ()
    caused: tuple[CausedRecord, ...] = ()
    projects: tuple[GoalScore, ...] = ()
    unresolved: tuple[str, ...] = ()
    tokens: TokenCounts | None = None
    hash: str
    timings: Mapping[str, float] = field(default_factory=dict)
