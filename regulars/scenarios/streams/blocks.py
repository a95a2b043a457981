"""Streams: blocks of lives in order, over which one memory persists. Lives share latent layers.

There are three latent layers, each an option. *Conventions* are a cohort's rules on how to reply. *Procedures* are the
steps of a domain's checklist that a plan needs. *Language* is a cohort's way of speaking. A person follows each with
probability rho. With rho = 0, nothing transfers from one person to another.

Each block has a train half and an exam half with the same latents. Lives follow each other on one calendar, one person
each. The people of an exam hold values that no person of a train half holds, speak in held-out phrases, and state none
of their rules. The runner turns feedback off in an exam and forgets the exam afterwards (`marks["half"]`). A share of
them are *acquaintances* from the block's train half, the rest are strangers who occur in no other half. So an exam
measures what a memory has learned about people whom it knows, and what of that it applies to others.

A share of a block's people are *regulars*: they come from an earlier block, with the same id, name, persona, rules,
procedures and way of speaking, unless their cohort has drifted. Their lives are new. They tell their new facts, which
replace the earlier ones. An episode's ledger does not know earlier blocks. So no question is asked whose answer an
earlier block could change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from regulars.errors import ConfigurationError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.generator import START, generate
from regulars.scenarios.personas.sampling import draw_names
from regulars.scenarios.planning.latents import COHORTS_SPEAK
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.streams.cohorts import Cohort, Member, drawn_cohorts, latents_of
from regulars.scenarios.streams.regulars_back import told_in, without_doubtful
from regulars.scenarios.streams.schedules import SCHEDULES, Turnout, planned_blocks
from regulars.scenarios.world import Persona, Scenario
from regulars.seeding import SeedTree, content_hash

DOMAINS = 3
"""Number of project domains for which the cohorts of a stream have procedures."""

EXAM_SHARE = 0.5
"""Length of an exam life in sessions, relative to a train life."""

LEAST_SESSIONS = 4

_LIMITS = {"blocks": (1, 99), "people": (1, 16), "cohorts": (1, 8), "rules": (0, 8), "sessions": (LEAST_SESSIONS, 999)}


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a stream without drift.

    Attributes:
        number: From 1.
        cohorts: The cohorts in this block.
        weights: By the cohort's name, its share of the people.
        train: Lives of one person each, in order.
        exam: Lives with the same latents, after the train lives: of acquaintances and of strangers.
        drift: The changes at the block's beginning, in words; empty for none.
    """

    number: int
    cohorts: tuple[Cohort, ...]
    weights: Mapping[str, float]
    train: tuple[Scenario, ...]
    exam: tuple[Scenario, ...]
    drift: str = ""


@dataclass(frozen=True, slots=True)
class Stream:
    """Blocks of lives, in order.

    Attributes:
        id: A hash of the stream's settings.
        seed: The key of the seed tree's node.
        schedule: One of `SCHEDULES`.
        cohorts: The cohorts of the first block.
        blocks: In order.
        marks: The stream's settings, and the moments of changes: `drift`, `newcomers`, `leavers`, `late`.
        relive: Generates the exam lives of a block at another date; None for a stream that was read from a file.
    """

    id: str
    seed: str
    schedule: str
    cohorts: tuple[Cohort, ...]
    blocks: tuple[Block, ...]
    marks: Mapping[str, str] = field(default_factory=dict)
    relive: Callable[[int, datetime | None], tuple[Scenario, ...]] | None = field(
        default=None, compare=False, repr=False
    )

    def exam(self, block: int, trained: int) -> tuple[Scenario, ...]:
        """The exam lives of a block, dated after a number of train halves.

        The people and their latents are the same at every date. Only the calendar differs, so that an exam of another
        block never begins before the lives that the memory has seen.

        Args:
            block: The block's number, from 1.
            trained: Number of train halves before the exam, from 0.

        Raises:
            ConfigurationError: The stream was read from a file, so its lives have one fixed date.
        """
        if trained == block:
            return self.blocks[block - 1].exam
        if self.relive is None:
            raise ConfigurationError(
                f"the exam of block {block} cannot be held after {trained} blocks",
                where=f"stream {self.id}",
                expected="a stream that was generated, not read from a file",
            )
        return self.relive(block, _end(self.blocks[trained - 1].train[-1]) if trained else None)

    def scenarios(self) -> Iterator[tuple[str, Scenario]]:
        """All scenarios in order, with their names: `b1-train-1`, ..., `b1-exam-1`, ..."""
        for block in self.blocks:
            for half, lives in (("train", block.train), ("exam", block.exam)):
                for number, scenario in enumerate(lives, 1):
                    yield f"b{block.number}-{half}-{number}", scenario


