"""Wordings of what a person says several times: numbers in the plan, and no line twice while others are left."""

from __future__ import annotations

from collections import Counter

import pytest

from regulars import Cast, life_v0
from regulars.agents.roster import Acknowledger
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.envs.life.knowledge import Knowledge
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, MentionSort
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wordings import said_alike, taken
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Act, Scenario
from regulars.seeding import SeedTree

LINES = ("Hm.", "Oh no.", "Oh no, not again.", "So that's how it is, and I can't change it.")
ENGLISH = Language.load("english")


@pytest.fixture(scope="module")
def life() -> Scenario:
    return load_suite("core").life(1)


def test_numbered_wordings_come_once_before_any_comes_again() -> None:
    said = [taken(LINES, SeedTree(2).draws(), number) for number in range(8)]
    assert sorted(said[:4]) == sorted(LINES)
    assert said[4:] == said[:4]
    assert {taken(LINES, SeedTree(seed).draws(), 0) for seed in range(40)} == set(LINES)


def test_wordings_of_a_length_come_first() -> None:
    for seed in range(10):
        said = [taken(LINES, SeedTree(seed).draws(), number, "short") for number in range(4)]
        assert set(said[:2]) == {"Hm.", "Oh no."}
        assert sorted(said) == sorted(LINES)
        assert taken(LINES, SeedTree(seed).draws(), None, "short") in {"Hm.", "Oh no."}


@pytest.mark.parametrize(
    ("act", "alike"),
    [
        (Act("a", ActKind.GOSSIP, attribute="rent", options=("900",)), ("gossip", "rent")),
        (Act("a", ActKind.GOSSIP, attribute="rent", options=("900", "950")), ("gossip", "rent", "several")),
        (Act("a", ActKind.MENTION, attribute="rent", other="former"), ("mention", "rent", "former")),
        (Act("a", ActKind.MENTION, attribute="rent", other="again"), ("mention", "rent", "again")),
        (Act("a", ActKind.ASK, attribute="rent", words="How much is it?"), ()),
        (Act("a", ActKind.REQUEST, attribute="rent", other="bank"), ("request", "in a context", "bank")),
        (Act("a", ActKind.CONSULT, target="p"), ("consult", "p")),
        (Act("a", ActKind.TELL, attribute="rent", fact="f"), ("tell", "rent")),
        (
            Act("a", ActKind.TELL, attribute="rent", fact="f", phrasing=DisclosurePhrasing.IN_PASSING),
            ("tell", "rent", "in_passing"),
        ),
        (Act("a", ActKind.TELL, attribute="rent", mode=DisclosureMode.OUTCOME, target="b"), ()),
        (Act("a", ActKind.TELL, attribute="rent", fact="f", words="It's {value}."), ()),
    ],
)
def test_what_is_put_into_the_same_words(act: Act, alike: tuple[str, ...]) -> None:
    assert said_alike(act) == alike


def test_what_is_said_alike_is_numbered_through_the_sessions_of_a_person() -> None:
    """Updates have numbers of their own, and numbers of earlier sessions stay: what was offered may be told later."""
    counts = [_numbered_alike(load_suite("core").life(number)) for number in range(6)]
    assert all(several > 20 for several, _ in counts)
    assert sum(updates for _, updates in counts) > 5


def _numbered_alike(life: Scenario) -> tuple[int, int]:
    """How many wordings a life's people need several times, and how many updates they tell. Checks the numbers."""
    several = updates = 0
    lives = [load_suite("core").life(number) for number in range(1, 5)]
    for life, person in ((one, person) for one in lives for person in one.persons):
        knowledge, count, expected = Knowledge(person), Counter[tuple[str, ...]](), {}
        facts = {fact.id: fact for fact in person.facts}
        over = {(fact.attribute, fact.until) for fact in person.facts}
        for session in (one for one in life.sessions if one.person == person.id):
            knowledge.enter(session)
            for act in filter(said_alike, session.agenda):
                alike, fact = said_alike(act), facts.get(act.fact)
                is_direct = act.phrasing is DisclosurePhrasing.DIRECT
                if fact is not None and is_direct and (fact.attribute, fact.since) in over:
                    alike, updates = (*alike, "update"), updates + 1
                expected[act.id] = count[alike]
                count[alike] += 1
            assert knowledge.wordings == expected
        several += sum(number > 1 for number in count.values())
    return several, updates


