"""A fixed life for a policy that is the memory: all that is seen, and what came of each reply so far.

Under `disclosure="scripted"` people tell everything and react to nothing. What is recalled then decides the fixed
reader's reply, its reward, and the feedback in the next observation. A life is played a few times when it is first met.
Replies that did not occur in these plays are played once, when the reader first gives them. The environment itself
decides what comes of a reply: nothing here judges, rewards or speaks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from regulars.dialogue import Reply, Turn
from regulars.envs.fixed_lives.episodes import reactive_life
from regulars.envs.fixed_lives.moments import LifeMoment
from regulars.envs.life.life import Life
from regulars.envs.numeric.remember import RememberEnv
from regulars.envs.numeric.remembering import PresentTurn, ReplyOutcome
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ConfigurationError
from regulars.memory.context_line import context_line
from regulars.seeding import SeedTree

FEEDBACK = ("about", "remark", "rated", "rating", "satisfaction")
"""What a reply may change in the next observation."""

PARTED = 6
"""If a reply rests on at most this many lines, all their combinations are read when a life is made."""

SINGLE = 16
"""If it rests on at most this many, each is read alone. Other combinations are read when they are recalled."""

PLAYS = 4
"""The number of replies to a step that get a play each. What comes of further ones is played from a saved state."""

KEPT_READINGS = 8192
"""The number of readings that a life keeps."""


class RememberedLife:
    """One life of T steps.

    Args:
        player: Plays what is not known yet.
        seed: The seed of its episode.

    Attributes:
        presents: What is seen before each step and at the end, T + 1; the feedback is that of `replies`.
        moments: For each step: what the reader reads; None if the reply does not depend on what is recalled.
        replies: The reply to each step when nothing is recalled.
        info: The info of the reset.
        played: The life at its end.
        reader_seed: The seed of the assistant's seat.
    """

    def __init__(self, player: LifePlayer, seed: int) -> None:
        self._player = player
        self.seed = seed
        self.presents: list[PresentTurn] = []
        self.moments: list[LifeMoment | None] = []
        self.replies: list[Reply] = []
        self.info: dict[str, float] = {}
        self.played: Life
        self.reader_seed = 0
        self._outcomes: list[dict[str, ReplyOutcome]] = []
        self._read: list[list[tuple[frozenset[str], dict[frozenset[str], ReplyOutcome]]]] = []
        self._kept = 0

    @property
    def steps(self) -> int:
        """The number of steps, T."""
        return len(self.replies)

    def outcome(self, at: int, reply: Reply) -> ReplyOutcome:
        """What comes of a reply to a step.

        Raises:
            ConfigurationError: It changes more than its own reward and the feedback on it.
        """
        outcomes = self._outcomes[at]
        if reply.text not in outcomes:
            try:
                self._player.explore(self, at, reply)
            except ConfigurationError:
                outcomes.pop(reply.text, None)  # it is refused again
                raise
        return outcomes[reply.text]

    def read(self, at: int, lines: Sequence[str]) -> ReplyOutcome | None:
        """What comes of the reply to a step after these lines were recalled; None if the reader must read them."""
        for rests_on, outcomes in self._read[at]:
            outcome = outcomes.get(rests_on.intersection(lines))
            if outcome is not None:
                return outcome
        return None

    def keep(self, at: int, lines: Sequence[str], rests_on: frozenset[str], outcome: ReplyOutcome) -> None:
        """Keeps what came of a reply that rests on nothing but some of the lines."""
        if self._kept >= KEPT_READINGS:
            self._read, self._kept = [[] for _ in self._read], 0
        self._kept += 1
        known = self._read[at]
        outcomes = next((found for own, found in known if own == rests_on), None)
        if outcomes is None:
            known.append((rests_on, outcomes := {}))
        outcomes[rests_on.intersection(lines)] = outcome

    def begin(self, env: RememberEnv) -> None:
        """Notes the first observation, the info and the reader's seed."""
        self.presents.append(env.present)
        self.info = dict(env.aec.infos[ASSISTANT_SEAT])
        self.reader_seed = env.aec.seat_seed(ASSISTANT_SEAT)

    def add(self, moment: LifeMoment | None, reply: Reply, outcome: ReplyOutcome) -> None:
        """Adds a step."""
        self.moments.append(moment)
        self.replies.append(reply)
        self.presents.append(outcome.next)
        self._read.append([])
        self._outcomes.append({reply.text: replace(outcome, info=dict(outcome.info))})

    def note(self, at: int, reply: Reply, outcome: ReplyOutcome) -> None:
        """Notes what came of a reply to a step.

        Raises:
            ConfigurationError: It differs from what came of the same reply before, or changes more than it may.
        """
        first = self._outcomes[at][self.replies[at].text]
        if (outcome.terminated, outcome.truncated) != (first.terminated, first.truncated):
            raise reactive_life(f"the episode ends after {at + 1} steps, and not after {self.steps}")
        shown = self.presents[at + 1]
        if _without_feedback(outcome.next) != _without_feedback(shown) or _moment_of(outcome) != _moment_of(first):
            raise reactive_life(f"what is seen after step {at} depends on more than feedback on the reply")
        known = self._outcomes[at].get(reply.text)
        if known is None:
            next = shown
            if outcome.next.seen != shown.seen:
                next = replace(shown, seen=outcome.next.seen, situation=outcome.next.situation)
            self._outcomes[at][reply.text] = replace(outcome, info=dict(outcome.info), next=next)
        elif (outcome.reward, outcome.info, outcome.next.seen) != (known.reward, known.info, known.next.seen):
            raise reactive_life(f"what comes of step {at} depends on earlier replies")


