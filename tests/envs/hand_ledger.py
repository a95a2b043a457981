"""A small ontology, a pack of options and ledgers made by hand, so that a test can work out a gold answer on paper.

Session n is on day n of May 2025, and utterance m at m minutes past nine. The persons are ada, bo and cy.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from regulars.envs.ledger import Commitment, Disclosure, Ledger
from regulars.envs.probes.gold import Resolution
from regulars.envs.probes.resolution import resolve
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType


def attribute(
    name: str,
    values: str = "",
    type: ValueType = ValueType.TERM,
    cardinality: Cardinality = Cardinality.ONE,
    change: Change = Change.STEPS,
    unit: str = "",
    cues: tuple[str, ...] = (),
    **fields,
) -> Attribute:
    """An attribute whose terms are given as words; its label is its name with spaces."""
    domain = Domain(name, type, dict.fromkeys(values.split(), ()), unit)
    label = name.replace("_", " ")
    return Attribute(name, label, "demographics", type, cardinality, change, 0, cues, domain, **fields)


LANDLORD, DOCTOR, CLUB = ({name: "It has a reason."} for name in ("landlord", "doctor", "club"))

ONTOLOGY = Ontology(
    {
        one.name: one
        for one in (
            attribute("city", "Graz Oslo Bergen Linz Wien", implies={"country": {"Graz": "Austria", "Oslo": "Norway"}}),
            attribute("country", "Austria Norway Italy Ghana", implied_by="city"),
            attribute("pet", "cat horse", cues=("animal",), needed=LANDLORD, private=DOCTOR),
            attribute("illness", "asthma gout", needed=DOCTOR, private=LANDLORD),
            attribute("hobby", "chess sailing pottery karate", cardinality=Cardinality.MANY, needed=CLUB),
            attribute(
                "rent",
                type=ValueType.NUMBER,
                cues=("lease",),
                unit="euros",
                low=100,
                high=2000,
                needed=LANDLORD,
                private=CLUB,
            ),
            attribute("saved", type=ValueType.NUMBER, unit="euros", cardinality=Cardinality.COUNTER, high=999),
            attribute("wedding", type=ValueType.DATE, span=(1, 900), needed=CLUB),
            attribute("surgery", type=ValueType.DATE, needed=DOCTOR, private={**LANDLORD, **CLUB}),
            attribute("diet", "vegan kosher plain", excludes={"dish": {"vegan": ("goulash", "trout", "omelette")}}),
            attribute("allergy", "nuts fish", excludes={"dish": {"fish": ("trout",), "nuts": ("pesto",)}}),
            attribute("dish", "goulash trout omelette pesto risotto"),
            attribute("ring", "opal ruby", change=Change.STATIC),
        )
    }
)


def pack(**reasons: tuple[str, str]) -> Language:
    """A pack with one wording for each kind of option, and the given reasons."""
    options = {
        "mention": ["My {label}: {value}.", "On my {label} you heard {value}."],
        "fact": ["My {label} is {value}."],
        "compare": ["The first number.", "The last number."],
        "chain": ["It went {values}."],
    }
    tables = {"options": options, "reasons": reasons, "recalls": [], "asks_openly": [], "asks_how": []}
    return Language("english", tables, ONTOLOGY)


LANGUAGE = pack(
    money=("It is cheaper.", "to spend less"),
    health=("My body asked.", "for health"),
    noise=("It was loud.", "because of noise"),
    praise=("All praised it.", "since all praised it"),
)


def told(
    turn: str,
    attribute: str,
    value: str,
    person: str = "ada",
    how: str = "direct",
    fact: str = "",
    after: tuple[str, ...] = (),
    reason: str = "",
) -> Disclosure:
    """A disclosure in the turn `s003.t05`; its fact is named by the value unless it is given."""
    fact = fact or f"{person} {attribute} {value}"
    return Disclosure(fact, person, attribute, value, how, turn, int(turn[1:4]), moment(turn), "", after, reason)


def chosen(turn: str, act: str, attribute: str, value: str, person: str = "ada") -> Commitment:
    """A choice of the assistant."""
    return Commitment(act, person, attribute, value, turn, int(turn[1:4]), moment(turn))


class Mentioned(NamedTuple):
    """A value that a person said without telling it: a neighbour's, say."""

    attribute: str
    value: str
    person: str = "ada"


def moment(turn: str) -> datetime:
    """The time of a turn."""
    return datetime(2025, 5, int(turn[1:4]), 9, int(turn.split(".t")[1]), tzinfo=UTC)


def ledger_of(*entries: Disclosure | Commitment | Mentioned) -> Ledger:
    """The ledger with these entries, in this order."""
    ledger = Ledger()
    for entry in entries:
        if isinstance(entry, Commitment):
            ledger.commit(entry)
        elif isinstance(entry, Mentioned):
            ledger.mention(entry.person, entry.attribute, entry.value, "s001.t01")
        else:
            ledger.enter(entry)
    return ledger


def asks(kind: ProbeKind | str, form: Form, attribute: str, id: str = "p", owner: str = "ada", **fields) -> Probe:
    """A probe about ada at the end of May."""
    return Probe(id, kind, form, attribute, owner, owner, "", datetime(2025, 5, 31, 9, tzinfo=UTC), **fields)


def gold_of(probe: Probe, *entries: Disclosure | Commitment | Mentioned, language: Language = LANGUAGE) -> Resolution:
    """The gold of a probe, given these entries."""
    return resolve(probe, ledger_of(*entries), ONTOLOGY, language)


def option_texts(found: Resolution) -> Mapping[str, str]:
    """The options by letter."""
    assert found.expectation is not None
    return dict(zip("ABCD", found.expectation.options, strict=False))


def right_text(found: Resolution) -> str:
    """The text of the right option."""
    assert found.expectation is not None
    (letter,) = found.expectation.gold
    return option_texts(found)[letter]


def wrong_texts(found: Resolution) -> Mapping[str, set[str]]:
    """The wrong options by class of error."""
    texts = option_texts(found)
    return {name: {texts[letter] for letter in letters} for name, letters in found.classes.items()}