def generate_stream(
    seed: int | SeedTree,
    *,
    schedule: str = "iid",
    blocks: int = 4,
    people: int = 3,
    cohorts: int = 2,
    rules: int = 4,
    rho: float = 0.8,
    procedures: bool = True,
    language: bool = True,
    sessions: int = 12,
    probes_per_session: int = 3,
    regulars: float = 0.34,
    acquainted: float = 0.0,
    late: int = 0,
    suite: str = "stream",
    start: datetime = START,
    **options: Any,
) -> Stream:
    """Generates a stream.

    Args:
        seed: A number, or a node of a seed tree.
        schedule: `iid`: all cohorts in every block. `blocked`: one cohort after another. `aba`: the first, another, the
            first again. `gradual`: from the second block on, each cohort changes one rule at a time. `abrupt`: all
            rules and procedures change at once, in the middle. `newcomers`: people of other cohorts join one by one,
            and the earliest people leave.
        blocks: Number of blocks.
        people: Number of lives in each half of a block.
        cohorts: Number of cohorts.
        rules: Number of rules of each cohort, and so of each person.
        rho: Probability with which a person follows each rule and procedure of the cohort, and its way of speaking.
        procedures: Whether people ask for plans, which a procedure judges.
        language: Whether each cohort has a way of speaking.
        sessions: Number of sessions of each train life. An exam life has half of them.
        probes_per_session: Planned probes for each session.
        regulars: Share of a block's people who come from an earlier block.
        acquainted: Share of a block's exam people who also live in its train half, starting with those who came back.
            The others are strangers.
        late: The block from which on people tell the attributes that are reserved for tests. Earlier blocks do not tell
            them. 0 switches this off.
        suite: The label of the scenarios' suite.
        start: The first moment.
        **options: See `regulars.scenarios.options.GenerationOptions`; `personas` is on by default.

    Raises:
        ConfigurationError: An argument is out of range.

    Example:
        >>> stream = generate_stream(1, blocks=2, people=2, sessions=4)
        >>> [name for name, _ in stream.scenarios()][:5]
        ['b1-train-1', 'b1-train-2', 'b1-exam-1', 'b1-exam-2', 'b2-train-1']
    """
    if not isinstance(language, bool):
        raise ConfigurationError(
            f"language is {language!r}",
            where="generate_stream",
            expected="True or False: whether cohorts have ways of speaking",
            remedy=f"use generate for lives in other languages, since streams speak {COHORTS_SPEAK} only",
        )
    shares = {"rho": rho, "regulars": regulars, "acquainted": acquainted}
    _check(schedule, shares, late, blocks=blocks, people=people, cohorts=cohorts, rules=rules, sessions=sessions)
    root = seed if isinstance(seed, SeedTree) else SeedTree(seed)
    node = root.child("stream")
    domains = node.draws("domains").sample(list(load_domains()), DOMAINS) if procedures else []
    first = drawn_cohorts(node, cohorts, rules, domains, language)
    turnouts = planned_blocks(node, schedule, first, blocks, people, regulars, acquainted)
    made_with = {
        "schedule": schedule, "blocks": blocks, "people": people, "cohorts": cohorts, "rules": rules, "rho": rho,
        "procedures": procedures, "language": language, "sessions": sessions, "regulars": regulars, "late": late,
        "probes_per_session": probes_per_session,
    }  # fmt: skip
    if acquainted:
        made_with["acquainted"] = acquainted
    described = json.dumps([root.key.hex(), made_with, start.isoformat(), sorted(options.items())], default=str)
    id = "t" + content_hash(described, 12)
    arguments = {"suite": suite, "probes_per_session": probes_per_session, "personas": True, **options}
    making = _StreamBuilder(node, id, start, rho, late, sessions, arguments, turnouts)
    made = tuple(map(making.settled, [making.block(turnout) for turnout in turnouts]))
    marks = {name: str(value) for name, value in made_with.items()} | making.marks
    return Stream(id, root.key.hex(), schedule, tuple(first), made, marks, making.relive)


