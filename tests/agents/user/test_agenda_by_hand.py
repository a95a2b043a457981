"""The agenda of a session made by hand: which act comes next, what it says, and what it declares."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import timedelta

import pytest
from briefed import (
    ASK,
    BEFORE,
    CITY,
    DELEGATE,
    EMPLOYER,
    ENGLISH,
    OLD_CITY,
    REQUEST,
    SHORT,
    START,
    TALK,
    briefed,
    facts,
    found,
    pending,
    person,
    phrases,
    says,
    user,
)

from regulars import Cast, life_v0
from regulars.agents.user.behaviour import load_behaviour
from regulars.agents.user.scripted import ScriptedUser, UserWork
from regulars.briefing import Effect
from regulars.dialogue import Phase, VerdictKind
from regulars.errors import ScenarioError, SeatError
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, NoiseKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import every_domain
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, Fact, Persona, Project, Style
from regulars.seeding import SeedTree

TELL = Act("a-tell", ActKind.TELL, EMPLOYER.id, "employer")
IN_TWO = Act("a-city", ActKind.TELL, CITY.id, "home_city", phrasing=DisclosurePhrasing.PIECEMEAL)
PIECES = {
    first: second.replace("{value}", "Bergen") for first, second in ENGLISH.ontology.attribute("home_city").piecemeal
}
"""What tells the home city in two lines: the first piece, and the second one, which belongs to it."""
PLAIN = [words.replace("{value}", "Drumlock") for words in ENGLISH.ontology.attribute("employer").phrases["tell"]]


def spoken(*agenda: Act, one=None, **changes):
    """The line and the declared ids of a person whose session has this agenda."""
    action = (one or user()).act(None, briefed(agenda=agenda, **changes))
    return action["message"], action["tells"].split()


def templates(attribute: str, kind: str, **slots: str) -> list[str]:
    lines = ENGLISH.ontology.attribute(attribute).phrases[kind]
    for slot, words in slots.items():
        lines = tuple(line.replace(f"{{{slot}}}", words) for line in lines)
    return list(lines)


# ---------------------------------------------------------------------- which act comes next


def test_a_disclosure_is_said_once_and_not_before_it_is_known() -> None:
    line, tells = spoken(TELL, TALK)
    assert (line in PLAIN, tells) == (True, [EMPLOYER.id])
    talk = spoken(TALK)
    assert spoken(TELL, TALK, told={EMPLOYER.id}) == talk
    assert spoken(TELL, TALK, facts=(CITY,)) == talk
    assert talk[1] == ["-"]


def test_an_act_that_is_held_back_is_passed_over() -> None:
    assert spoken(TELL, TALK, held_back={TELL.id}) == spoken(TALK)
    assert spoken(TELL, TALK, held_back={"another"})[1] == [EMPLOYER.id]


def test_the_agenda_is_taken_up_where_it_was_left() -> None:
    one, shown = user(), Act("a-show", ActKind.SHOW, other="patient")
    assert spoken(shown, TELL, one=one)[1] == ["a-show"]
    assert spoken(shown, TELL, one=one)[1] == [EMPLOYER.id]
    action = one.act(None, briefed(agenda=(shown, TELL)))
    assert (action["close"], action["message"] in phrases("closing")) == (1, True)


def test_a_greeting_comes_with_the_next_act_unless_it_asks_something() -> None:
    greet = Act("a-greet", ActKind.GREET)
    line, tells = spoken(greet, TELL)
    assert (says(line, "greeting"), any(line.endswith(words) for words in PLAIN), tells) == (True, True, [EMPLOYER.id])
    line, tells = spoken(replace(greet, probe="q"), TELL)
    assert (line in phrases("greeting"), tells) == (True, ["a-greet"])


def test_a_new_name_is_given_in_the_session_in_which_it_begins_to_hold() -> None:
    greet = Act("a-greet", ActKind.GREET)
    lines = [words.replace("{name}", "Anna") for words in ENGLISH.lines("acts", "renamed")]
    for at, given in ((START, True), (START - timedelta(days=1), False), (None, False)):
        line, _ = spoken(greet, TELL, person=person(renamed="Ann", renamed_at=at))
        assert any(words in line for words in lines) is given


def test_an_ending_needs_something_that_was_told() -> None:
    grant = Fact("f-grant", "p", "scholarship", "Copernicus", BEFORE)
    end = Act("a-end", ActKind.END, grant.id, "scholarship")
    line, tells = spoken(end, TALK, facts=(grant,), told={grant.id})
    assert (line in templates("scholarship", "ended", old="Copernicus"), tells) == (True, ["a-end"])
    assert spoken(end, TALK, facts=(grant,), told=set()) == spoken(TALK)
    assert spoken(end, TALK, told={grant.id}) == spoken(TALK)


def test_a_choice_is_handed_over_by_people_who_react() -> None:
    line, tells = spoken(DELEGATE, TALK)
    assert (line in templates("retirement_gift", "delegate", options="sundial or hammock"), tells) == (
        True,
        [DELEGATE.id],
    )
    assert spoken(DELEGATE, TALK, reactive=False) == spoken(TALK)


def test_the_act_of_closing_says_nothing_of_its_own() -> None:
    assert spoken(Act("a-close", ActKind.CLOSE), TALK) == spoken(TALK)


def test_a_closing_round_says_goodbye_whatever_is_left() -> None:
    action = user().act(None, briefed(agenda=(TELL,), phase=Phase.CLOSING))
    assert (action["message"] in phrases("closing"), action["tells"], "close" in action) == (True, "-", False)
    gone = user(patience=0.0).act(None, briefed(agenda=(TELL,), phase=Phase.CLOSING))
    assert "close" not in gone


# ---------------------------------------------------------------------- small talk over several turns

CHAT = Act("a-chat", ActKind.SMALL_TALK, other="home-10")
OTHER = Act("a-other", ActKind.SMALL_TALK, other="home-1")
ONE, TWO, THREE = ENGLISH.small_talk["home-10"].messages


def test_an_exchange_is_played_in_order_before_the_next_act() -> None:
    one = user()
    assert [spoken(CHAT, TELL, one=one) for _ in range(3)] == [(ONE, ["-"]), (TWO, ["-"]), (THREE, ["-"])]
    assert spoken(CHAT, TELL, one=one)[1] == [EMPLOYER.id]
    # The next exchange begins with its first message.
    one = user()
    said = [spoken(CHAT, OTHER, one=one)[0] for _ in range(5)]
    assert said == [ONE, TWO, THREE, *ENGLISH.small_talk["home-1"].messages]


def test_a_question_of_the_assistant_is_answered_before_the_next_message() -> None:
    one = user()
    spoken(CHAT, one=one)
    line, tells = spoken(CHAT, one=one, reply="Which city do you live in?")
    assert not line.endswith(TWO)
    assert (says(line, "already_told"), tells) == (True, [CITY.id])
    assert [spoken(CHAT, one=one)[0] for _ in range(2)] == [TWO, THREE]


def test_an_interrupted_exchange_is_left_where_it_is() -> None:
    # The session is over.
    one = user()
    spoken(CHAT, TELL, one=one)
    action = one.act(None, briefed(agenda=(CHAT, TELL), phase=Phase.CLOSING))
    assert action["message"] in phrases("closing")
    # The person has had enough.
    one = user()
    spoken(CHAT, TELL, one=one)
    one.state.patience = 0.0
    action = one.act(None, briefed(agenda=(CHAT, TELL)))
    assert (action["message"] in phrases("leaving"), action["close"]) == (True, 2)
    # The next session begins with its own agenda.
    line, _ = spoken(OTHER, TELL, one=one, phase=Phase.OPENING)
    assert line == ENGLISH.small_talk["home-1"].messages[0]


def test_every_message_of_an_exchange_is_said_in_the_persons_style() -> None:
    """Each begins with a capital and ends in dots, or in a question or exclamation mark; nothing is put around it."""
    talker = person(persona=Persona(style=Style(length="long", punctuation="dots")))
    for exchange in list(ENGLISH.small_talk.values())[:20]:
        one, act = user(), replace(CHAT, other=exchange.id)
        lines = [spoken(act, one=one, person=talker)[0] for _ in exchange.messages]
        whole = [words[0].upper() + words[1:].removesuffix(".") for words in exchange.messages]
        assert lines == [words if words.endswith(("?", "!")) else f"{words}..." for words in whole]


def test_feedback_on_each_reply_to_an_exchange_has_draws_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    one, nodes = user(), []
    monkeypatch.setattr(ScriptedUser, "_rate", lambda self, briefing, node: nodes.append(node.key))
    given = {"verdict": found(VerdictKind.CORRECT, broken=("r1",)), "pending": None}
    spoken(CHAT, TELL, one=one)
    for _ in range(3):
        spoken(CHAT, TELL, one=one, **given)
    assert len(nodes) == len(set(nodes)) == 3


# ---------------------------------------------------------------------- disclosure modes


def test_what_is_told_on_request_is_hinted_at_first() -> None:
    act, one = replace(TELL, mode=DisclosureMode.ASKED), user()
    line, tells = spoken(act, TALK, one=one)
    assert (line in templates("employer", "hint"), tells, one.state.hinted) == (True, ["-"], act)
    assert spoken(act, TALK, reactive=False)[1] == [EMPLOYER.id]


@pytest.mark.parametrize(
    ("reply", "told", "expected"),
    [
        ("What is your employer?", set(), [EMPLOYER.id]),
        ("Tell me more, please?", set(), [EMPLOYER.id]),
        ("Do tell.", set(), [EMPLOYER.id]),
        ("I see.", set(), ["-"]),
        ("What is your gym?", set(), ["-"]),
        ("Tell me more, please?", {EMPLOYER.id}, ["-"]),
    ],
)
def test_a_hint_is_followed_up_if_the_next_reply_asks_for_it(reply, told, expected) -> None:
    act, one = replace(TELL, mode=DisclosureMode.ASKED), user(position=1)
    one.state.hinted = act
    assert ENGLISH.asks_openly("Tell me more, please?")
    assert spoken(act, one=one, reply=reply, told=told)[1] == expected
    assert one.state.hinted is None


def test_the_person_lets_go_of_a_hint_that_nobody_asks_about() -> None:
    act, lets_go = replace(TELL, mode=DisclosureMode.ASKED), phrases("let_go")
    for reply, expected in (("I see.", True), ("Do tell.", False)):
        one = user(position=1)
        one.state.hinted = act
        line, _ = spoken(act, TALK, one=one, reply=reply)
        assert any(line.startswith(words) for words in lets_go) is expected
        line, _ = spoken(act, TALK, one=one, reply="I see.")
        assert not any(words in line for words in lets_go)


def test_dropped_news_is_not_announced_again_until_somebody_asks() -> None:
    act, one = replace(TELL, mode=DisclosureMode.ASKED), user()
    later = replace(act, id="a-later")
    assert spoken(act, TALK, one=one)[0] in templates("employer", "hint")
    spoken(act, TALK, one=one, reply="I see.")
    for reply, tells in (("I see.", "-"), ("What is your employer?", EMPLOYER.id), ("I see.", "-")):
        one.state.position, asked = 0, tells != "-"
        line, declared = spoken(later, TALK, one=one, told=set(), offered=(act,), reply=reply)
        hinted = any(hint in line for hint in templates("employer", "hint"))
        assert (declared, hinted) == ([tells], not asked and not one.state.dropped)
    assert one.state.hinted is later  # new news after an answer is announced


def test_in_a_life_no_attribute_is_announced_twice_if_nobody_asks() -> None:
    announced = 0
    for seed in range(12):
        scenario = generate(seed, sessions=16, changes=5, modes={"open": 0.4, "asked": 0.6})
        env = life_v0.env(scenario=scenario)
        cast = Cast(env, assistant=lambda observation: "I see.")
        cast.reset(seed=seed)
        cast.run()
        hints = {line: one.name for one in ENGLISH.ontology for line in one.phrases.get("hint", ())}
        lines = [turn.text for turn in env.unwrapped.transcript if turn.speaker != "assistant"]
        said = [name for line in lines for hint, name in hints.items() if hint in line]
        assert len(said) == len(set(said))
        announced += len(said)
    assert announced > 60


@pytest.mark.parametrize("kind", [VerdictKind.WRONG, VerdictKind.CORRECT])
def test_a_correction_takes_the_place_of_the_next_planned_repetition(kind) -> None:
    again = Act("a-again", ActKind.MENTION, attribute="home_city", options=("Bergen",), other="again", target=CITY.id)
    corrects, one = kind is VerdictKind.WRONG, user(position=1)
    given = {"one": one, "told": {CITY.id}}
    _, tells = spoken(ASK, again, again, pending=pending(attempt=1), verdict=found(kind), **given)
    assert tells == ([CITY.id, ASK.id] if corrects else [CITY.id])  # who asks again does not go on
    _, tells = spoken(ASK, again, again, **given)
    assert tells == [CITY.id]
    assert one.state.position == 3
    assert spoken(again, one=user(), told={CITY.id})[1] == [CITY.id]


def test_in_a_life_nothing_is_told_again_in_the_session_that_corrects_it() -> None:
    corrected = 0
    for seed in range(16):
        scenario = generate(seed, sessions=16, changes=3, mentions=6)
        env = life_v0.env(scenario=scenario)
        cast = Cast(env, assistant=lambda observation: "I'm afraid I don't know that.")
        cast.reset(seed=seed)
        cast.run()
        lines = {turn.id: turn.text for turn in env.unwrapped.transcript}
        regrets, corrections = phrases("reaction_abstained"), set()
        for one in env.unwrapped.life.ledger.disclosures:
            if one.how == "correction":
                assert (one.session, one.fact) not in corrections, lines[one.turn]
                if any(regret in lines[one.turn] for regret in regrets):
                    corrections.add((one.session, one.fact))
        corrected += len(corrections)
    assert corrected > 100


def test_a_hint_is_forgotten_after_one_reply() -> None:
    act, one = replace(TELL, mode=DisclosureMode.ASKED), user(position=1)
    one.state.hinted = act
    spoken(act, TALK, one=one, reply="I see.")
    assert spoken(act, TALK, one=one, reply="Tell me more, please?")[1] == ["-"]


def test_an_offer_is_taken_up_by_its_name_only_and_the_oldest_first() -> None:
    one, other = (Act(f"o{number}", ActKind.TELL, f"f{number}", "home_city", DisclosureMode.ASKED) for number in (0, 1))
    given = {"facts": facts("home_city", "Lyon", "Graz"), "offered": (one, other), "reply": "What is your home city?"}
    assert spoken(told=set(), **given)[1] == ["f0"]
    assert spoken(told={"f0"}, **given)[1] == ["f1"]
    assert spoken(told=set(), **given | {"reply": "Tell me more, please?"})[1] == ["-"]
    assert spoken(told=set(), **given | {"facts": facts("home_city", "Lyon")[:0]})[1] == ["-"]


def test_what_was_hinted_comes_before_what_was_offered() -> None:
    one, other = (Act(f"o{number}", ActKind.TELL, f"f{number}", "home_city", DisclosureMode.ASKED) for number in (0, 1))
    person_ = user()
    person_.state.hinted = other
    known = facts("home_city", "Lyon", "Graz")
    assert spoken(one=person_, facts=known, told=set(), offered=(one,), reply="What is your home city?")[1] == ["f1"]


@pytest.mark.parametrize(
    ("reply", "reactive", "told"),
    [
        ("So that's about your home city.", True, True),  # of the same category
        ("EMPLOYER, then.", True, True),
        ("And your hobbies?", True, False),  # of another category
        ("I see.", True, False),
        ("I see.", False, True),
    ],
)
def test_the_relevant_is_told_if_the_reply_took_up_its_topic(reply, reactive, told) -> None:
    act = replace(TELL, mode=DisclosureMode.RELEVANT)
    assert (EMPLOYER.id in spoken(act, TALK, reply=reply, reactive=reactive)[1]) is told


def test_an_omission_says_the_first_piece_and_waits_to_be_asked() -> None:
    act = replace(IN_TWO, noise=NoiseKind.OMISSIONS)
    one = user()
    first, tells = spoken(act, TALK, one=one, told=set())
    assert (first in PIECES, tells) == (True, [act.id])
    assert (one.state.hinted, one.state.position, one.state.begun) == (act, 1, "")
    line, tells = spoken(act, TALK, one=one, told=set(), reply="Tell me more, please?")
    assert (tells, ENGLISH.told_in("home_city", line)) == ([CITY.id], ["Bergen"])
    both = user()
    assert spoken(act, TALK, one=both, told=set(), reactive=False) == (first, [act.id])
    assert both.state.hinted is None


# ---------------------------------------------------------------------- in words


def test_no_reason_follows_updates_that_all_give_a_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    act = Act("a-city", ActKind.TELL, CITY.id, "home_city", reason="money")
    held, reason = (replace(OLD_CITY, until=CITY.since), CITY), "It saves me some money."
    assert reason in spoken(act, facts=held, told={OLD_CITY.id})[0]
    monkeypatch.setattr(Language, "gives_a_cause", lambda self, line: True)
    assert reason not in spoken(act, facts=held, told={OLD_CITY.id})[0]
    own = replace(act, words="It's {value} now.")  # these words give none
    assert spoken(own, facts=held, told={OLD_CITY.id})[0] == f"It's Bergen now. {reason}"


def test_a_change_is_told_as_one_to_who_knew_the_old_value() -> None:
    act = Act("a-city", ActKind.TELL, CITY.id, "home_city", reason="money")
    old = replace(OLD_CITY, until=CITY.since)
    for held, told, update in (
        ((old, CITY), {old.id}, True),
        ((old, CITY), set(), False),
        ((replace(OLD_CITY, until=CITY.since - timedelta(days=1)), CITY), {old.id}, False),  # not its predecessor
        ((replace(old, attribute="birth_town"), CITY), {old.id}, False),
    ):
        line, tells = spoken(act, facts=held, told=told)
        reason = line.endswith(" It saves me some money.")
        sentence = line.removesuffix(" It saves me some money.")
        kind = "update" if update else "tell"
        assert sentence in templates("home_city", kind, value="Bergen", old="Lyon")
        assert (reason, tells) == (update, [CITY.id])
    plain, _ = spoken(replace(act, reason=""), facts=(old, CITY), told={old.id})
    assert plain in templates("home_city", "update", value="Bergen", old="Lyon")
    unmarked, _ = spoken(replace(act, phrasing=DisclosurePhrasing.UNMARKED), facts=(old, CITY), told={old.id})
    assert any(unmarked.startswith(words) for words in templates("home_city", "tell", value="Bergen"))


def test_a_disclosure_in_two_pieces_takes_two_lines() -> None:
    one = user()
    first, tells = spoken(IN_TWO, TALK, one=one, told=set())
    assert (first in PIECES, tells) == (True, [IN_TWO.id])
    assert (one.state.begun, one.state.position) == (IN_TWO.id, 0)
    assert spoken(IN_TWO, TALK, one=one, told=set()) == (PIECES[first], [CITY.id])
    assert (one.state.begun, one.state.position) == ("", 1)


def test_a_changed_mind_says_the_slip_the_correction_and_the_truth_in_this_order() -> None:
    act = Act("a-city", ActKind.TELL, CITY.id, "home_city", noise=NoiseKind.CHANGED_MINDS, slip="Graz")
    line, tells = spoken(act, told=set())
    assert tells == [act.id, CITY.id]
    assert any(words in line for words in ENGLISH.lines("noise", "changed"))
    assert ENGLISH.told_in("home_city", line) == ["Graz", "Bergen"]
    one, pieces = user(), replace(act, phrasing=DisclosurePhrasing.PIECEMEAL)
    line, tells = spoken(pieces, TALK, one=one, told=set())
    assert (ENGLISH.told_in("home_city", line), tells, one.state.begun) == (["Graz"], [act.id], act.id)
    line, tells = spoken(pieces, TALK, one=one, told=set())
    assert (ENGLISH.told_in("home_city", line), tells, one.state.begun) == (["Bergen"], [CITY.id], "")
    assert any(words in line for words in ENGLISH.lines("noise", "changed"))


@pytest.mark.parametrize(
    ("day", "part"),
    [("01", "early"), ("10", "early"), ("11", "middle"), ("20", "middle"), ("21", "late"), ("31", "late")],
)
def test_a_vague_date_is_said_by_the_part_of_its_month(day, part) -> None:
    """A loose date, which the rules of noise draw for a share of acts, names the month alone."""
    fact = Fact("f-day", "p", "race_day", f"2025-08-{day}", BEFORE)
    said = set()
    for seed in range(8):
        act = Act("a-day", ActKind.TELL, "f-day", "race_day", granularity="month", noise=NoiseKind.VAGUE_DATES)
        line, _ = spoken(act, one=user(seed=seed), facts=(fact,), told=set())
        assert "August 2025" in line
        for kind in ("early", "middle", "late"):
            ways = [words.replace("{month}", "August 2025") for words in ENGLISH.lines("noise", kind)]
            said |= {kind for way in ways if way in line}
    assert said == {part}


def test_a_slip_needs_the_truth_to_be_told_and_its_correction_needs_the_slip() -> None:
    slip = Act("a-slip", ActKind.SLIP, CITY.id, "home_city", slip="Graz")
    line, tells = spoken(slip, TALK)
    assert (line in templates("home_city", "tell", value="Graz"), tells) == (True, ["a-slip"])
    assert spoken(slip, TALK, told=set()) == spoken(TALK)
    mend = Act("a-mend", ActKind.MEND, CITY.id, "home_city", slip="Graz")
    line, tells = spoken(mend, TALK, slips={CITY.id})
    taken_back = [words.replace("{label}", "home city") for words in ENGLISH.lines("noise", "mended")]
    assert tells == ["a-mend"]
    assert any(line.startswith(words) for words in taken_back)
    assert ENGLISH.told_in("home_city", line) == ["Bergen"]
    assert spoken(mend, TALK) == spoken(mend, TALK, slips={CITY.id}, facts=(EMPLOYER,)) == spoken(TALK)


def test_a_wish_is_said_in_the_words_of_its_setting() -> None:
    setting = load_rules()["length"].settings["one_sentence"]
    for kind in ("stated", "hinted", "lifted"):
        line, tells = spoken(Act("a-wish", ActKind.WISH, target=SHORT.id, other=kind))
        before = ENGLISH.lines("phrases", "in_general") if kind == "hinted" else ("",)
        lines = [f"{one} {wish}".strip() for one in before for wish in getattr(setting, kind)]
        assert (line in lines, tells) == (True, ["a-wish"])


def test_plans_and_their_questions_name_the_goal() -> None:
    name, domain = next(iter(every_domain().items()))
    project = Project("j", name, "a weekend in Graz", BEFORE, tuple(domain.steps)[:2])
    whom = person(projects=(Project("i", name, "another goal", BEFORE), project))
    for act, kind in (
        (Act("a-plan", ActKind.PLAN, target="j", other="create"), "create"),
        (Act("a-plan", ActKind.PLAN, target="j", other="cancel"), "cancel"),
        (Act("a-consult", ActKind.CONSULT, target="j", other="create"), "ask_plan"),
    ):
        line, tells = spoken(act, person=whom)
        assert line in [words.replace("{goal}", "a weekend in Graz") for words in domain.lines(kind, "open")]
        assert tells == [act.id]


@pytest.mark.parametrize("kind", [ActKind.FORGET, ActKind.REMIND, ActKind.RELAY])
def test_other_acts_name_the_label_and_what_is_claimed(kind) -> None:
    act = Act("a", kind, attribute="boat_name", other="Petrel" if kind is ActKind.RELAY else "")
    slots = {"{label}": "boat's name", "{value}": "Petrel", "{name}": "Anna"}
    lines = list(ENGLISH.lines("acts", kind.value))
    for slot, words in slots.items():
        lines = [line.replace(slot, words) for line in lines]
    line, tells = spoken(act)
    assert (line in lines, tells) == (True, ["a"])


@pytest.mark.parametrize("phrasing", ["open", "held_out"])
def test_gossip_names_the_label_and_all_values_if_the_attribute_has_no_lines_of_its_own(phrasing) -> None:
    act = Act("a", ActKind.GOSSIP, attribute="country", options=("Norway", "Spain", "Poland"))
    line, tells = spoken(act, phrasing=phrasing)
    language = Language.load("english", phrasing)
    lines = language.lines("held_out" if phrasing == "held_out" else "acts", "gossip")
    said = [
        one.replace("{label}", "country of residence").replace("{values}", "Norway, Spain and Poland") for one in lines
    ]
    assert (line in said, tells) == (True, ["a"])


@pytest.mark.parametrize("phrasing", ["open", "held_out"])
def test_gossip_and_claims_are_said_in_lines_of_the_attribute(phrasing) -> None:
    city = ENGLISH.ontology.attribute("home_city")
    own = city.held_out if phrasing == "held_out" else city.phrases
    line, tells = spoken(Act("a", ActKind.RELAY, attribute="home_city", other="Graz"), phrasing=phrasing)
    assert line in [one.replace("{value}", "Graz") for one in own["rumour"]]
    assert tells == ["a"]
    gossip = Act("a", ActKind.GOSSIP, attribute="home_city", options=("Graz", "Porto", "Lyon"))
    line, tells = spoken(gossip, phrasing=phrasing)
    assert line in [one.replace("{values}", "Graz, Porto and Lyon") for one in own["of_several"]]
    assert tells == ["a"]


def test_how_a_choice_turned_out_is_told_once_it_has_an_effect() -> None:
    gift = Fact("f-gift", "p", "retirement_gift", "sundial", BEFORE)
    act = Act("a-out", ActKind.TELL, attribute="retirement_gift", mode=DisclosureMode.OUTCOME, target=DELEGATE.id)
    for wrong, kind in ((False, "outcome_good"), (True, "outcome_bad")):
        line, tells = spoken(act, TALK, facts=(gift,), effects={DELEGATE.id: Effect(gift, wrong)})
        lines = [
            one.replace("{value}", "a sundial").replace("{asked}", ENGLISH.ontology.attribute("retirement_gift").asked)
            for one in ENGLISH.lines("acts", kind)
        ]
        assert (line in lines, tells) == (True, ["f-gift"])
    assert spoken(act, TALK, facts=(gift,)) == spoken(TALK)
    assert spoken(act, TALK, effects={DELEGATE.id: Effect(gift, True)}) == spoken(TALK)  # it still lies ahead


def test_a_question_asked_again_is_worded_by_its_attempt() -> None:
    act = replace(ASK, id="a-again")
    lines = templates("home_city", "ask")
    assert spoken(act)[0] == SeedTree(0).draws("a-again", 1).choice(lines)
    given = {"verdict": found(VerdictKind.PARTIAL), "pending": pending(act=act)}
    again, tells = spoken(act, one=user(position=1, patience=1.0), **given)
    assert again.endswith(SeedTree(0).draws("a-again", 2).choice(lines))
    assert tells == ["a-again"]
    assert spoken(REQUEST)[0] in templates("home_city", "request")


def test_a_request_is_pasted_again_and_a_question_checks_what_was_told() -> None:
    """Both are sentences of their own, so that what follows is recognised by its beginning."""
    for act, verdict, kind in ((REQUEST, VerdictKind.PARTIAL, "once_more"), (ASK, VerdictKind.WRONG, "check_back")):
        given = {"verdict": found(verdict), "pending": pending(act=act)}
        line, _ = spoken(act, one=user(position=1, patience=1.0), **given)
        assert says(line, kind)
        assert ENGLISH.asked_attribute(line) == ("home_city", "value")
        assert all(words.endswith(".") for words in ENGLISH.lines("phrases", kind))
    pasted, _ = spoken(REQUEST, one=user(position=1, patience=1.0), **(given | {"pending": pending(act=REQUEST)}))
    assert pasted.endswith(spoken(REQUEST)[0])


def test_what_is_told_once_more_is_told_whole_with_words_around_it_or_none() -> None:
    """A wording that begins with `Just` offers news, so it is not used for what was told before."""
    bare = templates("home_city", "tell", value="Bergen")
    lines = set()
    for number in range(60):
        act = Act(f"a-{number}", ActKind.MENTION, attribute="home_city", other="again", target=CITY.id)
        line, tells = spoken(act, facts=(CITY,), told=frozenset({CITY.id}))
        assert (tells, "Bergen" in line, "{" in line) == ([CITY.id], True, False)
        lines.add(line)
    plain = {line for line in lines if line in bare}
    assert len(plain) >= 2
    assert len(lines - plain) >= 5
    assert not [line for line in lines if "Just got home to Bergen" in line]


def test_small_talk_of_an_act_that_is_not_planned_is_refused() -> None:
    from regulars.agents.user.phrasing import Phrasing

    with pytest.raises(ScenarioError, match="not an act of this session"):
        Phrasing(ENGLISH, SeedTree(0), briefed(agenda=(TALK,))).small_talk(Act("stranger", ActKind.SMALL_TALK))


# ---------------------------------------------------------------------- feedback at the last act


@pytest.mark.parametrize(
    ("position", "begun", "name"),
    [(0, "", ""), (1, "", "a-ask"), (2, "", "a-talk"), (3, "", ""), (1, "a-tell", "a-tell")],
)
def test_a_rating_of_a_reply_to_no_question_is_drawn_at_the_last_act(position, begun, name) -> None:
    """`sparse` shows what is drawn below its rate at the node of that act."""
    shown = set()
    for seed in range(12):
        node = SeedTree(seed).child("react", name, 1).child("feedback")
        expected = node.draws("sparse", 1).uniform() < 0.5
        one = user(seed=seed, position=position, begun=begun)
        given = {"verdict": found(VerdictKind.NONE, kept=("r1",)), "feedback": "evaluative+sparse:rate=.5"}
        action = one.act(None, briefed(agenda=(ASK, TALK), **given))
        assert ("rating" in action) is expected
        shown.add(expected)
    assert shown == {True, False}


def test_feedback_waits_for_the_line_on_which_it_is_due() -> None:
    one = user()
    given = {"agenda": (TALK,) * 6, "feedback": "evaluative+delayed:turns=2"}
    wrong = found(VerdictKind.NONE, broken=("r1",))
    abouts = []
    for number, verdict in enumerate((wrong, None, None, None)):
        action = one.act(None, briefed(**given, verdict=verdict, reply_id=f"s001.t{2 * number:02d}"))
        abouts.append(action.get("about"))
    assert abouts == [None, None, "s001.t00", None]


# ---------------------------------------------------------------------- the seat


def test_a_person_speaks_only_in_a_session_of_their_own() -> None:
    with pytest.raises(SeatError, match=r"^p: a user was asked to speak outside their own session\.$"):
        user().act(None, briefed(session=None))


def test_a_line_declares_only_what_the_person_knows_or_plans() -> None:
    one = user()
    for id, known in ((CITY.id, True), (TELL.id, True), ("f-future", False)):
        work = UserWork(None, briefed(agenda=(TELL,)))
        work.line.say("Words.", id)
        if known:
            assert one.check(work) is None
        else:
            with pytest.raises(SeatError, match=r"^p: a line tells 'f-future' before the person knows it\.$"):
                one.check(work)


def test_people_speak_the_language_and_phrasing_of_their_briefing() -> None:
    one = user()
    held_out = Language.load("english", "held_out")
    line, _ = spoken(replace(ASK, id="a1"), one=one, phrasing="held_out")
    assert line in held_out.ontology.attribute("home_city").held_out["ask"]
    assert one.language.phrasing == "held_out"
    chinese, one.state.position = Language.load("chinese"), 0
    line, _ = spoken(ASK, one=one, language="chinese")

    assert line in chinese.ontology.attribute("home_city").phrases["ask"]
    assert one.ontology is chinese.ontology


def test_a_saved_state_is_a_copy() -> None:
    one = user(trust=0.4)
    saved = one.get_state()
    one.state.trust = 0.9
    one.set_state(saved)
    assert one.state.trust == 0.4
    one.state.trust = 0.8
    one.set_state(saved)
    assert one.state.trust == 0.4


def test_a_pickled_person_keeps_state_words_and_rules() -> None:
    one = user(replace(load_behaviour(), thanked=0.9), seed=5, trust=0.3)
    again = pickle.loads(pickle.dumps(one))
    assert (again.state, again.behaviour, again.get_state()[1]) == (one.state, one.behaviour, SeedTree(5))
    assert spoken(TELL, one=again) == spoken(TELL, one=one)


def test_typing_errors_are_declared() -> None:
    shaky = person(persona=replace(person().persona, style=Style(typos=0.9)))
    talk = replace(TALK, other="habits-1")
    noisy = user().act(None, briefed(agenda=(talk,), person=shaky))
    plain = user().act(None, briefed(agenda=(talk,)))
    assert noisy["noise"] == "typos"
    assert noisy["message"] != plain["message"]
    assert "noise" not in plain
