"""How people deal with an assistant: its questions, its errors, much or little told at once, vague requests, style."""

from __future__ import annotations

from dataclasses import replace

import pytest
from briefed import (
    ASK,
    BEFORE,
    CITY,
    DELEGATE,
    EMPLOYER,
    ENGLISH,
    REQUEST,
    TALK,
    briefed,
    found,
    pending,
    person,
    phrases,
    says,
    user,
)

from regulars.agents.user.behaviour import load_behaviour
from regulars.agents.user.dealings import answer_manner, error_reaction
from regulars.agents.user.manner import in_manner, punctuated
from regulars.agents.user.phrasing import SpokenLine
from regulars.dialogue import Phase, VerdictKind
from regulars.scenarios.kinds import ActKind, AnswerManner, DisclosureMode, DisclosurePhrasing, NoiseKind
from regulars.scenarios.language.slots import of_length
from regulars.scenarios.personas.tables import load_voices
from regulars.scenarios.world import Act, Conduct, Fact, Persona, Style
from regulars.seeding import SeedTree

EMPLOYER_ASKED = "Which company do you work for?"
CITY_ASKED = "Which city do you live in?"
OFFER = Act("a-offer", ActKind.TELL, EMPLOYER.id, "employer", DisclosureMode.ASKED)


def people(conduct: Conduct, **style):
    """Anna, of that conduct and style."""
    return person(persona=Persona(conduct=conduct, style=Style(**style)))


def told(attribute: str, value: str) -> list[str]:
    lines = ENGLISH.ontology.attribute(attribute).phrases["tell"]
    return [line.replace("{value}", value) for line in lines]


# ---------------------------------------------------------------------- errors


def after_error(conduct: Conduct, kind: VerdictKind = VerdictKind.WRONG, **changes):
    """The person with patience 1 after an answer to the question after the home city, and the action."""
    one = user(patience=1.0, position=1)
    given = {"verdict": found(kind), "pending": pending(), "agenda": (ASK,), "person": people(conduct)}
    return one, one.act(None, briefed(**(given | changes)))


def test_a_curt_person_says_a_short_no_and_asks_again_without_the_right_answer() -> None:
    one, action = after_error(Conduct(curt=1.0))
    assert action["tells"].split() == [ASK.id]
    assert says(action["message"], "reaction_curt")
    assert "Bergen" not in action["message"]
    assert "close" not in action
    assert one.state.patience == pytest.approx(0.8)  # 1 - .20 for a wrong answer


def test_an_accusing_person_blames_tells_again_and_bears_less() -> None:
    one, action = after_error(Conduct(accusing=1.0))
    assert action["tells"].split() == [CITY.id, ASK.id]
    assert says(action["message"], "reaction_accusing")
    assert "Bergen" in action["message"]
    assert one.state.patience == pytest.approx(0.7)  # 1 - .20 - .10


def test_a_leaving_person_leaves_after_a_wrong_statement_and_is_curt_after_an_abstention() -> None:
    one, action = after_error(Conduct(leaving=1.0))
    assert (action["close"], action["tells"], one.state.patience) == (2, "-", 0.0)
    assert action["message"] in phrases("leaving")
    one, action = after_error(Conduct(leaving=1.0), VerdictKind.ABSTAINED)
    assert (action["tells"].split(), "close" in action) == ([ASK.id], False)
    assert says(action["message"], "follow_up")  # nothing wrong was said, so there is nothing to deny


def test_an_easy_person_tells_what_is_right_and_asks_again() -> None:
    one, action = after_error(Conduct())
    assert action["tells"].split() == [CITY.id, ASK.id]
    assert not any(says(action["message"], kind) for kind in ("reaction_curt", "reaction_accusing"))
    assert one.state.patience == pytest.approx(0.8)


def test_a_second_error_is_let_be_and_people_who_do_not_react_take_none() -> None:
    for conduct in (Conduct(curt=1.0), Conduct(accusing=1.0), Conduct(leaving=1.0)):
        _, action = after_error(conduct, pending=pending(2))
        assert says(action["message"], "never_mind")
        _, action = after_error(conduct, reactive=False)
        assert action["message"] in phrases("closing")


