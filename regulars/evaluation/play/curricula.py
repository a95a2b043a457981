"""The curriculum of a stream: which episodes a memory goes through under a regime, and in which order.

The regimes are MemoryBench's (arXiv 2510.17281):

* `off-policy`: the memory listens to all train lives, recorded with a reference assistant; exams before and after.
* `stepwise`: it listens to them block by block; exams after each.
* `on-policy`: the assistant lives the train lives itself; exams after each block.
* `train`: the same without exams: what is measured are the train lives as they happen.

Exams are of all blocks. Unlike MemoryBench's, they are also held before the first step, feedback reaches who listens to
a recording, and exams of earlier and of later blocks are held at dates that follow the training, so that forgetting and
transfer show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from regulars.datasets.episode_record import EpisodeKey
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.play.off_policy_recordings import off_policy_recordings
from regulars.evaluation.systems.systems import System, why_not_forked
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.streams.blocks import Stream
from regulars.scenarios.suites import Suite
from regulars.scenarios.world import Scenario

OFF_POLICY, STEPWISE, ON_POLICY, TRAIN = "off-policy", "stepwise", "on-policy", "train"
REGIMES = (ON_POLICY, OFF_POLICY, STEPWISE, TRAIN)
"""The first one is the default."""

LIVED, HEARD, EXAM = "train", "heard", "exam"
"""A train life that is lived, one that is listened to, and an exam life, on a fork."""


@dataclass(frozen=True, slots=True)
class CurriculumEpisode:
    """One episode of a stream.

    Attributes:
        name: `b1-train-1`, `b1-heard-1` or `after-1/b1-exam-1`.
        block: The block's number, from 1.
        half: `LIVED`, `HEARD` or `EXAM`.
        place: The life's place in its half, from 1.
        trained: How many blocks the memory has been through when the episode is over.
    """

    name: str
    block: int
    half: str
    place: int
    trained: int


@dataclass(slots=True)
class Curriculum:
    """A stream under a regime: which episodes in which order.

    Attributes:
        stream: The lives.
        seed: The seed that it grew from, and of its episodes' draws.
        regime: One of `REGIMES`.
        feedback: What people show in train halves.
        episodes: In order.
    """

    stream: Stream
    seed: int
    regime: str
    feedback: str
    episodes: list[CurriculumEpisode] = field(init=False)
    _exams: dict[tuple[int, int], tuple[Scenario, ...]] = field(default_factory=dict)
    _heard: dict[tuple[int, int], Scenario] = field(default_factory=dict)

    def __post_init__(self) -> None:
        acts = self.regime in (ON_POLICY, TRAIN)
        half = LIVED if acts else HEARD
        last = len(self.stream.blocks)
        listed = [] if self.regime == TRAIN else self._held(0)
        for block in self.stream.blocks:
            number = block.number
            listed += [
                CurriculumEpisode(f"b{number}-{half}-{n + 1}", number, half, n + 1, number)
                for n in range(len(block.train))
            ]
            if self.regime in (STEPWISE, ON_POLICY) or (self.regime == OFF_POLICY and number == last):
                listed += self._held(number)
        self.episodes = listed

    def _held(self, trained: int) -> list[CurriculumEpisode]:
        return [
            CurriculumEpisode(f"after-{trained}/b{block.number}-exam-{n + 1}", block.number, EXAM, n + 1, trained)
            for block in self.stream.blocks
            for n in range(len(block.exam))
        ]

    def scenario(self, episode: CurriculumEpisode) -> Scenario:
        """What is lived or listened to in an episode. Raises `ScenarioError` if it cannot be played."""
        block, place = episode.block, episode.place
        if episode.half == LIVED:
            scenario = self.stream.blocks[block - 1].train[place - 1]
        elif episode.half == HEARD:
            self._heard = self._heard or off_policy_recordings(self.stream, self.seed, self.feedback)
            scenario = self._heard[block, place]
        else:
            key = block, episode.trained
            if key not in self._exams:
                self._exams[key] = self.stream.exam(*key)
            scenario = self._exams[key][place - 1]
        check_playable(scenario, ontology_of(scenario.language), f"{episode.name}, seed {self.seed}")
        return scenario


@dataclass(frozen=True, slots=True)
class StreamUnit:
    """One episode of a stream with one system, as a run counts them.

    Attributes:
        curriculum: The stream under a regime.
        place: The episode's place in it.
        suite: The suite's name and version.
        system: The row.
    """

    curriculum: Curriculum
    place: int
    suite: str
    system: System

    @property
    def episode(self) -> CurriculumEpisode:
        """Which episode."""
        return self.curriculum.episodes[self.place]

    @property
    def name(self) -> str:
        """What results call it."""
        return f"{self.suite}/{self.episode.name}"

    @property
    def seed(self) -> int:
        """The root of its draws."""
        return self.curriculum.seed

    @property
    def key(self) -> EpisodeKey:
        """What names the episode in its run."""
        return EpisodeKey(self.name, self.seed, self.system.name)


def check_regime(regime: str, systems: Sequence[System]) -> None:
    """Refuses an unknown regime, and a system that cannot be forked where exams are held.

    Raises:
        ConfigurationError: Names what is refused, and what would do.
    """
    if regime not in REGIMES:
        raise ConfigurationError(
            f"regime is {regime!r}", where="evaluate", expected=", ".join(REGIMES), remedy=did_you_mean(regime, REGIMES)
        )
    for system in systems if regime != TRAIN else ():
        why = why_not_forked(system)
        if not why:
            continue
        raise ConfigurationError(
            f"{system.name} cannot be forked, so an exam would leave traces in it: {why}",
            where=f"regime {regime}",
            expected="get_state and set_state, a picklable object, or a function that says stateless = True",
            remedy=f"give it those, or take the regime {TRAIN}, which holds no exams",
        )


def stream_units(
    suite: Suite, seeds: int, regime: str, feedback: str, systems: Sequence[System]
) -> tuple[list[Curriculum], list[StreamUnit]]:
    """The streams of a suite, and their episodes in the order of seed, system and the stream's calendar."""
    curricula = [Curriculum(suite.grown(seed), seed, regime, feedback) for seed in range(seeds)]
    units = [
        StreamUnit(curriculum, place, suite.label, system)
        for curriculum in curricula
        for system in systems
        for place in range(len(curriculum.episodes))
    ]
    return curricula, units
