"""Multiple choice from small contexts: the letter that the lines support, and nothing where they leave a doubt."""

from __future__ import annotations

import pytest

from regulars.agents.assistant.ideal_observer import WishSets
from regulars.agents.assistant.multiple_choice import choose
from regulars.agents.assistant.question_parsing import Question
from regulars.agents.assistant.told import ToldInLines
from regulars.memory.context_line import read_context
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language

ENGLISH = Language.load("english")
TRIED, NEXT, LAST = ENGLISH.ontology.attribute("volunteering").grid()[:3]
CITIES = {
    "Lyon": "I live in Lyon.",
    "Graz": "I'm based in Graz, so most of the big tours skip me.",
    "Porto": "Just got home to Porto, and I'm soaked.",
}


def tells(attribute: str, value: str) -> str:
    return ENGLISH.ontology.attribute(attribute).phrases["tell"][0].replace("{value}", value)


def ends(attribute: str, value: str) -> str:
    return ENGLISH.ontology.attribute(attribute).phrases["ended"][0].replace("{value}", value)


def chosen(kind: str, options: list[str], *lines: str, attribute: str = "home_city", **fields: str) -> str:
    """The letter; empty if none is chosen."""
    context = "\n".join(f"[2025-01-{day:02d} 09:30] Anna: {line}" for day, line in enumerate(lines, 1))
    question = Question(kind, Form.OPTION, attribute, options=tuple(options), **fields)
    return "".join(choose(ENGLISH, question, ToldInLines(ENGLISH, read_context(context))).values)


@pytest.mark.parametrize(
    ("told", "options", "letter"),
    [
        # The one that was never told, if all others were.
        (("Lyon", "Graz"), ["Lyon", "Porto", "Graz"], "B"),
        (("Lyon", "Graz", "Lyon"), ["Graz", "Lyon", "Oslo"], "C"),
        (("Lyon",), ["Lyon", "Porto", "Graz"], ""),
        (("Lyon", "Graz", "Porto"), ["Lyon", "Porto", "Graz"], ""),
        ((), ["Lyon", "Porto"], ""),
        ((), ["Lyon"], "A"),
    ],
)
def test_something_new_was_never_told(told, options, letter) -> None:
    assert chosen(ProbeKind.SUGGEST_NEW, options, *(CITIES[city] for city in told)) == letter


def test_what_is_over_counts_as_never_told() -> None:
    lines = [tells("volunteering", TRIED), tells("volunteering", NEXT)]
    given = {"attribute": "volunteering"}
    assert chosen(ProbeKind.SUGGEST_NEW, [TRIED, LAST, NEXT], *lines, **given) == "B"
    over = [*lines, ends("volunteering", NEXT)]
    assert chosen(ProbeKind.SUGGEST_NEW, [TRIED, LAST, NEXT], *over, **given) == ""


def fact(value: str, attribute: str = "home_city") -> str:
    label = ENGLISH.ontology.attribute(attribute).label
    return ENGLISH.lines("options", "fact")[0].replace("{label}", label).replace("{value}", value)


@pytest.mark.parametrize("kind", [ProbeKind.RECALL_FACTS, ProbeKind.LATEST_PREFERENCE, ProbeKind.NEW_SCENARIO])
def test_the_option_that_states_the_last_value(kind) -> None:
    lines = [CITIES["Lyon"], CITIES["Graz"]]
    assert chosen(kind, [fact("Lyon"), fact("Porto"), fact("Graz")], *lines) == "C"
    assert chosen(kind, [fact("Graz"), fact("Graz")], *lines) == ""  # two fit
    assert chosen(kind, [fact("Lyon"), fact("Porto")], *lines) == ""
    assert chosen(kind, [fact("Lyon"), "Somewhere else"], CITIES["Lyon"]) == ""  # one option is not understood
    assert chosen(kind, [fact("Lyon"), fact("Porto")]) == ""