def test_the_chance_decides_between_the_reactions_in_a_fixed_order() -> None:
    """Leaving below .1, accusing below .3, curt below .6, patient from there on."""
    conduct = Conduct(leaving=0.1, accusing=0.2, curt=0.3)
    chances = (0.0, 0.099, 0.1, 0.299, 0.31, 0.599, 0.61, 0.999)
    expected = ["leaving", "leaving", "accusing", "accusing", "curt", "curt", "patient", "patient"]
    assert [error_reaction(conduct, VerdictKind.LEAKED, chance).value for chance in chances] == expected


def test_a_reaction_to_an_error_does_not_depend_on_what_was_said_before() -> None:
    conduct = Conduct(curt=0.5)
    first = [after_error(conduct)[1]["message"] for _ in range(2)]
    assert first[0] == first[1]


# ---------------------------------------------------------------------- questions of the assistant


def asked(conduct: Conduct, one=None, **changes):
    """What a person says of a question after the employer, which they had offered to tell."""
    one = one or user(patience=1.0)
    given = {"reply": EMPLOYER_ASKED, "offered": (OFFER,), "agenda": (TALK, TALK, TALK), "person": people(conduct)}
    action = one.act(None, briefed(**(given | changes)))
    return one, action["message"], action["tells"].split()


def test_a_full_answer_tells_the_fact() -> None:
    _, line, tells = asked(Conduct())
    assert tells == [EMPLOYER.id]
    assert any(words in line for words in told("employer", "Drumlock"))


def test_half_an_answer_says_that_there_is_something_and_the_next_question_brings_it() -> None:
    one, line, tells = asked(Conduct(half=1.0))
    attribute = ENGLISH.ontology.attribute("employer")
    firsts = [first for first, _ in attribute.piecemeal] or list(attribute.phrases["hint"])
    assert tells == ["-"]
    assert any(words in line for words in firsts)
    assert "Drumlock" not in line
    assert one.state.hinted == OFFER
    assert one.state.patience == pytest.approx(0.96)  # a question costs .04, however it is answered
    _, line, tells = asked(Conduct(half=1.0), one)
    assert tells == [EMPLOYER.id]
    assert "Drumlock" in line


@pytest.mark.parametrize("conduct", [Conduct(beside=1.0), Conduct(silent=1.0)])
def test_an_evaded_question_tells_nothing_until_it_is_asked_again(conduct) -> None:
    one, line, tells = asked(conduct)
    assert (tells, "Drumlock" in line) == (["-"], False)
    assert says(line, "beside") is bool(conduct.beside)
    assert not any(says(line, kind) for kind in ("deflection", "already_told"))
    assert one.state.patience == pytest.approx(0.96)
    assert asked(conduct, one)[2] == [EMPLOYER.id]


@pytest.mark.parametrize(
    ("conduct", "kinds", "again"),
    [
        (Conduct(), ["already_told"], [CITY.id]),
        (Conduct(half=1.0), ["already_told"], ["-"]),
        (Conduct(beside=1.0), ["beside"], ["-"]),
        (Conduct(silent=1.0), [], ["-"]),
    ],
)
def test_what_was_told_already_is_pointed_to_by_people_who_answer(conduct, kinds, again) -> None:
    one, line, tells = asked(conduct, reply=CITY_ASKED, offered=())
    assert [kind for kind in ("already_told", "beside", "deflection") if says(line, kind)] == kinds
    assert tells == again
    assert (one.state.trust, one.state.patience) == pytest.approx((0.4, 0.8))  # as for any question after what is known


def test_what_the_person_never_planned_to_tell_is_declined_or_evaded() -> None:
    for conduct, kind in (
        (Conduct(), "deflection"),
        (Conduct(half=1.0), "deflection"),
        (Conduct(beside=1.0), "beside"),
    ):
        _, line, tells = asked(conduct, offered=())
        assert (says(line, kind), tells) == (True, ["-"])