@dataclass
class _StreamBuilder:
    """Builds the lives of a stream, one after another on one calendar."""

    node: SeedTree
    id: str
    start: datetime
    rho: float
    late: int
    sessions: int
    arguments: dict[str, Any]
    turnouts: Sequence[Turnout]

    def __post_init__(self) -> None:
        turnouts = self.turnouts
        self.every = list(dict.fromkeys(_key(cohort) for turnout in turnouts for cohort in turnout.cohorts))
        self.cohorts = [next(c for t in turnouts for c in t.cohorts if _key(c) == key) for key in self.every]
        self.names = draw_names(self.node.child("names"), sum(len(turnout.new) for turnout in turnouts))
        self.after: datetime | None = None
        self.personas: dict[int, Persona] = {}
        self.told: dict[int, set[str]] = {}
        self.marks: dict[str, str] = {}

    def block(self, turnout: Turnout) -> Block:
        """Generates the lives of one block."""
        begins = self.after or self.start
        train = tuple(self._trained(turnout, member, place) for place, member in enumerate(turnout.train))
        exam = tuple(self._examined(turnout, self.after))
        self.after = _end(exam[-1])
        new, gone = (" ".join(map(self._id, numbers)) for numbers in (turnout.newcomers, turnout.leavers))
        for name, what in (("drift", turnout.drift), ("newcomers", new), ("leavers", gone)):
            if what:
                said = f"b{turnout.number} {begins.isoformat()}: {what}"
                self.marks[name] = f"{self.marks[name]}; {said}" if name in self.marks else said
        if turnout.number == self.late:
            self.marks["late"] = f"b{turnout.number} {begins.isoformat()}"
        return Block(turnout.number, turnout.cohorts, turnout.weights, train, exam, turnout.drift)

    def settled(self, block: Block) -> Block:
        """Removes the exam's probes that any train life of an acquaintance could answer, once all blocks are made."""
        turnout = self.turnouts[block.number - 1]
        return replace(block, exam=self._clear(turnout, block.exam))

    def relive(self, number: int, after: datetime | None) -> tuple[Scenario, ...]:
        """Generates the exam lives of a block from a moment on; None means the stream's start."""
        turnout = self.turnouts[number - 1]
        return self._clear(turnout, self._examined(turnout, after))

    def _id(self, number: int) -> str:
        return "p" + self.node.child("person", number, "id").key.hex()[:8]

    def _trained(self, turnout: Turnout, member: Member, place: int) -> Scenario:
        """Generates the next train life, and stores what later lives need. It asks what earlier lives leave clear."""
        persona = self.personas.get(member.number)
        scenario = self._made(turnout, member, place, self.after, persona, half="train")
        if persona is not None:
            scenario = _asking_clearly(scenario, self.told[member.number])
        self.told.setdefault(member.number, set()).update(told_in(scenario))
        self.personas.setdefault(member.number, scenario.persons[0].persona)
        self.after = _end(scenario)
        return scenario

    def _examined(self, turnout: Turnout, after: datetime | None) -> tuple[Scenario, ...]:
        """Generates the exam lives of a block, one after another from a moment on."""
        lives: list[Scenario] = []
        for place, member in enumerate(turnout.exam):
            lives.append(self._made(turnout, member, place, after, self.personas.get(member.number), half="exam"))
            after = _end(lives[-1])
        return tuple(lives)

    def _clear(self, turnout: Turnout, exam: Sequence[Scenario]) -> tuple[Scenario, ...]:
        """Exam lives that ask acquaintances only what their train lives, also later ones, leave clear."""
        return tuple(
            scenario if member.exam else _asking_clearly(scenario, self.told[member.number])
            for member, scenario in zip(turnout.exam, exam, strict=True)
        )

    def _made(
        self, turnout: Turnout, member: Member, place: int, after: datetime | None, persona: Persona | None, half: str
    ) -> Scenario:
        """Generates a life after a moment."""
        is_exam = half == "exam"
        own = self.node.child("person", member.number)
        cohort = next(cohort for cohort in turnout.cohorts if cohort.name == member.cohort)
        latents = latents_of(own, member, cohort, self.cohorts, self.rho, tells=not is_exam)
        latents = replace(latents, id=self._id(member.number), name=self.names[member.number], persona=persona)
        sessions = max(LEAST_SESSIONS, round(self.sessions * EXAM_SHARE)) if is_exam else self.sessions
        arguments = dict(self.arguments)
        if self.late:
            arguments["attributes"] = "test" if turnout.number >= self.late else "train"
        if is_exam:
            arguments["phrasing"] = "held_out"
        scenario = generate(
            self.node.child("block", turnout.number, half, place),
            sessions=sessions,
            start=self.start,
            after=after,
            latents=[latents],
            split=(self.node.child("split"), int(is_exam)),
            **arguments,
        )
        marks = {
            "stream": self.id,
            "block": str(turnout.number),
            "half": half,
            "cohort": member.cohort,
            "person": "new" if persona is None else "regular",
        }
        scenario = replace(scenario, marks={**scenario.marks, **marks})
        return replace(scenario, id=scenario_id(scenario))


def _asking_clearly(scenario: Scenario, told: set[str]) -> Scenario:
    """The life without questions that the person's other lives, which told these attributes, could answer."""
    scenario = without_doubtful(scenario, told)
    return replace(scenario, id=scenario_id(scenario))


def _key(cohort: Cohort) -> str:
    return json.dumps([cohort.name, cohort.rules, dict(cohort.procedures), cohort.way])


def _end(scenario: Scenario) -> datetime:
    """A moment after all sessions and probes, however long the last session takes."""
    last = scenario.sessions[-1]
    return max([last.start + last.budget + timedelta(hours=2), *(probe.time for probe in scenario.probes)])


def _check(schedule: str, shares: Mapping[str, float], late: int, **counts: int) -> None:
    where = "generate_stream"
    if schedule not in SCHEDULES:
        raise ConfigurationError(f"schedule is {schedule!r}", where=where, expected=", ".join(SCHEDULES))
    for name, share in shares.items():
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise ConfigurationError(f"{name} is {share!r}", where=where, expected="0 to 1")
    for name, count in (*counts.items(), ("late", late)):
        low, high = _LIMITS.get(name, (0, 99))
        if isinstance(count, bool) or not isinstance(count, int) or not low <= count <= high:
            raise ConfigurationError(f"{name} is {count!r}", where=where, expected=f"a whole number {low} to {high}")
    if schedule in ("blocked", "aba", "newcomers") and counts["cohorts"] < 2:
        raise ConfigurationError(f"one cohort under {schedule}", where=where, expected="two cohorts or more")
