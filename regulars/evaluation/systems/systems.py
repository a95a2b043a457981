"""What is compared: a row of the table is an assistant with a memory, made anew for each episode."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any

from regulars import registry
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.models.prompt_files import PromptSet
from regulars.agents.seats.adapt import as_seat, awaited_act, begin_seat, can_branch, end_seat, restore_seat, seat_state
from regulars.agents.seats.flow import Flow
from regulars.envs.life.life import Life
from regulars.errors import ConfigurationError, SeatError
from regulars.evaluation.systems.annotations import AnnotatedMemory, told_reader
from regulars.evaluation.systems.oracles import (
    CreditOracle,
    KnowingAssistant,
    LessonOracle,
    OracleRecall,
    RuleKeepingAssistant,
    told,
    true_now,
)
from regulars.memory import Memory, build_memory
from regulars.memory.composition.compose import Composed
from regulars.scenarios.language.packs import Language
from regulars.seeding import content_hash

LifeGetter = Callable[[], Life]

_SOURCES = (".py:", ".yaml", ".yml")
"""How the files end that systems come from."""

ORACLES = {
    "oracle-recall": "brings back the evidence of the open question: the ceiling of recall",
    "ideal-listener": "reads the ledger: the ceiling of answers",
    "omniscient": "reads the world: must score no more than the ideal listener",
    "oracle-credit": "rmm, whose learned ranking is credited with the evidence: the ceiling of credit by citation",
    "oracle-lessons": "is told the rules of whoever rates it: the ceiling of what can be learnt from feedback",
}

ORACLE_RULES = "oracle-rules"
"""The assistant that reads what people wish of its replies, with any memory."""

REFERENCES = ("none", "recency", "random", "full-context", "bm25-turn", "oracle-recall", "ideal-listener")
"""The rows that every table of generated lives shows: floors, ceilings, and the baseline that is hard to beat."""

STREAM_REFERENCES = (*REFERENCES, "oracle-lessons")
"""Those of streams, where what is learnt of one person can serve another."""


class Acting(StrEnum):
    """What a seat does when it acts: it decides how many episodes are played at once, and where."""

    COMPUTES = "computes"
    """Code of this package that waits for nobody."""
    AWAITS = "awaits"
    """It waits for somebody, a model or an endpoint, and says so: others go on meanwhile."""
    BLOCKS = "blocks"
    """Somebody else's code: it may wait without saying so."""


@dataclass(frozen=True, slots=True)
class System:
    """One row.

    Attributes:
        name: As written by the person who asked for it.
        make: From a getter of the running episode to a seat.
        forks: Whether questions out of band can be put to it on a branch; if not it stands in a table of its own.
        oracle: Whether it reads what no system may.
        unbounded: Whether its context may exceed the budget of the other rows.
        acting: What it does when it acts.
        parts: What a composed memory is made of, with settings and hashes of weights, as for the seed 0; else empty.
    """

    name: str
    make: Callable[[LifeGetter], Any]
    forks: bool = True
    oracle: bool = False
    unbounded: bool = False
    acting: Acting = Acting.COMPUTES
    parts: Mapping[str, str] = field(default_factory=dict)


def default_memories(assistant: Any = "scripted") -> list[str]:
    """All registered memories for the scripted assistant, in their order; one for another, which may cost more.

    None for an assistant that takes no memory.
    """
    if assistant == "scripted":
        return [entry.name for entry in registry.entries("memory")]
    return ["bm25-turn"] if _takes_memory(assistant) else []


def systems(
    memories: Sequence[str | Callable[..., Any]],
    assistant: Any = "scripted",
    *,
    references: Sequence[str] = (),
    k: int = 10,
    budget: int = 1024,
    prompts: PromptSet | None = None,
) -> list[System]:
    """The rows that `memories` and `assistant` name.

    Args:
        memories: Specs of memories, or classes; the names of `ORACLES` are allowed.
        assistant: A spec, a callable, an object with `act`, or `oracle-rules`. One that takes a `memory` is crossed
            with the memories; any other is a row of its own, beside the scripted assistant's with the memories.
        references: Names of rows to add if they are not named: `REFERENCES`, `STREAM_REFERENCES`, or none.
        k: Ranked items asked for.
        budget: Tokens of context asked for.
        prompts: For an assistant that takes some.

    Raises:
        UnknownNameError: A name is not registered, and no file or module holds it.
        ConfigurationError: A name stands twice, or what it names cannot be made.
        SeatError: The assistant can take no seat, or a memory lacks a method.
    """
    if _takes_memory(assistant):
        rows = [_row(memory, str(assistant), k, budget, prompts) for memory in memories]
    else:
        rows = [_single(assistant), *(_row(memory, "scripted", k, budget) for memory in memories)]
    names = [row.name for row in rows]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ConfigurationError(f"{twice[0]!r} is named twice", where="evaluate", remedy="name each system once")
    return rows + [_row(name, "scripted", k, budget) for name in references if name not in names]