def test_the_chance_decides_between_the_manners_in_a_fixed_order() -> None:
    """Silent below .1, beside the point below .3, half below .6, fully from there on."""
    conduct = Conduct(silent=0.1, beside=0.2, half=0.3)
    chances = (0.0, 0.099, 0.1, 0.299, 0.31, 0.599, 0.61, 0.999)
    silent, beside, half, full = AnswerManner.SILENT, AnswerManner.BESIDE, AnswerManner.HALF, AnswerManner.FULL
    expected = [silent, silent, beside, beside, half, half, full, full]
    assert [answer_manner(conduct, chance) for chance in chances] == expected


# ---------------------------------------------------------------------- much or little at once

NAMES = ("employer", "university", "faith", "home_city")
FACTS = tuple(
    Fact(f"f-{name}", "p", name, ENGLISH.ontology.attribute(name).grid()[at], BEFORE) for at, name in enumerate(NAMES)
)
TELLS = tuple(Act(f"a-{fact.attribute}", ActKind.TELL, fact.id, fact.attribute) for fact in FACTS)


TALKS_ON = replace(load_behaviour(), talks_on=1.0, goes_on=1.0)
"""Whoever bundles always tells own news after small talk and after a value named in passing."""


def first_line(*agenda: Act, bundles: float = 1.0, seed: int = 0, **changes) -> list[str]:
    given = {"facts": FACTS, "told": frozenset(), "agenda": agenda, "person": people(Conduct(bundles=bundles))}
    return user(TALKS_ON, seed=seed).act(None, briefed(**(given | changes)))["tells"].split()


def test_a_person_who_tells_much_at_once_tells_three_things_in_a_line() -> None:
    ids = [fact.id for fact in FACTS]
    assert first_line(*TELLS) == ids[:3]
    assert first_line(*TELLS, bundles=0.0) == ids[:1]
    assert first_line(TELLS[0], TALK, ASK, TELLS[1]) == ids[:2]  # what comes between waits
    assert first_line(TELLS[0], TELLS[1], told={FACTS[1].id}) == ids[:1]


def test_only_what_is_of_one_part_of_life_is_told_at_once() -> None:
    pet = Fact("f-pet", "p", "pet", ENGLISH.ontology.attribute("pet").grid()[0], BEFORE)
    act = Act("a-pet", ActKind.TELL, pet.id, "pet")
    assert first_line(TELLS[0], act, TELLS[1], facts=(*FACTS, pet)) == [FACTS[0].id, FACTS[1].id]


@pytest.mark.parametrize(
    "changed",
    [
        {"mode": DisclosureMode.ASKED},
        {"mode": DisclosureMode.TRUSTED},
        {"phrasing": DisclosurePhrasing.PIECEMEAL},
        {"noise": NoiseKind.OMISSIONS},
        {"kind": ActKind.SHOW},
    ],
)
def test_only_what_is_open_and_in_one_piece_is_told_with_something_else(changed) -> None:
    assert first_line(TELLS[0], replace(TELLS[1], **changed)) == [FACTS[0].id]


def test_two_dates_or_two_values_of_one_attribute_never_stand_in_one_line() -> None:
    days = [
        Fact(f"f-{name}", "p", name, day, BEFORE)
        for name, day in (("race_day", "2025-09-05"), ("moving_date", "2025-03-04"))
    ]
    acts = [Act(f"a-{day.attribute}", ActKind.TELL, day.id, day.attribute, granularity="day") for day in days]
    assert first_line(*acts, facts=days) == [days[0].id]
    again = replace(FACTS[0], id="f-again", value=ENGLISH.ontology.attribute("employer").grid()[5])
    act = replace(TELLS[0], id="a-again", fact=again.id)
    assert first_line(TELLS[0], act, facts=(FACTS[0], again)) == [FACTS[0].id]


