"""The rules by which a user's trust and patience change, read from `behaviour.toml` or a file of your own.

`agents/user/scripted.py` and `reacting.py` say when a rule applies; the file says by how much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from regulars.data_faults import raise_faults
from regulars.dialogue import VerdictKind
from regulars.errors import DataError
from regulars.scenarios.toml_tables import Table, TomlFile

_VERDICTS = {kind.name.lower(): kind for kind in VerdictKind if kind is not VerdictKind.NONE}
_REACTIONS = ("reaction_wrong", "reaction_abstained")


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The parameters of a user's trust, patience and reactions.

    Attributes:
        start_trust: Trust at the beginning of a life, 0 to 1.
        trust: The change of trust by each verdict on an answer to a probe.
        broken_rule: Trust lost in a session in which a reply breaks a standing rule, counted once a session. A style
            that breaks half of a person's rules breaks one in most replies.
        asked_again: Trust lost if the assistant asks for something that it was told.
        patience: The change of the session's patience by each verdict.
        question: Patience lost by any question from the assistant.
        known: Additional patience lost by a question about something already told.
        free_questions: Questions in a session that cost no more than that.
        growth: The additional cost of each further question over the one before it.
        base: Trust that a disclosure of mode `trusted` needs at sensitivity 0 and candour .5.
        sensitivity: Additional trust needed for each step of sensitivity.
        candour: Trust needed less for each point of candour.
        leaves_at: The patience at or below which a person leaves.
        impatient_below: The patience below which a person says so.
        requests_from: The trust from which a person makes requests.
        accused: Additional patience lost by an error of which the person accuses the assistant.
        thanked: The share of right answers for which a person of courtesy .5 says thanks.
        attempts: How often a person asks for one thing in a session.
        talks_on: The share of small talk after which a person tells something in the same line, for each point of the
            share of disclosures that the person bundles.
        goes_on: The same for values that are named in passing.
        says_bye: The share of last lines, in which nothing is asked, that say goodbye too, by the same points.
        reactions: Kinds of phrases with which a person reacts to an answer before correcting it.
    """

    start_trust: float
    trust: Mapping[VerdictKind, float]
    broken_rule: float
    asked_again: float
    patience: Mapping[VerdictKind, float]
    question: float
    known: float
    free_questions: int
    growth: float
    base: float
    sensitivity: float
    candour: float
    leaves_at: float
    impatient_below: float
    requests_from: float
    accused: float
    thanked: float
    attempts: int
    talks_on: float
    goes_on: float
    says_bye: float
    reactions: Mapping[VerdictKind, str]

    def threshold(self, sensitivity: int, candour: float = 0.5) -> float:
        """The trust that a disclosure of mode `trusted` needs: `base + sensitivity * s - candour * (c - .5)`.

        Example:
            >>> rules = load_behaviour()
            >>> rules.threshold(0), rules.threshold(3), round(rules.threshold(3, 0.9), 2)
            (0.4, 0.7, 0.54)
        """
        return round(self.base + self.sensitivity * sensitivity - self.candour * (candour - 0.5), 6)

    def thanks(self, courtesy: float) -> float:
        """The share of right answers for which a person says thanks, in proportion to courtesy.

        Example:
            >>> [load_behaviour().thanks(courtesy) for courtesy in (0.0, 0.5, 1.0)]
            [0.0, 0.35, 0.7]
        """
        return min(1.0, 2 * self.thanked * courtesy)

    def asking_costs(self, number: int) -> float:
        """The patience that question number `number` of a session costs, counted from 1.

        Example:
            >>> [round(load_behaviour().asking_costs(number), 2) for number in (1, 4, 5, 7)]
            [-0.04, -0.04, -0.07, -0.13]
        """
        return round(self.question + self.growth * max(0, number - self.free_questions), 6)


@cache
def load_behaviour(path: str | Path = "") -> Behaviour:
    """Loads the rules from a file; without a path, the built-in ones.

    Raises:
        DataError: The file cannot be read or violates the schema; the message lists all faults with file and line.
    """
    given = Path(path) if path else None
    try:
        text = (given or files("regulars.agents.user") / "behaviour.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(given), expected="rules as in behaviour.toml") from error
    source = TomlFile(text, given.name if given else "behaviour.toml")
    trust, patience, disclosure = source.table("trust"), source.table("patience"), source.table("disclosure")
    limits, reactions = source.table("limits"), source.table("reactions")
    trust.only(("start", "broken_rule", "asked_again", "verdicts"))
    patience.only(("question", "known", "free_questions", "growth", "accused", "verdicts"))
    disclosure.only(("base", "sensitivity", "candour"))
    limits.only(
        ("leaves_at", "impatient_below", "requests_from", "thanked", "attempts", "talks_on", "goes_on", "says_bye")
    )
    reactions.only(_VERDICTS)
    behaviour = Behaviour(
        start_trust=trust.number("start", 0, 1),
        trust=_verdicts(source.table("trust", "verdicts")),
        broken_rule=trust.number("broken_rule", -1, 0),
        asked_again=trust.number("asked_again", -1, 0),
        patience=_verdicts(source.table("patience", "verdicts")),
        question=patience.number("question", -1, 0),
        known=patience.number("known", -1, 0),
        free_questions=patience.whole("free_questions", 0, 1000),
        growth=patience.number("growth", -1, 0),
        base=disclosure.number("base", 0, 1),
        sensitivity=disclosure.number("sensitivity", 0, 1),
        candour=disclosure.number("candour", 0, 1),
        leaves_at=limits.number("leaves_at", -10, 10),
        impatient_below=limits.number("impatient_below", -10, 10),
        requests_from=limits.number("requests_from", 0, 1),
        accused=patience.number("accused", -1, 0),
        thanked=limits.number("thanked", 0, 1),
        attempts=limits.whole("attempts", 1, 2),
        talks_on=limits.number("talks_on", 0, 10),
        goes_on=limits.number("goes_on", 0, 10),
        says_bye=limits.number("says_bye", 0, 10),
        reactions={_VERDICTS[name]: reactions.one_of(name, _REACTIONS) for name in _VERDICTS if name in reactions},
    )
    raise_faults(source.faults, "rules of behaviour")
    return behaviour


def _verdicts(table: Table) -> dict[VerdictKind, float]:
    table.only(_VERDICTS)
    return {_VERDICTS[name]: table.number(name, -1, 1) for name in _VERDICTS if name in table}
