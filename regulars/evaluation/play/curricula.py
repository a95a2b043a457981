"""The curriculum of a stream: the episodes that a memory meets under a regime, in order.

The regimes are MemoryBench's (arXiv 2510.17281):

* `off-policy`: the memory observes all train lives, recorded with a reference assistant. Exams come before and after.
* `stepwise`: the memory observes the recorded train lives block by block. Exams follow each block.
* `on-policy`: the assistant itself plays the train lives. Exams follow each block.
* `train`: as `on-policy` without exams; the train episodes themselves are measured.

Each exam covers all blocks. Three things differ from MemoryBench: an exam is also held before the first block,
recordings carry feedback, and exams of earlier and later blocks take place after the training, so that they show
forgetting and transfer.
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
from regulars.scenarios.suite import Suite
from regulars.scenarios.world import Scenario

OFF_POLICY, STEPWISE, ON_POLICY, TRAIN = "off-policy", "stepwise", "on-policy", "train"
REGIMES = (ON_POLICY, OFF_POLICY, STEPWISE, TRAIN)
"""All regimes, the default first."""

LIVED, HEARD, EXAM = "train", "heard", "exam"
"""The halves of an episode: a train life that the assistant plays, a recorded train life, and an exam on a fork."""


@dataclass(frozen=True, slots=True)
class CurriculumEpisode:
    """One episode of a stream.

    Attributes:
        name: `b1-train-1`, `b1-heard-1` or `after-1/b1-exam-1`.
        block: The block's number, from 1.
        half: `LIVED`, `HEARD` or `EXAM`.
        place: The life's place in its half, from 1.
        trained: Blocks of training that the memory has met at the end of the episode.
    """

    name: str
    block: int
    half: str
    place: int
    trained: int


@dataclass(slots=True)
class Curriculum:
    """A stream under a regime, as an ordered list of episodes.

    Attributes:
        stream: The lives.
        seed: The seed of the stream and of its episodes.
        regime: One of `REGIMES`.
        feedback: The feedback policy of train episodes.
        episodes: The episodes in order.
    """

    stream: Stream
    seed: int
    regime: str
    feedback: str
    episodes: list[CurriculumEpisode] = field(init=False)
    _exams: dict[tuple[int, int], tuple[Scenario, ...]] = field(default_factory=dict)
    _heard: dict[str, dict[tuple[int, int], Scenario]] = field(default_factory=dict)

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

    def scenario(self, episode: CurriculumEpisode, feedback: str = "") -> Scenario:
        """The scenario of an episode.

        Args:
            episode: The episode.
            feedback: The feedback policy of recordings, if it is not the curriculum's.

        Raises:
            ScenarioError: It cannot be played.
        """
        block, place = episode.block, episode.place
        if episode.half == LIVED:
            scenario = self.stream.blocks[block - 1].train[place - 1]
        elif episode.half == HEARD:
            shown = feedback or self.feedback
            if shown not in self._heard:
                self._heard[shown] = off_policy_recordings(self.stream, self.seed, shown)
            scenario = self._heard[shown][block, place]
        else:
            key = block, episode.trained
            if key not in self._exams:
                self._exams[key] = self.stream.exam(*key)
            scenario = self._exams[key][place - 1]
        check_playable(scenario, ontology_of(scenario.language), f"{episode.name}, seed {self.seed}")
        return scenario


@dataclass(frozen=True, slots=True)
class StreamUnit:
    """One episode of a stream with one system.

    Attributes:
        curriculum: The stream under a regime.
        place: The index of the episode in the curriculum.
        suite: The suite's name and version.
        system: The system that plays.
    """

    curriculum: Curriculum
    place: int
    suite: str
    system: System

    @property
    def episode(self) -> CurriculumEpisode:
        """The episode within the curriculum."""
        return self.curriculum.episodes[self.place]

    @property
    def name(self) -> str:
        """The episode's name in results."""
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
    """Checks that the regime exists and that the systems can take its exams.

    Raises:
        ConfigurationError: The regime is unknown, or it has exams and a system cannot be forked.
    """
    if regime not in REGIMES:
        raise ConfigurationError(
            f"unknown regime {regime!r}", where="regime", expected=", ".join(REGIMES),
            remedy=did_you_mean(regime, REGIMES),
        )  # fmt: skip
    for system in systems if regime != TRAIN else ():
        if why := why_not_forked(system):
            raise ConfigurationError(
                f"{system.name} cannot be forked for exams: {why}",
                where=f"regime {regime}",
                expected="get_state and set_state, a picklable object, or a function with stateless = True",
                remedy=f"add these, or choose the regime {TRAIN}, which has no exams",
            )


def stream_units(
    suite: Suite, seeds: int, regime: str, feedback: str, systems: Sequence[System]
) -> tuple[list[Curriculum], list[StreamUnit]]:
    """The streams of a suite, and their episodes ordered by seed, system and place in the stream."""
    curricula = [Curriculum(suite.grown(seed), seed, regime, feedback) for seed in range(seeds)]
    units = [
        StreamUnit(curriculum, place, suite.label, system)
        for curriculum in curricula
        for system in systems
        for place in range(len(curriculum.episodes))
    ]
    return curricula, units