def test_a_reaction_may_be_a_line_of_its_own_and_the_next_matter_follows() -> None:
    """A courtesy of 1 thanks for .7 of right answers; the seed is one at which it does."""
    one = user(seed=1, patience=1.0, position=1)
    anna = people(Conduct(pauses=1.0), courtesy=1.0)
    right = {"verdict": found(VerdictKind.CORRECT), "pending": pending(), "agenda": (ASK, TELLS[0]), "person": anna}
    action = one.act(None, briefed(**right, facts=FACTS, told=frozenset()))
    assert says(action["message"], "thanks")
    assert (action["tells"], one.state.paused) == ("-", True)
    action = one.act(None, briefed(agenda=(ASK, TELLS[0]), person=anna, facts=FACTS, told=frozenset()))
    assert action["tells"].split() == [FACTS[0].id]


def test_no_two_lines_in_a_row_are_reactions_alone() -> None:
    one, _, tells = asked(Conduct(pauses=1.0), agenda=(TELLS[1],), facts=(*FACTS, EMPLOYER), told={CITY.id})
    assert (tells, one.state.paused) == ([EMPLOYER.id], True)
    given = {"reply": CITY_ASKED, "offered": (), "agenda": (TELLS[1],), "told": {CITY.id}}
    _, _, tells = asked(Conduct(pauses=1.0), one, facts=(CITY, *FACTS), **given)
    assert (tells, one.state.paused) == ([CITY.id, FACTS[1].id], False)


# ---------------------------------------------------------------------- vague requests


@pytest.mark.parametrize("act", [ASK, REQUEST])
def test_a_vague_person_first_says_that_there_is_something_once_a_session(act) -> None:
    one, vague = user(), people(Conduct(vague=1.0))
    again = replace(act, id="a-again")
    lines = [one.act(None, briefed(agenda=(act, again), person=vague)) for _ in range(3)]
    assert says(lines[0]["message"], "vague")
    assert [line["tells"] for line in lines] == ["-", act.id, "a-again"]
    opened = one.act(None, briefed(agenda=(act,), person=vague, phase=Phase.OPENING))
    assert says(opened["message"], "vague")


def test_a_clear_person_asks_at_once_and_a_choice_is_always_asked_for_at_once() -> None:
    assert user().act(None, briefed(agenda=(ASK,)))["tells"] == ASK.id
    assert user().act(None, briefed(agenda=(DELEGATE,), person=people(Conduct(vague=1.0))))["tells"] == DELEGATE.id


# ---------------------------------------------------------------------- style


def test_courtesy_decides_how_many_right_answers_are_thanked_for() -> None:
    """.35 at a courtesy of .5, in proportion: none at 0, .7 at 1. Of 200 draws, within three standard errors."""
    for courtesy, low, high in ((0.0, 0, 0), (0.5, 50, 90), (1.0, 120, 160)):
        thanked = 0
        for seed in range(200):
            verdict = {"verdict": found(VerdictKind.CORRECT), "pending": pending(), "agenda": (ASK, TALK)}
            one = user(seed=seed, patience=1.0, position=1)
            line = one.act(None, briefed(**verdict, person=people(Conduct(), courtesy=courtesy)))["message"]
            thanked += says(line, "thanks")
        assert low <= thanked <= high


def test_courteous_people_add_a_word_of_courtesy_to_half_of_their_questions_at_most() -> None:
    """A share of courtesy - .5: none up to .5, half at 1. Of 200 draws, within three standard errors."""
    for courtesy, low, high in ((0.5, 0, 0), (1.0, 78, 122)):
        polite = 0
        for seed in range(200):
            line = user(seed=seed).act(None, briefed(agenda=(ASK,), person=people(Conduct(), courtesy=courtesy)))
            polite += any(line["message"].endswith(words) for words in phrases("courtesy"))
        assert low <= polite <= high


def test_people_of_little_courtesy_leave_out_thanks_and_apologies() -> None:
    courteous = load_voices().courteous
    for formality in ("casual", "plain", "formal"):
        blunt = Style("long", formality, courtesy=0.2)
        for seed in range(60):
            said = in_manner("I moved house.", blunt, SeedTree(seed).draws())
            assert not any(word in said.lower() for word in courteous)


