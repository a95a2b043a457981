"""The numbers of candidates and messages, worked out by hand."""

from __future__ import annotations

from datetime import timedelta
from math import log

import numpy as np
import pytest
from small_lives import NOON
from told_lives import BERGEN, LYON, WHERE, candidates_in, life, say, told_in

from regulars.agents.assistant.question_parsing import Question
from regulars.dialogue import Turn
from regulars.envs.ledger import OVER, Disclosure
from regulars.envs.numeric.asking import Asking
from regulars.envs.numeric.candidates import CandidateKind, CandidateReply
from regulars.envs.numeric.features import TextFeatures, scaled
from regulars.envs.numeric.told_figures import CANDIDATE_FIGURES, MESSAGE_FIGURES, ToldFigures
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.errors import ConfigurationError
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language


def figures(env, *values, kind=CandidateKind.VALUE, attribute="home_city"):
    """The numbers of a candidate with these values, by name."""
    found = ToldFigures(env.observe("assistant_0"), told_in(env))
    candidate = CandidateReply("It is so.", kind, attribute if values else "", values, "value" if values else "")
    return dict(zip(CANDIDATE_FIGURES, found.of_candidate(candidate), strict=True))


def test_a_former_value_was_told_and_something_came_since():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    # Turns: Bergen, Noted, Lyon, Noted, Where. Bergen lies 5 turns back from the reply, Lyon 3. One value came since.
    former, present = figures(env, "Bergen"), figures(env, "Lyon")
    assert (former["told"], former["newer"], former["turns_since"]) == (1.0, scaled(1), scaled(5))
    assert (present["told"], present["newer"], present["turns_since"]) == (1.0, 0.0, scaled(3))
    assert former["covers"] == present["covers"] == 0.5


def test_a_value_that_was_never_told_says_so():
    env = life()
    say(env, BERGEN, WHERE)
    found = figures(env, "Graz")
    assert (found["told"], found["newer"], found["turns_since"], found["times_told"]) == (0.0, -1.0, 1.0, 0.0)


def test_a_pair_is_told_by_half():
    env = life()
    say(env, BERGEN, BERGEN, WHERE)
    found = figures(env, "Bergen", "Graz")
    assert (found["values"], found["told"], found["covers"]) == (0.25, 0.5, 1.0)
    assert found["times_told"] == scaled(2)


def told_to(*disclosures, asking):
    """What was told, with these disclosures, one in each turn, and what is asked."""
    told = ToldSoFar(Language.load("english"))
    for turn, (person, value, how) in enumerate(disclosures):
        id, moment = f"s001.t0{turn}", NOON + timedelta(days=turn)
        told.lines.append(Turn(id, person, person, person, person, 1, value, moment))
        told.places[id] = turn
        told.ledger.enter(Disclosure(f"f{turn}", person, asking.wanted, value, how, id, 1, moment))
    told.asking = asking
    return told


OBSERVATION = {"message": "?", "speaker": "p1", "session": 2, "scope": "p1", "turn_id": "", "reply_id": "r"}


def of(told, *values, form="value", kind=CandidateKind.VALUE):
    name = told.asking.wanted if values else ""
    found = ToldFigures(OBSERVATION, told).of_candidate(CandidateReply("x", kind, name, values, form))
    return dict(zip(CANDIDATE_FIGURES, found, strict=True))


def asked(form, attribute="home_city", **more):
    return Asking(Question("", Form(form), attribute, **more))


def test_a_number_lies_so_far_from_the_sum_and_the_count_of_what_was_told():
    # The asker's sum is 400 and the number of values 2: 500 lies a quarter above the one, and far above the other.
    told = told_to(
        ("p1", "100", "direct"), ("p1", "300", "direct"), ("p2", "7", "direct"), asking=asked("sum", "stamps")
    )
    assert (of(told, "500", form="sum")["off_total"], of(told, "500", form="sum")["off_count"]) == (0.25, 1.0)
    assert of(told, "400", form="sum")["off_total"] == 0.0
    assert of(told, "3", form="count")["off_count"] == 0.5


def test_others_and_ends_are_told_apart():
    told = told_to(("p2", "Graz", "direct"), ("p1", "Bergen", "direct"), ("p1", "Bergen", OVER), asking=asked("value"))
    assert of(told, "Graz")["told_by_others"] == 1.0
    assert (of(told, "Bergen")["told_by_others"], of(told, "Bergen")["over_since"]) == (0.0, 1.0)
    assert of(told, form="", kind=CandidateKind.OVER)["over_since"] == 1.0


def test_a_question_for_a_day_finds_what_was_told_on_it():
    told = told_to(("p1", "Bergen", "direct"), ("p1", "Graz", "direct"), asking=asked("value", day="2025-03-04"))
    assert (of(told, "Bergen")["told_that_day"], of(told, "Graz")["told_that_day"]) == (0.0, 1.0)


def test_an_order_is_right_as_far_as_neighbours_are():
    told = told_to(*(("p1", one, "direct") for one in ("Bergen", "Graz", "Porto")), asking=asked("order"))
    assert of(told, "Bergen", "Graz", "Porto", form="order")["in_order"] == 1.0
    assert of(told, "Bergen", "Porto", "Graz", form="order")["in_order"] == 0.5


def test_a_message_says_its_form_and_how_much_was_told():
    told = told_to(
        ("p2", "Graz", "direct"), ("p1", "Bergen", "direct"), ("p1", "Lyon", "direct"), asking=asked("value")
    )
    found = dict(zip(MESSAGE_FIGURES, ToldFigures(OBSERVATION, told).of_message(), strict=True))
    assert [name for name, value in found.items() if name.startswith("form") and value] == ["form_value"]
    assert (found["told"], found["told_by_others"], found["is_over"]) == (scaled(2), scaled(1), 0.0)


def test_counts_are_scaled_to_one_for_a_million():
    # ln(1 + 9) / ln(1 + 1e6) = 2.302585 / 13.815512 = 0.166667.
    assert scaled(9) == pytest.approx(log(10) / log(1000001))
    assert (scaled(0), scaled(-3), scaled(10**9)) == (0.0, 0.0, 1.0)


def test_every_number_of_every_candidate_is_bounded():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    found = ToldFigures(env.observe("assistant_0"), told_in(env))
    rows = np.array([found.of_candidate(one) for one in candidates_in(env)])
    assert rows.shape == (8, len(CANDIDATE_FIGURES))
    assert np.abs(rows).max() <= 1.0


def test_a_text_has_a_vector_of_length_one():
    features = TextFeatures(width=32)
    row = features.row("Where do I live?")
    assert row.shape == (32,)
    assert np.linalg.norm(row) == pytest.approx(1.0, abs=1e-6)
    assert features.rows([]).shape == (0, 32)
    assert features.rows([]).dtype == features.rows(["Where?"]).dtype == np.float32
    assert (features.rows(["Where do I live?", ""])[1] == 0).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"width": 4}, "a whole number from 8 to 4096"),
        ({"width": 64.0}, "a whole number from 8 to 4096"),
        ({"features": 3}, "an embedder's spec"),
        ({"features": "hashd"}, "hashed"),
    ],
)
def test_unknown_features_are_refused(given, message):
    with pytest.raises(ConfigurationError, match=message):
        TextFeatures(**given)