def test_the_history_is_the_last_values_in_order_and_each_change_once() -> None:
    then = ENGLISH.marks["then"]
    wording = ENGLISH.lines("options", "chain")[0]

    def chain(*values: str) -> str:
        label = ENGLISH.ontology.attribute("home_city").label
        return wording.replace("{label}", label).replace("{values}", then.join(values))

    lines = [CITIES[city] for city in ("Lyon", "Lyon", "Graz", "Porto")]
    options = [chain("Graz", "Lyon", "Porto"), chain("Lyon", "Graz", "Porto"), chain("Porto", "Graz", "Lyon")]
    assert chosen(ProbeKind.FULL_EVOLUTION, options, *lines) == "B"
    # The end of the history is enough, its beginning and a single value are not.
    assert chosen(ProbeKind.FULL_EVOLUTION, [chain("Lyon", "Graz"), chain("Graz", "Porto")], *lines) == "B"
    assert chosen(ProbeKind.FULL_EVOLUTION, [chain("Lyon", "Graz"), chain("Porto")], *lines) == ""


def test_a_reason_is_the_one_that_came_with_the_value() -> None:
    reasons = {name: ENGLISH.lines("reasons", name) for name in ENGLISH.names("reasons")}
    (first, about_first), (second, about_second), *_ = reasons.values()
    lines = [f"{CITIES['Lyon']} {first}", f"{CITIES['Graz']} {second}"]
    options = [about_second, about_first]
    assert chosen(ProbeKind.UPDATE_REASON, options, *lines, value="Graz") == "A"
    assert chosen(ProbeKind.UPDATE_REASON, options, *lines, value="Lyon") == "B"
    assert chosen(ProbeKind.UPDATE_REASON, [about.upper() for about in options], *lines, value="Graz") == "A"
    assert chosen(ProbeKind.UPDATE_REASON, options, *lines, value="Porto") == ""
    both = f"{CITIES['Lyon']} {first} {second}"
    assert chosen(ProbeKind.UPDATE_REASON, options, both, value="Lyon") == ""
    assert chosen(ProbeKind.UPDATE_REASON, options, CITIES["Lyon"], first, value="Lyon") == ""


def test_of_two_the_one_that_was_told_first() -> None:
    wording = ENGLISH.lines("options", "mention")[0]

    def mention(attribute: str, value: str) -> str:
        label = ENGLISH.ontology.attribute(attribute).label
        return wording.replace("{label}", label).replace("{value}", value)

    job = ENGLISH.ontology.attribute("employer").grid()[0]
    options = [mention("home_city", "Graz"), mention("employer", job)]
    lines = [tells("employer", job), CITIES["Graz"], tells("employer", job)]
    assert chosen(ProbeKind.ORDER_RECALL, options, *lines) == "B"
    assert chosen(ProbeKind.ORDER_RECALL, options, *lines[1:]) == "A"
    assert chosen(ProbeKind.ORDER_RECALL, options, f"{CITIES['Graz']} {tells('employer', job)}") == "A"
    assert chosen(ProbeKind.ORDER_RECALL, options, CITIES["Graz"]) == ""
    assert chosen(ProbeKind.ORDER_RECALL, [options[0]] * 2, *lines) == ""


def test_no_letter_beyond_the_fourth_and_none_for_other_kinds() -> None:
    told = [CITIES["Lyon"], CITIES["Graz"]]
    assert chosen(ProbeKind.RECALL_FACTS, [*[fact("Porto")] * 3, fact("Graz")], *told) == "D"
    assert chosen(ProbeKind.RECALL_FACTS, [*[fact("Porto")] * 4, fact("Graz")], *told) == ""
    assert chosen("no-such-kind", [fact("Graz")], *told) == ""


def test_the_prior_of_one_wish_is_the_share_of_its_weight() -> None:
    """The sets of one wish are the settings; a set of sets gives the same prior."""
    prior = WishSets.everybody(1)
    assert prior.everybody(1) is prior
    assert abs(prior.odds.sum() - 1) < 1e-12
    assert len(prior.members) == 1