def sources(names: Iterable[str]) -> dict[str, str]:
    """For systems that come from a file: the file and the hash of its text, so that a changed one is not resumed."""
    found: dict[str, str] = {}
    for part in (part for name in names for part in name.split(" + ")):
        source, ending, _ = next((cut for cut in (part.partition(end) for end in _SOURCES) if cut[1]), (part, "", ""))
        path = Path(f"{source}{ending.rstrip(':')}").expanduser()
        if ending and path.is_file():
            found[str(path)] = content_hash(path.read_text("utf-8", "replace"), 16)
    return found


def _row(
    memory: str | Callable[..., Any], assistant: str, k: int, budget: int, prompts: PromptSet | None = None
) -> System:
    if isinstance(memory, str) and memory in ORACLES:
        return System(memory, _oracle(memory, k, budget), oracle=True, unbounded=True)
    name = memory if isinstance(memory, str) else getattr(memory, "__name__", type(memory).__name__)
    entry = None
    given: dict[str, Any] = {} if prompts is None else {"prompts": prompts}
    parts: Mapping[str, str] = {}
    if isinstance(memory, str):
        parts = _parts(build_memory(memory, seed=0))
        entry = registry.find("memory", memory)

    is_told = isinstance(memory, str) and bool(told_reader(memory))

    def made_by(life: LifeGetter) -> str | Callable[..., Any]:
        return AnnotatedMemory(memory, life) if is_told and isinstance(memory, str) else memory

    def make(life: LifeGetter) -> Any:
        if assistant == ORACLE_RULES:
            return RuleKeepingAssistant(life, made_by(life), k=k, budget=budget)
        return as_seat(registry.build("assistant", assistant, memory=made_by(life), k=k, budget=budget, **given), name)

    label = name if assistant == "scripted" else f"{assistant} + {name}"
    unbounded = bool(entry and entry.marks.get("unbounded"))
    forks, acting = _tried(make)
    is_oracle = is_told or assistant == ORACLE_RULES
    return System(label, make, forks, oracle=is_oracle, unbounded=unbounded, acting=acting, parts=parts)


def _parts(memory: Memory) -> Mapping[str, str]:
    """The parts of a composed memory."""
    return memory.parts if isinstance(memory, Composed) else {}


def _oracle(name: str, k: int, budget: int) -> Callable[[LifeGetter], Any]:
    language = Language.load("english")

    def make(life: LifeGetter) -> Any:
        if name == "oracle-recall":
            return ScriptedAssistant(lambda: OracleRecall(life), k=k, budget=budget)
        if name == "oracle-lessons":
            return LessonOracle(life, k, budget)
        if name == "oracle-credit":
            return CreditOracle(life, k, budget)
        return KnowingAssistant(life, language, told if name == "ideal-listener" else true_now)

    return make


def _single(assistant: Any) -> System:
    """An assistant without a memory. An object is copied for each episode; a function is one for the whole run."""
    name = assistant if isinstance(assistant, str) else getattr(assistant, "__name__", type(assistant).__name__)

    def make(_: LifeGetter) -> Any:
        thing = registry.build("assistant", assistant) if isinstance(assistant, str) else assistant
        if isinstance(thing, (FunctionType, type)):
            return as_seat(thing, name)
        try:
            return as_seat(copy.deepcopy(thing), name)
        except SeatError:
            raise
        except Exception as error:  # a foreign object's copying may raise anything
            raise SeatError(
                f"{type(thing).__name__} cannot be copied, so no episode could begin afresh: {error}",
                where=name,
                remedy="pass its class, or make it copyable",
            ) from error

    forks, acting = _tried(make)
    return System(name, make, forks, acting=acting)


def _tried(make: Callable[[LifeGetter], Any]) -> tuple[bool, Acting]:
    """Whether a seat that has begun can be branched, and what it does when it acts.

    One that cannot begin will be at fault in every episode.
    """
    seat = make(_nothing)
    if awaited_act(seat) is not None:
        acting = Acting.AWAITS
    else:
        acting = Acting.COMPUTES if isinstance(getattr(seat, "flow", None), Flow) else Acting.BLOCKS
    try:
        begin_seat(seat, "assistant_0", 0)
        branches = can_branch(seat)
        end_seat(seat, "trial")
    except (Exception, SystemExit):  # whatever a third party's seat raises, it is told where it happens again
        return True, acting
    return branches, acting


def why_not_forked(system: System) -> str:
    """Why a system that has begun has no state from which another one could go on; empty if it has.

    This is more than a seat needs that promises to leave no trace of a question: in a fork it lives on.
    """
    seat = system.make(_nothing)
    try:
        begin_seat(seat, "assistant_0", 0)
    except (Exception, SystemExit):  # it will be at fault in every episode, and is told there
        return ""
    try:
        restore_seat(seat, seat_state(seat, system.name))
    except (Exception, SystemExit) as error:  # whatever a third party's seat raises
        return str(error)
    finally:
        with suppress(Exception, SystemExit):
            end_seat(seat, "trial")
    return ""


def _nothing() -> Life:
    raise SeatError("no episode is under way")


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
