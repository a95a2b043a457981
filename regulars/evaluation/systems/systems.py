"""The systems that a run compares. A system is an assistant with a memory, made for each episode, and one table row."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any

from regulars import registry
from regulars.agents.assistant.context_reader import ORACLE
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.models.prompt_files import PromptSet
from regulars.agents.seats.adapt import (
    as_seat,
    awaited_act,
    begin_seat,
    end_seat,
    is_shared,
    restore_seat,
    seat_state,
    unbranched,
)
from regulars.agents.seats.flow import Flow
from regulars.envs.life.life import Life
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.errors import ConfigurationError, InfrastructureError, SeatError
from regulars.evaluation.systems.annotations import AnnotatedMemory, told_reader, with_reader
from regulars.evaluation.systems.labels import Labels
from regulars.evaluation.systems.oracles import (
    CreditOracle,
    KnowingAssistant,
    LessonOracle,
    OracleRecall,
    RuleKeepingAssistant,
    told,
    true_now,
)
from regulars.memory import build_memory
from regulars.memory.composition.compose import Composed
from regulars.scenarios.language.packs import Language
from regulars.seeding import content_hash, fresh_episode_id

LifeGetter = Callable[[], Life]

_SOURCES = (".py:", ".yaml", ".yml")
"""The file endings of systems that come from files, as they stand in specs."""

ORACLES = {
    "oracle-recall": "recalls the evidence of the open question: the ceiling of recall",
    "ideal-listener": "reads the ledger: the ceiling of answers",
    "omniscient": "reads the world: must not score above the ideal listener",
    "oracle-credit": "rmm with gold evidence as the credit of its ranking: the ceiling of credit by citation",
    "oracle-lessons": "receives the rules of each person who rates it: the ceiling of learning from feedback",
}

ORACLE_RULES = "oracle-rules"
"""The assistant that reads each person's standing rules, with any memory."""

REFERENCES = ("none", "recency", "random", "full-context", "bm25-turn", "oracle-recall", "ideal-listener")
"""The reference rows of generated lives: floors, ceilings, and a strong baseline."""

BOUNDS = ("none", "recency", "random", "full-context", *ORACLES)
"""The memories that are floors and ceilings: tables set them apart from the systems to choose from."""

TELLING = ("bm25-turn", "hybrid", "mem0-v3", "realmem", "caim", "hipporag", "memorybank", "rmm")
"""The memories of a run that names none: one of each large family, and two of search."""

READS_CONTEXTS = ("scripted", "asker", "fixed", "bandit", "ideal-observer")
"""The assistants of this package that read contexts. No other assistant is handed `reading=oracle`."""

STREAM_REFERENCES = ("none", "bm25-turn", "oracle-lessons")
"""The reference rows of streams: a floor, a strong baseline that learns nothing, and the ceiling of learning."""

TWIN = " (sealed)"
"""The end of a twin's name: the same system, whose people show no feedback in train halves either."""

SEALED = "sealed"
"""The feedback policy of twins."""


TRIAL = "trial"
"""The reason at the end of a seat that was only started to find out how it plays."""


def is_bound(name: str) -> bool:
    """Whether a row is a floor or a ceiling, and no system to choose.

    Args:
        name: The name of a system, such as `none` or `oracle-rules + bm25-turn`.
    """
    assistant, _, memory = name.removesuffix(TWIN).rpartition(" + ")
    return assistant == ORACLE_RULES or memory.partition(":")[0] in BOUNDS


class Acting(StrEnum):
    """How a seat acts. This decides how many episodes run at once, and in which thread."""

    COMPUTES = "computes"
    """Code of this package that never waits."""
    AWAITS = "awaits"
    """Asynchronous code that waits, for a model or an endpoint, while other episodes go on."""
    BLOCKS = "blocks"
    """Foreign code that may block its thread."""


@dataclass(frozen=True, slots=True)
class System:
    """One row of the table.

    Attributes:
        name: The name in tables and records: a label, or as the user wrote it, with the reader of its statements, such
            as `mem0-v1:reader=rules`.
        make: Makes the seat, given a getter of the running episode.
        spec: The name without labels.
        unforked: Why out-of-band probes cannot be answered on a fork, with the remedy, so that the row stands in a
            separate table; empty if they can.
        oracle: Whether the system reads hidden data.
        unbounded: Whether its context may exceed the token budget.
        acting: How the seat acts.
        parts: The parts of a composed memory, with settings and hashes of weights, for seed 0; else empty.
        learns: Whether it says that it learns from feedback.
        feedback: The feedback policy of its episodes, in place of the run's; empty for the run's.
    """

    name: str
    make: Callable[[LifeGetter], Any]
    spec: str = ""
    unforked: str = ""
    oracle: bool = False
    unbounded: bool = False
    acting: Acting = Acting.COMPUTES
    parts: Mapping[str, str] = field(default_factory=dict)
    learns: bool = False
    feedback: str = ""

    @property
    def forks(self) -> bool:
        """Whether out-of-band probes can be answered on a fork."""
        return not self.unforked

    @property
    def twin(self) -> System:
        """The same system without feedback. What it lacks to the system itself is what feedback taught."""
        return replace(self, name=f"{self.name}{TWIN}", spec=f"{self.spec}{TWIN}", feedback=SEALED, learns=False)