def _without_feedback(present: PresentTurn) -> tuple[object, ...]:
    seen = {key: value for key, value in present.seen.items() if key not in FEEDBACK}
    return seen, present.said, present.here


def _moment_of(outcome: ReplyOutcome) -> object:
    """When a reply was said; None for none."""
    return None if outcome.said is None else (outcome.said.id, outcome.said.time)


class LifePlayer:
    """Plays lives when they are first met, and again when the reader gives a reply that is new.

    Args:
        env: The environment.
    """

    def __init__(self, env: RememberEnv) -> None:
        self._env = env

    def life(self, seed: int) -> RememberedLife:
        """A life, with what comes of the replies that few lines can lead to.

        Raises:
            ConfigurationError: A reply changes more than its own reward and the feedback on it.
        """
        life = RememberedLife(self, seed)
        readings = self._first_play(life)
        replies = [list(dict.fromkeys(one.reply.text for one in found)) for found in readings]
        for number in range(1, min(max(map(len, replies), default=1), PLAYS)):
            self._play(life, [found[min(number, len(found) - 1)] for found in replies])
        draws = SeedTree(seed).draws("fixed life")
        self._play(life, [draws.choice(found) for found in replies], [found[PLAYS:] for found in replies])
        for at, found in enumerate(readings):
            for one in found:
                if one.rests_on is not None:
                    life.keep(at, one.lines, one.rests_on, life.outcome(at, one.reply))
        return life

    def _first_play(self, life: RememberedLife) -> list[list[_ReadReply]]:
        """Plays a life in which nothing is recalled. Returns readings of each step; the first is of nothing."""
        env = self._env
        env.reset(seed=life.seed)
        life.begin(env)
        readings: list[list[_ReadReply]] = []
        moment: LifeMoment | None = None
        over = False
        while not over:
            moment = LifeMoment.of(env.aec.life, moment)
            needs_memory = env.needs_memory
            readings.append(self._readings() if needs_memory else [_ReadReply((), env.answer((), ()), frozenset())])
            reply = readings[-1][0].reply
            outcome = env.reply(reply)
            life.add(moment if needs_memory else None, reply, outcome)
            over = outcome.terminated or outcome.truncated
        life.played = env.aec.life
        if life.played.ledger.commitments:
            raise reactive_life("people ask the assistant to choose for them")
        return readings

    def _readings(self) -> list[_ReadReply]:
        """What the reader replies from nothing, from all that was told, and from parts of what that reply rests on."""
        told = [context_line(turn.time, turn.name, turn.text) for turn in _told(self._env.aec.life)]
        found = [self._reading(()), self._reading(tuple(told))]
        rests_on = found[-1].rests_on or frozenset()
        lines = [line for line in told if line in rests_on]
        sizes = range(1, len(lines) + 1) if len(lines) <= PARTED else (1,) if len(lines) <= SINGLE else ()
        return found + [self._reading(part) for size in sizes for part in combinations(lines, size)]

    def _reading(self, lines: tuple[str, ...]) -> _ReadReply:
        reply = self._env.answer(lines, ())
        return _ReadReply(lines, reply, self._env.rests_on())

    def _play(self, life: RememberedLife, replies: Sequence[str], others: Sequence[Sequence[str]] = ()) -> None:
        """Plays a life with given replies, and notes what comes of them, and of others to the same steps."""
        env = self._env
        env.reset(seed=life.seed)
        for at, text in enumerate(replies):
            if others and others[at]:
                state = env.aec.get_state()
                for other in others[at]:
                    life.note(at, Reply(other), env.reply(Reply(other)))
                    env.aec.set_state(state)
            life.note(at, Reply(text), env.reply(Reply(text)))

    def explore(self, life: RememberedLife, at: int, reply: Reply) -> None:
        """Plays a life with a new reply to a step, and notes what comes of it.

        Raises:
            ConfigurationError: It changes more than its own reward and the feedback on it.
        """
        self._play(life, [(reply if place == at else own).text for place, own in enumerate(life.replies)])


@dataclass(frozen=True, slots=True)
class _ReadReply:
    """A reply that was read from lines, and the lines on which it rests; None if it may rest on any."""

    lines: tuple[str, ...]
    reply: Reply
    rests_on: frozenset[str] | None


def _told(life: Life) -> list[Turn]:
    """The turns that told something so far, in order."""
    ledger = life.ledger
    ids = {id for one in ledger.disclosures for id in one.turns} | set(ledger.said.values())
    return [turn for turn in life.transcript if turn.id in ids]
