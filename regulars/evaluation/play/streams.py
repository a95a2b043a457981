"""Plays streams: one memory persists over all lives of a stream, and exams measure what it has learned.

The memory learns in the train episodes, as far as feedback lets it. An exam is played on a fork of the assistant that
is then discarded, with sealed feedback and without exploration, so an exam never changes the assistant. `curricula`
lists the episodes of each regime.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

from regulars.agents.cast import Cast
from regulars.agents.seats.adapt import begin_seat, stop_exploring
from regulars.datasets.episode_record import EpisodeRecord, StreamPlace
from regulars.envs.aec import LifeAEC
from regulars.envs.life.outcomes import Ending
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import RecordError, SeatError
from regulars.evaluation.play.curricula import EXAM, StreamUnit
from regulars.evaluation.play.episodes import episode_config, live
from regulars.evaluation.play.faults import FAULTS, told
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import System
from regulars.evaluation.whole_files import write_whole
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash, fresh_episode_id

EXAM_FEEDBACK = "sealed"
"""The feedback policy of exams: neither ratings nor reactions, so an exam teaches nothing."""

STATE = "stream.state"
"""The file in a run's folder that keeps the assistant between two episodes of an unfinished stream.

With several workers, each stream has one file, and its name ends like this.
"""


def state_of(unit: StreamUnit) -> str:
    """The name of a stream's state file in a run with several workers."""
    return f"{content_hash(f'{unit.seed} {unit.system.name}', 16)}.{STATE}"


def forget_states(folder: Path) -> None:
    """Deletes the state files of a complete run."""
    for file in folder.glob(f"*{STATE}"):
        file.unlink()