def default_memories(assistant: Any = "scripted") -> list[str]:
    """The memories of a run that names none.

    These are the eight of `TELLING` for the scripted assistant, `bm25-turn` for another assistant, which may cost
    more, and an empty list for an assistant that takes no memory.
    """
    if assistant == "scripted":
        return list(TELLING)
    return ["bm25-turn"] if _takes_memory(assistant) else []


def systems(
    memories: Sequence[str | Callable[..., Any]],
    assistant: Any = None,
    *,
    references: Sequence[str] = (),
    twins: bool = False,
    standard: str = "scripted",
    k: int = 10,
    budget: int = 1024,
    prompts: PromptSet | None = None,
    labels: Mapping[str, str] | None = None,
) -> list[System]:
    """Makes the systems of a run.

    Args:
        memories: Specs of memories, names of `ORACLES`, or classes.
        assistant: A spec, a callable, an object with `act`, or `oracle-rules`. An assistant that takes a `memory` is
            combined with each memory. Any other assistant is one row, and the memories get the standard assistant.
            None stands for the standard assistant.
        references: Names of rows to add, unless they are named already: `REFERENCES`, `STREAM_REFERENCES`, or none.
        twins: Whether to add the twin of each row that learns.
        standard: The spec of the assistant that names of rows leave out. It plays the reference rows.
        k: Ranked items per recall.
        budget: Tokens of context per recall.
        prompts: Prompts for an assistant that takes some.
        labels: Short names, and the specs of assistants or memories that they stand for.

    Raises:
        UnknownNameError: A name is neither registered nor found in a file or module.
        ConfigurationError: A name occurs twice, a label stands for no system, or a system cannot be made.
        SeatError: The assistant does not fit a seat, or a memory lacks a method.
    """
    short = Labels(labels or {})
    row = partial(_row, k=k, budget=budget, standard=standard, labels=short)
    if assistant is None:
        rows = [row(memory, standard) for memory in memories]
    elif _takes_memory(assistant):
        rows = [row(memory, str(assistant), prompts=prompts) for memory in memories]
    else:
        rows = [_single(assistant, short), *(row(memory, standard) for memory in memories)]
    if twins:
        rows = [one for found in rows for one in ((found, found.twin) if found.learns else (found,))]
    names = [row.name for row in rows]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ConfigurationError(f"duplicate system {twice[0]!r}", where="evaluate", remedy="name each system once")
    specs = [row.spec for row in rows]
    rows += [row(name, standard) for name in references if name not in specs]
    short.check_all_used()
    return rows


def sources(names: Iterable[str]) -> dict[str, str]:
    """Files from which systems come, with the hashes of their texts, so that no run is resumed with changed code."""
    found: dict[str, str] = {}
    for part in (part for name in names for part in name.split(" + ")):
        source, ending, _ = next((cut for cut in (part.partition(end) for end in _SOURCES) if cut[1]), (part, "", ""))
        path = Path(f"{source}{ending.rstrip(':')}").expanduser()
        if ending and path.is_file():
            found[str(path)] = content_hash(path.read_text("utf-8", "replace"), 16)
    return found


def _reads_as_told(assistant: str) -> bool:
    """Whether the assistant reads contexts by `reading=oracle`: one of this package, if its spec names no reading."""
    spec = registry.parse_spec("assistant", assistant)
    return spec.name in READS_CONTEXTS and spec.arguments.get("reading", ORACLE) == ORACLE


def _row(
    memory: str | Callable[..., Any],
    assistant: str,
    *,
    k: int,
    budget: int,
    standard: str,
    labels: Labels,
    prompts: PromptSet | None = None,
) -> System:
    if isinstance(memory, str) and memory in ORACLES:
        return System(labels.of(memory), _oracle(memory, k, budget), memory, oracle=True, unbounded=True)
    name = with_reader(memory) if isinstance(memory, str) else getattr(memory, "__name__", type(memory).__name__)
    given: dict[str, Any] = {} if prompts is None else {"prompts": prompts}
    made = build_memory(memory, seed=0) if isinstance(memory, str) else None
    entry = registry.find("memory", memory) if isinstance(memory, str) else None
    has_oracle_reader = isinstance(memory, str) and bool(told_reader(memory))
    reads_as_told = assistant != ORACLE_RULES and _reads_as_told(assistant)

    def make(life: LifeGetter) -> Any:
        remembers = AnnotatedMemory(memory, life) if has_oracle_reader and isinstance(memory, str) else memory
        if assistant == ORACLE_RULES:
            return RuleKeepingAssistant(life, remembers, k=k, budget=budget)
        reading = {"reading": OracleReading(life)} if reads_as_told else {}
        seat = registry.build("assistant", assistant, given=reading, memory=remembers, k=k, budget=budget, **given)
        return as_seat(seat, name)

    unforked, acting, learns = _tried(make)
    shown = labels.of(memory, name) if isinstance(memory, str) else name
    return System(
        shown if assistant == standard else f"{labels.of_assistant(assistant)} + {shown}",
        make,
        name if assistant == standard else f"{assistant} + {name}",
        unforked,
        oracle=has_oracle_reader or assistant == ORACLE_RULES,
        unbounded=bool(entry and entry.marks.get("unbounded")),
        acting=acting,
        parts=made.parts if isinstance(made, Composed) else {},
        learns=learns,
    )


