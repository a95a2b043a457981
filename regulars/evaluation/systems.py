"""What is compared: a row of the table is an assistant with a memory, made anew for each episode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from regulars import registry
from regulars.agents import roster
from regulars.agents.assistant import ScriptedAssistant
from regulars.agents.seats import as_seat, can_branch
from regulars.envs.life import Life
from regulars.errors import ConfigurationError, SeatError
from regulars.evaluation.oracles import KnowingAssistant, OracleRecall, told, true_now
from regulars.memory import build_memory
from regulars.scenarios.language import Language

__all__ = ["ORACLES", "REFERENCES", "System", "default_memories", "systems"]

assert roster.__name__, "importing the roster registers the assistants"

LifeGetter = Callable[[], Life]

ORACLES = {
    "oracle-recall": "brings back the evidence of the open question: the ceiling of recall",
    "ideal-listener": "reads the ledger: the ceiling of answers",
    "omniscient": "reads the world: must score no more than the ideal listener",
}

REFERENCES = ("none", "recency", "random", "full-context", "bm25-turn", "oracle-recall", "ideal-listener")
"""The rows that every table of generated lives shows: floors, ceilings, and the baseline that is hard to beat."""


@dataclass(frozen=True, slots=True)
class System:
    """One row.

    Attributes:
        name: As written by the person who asked for it.
        make: From a getter of the running episode to a seat.
        forks: Whether questions out of band can be put to it on a branch; if not it stands in a table of its own.
        oracle: Whether it reads what no system may.
        unbounded: Whether its context may exceed the budget of the other rows.
    """

    name: str
    make: Callable[[LifeGetter], Any]
    forks: bool = True
    oracle: bool = False
    unbounded: bool = False


def default_memories(assistant: Any = "scripted") -> list[str]:
    """All registered memories for the scripted assistant, in their order; one for another, which may cost more."""
    return [entry.name for entry in registry.entries("memory")] if assistant == "scripted" else ["bm25-turn"]


def systems(
    memories: Sequence[str],
    assistant: str | Any = "scripted",
    *,
    references: bool = False,
    k: int = 10,
    budget: int = 1024,
) -> list[System]:
    """The rows that `memories` and `assistant` name.

    Args:
        memories: Specs of memories; the names of `ORACLES` are allowed.
        assistant: A spec, a callable, or an object with `act`. One that takes a `memory` is crossed with the
            memories; any other is a single row.
        references: Whether to add those of `REFERENCES` that are not named.
        k: Ranked items asked for.
        budget: Tokens of context asked for.

    Raises:
        UnknownNameError: A name is not registered, and no file or module holds it.
        ConfigurationError: A name stands twice.
    """
    wanted = list(dict.fromkeys(memories))
    if len(wanted) < len(memories):
        raise ConfigurationError("a memory is named twice", where=", ".join(memories), remedy="name each one once")
    if not _takes_memory(assistant):
        rows = [_single(assistant)]
    else:
        rows = [_row(name, str(assistant), k, budget) for name in wanted]
    if references:
        have = {row.name for row in rows}
        rows += [_row(name, "scripted", k, budget) for name in REFERENCES if name not in have]
    return rows


def _row(name: str, assistant: str, k: int, budget: int) -> System:
    if name in ORACLES:
        return System(name, _oracle(name, k, budget), oracle=True, unbounded=True)
    build_memory(name, seed=0)
    entry = registry.find("memory", name)

    def make(_: LifeGetter) -> Any:
        return as_seat(registry.build("assistant", assistant, memory=name, k=k, budget=budget), name)

    label = name if assistant == "scripted" else f"{assistant} + {name}"
    return System(label, make, can_branch(make(_nothing)), unbounded=bool(entry and entry.marks.get("unbounded")))


def _oracle(name: str, k: int, budget: int) -> Callable[[LifeGetter], Any]:
    language = Language.load("english")

    def make(life: LifeGetter) -> Any:
        if name == "oracle-recall":
            return ScriptedAssistant(lambda: OracleRecall(life), k=k, budget=budget)
        return KnowingAssistant(life, language, told if name == "ideal-listener" else true_now)

    return make


def _nothing() -> Life:
    raise SeatError("no episode is under way")


def _takes_memory(assistant: Any) -> bool:
    """Whether the assistant is a factory with a `memory` argument."""
    if not isinstance(assistant, str):
        return False
    entry = registry.find("assistant", assistant)
    if entry is not None:
        return bool(entry.marks.get("memory"))
    thing = registry.build("assistant", assistant, memory="none") if ":" in assistant else None
    return thing is not None and hasattr(type(thing), "__init__") and "memory" in _parameters(type(thing))


def _parameters(thing: Any) -> set[str]:
    try:
        return set(signature(thing).parameters)
    except (TypeError, ValueError):
        return set()


def _single(assistant: Any) -> System:
    name = assistant if isinstance(assistant, str) else getattr(assistant, "__name__", type(assistant).__name__)

    def make(_: LifeGetter) -> Any:
        if isinstance(assistant, str):
            return as_seat(registry.build("assistant", assistant), name)
        return as_seat(assistant, name)

    return System(name, make, can_branch(make(_nothing)))