class StreamPlayer:
    """Plays the episodes of streams in order, with one assistant per stream and system.

    A resumed run may continue in the middle of a stream. The player then loads the saved assistant, and plays the
    episodes after the saved state again.

    Args:
        conditions: The settings of the run.
        folder: The folder of the state file.
        state: The name of the state file; streams that are played at once need different names.
    """

    def __init__(self, conditions: Conditions, folder: Path, state: str = STATE) -> None:
        self._conditions = conditions
        self._file = folder / state
        self._stream: tuple[int, str] | None = None
        self._env: LifeAEC
        self._seat: Any
        self._cast: Cast | None = None
        self._fault: str
        self._place: int
        self._begun: bool
        self._seed = 0
        self._state: bytes | None
        self._is_left: bool

    def play(self, unit: StreamUnit) -> EpisodeRecord:
        """Plays one episode and returns its record."""
        if (unit.seed, unit.system.name) != self._stream:
            self._enter(unit)
        self._leave()
        for place in range(self._place, unit.place):
            if unit.curriculum.episodes[place].half != EXAM:
                self._go_on(StreamUnit(unit.curriculum, place, unit.suite, unit.system))
        self._place = unit.place
        if unit.episode.half == EXAM:
            return self._examine(unit)
        record = self._go_on(unit)
        self._place, self._is_left = unit.place + 1, False
        return record

    def close(self) -> None:
        """Closes the current assistant; its state file stays, so that the run can be resumed."""
        if self._cast is not None:
            with suppress(*FAULTS):
                self._cast.close()
        self._cast = None

    # ------------------------------------------------------------------ training

    def _enter(self, unit: StreamUnit) -> None:
        """Starts a stream with a new assistant, or with the saved one."""
        self.close()
        self._stream = unit.seed, unit.system.name
        self._place, self._begun, self._state, self._is_left = 0, False, None, True
        self._env, self._seat, self._cast, self._fault = self._seated(unit.system)
        left = _read(self._file)
        if self._cast is None or left is None or left[0] != self._stream or left[1] > unit.place:
            return
        _, self._place, self._seed, state = left
        try:
            self._take(self._cast, self._seat, state)
        except FAULTS as error:
            raise RecordError(
                f"{unit.system.name} cannot load the saved state: {told(error)}",
                where=str(self._file),
                remedy="delete the file to replay the stream from its start",
            ) from error
        self._begun = True

    def _seated(self, system: System, feedback: str | None = None) -> tuple[LifeAEC, Any, Cast | None, str]:
        """An environment with a new assistant: environment, seat, cast and fault. On a failure the cast is None."""
        feedback = feedback or system.feedback
        env = LifeAEC(**episode_config(system, self._conditions, feedback=feedback).environment)
        env.let_fork()
        try:
            seat = system.make(lambda: env.life)
            others = self._conditions.user_and_judge.seats(env)
            return env, seat, Cast(env, assistant=seat, executor=self._conditions.executor, **others), ""
        except FAULTS as error:
            return env, None, None, told(error)

    def _take(self, cast: Cast, seat: Any, state: bytes) -> None:
        """Restores a cast. The assistant begins first, so that everything its seed decides is the same."""
        episode_id = fresh_episode_id()
        begin_seat(seat, episode_id, self._seed)
        cast.set_state(state)
        cast.env.unwrapped.life.episode_id = episode_id

    def _go_on(self, unit: StreamUnit) -> EpisodeRecord:
        """Plays the assistant's next train episode, live or from a recording."""
        scenario = unit.curriculum.scenario(unit.episode, unit.system.feedback)
        self._state = None
        cast, fault = _reset(self._env, self._cast, unit.seed, scenario, self._begun, self._fault)
        if not fault:  # the seed is the same for all lives of a stream
            self._begun, self._seed = True, self._env.seat_seed(ASSISTANT_SEAT)
        return self._recorded(unit, self._env, cast, self._seat, fault, goes_on=True)

    def _leave(self) -> None:
        """Saves the assistant once the record of its latest episode is written."""
        if self._is_left or not self._begun or self._cast is None:
            return
        self._is_left = True
        with suppress(SeatError):  # an assistant without a state replays the stream after a resume
            write_whole(self._file, pickle.dumps((self._stream, self._place, self._seed, self._now(self._cast))))

    def _now(self, cast: Cast) -> bytes:
        """The state of assistant and calendar."""
        if self._state is None:
            self._state = cast.get_state()
        return self._state

    # ------------------------------------------------------------------ exams

    def _examine(self, unit: StreamUnit) -> EpisodeRecord:
        """Plays an exam on a fork of the assistant."""
        scenario = unit.curriculum.scenario(unit.episode)
        env, seat, cast, fault = self._seated(unit.system, EXAM_FEEDBACK)
        if cast is not None and self._begun:
            assert self._cast is not None
            try:
                self._take(cast, seat, self._now(self._cast))
            except FAULTS as error:
                fault = told(error)
        cast, fault = _reset(env, cast, unit.seed, scenario, self._begun, fault)
        if cast is not None:
            try:
                stop_exploring(seat)
            except FAULTS as error:
                env.abort(Ending.ASSISTANT_ERROR)
                cast, fault = None, told(error)
        return self._recorded(unit, env, cast, seat, fault, goes_on=False)

    def _recorded(
        self, unit: StreamUnit, env: LifeAEC, cast: Cast | None, seat: Any, fault: str, *, goes_on: bool
    ) -> EpisodeRecord:
        """Plays a reset episode to its end and returns its record."""
        episode, curriculum = unit.episode, unit.curriculum
        place = StreamPlace(
            regime=curriculum.regime,
            half=episode.half,
            block=episode.block,
            trained=episode.trained,
            blocks=len(curriculum.stream.blocks),
        )
        feedback = EXAM_FEEDBACK if episode.half == EXAM else unit.system.feedback
        config = episode_config(unit.system, self._conditions, feedback=feedback, stream=place)
        return live(env, cast, seat, unit.key, config, self._conditions, fault, goes_on=goes_on)


def _reset(
    env: LifeAEC, cast: Cast | None, seed: int, scenario: Scenario, begun: bool, fault: str
) -> tuple[Cast | None, str]:
    """Resets the episode; returns cast and fault. With a fault of the assistant, the episode ends without a cast."""
    options = {"scenario": scenario}
    if cast is None or fault:
        env.reset(seed=seed, options=options)
        env.abort(Ending.ASSISTANT_ERROR)
        return None, fault
    try:
        cast.reset(seed=seed, options=options, keep=(ASSISTANT_SEAT,) if begun else ())
    except FAULTS as error:
        if env.scenario is not scenario:
            raise  # the environment failed, not the assistant
        env.abort(Ending.ASSISTANT_ERROR)
        return None, told(error)
    return cast, ""


def _read(path: Path) -> tuple[tuple[int, str], int, int, bytes] | None:
    """Stream, place, seed and state of the saved assistant; None without a file."""
    if not path.exists():
        return None
    try:
        stream, place, seed, state = pickle.loads(path.read_bytes())
    except Exception as error:  # unpickling foreign bytes may raise anything
        raise RecordError(
            "is not a saved assistant", where=str(path), remedy="delete the file to replay the stream from its start"
        ) from error
    return stream, place, seed, state