def test_disclosures_of_one_attribute_take_the_wordings_in_turn() -> None:
    """An update has five wordings, told with the same draws under the numbers of five acts."""
    said = [
        ENGLISH.tell("wall_colour", "taupe", "", SeedTree(5).draws(), "ochre", wording=number) for number in range(5)
    ]
    assert len(ENGLISH.ontology.attribute("wall_colour").phrases["update"]) == 5
    assert len(set(said)) == 5


def test_negative_numbers_count_from_the_far_end() -> None:
    order = [taken(LINES, SeedTree(2).draws(), number) for number in range(4)]
    assert [taken(LINES, SeedTree(2).draws(), -number) for number in (1, 2)] == [order[3], order[2]]


def test_a_person_repeats_nothing_while_wordings_are_left(life: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the first lines about a thing has other words, as many as there are."""
    said: dict[tuple[str, ...], list[str]] = {}
    acts: set[str] = set()
    says, raised = Phrasing.says, Phrasing.raised

    def note(self: Phrasing, line: SpokenLine, act: Act, before: int) -> None:
        if act.id in self.briefing.wordings and act.id not in acts and len(line.parts) > before:
            acts.add(act.id)
            values = [ENGLISH.value_words(act.attribute, one) for one in act.options or (act.other,)]
            words = line.parts[-1].casefold()
            for value in (ENGLISH.listed(values), *values):
                words = words.replace(value.casefold(), "…") if value else words
            said.setdefault((self.briefing.person.id, *said_alike(act)), []).append(words)

    def said_so(self: Phrasing, line: SpokenLine, act: Act) -> bool:
        before = len(line.parts)
        done = says(self, line, act)
        if act.kind in (ActKind.GOSSIP, ActKind.MENTION):
            note(self, line, act, before)
        return done

    def asked_so(self: Phrasing, line: SpokenLine, act: Act, attempt: int, *, shortly: bool = False) -> None:
        before = len(line.parts)
        raised(self, line, act, attempt, shortly=shortly)
        if attempt == 1 and not shortly:
            note(self, line, act, before)

    monkeypatch.setattr(Phrasing, "says", said_so)
    monkeypatch.setattr(Phrasing, "raised", asked_so)
    cast = Cast(life_v0.env(scenario=life), assistant=Acknowledger())
    cast.reset(seed=3)
    cast.run()
    checked = set()
    for (_, kind, attribute, *rest), lines in said.items():
        if rest[:1] == ["again"]:
            assert len(set(lines[:2])) == len(lines[:2]), lines
        elif kind in ("gossip", "mention"):
            named = rest[0] if kind == "mention" else "of_several" if rest else "of_others"
            known = ENGLISH.ontology.attribute(attribute)
            count = len((known.held_out if life.phrasing == "held_out" else known.phrases)[named])
            first = lines[:count]
            assert len(set(first)) == len(first), first
            checked.add(kind)
        elif len(lines) > 1:
            assert len(set(lines[:2])) == 2, lines
            checked.add(kind)
    assert {"gossip", "mention", "request"} <= checked


def test_a_former_value_is_mentioned_once(life: Scenario) -> None:
    mentioned = Counter(
        act.target
        for session in life.sessions
        for act in session.agenda
        if act.kind is ActKind.MENTION and act.other == MentionSort.FORMER and act.target
    )
    assert mentioned
    assert set(mentioned.values()) == {1}
