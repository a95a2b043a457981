"""The episode record: the complete log of one episode, as one line of JSON. Metrics, `replay` and exports read only it.

A record reuses the value types of the episode where possible. Its other parts are in `record_parts`; the types of its
key and settings are here. `encode_life` makes a record, `codec` turns it into a line and back, and `record_files` keeps
lines in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from regulars.datasets.record_parts.memory import Level, OperationRecord, RecallRecord
from regulars.datasets.record_parts.people import (
    CausedRecord,
    FeedbackPolicyRecord,
    HorizonRecord,
    RuleRecord,
    TrustNote,
)
from regulars.datasets.record_parts.probes import ProbeRecord
from regulars.datasets.record_parts.transcript import LedgerRecord, NoiseRecord, TurnRecord
from regulars.datasets.record_parts.usage import ModelRecord, SpentNote, TokenCounts
from regulars.dialogue import Feedback
from regulars.envs.life.goals import GoalScore
from regulars.envs.life.outcomes import ConductNote, Ending, ReplyNote, RewardNote
from regulars.envs.life.sessions import LivedSession
from regulars.scenarios.kinds import ScenarioOrigin

KIND: Final = "regulars.episode"
EPISODES: Final = "episodes.jsonl"
"""The file in the folder of a run that holds its episodes."""
SCHEMA: Final = 2
"""The version of the schema.

Its first lines were longer: they wrote fields that are now left out, and hearsay with names. A line shows by itself
whether it is such a long one, so both have this number; see `earlier_records`.
"""


class EpisodeKey(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """The name of an episode within its run.

    Attributes:
        scenario: The scenario's name, the same for all seeds.
        seed: The root seed of the episode.
        system: The name of the system.
    """

    scenario: str
    seed: int
    system: str

    def __str__(self) -> str:
        return f"{self.scenario}/{self.seed}/{self.system}"


class ScenarioRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The scenario of an episode.

    Attributes:
        id: A hash of the scenario's content.
        source: Generated or recorded.
        suite: The suite with version and split, such as `core-5@test`; empty for none.
        language: The language pack.
        persons: The ids of the people.
        sessions: The number of planned sessions.
    """

    id: str
    source: ScenarioOrigin
    suite: str = ""
    language: str
    persons: tuple[str, ...]
    sessions: int

    @property
    def recorded(self) -> bool:
        """Whether the scenario is a recording, whose questions have no verdicts."""
        return self.source is ScenarioOrigin.RECORDED


class SeedsRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seeds of an episode.

    Attributes:
        root: The run's seed.
        episode: The episode's node of the seed tree, in hexadecimal digits.
    """

    root: int
    episode: str


class StreamPlace(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The place of an episode in a stream.

    Attributes:
        regime: How the memory meets the stream.
        half: `train`, `heard` or `exam`.
        block: The block's number, from 1.
        trained: Blocks of training that the memory had met at the end of the episode.
        blocks: The number of blocks in the stream.
    """

    regime: str
    half: str
    block: int
    trained: int
    blocks: int

    @property
    def is_measured(self) -> bool:
        """Whether its figures count in the slice `all`: exams after the last block, or train lives without exams."""
        return self.half == "train" if self.regime == "train" else self.half == "exam" and self.trained == self.blocks


class EpisodeConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of environment and system.

    Attributes:
        feedback: The feedback policy.
        noise: Human noise; empty for none.
        probes: `fork` if a fork of the assistant answers out-of-band probes, else `end`.
        reward_to: The seats that get rewards.
        unbounded: Whether the system's context may exceed the token budget.
        user: The policy of the people.
        judge: The judge of replies.
        stream: The place in a stream; None for a single life.
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
        """The arguments of the environment by name."""
        return {name: getattr(self, name) for name in ("feedback", "noise", "probes", "reward_to")}


class EpisodeRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of one episode.

    Attributes:
        schema: The version of this schema.
        kind: The kind of file, always `regulars.episode`.
        key: The episode's name within its run.
        attempt: 1, or higher after a failure of the infrastructure; not hashed.
        scenario: The scenario.
        versions: The versions of Python and of the main packages.
        seeds: The seeds of the episode.
        config: The settings of environment and system.
        ending: How the episode ended; None if it did not end.
        valid: False if a fault ended the episode, which then counts nowhere.
        fault: The fault, or the budget that was used up; empty for none.
        score: The assistant's reward; None if not valid.
        level: The unit that a recalled item stands for.
        steps: The number of steps of the environment.
        sessions: The sessions that took place.
        transcript: All turns in order.
        ledger: The disclosures and commitments.
        noise: The human noise; None without noise.
        probes: The planned probes with their outcomes.
        recollections: The recall for each reply and probe.
        journal: The operations of the memory.
        replies: The assistant's declarations with each reply.
        feedback: The feedback that the assistant was shown.
        feedback_policy: The rule behind the feedback.
        rewards: The terms of each seat's reward at each reply.
        conduct: The standing rules that each reply kept and broke.
        rules: The standing rules of all people.
        horizon: The lives of the people in a generated scenario, with their future.
        caused: The events that replies caused.
        projects: The score of each project.
        unresolved: Lines that the environment could not understand.
        tokens: The tokens of contexts and replies.
        models: How each model answered; missing for an episode without models.
        trust: The trust of people at the end of each session; missing where their policy has none.
        hash: 32 hexadecimal digits over everything but `attempt`, `timings`, `spent` and `hash`.
        timings: Seconds and model calls; not hashed.
        spent: What the assistant spent on each reply, in order; not hashed.
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
    transcript: tuple[TurnRecord, ...]
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
    models: tuple[ModelRecord, ...] | UnsetType = UNSET
    trust: tuple[TrustNote, ...] | UnsetType = UNSET
    hash: str
    timings: Mapping[str, float] = field(default_factory=dict)
    spent: tuple[SpentNote, ...] | UnsetType = UNSET
