"""Which planned probes the checks reject: moments, promises, anchors, asking acts, contrast pairs, forms and fields."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hand_plan import (
    ASKED,
    DAY,
    HALF_HOUR,
    ONTOLOGY,
    SECOND,
    act,
    asks,
    day,
    found,
    planned,
    tell,
)

from regulars.scenarios.checks.forms import FORMS, check_form
from regulars.scenarios.checks.probes import check_probes
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, Form, ProbeKind

VALUE, OPTION = Form.VALUE, Form.OPTION
ASK, REQUEST, DELEGATE, GREET = ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE, ActKind.GREET
GRAZ, OSLO, CAT = tell("city", "Graz"), tell("city", "Oslo"), tell("pet", "cat")
DAYS = {2: [GRAZ, CAT], 4: [OSLO]}


def _problems(*probes, days=DAYS, **fields):
    return found(check_probes(planned(days, *probes, **fields)))


def _city(at=5, id="p", **fields):
    return asks("single-session-user", VALUE, "city", at, id=id, **fields)


# ---------------------------------------------------------------- moments


@pytest.mark.parametrize(
    ("at", "code"),
    [
        (day(2) - SECOND, "probe-unreachable"),
        (day(2), "probe-time"),
        (day(2) + HALF_HOUR, "probe-time"),
        (day(2) + HALF_HOUR + SECOND, ""),
        (day(4) - SECOND, ""),
        (day(4), "probe-time"),
        (day(5), ""),
    ],
)
def test_beside_the_conversation_means_between_the_sessions(at, code):
    codes = [name for name, _ in _problems(_city(at))]
    assert (code in codes) if code else codes == []


def test_a_probe_is_asked_no_earlier_than_the_scenario_begins():
    # It begins at midnight of day 1.
    early = asks("abstention", VALUE, "illness", day(1, 0) - SECOND)
    assert _problems(early) == [("probe-time", "p")]
    assert _problems(replace(early, time=day(1, 0))) == []


def test_probes_stand_in_the_order_of_asking():
    one, two = _city(5, "one"), asks("single-session-user", VALUE, "pet", 5, id="two")
    assert _problems(one, two) == []
    assert _problems(replace(one, time=day(5, 8, 0, 1)), two) == [("probe-order", "two")]


def test_a_probe_beside_the_conversation_names_no_session():
    assert _problems(_city(session=1)) == [("probe-session", "p")]


def _in_session(**fields):
    days = {2: [GRAZ], 4: [act(ASK, "city", probe="p"), CAT]}
    probe = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=2)
    return _problems(replace(probe, **fields), days=days, others={6: [act(GREET)]})


def test_a_probe_in_the_conversation_is_asked_in_a_session_of_its_asker():
    assert _in_session() == []
    assert ("probe-session", "p") in _in_session(session=3)
    assert ("probe-session", "p") in _in_session(session=9)
    assert _in_session(time=day(4) + SECOND) == [("probe-session", "p")]
    assert _in_session(asker="bo") == [("probe-session", "p"), ("act-probe", "ask city")]


def test_a_planned_probe_holds_neither_words_nor_gold():
    for fields in ({"gold": "Graz"}, {"evidence": (("t",),)}, {"question": "Where?"}, {"before": "t"}):
        assert _problems(_city(**fields)) == [("probe-gold", "p")], fields


def test_every_probe_is_checked_after_a_faulty_one():
    unknown, shapeless = asks("single-hop", VALUE, "shoe", 5, id="a"), asks("riddle", VALUE, "city", 5, id="b")
    assert _problems(unknown, shapeless, asks("single-hop", VALUE, "diet", 5, id="c")) == [
        ("unknown-attribute", "a"),
        ("unknown-kind", "b"),
        ("probe-unreachable", "c"),
    ]


def test_an_unknown_attribute_is_found_and_nothing_else_is_said_of_the_probe():
    assert _problems(asks("single-session-user", Form.SET, "shoe", 5)) == [("unknown-attribute", "p")]


# ---------------------------------------------------------------- promises


def test_an_abstention_must_not_be_told_before_it():
    early, late = asks("abstention", VALUE, "city", 1, id="early"), asks("abstention", VALUE, "city", 3, id="late")
    assert _problems(early, late) == [("probe-answerable", "late")]


def test_only_a_contrasted_question_of_a_controlled_kind_may_have_no_answer():
    told, untold = asks("single-hop", VALUE, "pet", 5, id="a"), asks("single-hop", VALUE, "illness", 5, id="b")
    assert _problems(untold) == [("probe-unreachable", "b")]
    assert _problems(replace(told, contrast="b"), replace(untold, contrast="a")) == []
    # A base kind promises an answer even with a contrast probe.
    base = [replace(one, kind=ProbeKind.SINGLE_SESSION_USER) for one in (told, untold)]
    pair = [replace(base[0], contrast="b"), replace(base[1], contrast="a")]
    assert _problems(*pair) == [("probe-unreachable", "b")]


def test_special_kinds_rest_on_open_disclosures_only():
    hidden = {2: [replace(GRAZ, mode=ASKED), CAT]}
    for probe, problems in (
        (asks("recall-facts", OPTION, "city", 5), [("probe-mode", "p")]),
        (asks("order-recall", OPTION, "city", 5, other="pet"), [("probe-mode", "p"), ("probe-unreachable", "p")]),
        (_city(), []),
    ):
        assert sorted(_problems(probe, days=hidden)) == sorted(problems)
    trusted = {2: [replace(CAT, mode=DisclosureMode.TRUSTED)], 3: [GRAZ]}
    assert _problems(asks("order-recall", OPTION, "city", 5, other="pet"), days=trusted) == [("probe-mode", "p")]
    # A later disclosure does not matter, nor does a question of the person in the conversation.
    late = {2: [GRAZ, CAT], 6: [replace(OSLO, mode=ASKED)]}
    assert _problems(asks("recall-facts", OPTION, "city", 5), days=late) == []
    asked = {2: [replace(GRAZ, mode=ASKED)], 4: [act(ASK, "city", probe="p")]}
    inside = asks("single-hop", VALUE, "city", day(4), band=Band.IN, session=2)
    assert _problems(inside, days=asked) == []


def test_a_probe_marked_as_anchored_rests_on_an_anchor_of_its_person():
    anchored = {2: [replace(GRAZ, anchor=True), CAT]}
    assert _problems(_city(anchor=True), days=anchored) == []
    assert _problems(asks("single-hop", VALUE, "country", 5, anchor=True), days=anchored) == []
    assert _problems(asks("single-session-user", VALUE, "pet", 5, anchor=True), days=anchored) == [
        ("probe-anchor", "p")
    ]
    assert _problems(_city(anchor=True), days=DAYS) == [("probe-anchor", "p")]
    other = asks("abstention", VALUE, "city", 5, owner="bo", anchor=True)
    assert _problems(other, days=anchored, others={6: [CAT]}) == [("probe-anchor", "p")]
    days = {2: [replace(GRAZ, anchor=True)], 4: [act(ASK, "city", probe="p")]}
    inside = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=2, anchor=True)
    assert _problems(inside, days=days) == [("probe-anchor", "p")]


# ---------------------------------------------------------------- the acts that ask

CITY_IN = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=2)


def _asked_by(*acts, probe=CITY_IN, more=()):
    return _problems(probe, *more, days={2: [GRAZ, CAT, tell("allergy", "nuts")], 4: list(acts)})


@pytest.mark.parametrize("kind", [ASK, REQUEST])
def test_a_question_or_a_request_asks_a_probe_about_its_attribute(kind):
    assert _asked_by(act(kind, "city", id="a", probe="p")) == []
    assert _asked_by(act(kind, "pet", id="a", probe="p")) == [("act-probe", "a")]


@pytest.mark.parametrize("kind", [DELEGATE, GREET, ActKind.SMALL_TALK, ActKind.REMIND])
def test_no_other_act_asks_a_probe_for_a_value(kind):
    assert _asked_by(act(kind, "city", id="a", probe="p")) == [("act-probe", "a")]


def test_each_probe_in_the_conversation_has_one_act_and_each_question_a_probe():
    one, two = act(ASK, "city", id="a", probe="p"), act(ASK, "city", id="b", probe="p")
    assert _asked_by(one, two) == [("act-probe", "b")]
    assert _asked_by(act(ASK, "city", id="a")) == [("act-probe", "a"), ("probe-act", "p")]
    assert _asked_by(act(REQUEST, "city", id="a")) == [("act-probe", "a"), ("probe-act", "p")]
    assert _asked_by(act(GREET)) == [("probe-act", "p")]
    assert _asked_by(one, act(ASK, "city", id="b", probe="q")) == [("act-probe", "b")]
    beside = _city(5, "q")
    assert _asked_by(one, act(ASK, "city", id="b", probe="q"), more=(beside,)) == [("act-probe", "b")]


def test_an_act_of_another_session_does_not_fit():
    days = {2: [GRAZ], 3: [act(ASK, "city", id="a", probe="p")], 4: [CAT]}
    probe = asks("single-session-user", VALUE, "city", day(4), band=Band.IN, session=3)
    assert _problems(probe, days=days) == [("act-probe", "a")]


def test_a_delegated_choice_offers_the_options_of_its_probe():
    probe = asks("single-session-preference", Form.ANY, "dish", day(4), band=Band.IN, session=2, value="trout|pesto")
    offered = act(DELEGATE, "dish", id="a", probe="p", options=("trout", "pesto"))
    assert _asked_by(offered, probe=probe) == []
    assert _asked_by(replace(offered, options=("pesto", "trout")), probe=probe) == [("act-probe", "a")]
    assert _asked_by(replace(offered, kind=REQUEST), probe=probe) == [("act-probe", "a")]


def test_a_request_for_a_message_names_the_context_of_its_probe():
    fields = {"other": "illness", "context": "landlord", "band": Band.IN, "session": 2}
    probe = asks("contextual-integrity", Form.PASS_ON, "pet", day(4), **fields)
    days = {2: [CAT, tell("illness", "gout")], 4: [act(REQUEST, "pet", id="a", probe="p", other="landlord")]}
    assert _problems(probe, days=days) == []
    days[4] = [act(REQUEST, "pet", id="a", probe="p", other="doctor")]
    assert _problems(probe, days=days) == [("act-probe", "a")]
    days[4] = [act(ASK, "pet", id="a", probe="p", other="landlord")]
    assert _problems(probe, days=days) == [("act-probe", "a")]


def test_a_greeting_asks_whether_the_reminder_comes():
    probe = asks("proactive", Form.MENTION, "pet", day(4), band=Band.IN, session=2, target="r")
    days = {2: [CAT, act(ActKind.REMIND, "pet", id="r")], 4: [act(GREET, "pet", id="a", probe="p")]}
    assert _problems(probe, days=days) == []
    days[4] = [act(ASK, "pet", id="a", probe="p")]
    assert _problems(probe, days=days) == [("act-probe", "a")]


# ---------------------------------------------------------------- contrast pairs


def _pair(one=None, other=None, **fields):
    a = asks("single-hop", VALUE, "pet", 5, id="a", contrast="b", **fields)
    b = asks("single-hop", VALUE, "illness", 5, id="b", contrast="a", **fields)
    return [replace(a, **(one or {})), replace(b, **(other or {}))]


def test_contrast_probes_name_each_other():
    assert _problems(*_pair()) == []
    assert _problems(*_pair({"contrast": "c"})) == [("contrast-unknown", "a"), ("contrast-one-sided", "b")]
    assert ("contrast-unknown", "a") in _problems(*_pair({"contrast": "a"}))
    assert ("contrast-one-sided", "a") in _problems(*_pair(None, {"contrast": ""}))


def test_contrast_probes_share_moment_band_kind_and_person():
    later = _problems(*_pair(None, {"time": day(5, 8) + SECOND}))
    assert later == [("contrast-moment", "a"), ("contrast-moment", "b")]
    kind = _problems(*_pair(None, {"kind": ProbeKind.ADVERSARIAL}))
    assert kind == [("contrast-kind", "a"), ("contrast-kind", "b")]
    owner = _problems(*_pair(None, {"owner": "bo"}), others={6: [CAT]})
    assert owner == [("contrast-kind", "a"), ("contrast-kind", "b")]


def test_two_base_kinds_make_a_pair_and_a_base_kind_with_a_special_one_does_not():
    base = _pair({"kind": ProbeKind.SINGLE_SESSION_USER}, {"kind": ProbeKind.ABSTENTION})
    assert _problems(*base) == []
    mixed = _problems(*_pair(None, {"kind": ProbeKind.ABSTENTION}))
    assert mixed == [("contrast-kind", "a"), ("contrast-kind", "b")]


def test_a_controlled_pair_has_one_answer():
    both = _problems(*_pair(None, {"attribute": "city"}))
    assert both == [("contrast-alike", "a")]
    none = _problems(*_pair({"attribute": "allergy"}))
    assert none == [("contrast-alike", "a")]
    # Kinds that are not controlled may have two answers.
    free = _pair({"kind": ProbeKind.SINGLE_SESSION_USER}, {"kind": ProbeKind.SINGLE_SESSION_USER, "attribute": "city"})
    assert _problems(*free) == []


def test_a_question_is_asked_once_at_a_moment():
    one = _city(5, "a")
    assert _problems(one, replace(one, id="b")) == [("duplicate-probe", "b")]
    for fields in (
        {"time": day(5, 8) + SECOND},
        {"asker": "bo"},
        {"kind": ProbeKind.SINGLE_HOP},
        {"attribute": "pet"},
    ):
        assert _problems(one, replace(one, id="b", **fields)) == [], fields
    days = {2: [CAT, tell("diet", "vegan"), GRAZ], 4: [OSLO]}
    hop = asks("multi-hop", VALUE, "city", 5, id="a", other="pet", value="Graz")
    assert _problems(hop, replace(hop, id="b"), days=days) == [("duplicate-probe", "b")]
    for fields in ({"value": "Oslo"}, {"other": "diet"}):
        assert _problems(hop, replace(hop, id="b", **fields), days=days) == [], fields


# ---------------------------------------------------------------- forms and fields


def _form(kind, form, name, **fields):
    return [code for code, _ in found(check_form(asks(kind, form, name, 5, **fields), ONTOLOGY))]


FITTING = [
    ("single-session-user", VALUE, "city", {}),
    ("single-session-user", VALUE, "rent", {}),
    ("temporal", VALUE, "wedding", {}),
    ("abstention", VALUE, "wedding", {}),
    ("abstention", Form.SET, "hobby", {}),
    ("abstention", Form.COUNT, "hobby", {}),
    ("abstention", Form.SUM, "saved", {}),
    ("multi-session", Form.SUM, "saved", {}),
    ("single-session-assistant", Form.CHOICE, "dish", {"target": "a"}),
    ("sequence", Form.ORDER, "hobby", {}),
    ("duration", Form.DURATION, "wedding", {"other": "surgery"}),
    ("recall-facts", OPTION, "city", {}),
    ("suggest-new", OPTION, "hobby", {}),
    ("compare", OPTION, "rent", {}),
    ("aligned-recommendation", OPTION, "dish", {}),
    ("order-recall", OPTION, "city", {"other": "pet"}),
    ("rule-keeping", Form.MANNER, "hobby", {"value": "length:short"}),
    ("multi-hop", VALUE, "city", {"other": "pet", "value": "Graz"}),
    ("counterfactual", VALUE, "city", {"value": "Linz"}),
    ("episodic-cue", VALUE, "city", {"value": "2025-05-02"}),
]


@pytest.mark.parametrize(("kind", "form", "name", "fields"), FITTING)
def test_a_fitting_form_passes(kind, form, name, fields):
    assert _form(kind, form, name, **fields) == []


@pytest.mark.parametrize(
    ("kind", "form", "name", "code"),
    [
        ("riddle", VALUE, "city", "unknown-kind"),
        # A form that the kind does not have.
        ("single-session-user", Form.SET, "hobby", "probe-form"),
        ("abstention", Form.ORDER, "hobby", "probe-form"),
        # A form that the attribute cannot have.
        ("single-session-user", VALUE, "hobby", "probe-form"),
        ("single-session-user", VALUE, "saved", "probe-form"),
        ("single-session-user", VALUE, "dish", "probe-form"),
        ("single-session-assistant", Form.CHOICE, "city", "probe-form"),
        ("count", Form.COUNT, "city", "probe-form"),
        ("dynamic-incremental", Form.SET, "saved", "probe-form"),
        ("sequence", Form.ORDER, "city", "probe-form"),
        ("sum", Form.SUM, "rent", "probe-form"),
        ("sum", Form.SUM, "hobby", "probe-form"),
        ("recall-facts", OPTION, "hobby", "probe-form"),
        ("recall-facts", OPTION, "dish", "probe-form"),
        ("suggest-new", OPTION, "city", "probe-form"),
        ("compare", OPTION, "city", "probe-form"),
        ("aligned-recommendation", OPTION, "wedding", "probe-form"),
        # A date belongs to temporal questions, and temporal questions to dates.
        ("temporal", VALUE, "city", "probe-kind"),
        ("single-session-user", VALUE, "wedding", "probe-kind"),
        ("knowledge-update", VALUE, "wedding", "probe-kind"),
    ],
)
def test_a_form_that_does_not_fit_is_found(kind, form, name, code):
    assert _form(kind, form, name) == [code]


def test_days_between_are_asked_of_dates():
    assert _form("duration", Form.DURATION, "rent", other="surgery") == ["probe-form"]


@pytest.mark.parametrize(
    ("kind", "form", "name", "beside", "inside"),
    [
        ("single-session-user", VALUE, "city", [], []),
        ("count", Form.COUNT, "hobby", [], ["probe-form"]),
        ("sequence", Form.ORDER, "hobby", [], ["probe-form"]),
        ("recall-facts", OPTION, "city", [], ["probe-form"]),
        ("proactive", Form.MENTION, "pet", ["probe-form"], []),
        ("proactive", Form.MENTION, "hobby", ["probe-form"], []),
    ],
)
def test_some_forms_are_asked_only_beside_or_only_in_the_conversation(kind, form, name, beside, inside):
    assert _form(kind, form, name) == beside
    assert _form(kind, form, name, band=Band.IN) == inside


def test_other_forms_beside_or_in_the_conversation():
    dates = {"other": "surgery"}
    assert _form("duration", Form.DURATION, "wedding", band=Band.IN, **dates) == ["probe-form"]
    assert _form("rule-keeping", Form.MANNER, "city", band=Band.IN, value="r") == ["probe-form"]
    assert _form("implicit-preference", Form.ANY, "dish", value="trout|pesto") == ["probe-form"]
    assert _form("implicit-preference", Form.ANY, "dish", band=Band.IN, value="trout|pesto") == []


def test_fields_are_given_where_the_kind_needs_them_and_nowhere_else():
    field = ["probe-field"]
    assert _form("order-recall", OPTION, "city") == field
    assert _form("order-recall", OPTION, "city", other="city") == field
    assert _form("order-recall", OPTION, "city", other="shoe") == field
    assert _form("single-hop", VALUE, "city", other="pet") == field
    for kind in ("counterfactual", "episodic-cue"):
        assert _form(kind, VALUE, "city") == field
    assert _form("multi-hop", VALUE, "city", other="pet") == field
    assert _form("rule-keeping", Form.MANNER, "city") == field
    assert _form("implicit-preference", Form.ANY, "dish", band=Band.IN) == field
    for difficulty, problems in (("", []), ("easy", []), ("medium", []), ("hard", []), ("brutal", field)):
        assert _form("single-hop", VALUE, "city", difficulty=difficulty) == problems


def test_assumed_values_are_values_of_the_attribute():
    for kind, fields in (("counterfactual", {}), ("multi-hop", {"other": "pet"})):
        assert _form(kind, VALUE, "city", value="Paris", **fields) == ["probe-field"]
        assert _form(kind, VALUE, "city", value="Linz", **fields) == []
    assert _form("counterfactual", VALUE, "wedding", value="2025-06-14") == []
    assert _form("counterfactual", VALUE, "rent", value="300") == []
    assert _form("counterfactual", VALUE, "rent", value="350") == ["probe-field"]


def test_a_context_belongs_to_messages():
    fields = {"other": "illness", "band": Band.IN}
    assert _form("contextual-integrity", Form.PASS_ON, "pet", context="landlord", **fields) == []
    assert _form("contextual-integrity", Form.PASS_ON, "pet", **fields) == ["probe-field"]
    assert _form("contextual-integrity", Form.PASS_ON, "pet", context="moon", **fields) == ["probe-field"]
    assert _form("single-hop", VALUE, "city", context="landlord") == ["probe-field"]


def _said(*probes, days=DAYS, **fields):
    return [problem.message for problem in check_probes(planned(days, *probes, **fields))]


def test_messages_say_what_is_wrong_and_what_was_expected():
    """One message for each branch of its words."""
    for probe, days, message in (
        (
            asks("single-hop", VALUE, "city", 5, id="p", other="pet"), DAYS,
            "is single-hop and names a second attribute, 'pet'",
        ),
        (
            asks("order-recall", OPTION, "city", 5), DAYS,
            "names no second attribute; expected another attribute of the ontology",
        ),
        (
            asks("order-recall", OPTION, "city", 5, other="shoe"), DAYS,
            "names 'shoe' beside city; expected another attribute of the ontology",
        ),
        (asks("proactive", Form.MENTION, "pet", 5), DAYS, "form mention is asked outside the conversation"),
        (
            asks("abstention", Form.ORDER, "hobby", 5), DAYS,
            "is abstention and asks for order; expected value or set or count or sum",
        ),
        (asks("single-hop", VALUE, "dish", 5), DAYS, "asks for the value of dish, which is what is chosen"),
        (asks("single-hop", VALUE, "hobby", 5), DAYS, "asks for the value of hobby, which is a many term"),
    ):  # fmt: skip
        assert message in _said(probe, days=days), message
    assert _said(
        replace(CITY_IN, form=Form.COUNT, kind=ProbeKind.COUNT, attribute="hobby"), days={2: [GRAZ], 4: []}
    ) == [
        "form count is asked in the conversation",
        "is asked by no act of session 2",
    ]
    silent = {2: [GRAZ], 4: [act(ASK, id="a", probe="p")]}
    assert _said(CITY_IN, days=silent) == [
        "ask about nothing in session 2 does not fit its probe p: value of city in session 2"
    ]
    pair = [
        asks("single-hop", VALUE, name, 5, id=id, contrast=other)
        for name, id, other in (("pet", "a", "b"), ("city", "b", ""))
    ]
    assert _said(*pair) == ["its contrast probe b has the contrast probe none"]
    both = [replace(pair[0]), replace(pair[1], contrast="a")]
    assert _said(*both) == ["it and its contrast probe b each has an answer: pet and city are both told before them"]
    none = [replace(one, attribute=name) for one, name in zip(both, ("illness", "diet"), strict=True)]
    assert _said(*none) == ["it and its contrast probe b each has no answer: no disclosure of illness is planned"]


def test_every_kind_has_its_forms():
    assert set(FORMS) == {kind.value for kind in ProbeKind}
    several = {kind: forms for kind, forms in FORMS.items() if len(forms) > 1}
    assert several == {
        "abstention": (Form.VALUE, Form.SET, Form.COUNT, Form.SUM),
        "multi-session": (Form.SET, Form.COUNT, Form.SUM),
    }


def test_a_probe_a_day_after_everything_passes():
    assert _problems(_city(day(4) + DAY)) == []