@pytest.mark.parametrize(
    ("punctuation", "line", "expected"),
    [
        ("plain", "My new place is in Bergen.", "My new place is in Bergen."),
        ("light", "My new place is in Bergen.", "my new place is in Bergen"),
        ("light", "Bergen is home now.", "Bergen is home now"),  # a name keeps its capital
        ("light", "I moved. It was a mess.", "I moved. It was a mess"),
        ("dots", "My new place is in Bergen.", "My new place is in Bergen..."),
        ("loud", "My new place is in Bergen.", "My new place is in Bergen!"),
        ("loud", "Where do I live?", "Where do I live?"),
        ("dots", "Well...", "Well..."),
        ("light", "HR called.", "HR called"),
        ("light", "Where do I live?", "where do I live?"),
        ("plain", "ok then", "Ok then."),
        ("loud", "ok then", "Ok then!"),
    ],
)
def test_punctuation_changes_the_end_and_the_beginning_of_a_line(punctuation, line, expected) -> None:
    assert punctuated(line, punctuation) == expected


@pytest.mark.parametrize("punctuation", ["light", "dots", "loud"])
def test_what_is_told_is_read_in_any_punctuation(punctuation) -> None:
    for attribute in (one for one in ENGLISH.ontology if one.is_told):
        value = (attribute.grid() or ("2025-05-14",))[0]
        granularity = (attribute.granularities or ("",))[0]
        said = ENGLISH.tell(attribute.name, value, granularity, SeedTree(3).draws())
        changed = punctuated(said, punctuation)
        assert ENGLISH.told_in(attribute.name, changed) == ENGLISH.told_in(attribute.name, said)


def test_short_people_use_the_shortest_third_of_the_wordings_and_long_ones_the_longest() -> None:
    lines = ("a b c d e", "a", "a b c", "a b", "a b c d", "a b c d e f g", "a b c d e f")
    assert of_length(lines, "short") == ("a", "a b", "a b c")  # a third of 7, rounded up
    assert of_length(lines, "long") == ("a b c d e", "a b c d e f", "a b c d e f g")
    assert of_length(lines, "plain") == lines
    assert of_length(lines[:3], "short") == ("a", "a b c")  # two at least


def test_length_decides_the_wording_of_what_is_told() -> None:
    words = {}
    for length in ("short", "long"):
        said = [ENGLISH.tell("employer", "Drumlock", "", SeedTree(at).draws(), length=length) for at in range(40)]
        words[length] = {len(line.split()) for line in said}
    assert max(words["short"]) <= min(words["long"])


GOSSIP = Act("a-gossip", ActKind.GOSSIP, attribute="pet", options=tuple(ENGLISH.ontology.attribute("pet").grid()[:1]))
HEARD = Act("a-heard", ActKind.GOSSIP, attribute="hobby", options=tuple(ENGLISH.ontology.attribute("hobby").grid()[:1]))


def takes_a_lead(seed: int) -> bool:
    """Whether a joining word may stand before the words in which that person tells the first of the facts."""
    line = SpokenLine()
    line.say(user(seed=seed).act(None, briefed(facts=FACTS, told=frozenset(), agenda=(TELLS[0],)))["message"])
    return line.lead(0, "Anyway,", ENGLISH)


JOINS = next(filter(takes_a_lead, range(100)))
"""The first seed at which own news can go on from what was said before."""


def test_a_person_who_names_a_value_in_passing_goes_on_with_own_news_in_the_same_line() -> None:
    assert first_line(GOSSIP, TELLS[0], seed=JOINS) == [GOSSIP.id, FACTS[0].id]
    # Other people's matters wait.
    assert first_line(GOSSIP, HEARD, TELLS[0], seed=JOINS) == [GOSSIP.id, FACTS[0].id]
    assert first_line(GOSSIP, ASK, TELLS[0], seed=JOINS) == [GOSSIP.id, FACTS[0].id]
    assert first_line(GOSSIP, HEARD, seed=JOINS) == [GOSSIP.id]
    assert first_line(GOSSIP, TELLS[0], seed=JOINS, bundles=0.0) == [GOSSIP.id]
    assert first_line(GOSSIP, TELLS[0], seed=JOINS, told={FACTS[0].id}) == [GOSSIP.id]