def _oracle(name: str, k: int, budget: int) -> Callable[[LifeGetter], Any]:
    language = Language.load("english")

    def make(life: LifeGetter) -> Any:
        if name == "oracle-recall":
            return ScriptedAssistant(lambda: OracleRecall(life), k=k, budget=budget, reading=OracleReading(life))
        if name == "oracle-lessons":
            return LessonOracle(life, k, budget)
        if name == "oracle-credit":
            return CreditOracle(life, k, budget)
        return KnowingAssistant(life, language, told if name == "ideal-listener" else true_now)

    return make


def _single(assistant: Any, labels: Labels) -> System:
    """An assistant without a memory. An object is copied for each episode; all episodes share a function or a graph."""
    name = assistant if isinstance(assistant, str) else _name_of(assistant)

    def make(_: LifeGetter) -> Any:
        thing = registry.build("assistant", assistant) if isinstance(assistant, str) else assistant
        if isinstance(thing, (FunctionType, type)) or is_shared(thing):
            return as_seat(thing, name)
        try:
            return as_seat(copy.deepcopy(thing), name)
        except SeatError:
            raise
        except Exception as error:  # a foreign object's copying may raise anything
            raise SeatError(
                f"{type(thing).__name__} cannot be copied for each episode: {error}",
                where=name,
                remedy="pass its class, or make it copyable",
            ) from error

    unforked, acting, learns = _tried(make)
    return System(labels.of_assistant(name), make, name, unforked, acting=acting, learns=learns)


def _name_of(assistant: Any) -> str:
    """A row's name for an object: its own, such as that of a function or a graph, else that of its class."""
    own = getattr(assistant, "__name__", None) or (getattr(assistant, "name", None) if is_shared(assistant) else None)
    return own if isinstance(own, str) else type(assistant).__name__


def _tried(make: Callable[[LifeGetter], Any]) -> tuple[str, Acting, bool]:
    """Makes and starts a seat once: why it cannot be forked, how it acts, and whether it learns from feedback.

    A seat that cannot start is at fault in every episode, so its fault is reported there.

    Raises:
        InfrastructureError: A server that the seat needs does not answer.
    """
    seat = make(_nothing)
    if awaited_act(seat) is not None:
        acting = Acting.AWAITS
    else:
        acting = Acting.COMPUTES if isinstance(getattr(seat, "flow", None), Flow) else Acting.BLOCKS
    try:
        begin_seat(seat, fresh_episode_id(), 0)
        error = unbranched(seat)
        learns = bool(getattr(seat, "learns", False))
        end_seat(seat, TRIAL)
    except InfrastructureError:
        raise
    except (Exception, SystemExit):  # a foreign seat may raise anything; the episodes report it
        return "", acting, False
    return "" if error is None else "; ".join(filter(None, (error.what, error.remedy))), acting, learns


def why_not_forked(system: System) -> str:
    """Why the state of a system cannot be saved and restored into a new one, as exams need; empty if it can.

    This asks for more than out-of-band probes do, since an exam continues from the restored state.
    """
    seat = system.make(_nothing)
    try:
        begin_seat(seat, fresh_episode_id(), 0)
    except (Exception, SystemExit):  # a fault in every episode, which reports it
        return ""
    try:
        restore_seat(seat, seat_state(seat, system.name))
    except (Exception, SystemExit) as error:  # a foreign seat may raise anything
        return str(error)
    finally:
        with suppress(Exception, SystemExit):
            end_seat(seat, TRIAL)
    return ""


def _nothing() -> Life:
    raise SeatError("no episode is running")


def _takes_memory(assistant: Any) -> bool:
    """Whether the assistant is a factory with a `memory` argument."""
    if not isinstance(assistant, str):
        return False
    if assistant == ORACLE_RULES:
        return True
    entry = registry.find("assistant", assistant)
    if entry is not None:
        return bool(entry.marks.get("memory"))
    try:
        return "memory" in signature(registry.named("assistant", assistant)).parameters
    except (TypeError, ValueError):
        return False