def test_own_news_that_no_word_can_join_to_what_was_said_before_waits_for_a_line_of_its_own() -> None:
    for seed in range(20):
        joined = [FACTS[0].id] if takes_a_lead(seed) else []
        assert first_line(GOSSIP, TELLS[0], seed=seed) == [GOSSIP.id, *joined]


def test_a_person_who_asks_for_something_in_passing_waits_for_the_answer() -> None:
    """Of the phrases about an imagined city some end with a question; own news never do."""
    waits = set()
    for number in range(12):
        named = Act(f"a-named{number}", ActKind.MENTION, attribute="home_city", other="imagined", options=("Bergen",))
        given = {"facts": FACTS, "told": frozenset(), "person": people(Conduct(bundles=1.0))}
        action = user(TALKS_ON, seed=JOINS).act(None, briefed(agenda=(named, TELLS[0]), **given))
        waits.add("?" in action["message"])
        assert action["tells"].split() == [named.id, *([] if "?" in action["message"] else [FACTS[0].id])]
    assert waits == {True, False}


END = Act("a-close", ActKind.CLOSE)


def last_line(*agenda: Act, bundles: float = 1.0, **changes) -> tuple[list[str], bool]:
    """What the line tells, and whether it says goodbye and closes the session."""
    given = {"facts": FACTS, "told": frozenset(), "agenda": agenda, "person": people(Conduct(bundles=bundles))}
    action = user(replace(TALKS_ON, says_bye=1.0)).act(None, briefed(**(given | changes)))
    closes = action.get("close") == 1
    assert closes == any(phrase in action["message"] for phrase in phrases("closing"))
    return action["tells"].split(), closes


def test_a_person_who_tells_much_at_once_says_goodbye_in_the_last_line() -> None:
    assert last_line(TELLS[0], END) == ([FACTS[0].id], True)
    assert last_line(TELLS[0], TELLS[1], END) == ([FACTS[0].id, FACTS[1].id], True)
    assert last_line(GOSSIP, END) == ([GOSSIP.id], True)
    assert last_line(TELLS[0], END, bundles=0.0) == ([FACTS[0].id], False)


def test_nobody_says_goodbye_who_waits_for_an_answer_or_has_more_to_say() -> None:
    assert last_line(ASK, END) == ([ASK.id], False)
    assert last_line(TELLS[0], ASK, END) == ([FACTS[0].id], False)
    assert not last_line(replace(TELLS[0], mode=DisclosureMode.ASKED), END)[1]
    assert not last_line(replace(TELLS[0], phrasing=DisclosurePhrasing.PIECEMEAL), END)[1]
    assert last_line(GOSSIP, TELLS[0], END, bundles=0.0) == ([GOSSIP.id], False)


def test_two_values_of_one_attribute_do_not_stand_in_one_line() -> None:
    named = replace(GOSSIP, attribute=FACTS[0].attribute)
    grid = ENGLISH.ontology.attribute(FACTS[0].attribute).grid()
    assert first_line(replace(named, options=(grid[1],)), TELLS[0]) == [GOSSIP.id]


def test_what_is_told_in_passing_is_not_told_again_in_a_later_line() -> None:
    one = user(TALKS_ON, seed=JOINS)
    told = frozenset[str]()
    lines = []
    for _ in range(2):
        given = briefed(facts=FACTS, told=told, agenda=(GOSSIP, HEARD, TELLS[0]), person=people(Conduct(bundles=1.0)))
        lines.append(one.act(None, given)["tells"].split())
        told = told | {fact.id for fact in FACTS if fact.id in lines[-1]}
    assert lines == [[GOSSIP.id, FACTS[0].id], [HEARD.id]]


def test_no_two_joining_words_stand_before_one_sentence() -> None:
    line = SpokenLine()
    line.say("I've got another sibling, by the way, Egon.")
    line.say("So I've got yet another hobby.")
    line.say("My rent went up.")
    assert [line.lead(place, "Anyway,", ENGLISH) for place in range(3)] == [False, False, True]
    assert line.parts[0].startswith("I've got")
    assert line.parts[2] == "Anyway, my rent went up."
