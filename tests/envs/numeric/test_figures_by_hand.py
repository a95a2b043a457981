"""Every number of an observation, worked out by hand: of situations, messages, candidates and recalled turns."""

from __future__ import annotations

from dataclasses import replace
from math import log1p

import numpy as np
import pytest
from small_lives import ASKS_CITY, IN_CITY, begun, scenario, session
from small_lives import say as play
from told_by_hand import ENGLISH, question, seen, told_to

from regulars.dialogue import Phase
from regulars.envs.ledger import FORGOTTEN, MENDED, OVER, SLIP, Commitment
from regulars.envs.numeric.asking import Asking
from regulars.envs.numeric.candidates import CandidateKind, CandidateReply
from regulars.envs.numeric.choice import NEARNESS, RECOLLECTION_FIGURES, ChoiceEnv
from regulars.envs.numeric.features import LARGEST_COUNT, TextFeatures, scaled
from regulars.envs.numeric.held_items import ITEM_FIGURES, HeldItem, HeldItems, text_figures
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.envs.numeric.told_figures import CANDIDATE_FIGURES, MESSAGE_FIGURES, ToldFigures
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.scenarios.kinds import ProbeKind


def scale(count):
    """ln(1 + count) / ln(1 + 1,000,000)."""
    return log1p(count) / log1p(1e6)


# ---------------------------------------------------------------------- situations

SEEN = {"phase": int(Phase.TALK), "time": 50.0, "gap": 24.0, "session": 3, "turn": 7, "rated": 1, "rating": 0,
        "satisfaction": 8.0}  # fmt: skip


def situation_of(**changes):
    return dict(zip(SITUATION, situation({**SEEN, **changes}), strict=True))


def test_a_situation_in_numbers():
    assert situation_of() == pytest.approx(
        {
            "phase_opening": 0, "phase_talk": 1, "phase_closing": 0, "phase_listen": 0, "phase_probe": 0,
            "hour": scale(50), "gap": scale(24), "session": scale(3), "turn": scale(7),
            "is_rated": 1, "rating": 0, "satisfaction": 0.6,
        }
    )  # fmt: skip
    first = situation_of(gap=-1.0, time=0.0, rated=0, satisfaction=-1.0)
    assert [first[name] for name in ("gap", "hour", "is_rated", "satisfaction")] == [-1.0, 0.0, 0.0, 0.0]
    assert situation_of(gap=0.0)["gap"] == 0.0


def test_each_phase_rating_and_satisfaction_has_its_number():
    for phase in Phase:
        found = situation_of(phase=int(phase))
        assert [name for name in SITUATION[:5] if found[name] == 1.0] == [f"phase_{phase.name.lower()}"]
    # No rating, like, dislike, copy.
    assert [situation_of(rating=rating)["rating"] for rating in range(4)] == [0.0, 1.0, -1.0, 1.0]
    # (s - 5) / 5.
    assert [situation_of(satisfaction=s)["satisfaction"] for s in (0.0, 5.0, 10.0)] == [-1.0, 0.0, 1.0]


def test_a_count_of_a_million_is_one():
    assert LARGEST_COUNT == 1e6
    assert [scaled(count) for count in (-1.0, 0.0, 1.0, 1e6, 2e6)] == pytest.approx([0, 0, scale(1), 1, 1])


# ---------------------------------------------------------------------- candidates and messages

TOLD = [
    ("p1", "home_city", "Bergen", "direct"),
    ("p2", "home_city", "Graz", "direct"),
    ("p1", "home_city", "Lyon", "direct"),
    ("p1", "home_city", "Bergen", "direct"),
    ("p1", "home_city", "Porto", SLIP, "f-now"),
    ("p1", "home_city", "Tartu", MENDED, "f-now"),
]
"""Sessions 1 to 6, one line each. The asker's values: Bergen, Lyon, Bergen, Tartu; taken back: Porto."""


def told_cities(asked):
    told = told_to(*TOLD)
    for value, person in (("Lyon", "p1"), ("Utrecht", "p2"), ("Malmö", "p1")):
        told.ledger.commit(Commitment(value, person, "home_city", value, "s001.t02", 1, told.lines[0].time))
    for value, person in (("Ghent", "p1"), ("Brno", "p2")):
        told.ledger.mention(person, "home_city", value, "s001.t01")
    told.asking = asked
    return told


def figures(told, *values, name="home_city", form="value", kind=CandidateKind.VALUE, text="x" * 9):
    candidate = CandidateReply(text, kind, name if values else "", values, form if values else "")
    found = ToldFigures(seen(session=8), told).of_candidate(candidate)
    assert len(found) == len(CANDIDATE_FIGURES)
    shown = {name: value for name, value in zip(CANDIDATE_FIGURES, found, strict=True) if value}
    assert shown.pop("letters") == pytest.approx(scale(len(text)))
    assert shown.pop(f"is_{kind.name.lower()}") == 1.0
    return shown


NEVER = {"newer": -1.0, "turns_since": 1.0, "sessions_since": 1.0, "turns_since_first": 1.0}
"""The numbers of values that the asker never told, where they are not 0."""


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        # Told in lines 1 and 4 of 6, the last in session 4 of 8; one disclosure came since; one of three told values.
        (("Bergen",), {"values": 1 / 8, "told": 1, "covers": 1 / 3, "newer": scale(1), "turns_since": scale(3),
                       "sessions_since": scale(4), "turns_since_first": scale(6), "times_told": scale(2)}),
        (("Tartu",), {"values": 1 / 8, "told": 1, "covers": 1 / 3, "turns_since": scale(1), "sessions_since": scale(2),
                      "turns_since_first": scale(1), "times_told": scale(1)}),
        # Chosen before, and by another choice since.
        (("Lyon",), {"values": 1 / 8, "told": 1, "covers": 1 / 3, "newer": scale(2), "turns_since": scale(4),
                     "sessions_since": scale(5), "turns_since_first": scale(4), "times_told": scale(1),
                     "chosen_before": 1}),
        (("Malmö",), {"values": 1 / 8, **NEVER, "chosen_before": 1, "chosen_last": 1}),
        (("Graz",), {"values": 1 / 8, **NEVER, "told_by_others": 1}),
        (("Ghent",), {"values": 1 / 8, **NEVER, "mentioned": 1}),
        (("Porto",), {"values": 1 / 8, **NEVER, "taken_back": 1}),
        (("Brno",), {"values": 1 / 8, **NEVER}),
        (("Utrecht",), {"values": 1 / 8, **NEVER}),
        # The newest of several counts for times, the first for the first; a mean for what came since.
        (("Bergen", "Lyon", "Graz"), {"values": 3 / 8, "told": 2 / 3, "told_by_others": 1 / 3, "covers": 2 / 3,
                                      "newer": (scale(1) + scale(2)) / 2, "turns_since": scale(3),
                                      "sessions_since": scale(4), "turns_since_first": scale(6),
                                      "times_told": scale(3), "in_order": 1 / 2}),
        (("Lyon", "Malmö"), {"values": 2 / 8, "told": 1 / 2, "covers": 1 / 3, "newer": scale(2),
                             "turns_since": scale(4), "sessions_since": scale(5), "turns_since_first": scale(4),
                             "times_told": scale(1)}),
        (("Ghent", "Porto"), {"values": 2 / 8, **NEVER, "mentioned": 1 / 2, "taken_back": 1 / 2}),
        (tuple("abcdefghi"), {"values": 1, **NEVER}),
    ],
)  # fmt: skip
def test_all_numbers_of_a_candidate(values, expected):
    found = figures(told_cities(question("value")), *values, form="set" if len(values) > 1 else "value")
    assert found == pytest.approx(expected)


def test_what_was_chosen_of_another_matter_is_not_chosen():
    told = told_to(("p1", "home_city", "Bergen", "direct"))
    told.ledger.commit(Commitment("act", "p1", "job", "Bergen", "s001.t02", 1, told.lines[0].time))
    told.asking = question("value")
    assert not {"chosen_before", "chosen_last"} & {*figures(told, "Bergen")}
    assert ToldFigures(seen(session=8), told).of_message()[-1] == 0.0
    chosen = figures(told, "Bergen", name="job")
    assert (chosen["chosen_before"], chosen["chosen_last"]) == (1.0, 1.0)


def test_a_value_that_stands_twice_in_a_list_covers_one():
    # One of the three told values; both places of the list are told.
    found = figures(told_cities(question("set")), "Bergen", "Bergen", form="set")
    assert (found["covers"], found["told"]) == (pytest.approx(1 / 3), 1.0)


def test_a_value_told_before_the_end_of_a_matter_is_over_since():
    told = told_to(*TOLD, ("p1", "home_city", "Tartu", OVER), ("p1", "home_city", "Lyon", "direct"))
    told.asking = question("value")
    assert figures(told, "Bergen")["over_since"] == 1.0
    assert "over_since" not in figures(told, "Lyon")
    assert "over_since" not in figures(told, kind=CandidateKind.OVER)  # told anew, so it is not over
    ended = told_to(*TOLD, ("p1", "home_city", "Tartu", OVER))
    ended.asking = question("value")
    assert figures(ended, kind=CandidateKind.OVER) == {"over_since": 1.0}
    ended.asking = Asking()
    assert figures(ended, kind=CandidateKind.OVER) == {}


def test_candidates_without_values_and_letters_of_multiple_choice_have_their_kind_and_length_alone():
    told = told_cities(question("option", options=("Bergen", "Lyon")))
    for kind in (CandidateKind.ABSTAIN, CandidateKind.ASK, CandidateKind.ACKNOWLEDGE):
        assert figures(told, kind=kind) == {}
    assert figures(told, "A", form="option") == {}
    assert figures(told, "pair=x", name="", form="pass_on") == {}


def test_what_something_told_rules_out_and_what_no_longer_holds():
    told = told_to(("p1", "diet", "vegetarian", "direct"), ("p2", "diet", "kosher", "direct"))
    told.asking = question("value", "favourite_dish")
    one = figures(told, "goulash", name="favourite_dish")
    assert (one["ruled_out"], one.get("told", 0.0)) == (1.0, 0.0)
    assert figures(told, "goulash", "paella", name="favourite_dish", form="set")["ruled_out"] == 0.5
    assert "ruled_out" not in figures(told, "paella", name="favourite_dish")


def test_numbers_lie_so_far_from_the_sum_and_from_the_count():
    told = told_to(
        ("p1", "stamps", "40", "direct", "f1"),
        ("p1", "stamps", "50", "correction", "f1"),
        ("p1", "stamps", "30", "direct", "f2"),
        ("p1", "stamps", "30", OVER, "f2"),
        ("p2", "stamps", "900", "direct"),
    )
    told.asking = question("sum", "stamps")

    def off(value, form):
        found = figures(told, value, name="stamps", form=form)
        return found.get("off_total", 0.0), found.get("off_count", 0.0)

    # The first telling of each fact counts: 40 + 30 = 70. The different values are three: 40, 50, 30.
    assert off("70", "sum") == (0.0, 1.0)
    assert off("35", "sum") == (-0.5, 1.0)
    assert off("3", "count") == pytest.approx((-67 / 70, 0.0))
    assert off("1", "count")[1] == pytest.approx(-2 / 3)
    assert off("9999", "sum") == (1.0, 1.0)
    assert off("70", "value") == (0.0, 0.0)
    told.asking = question("count", "guild")
    assert figures(told, "2", name="guild", form="count")["off_total"] == 1.0  # nothing told, and no numbers


def test_days_lie_so_far_from_those_between_the_dates():
    asked = question("duration", "lease_end", kind="duration", other="wedding_date")
    told = told_to(("p1", "lease_end", "2025-03-31", "direct"), ("p1", "wedding_date", "2025-03-01", "direct"))
    told.asking = asked
    assert figures(told, "15", name="lease_end", form="duration")["off_total"] == -0.5  # of 30 days
    assert "off_total" not in figures(told, "30", name="lease_end", form="duration")
    vague = told_to(("p1", "lease_end", "2025-03", "direct"), ("p1", "wedding_date", "2025-03-01", "direct"))
    vague.asking = asked
    assert figures(vague, "30", name="lease_end", form="duration")["off_total"] == 1.0
    vague.asking = Asking()
    assert figures(vague, "30", name="lease_end", form="duration")["off_total"] == 1.0


def test_what_was_told_on_a_day_and_what_was_known_then():
    told = told_cities(question("value", day="2025-03-05"))  # the third line
    assert figures(told, "Lyon")["told_that_day"] == 1.0
    assert "told_that_day" not in figures(told, "Bergen")
    assert figures(told, "Lyon", "Tartu", form="set")["told_that_day"] == 0.5
    hops = told_to(
        ("p1", "job", "cook", "direct"), ("p1", "job", "baker", "direct"), ("p1", "home_city", "Bergen", "direct"),
        ("p1", "job", "pilot", "direct"), ("p1", "home_city", "Bergen", "direct"),
    )  # fmt: skip
    hops.asking = question("value", kind=ProbeKind.MULTI_HOP, other="job", value="Bergen")
    known = {job: figures(hops, job, name="job").get("known_then", 0.0) for job in ("cook", "baker", "pilot")}
    assert known == {"cook": 0.0, "baker": 1.0, "pilot": 0.0}
    assert "known_then" not in figures(hops, "baker", "cook", name="job", form="set")
    assert "known_then" not in figures(hops, "Bergen")
    hops.asking = question("value", kind=ProbeKind.MULTI_HOP, other="job", value="Lyon")
    assert "known_then" not in figures(hops, "baker", name="job")
    hops.asking = question("value", "job", value="Bergen")
    assert "known_then" not in figures(hops, "baker", name="job")
    late = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "job", "baker", "direct"))
    late.asking = question("value", kind=ProbeKind.MULTI_HOP, other="job", value="Bergen")
    assert "known_then" not in figures(late, "baker", name="job")  # nothing of the job was known by then


def test_all_numbers_of_a_message():
    def of(told):
        found = ToldFigures(seen(session=8), told).of_message()
        return {name: value for name, value in zip(MESSAGE_FIGURES, found, strict=True) if value}

    # The asker told four disclosures of the city that count, another person one; the assistant chose it.
    assert of(told_cities(question("value"))) == pytest.approx(
        {"form_value": 1, "told": scale(4), "told_by_others": scale(1), "chosen": 1}
    )
    offered = told_cities(Asking(attribute="home_city", options=("Bergen", "Graz")))
    assert of(offered) == pytest.approx({"form_offer": 1, "told": scale(4), "told_by_others": scale(1), "chosen": 1})
    forgotten = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "home_city", "", FORGOTTEN))
    forgotten.asking = question("value")
    assert of(forgotten) == {"form_value": 1, "forgotten": 1}
    ended = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "home_city", "Bergen", OVER))
    ended.asking = question("set")
    assert of(ended) == pytest.approx({"form_set": 1, "told": scale(2), "is_over": 1})
    ended.asking = Asking(domain="travel")
    assert of(ended) == {"form_plan": 1}
    ended.asking = Asking()
    assert of(ended) == {"form_none": 1}
    ended.asking = question("text", "no_such")
    assert of(ended) == {"form_text": 1}


# ---------------------------------------------------------------------- an observation in its parts


def parts(env, features):
    return {name: features[start:end].reshape(shape) for name, ((start, end), shape) in env.layout.items()}


LIFE = scenario(session(1, ASKS_CITY), session(2, ASKS_CITY), probes=(IN_CITY,))


def at_the_question(**options):
    """An environment before the reply to a question in session 2, after what was said in session 1."""
    env = ChoiceEnv(8, width=32, scenario=LIFE, **options)
    env.reset(seed=0)
    while not env.told.asked_in(env.told.lines[-1].text).form or env.told.lines[-1].session == 1:
        assert env.aec.ending is None
        observation = env.step(0)[0]
    return env, parts(env, observation["features"])


def test_an_observation_has_the_rows_of_its_texts():
    env, found = at_the_question()
    told, observation = env.told, env.aec.observe("assistant_0")
    text = TextFeatures(width=32)
    message = text.row(observation["message"])
    assert found["situation"] == pytest.approx(situation(observation))
    assert (found["message"] == message).all()
    assert found["message_figures"] == pytest.approx(ToldFigures(observation, told).of_message())
    rows = np.stack([text.row(one.text) for one in env.candidates])
    assert (found["candidates"] == rows).all()
    recalled = told.recall(observation["message"], observation["scope"], 3, besides=observation["turn_id"])
    assert recalled
    assert observation["turn_id"] not in [turn.id for turn, _ in recalled]
    near = text.rows([turn.text for turn, _ in recalled])
    assert (found["recollections"][: len(recalled)] == near).all()
    assert not found["recollections"][len(recalled) :].any()
    own, nearness = np.split(found["candidate_figures"], [len(CANDIDATE_FIGURES)], axis=1)
    assert own == pytest.approx(np.array([ToldFigures(observation, told).of_candidate(one) for one in env.candidates]))
    assert NEARNESS == ("near_message", "near_recollections")
    assert nearness[:, 0] == pytest.approx(rows @ message, abs=1e-6)
    assert nearness[:, 1] == pytest.approx((rows @ near.T).max(axis=1), abs=1e-6)


def test_the_numbers_of_recalled_turns():
    env, found = at_the_question(recollections=2)
    told, observation = env.told, env.aec.observe("assistant_0")
    recalled = told.recall(observation["message"], observation["scope"], 2, besides=observation["turn_id"])
    here, now = len(told.lines), int(observation["session"])
    for row, (turn, score) in zip(found["recollection_figures"], recalled, strict=False):
        place = [line.id for line in told.lines].index(turn.id)
        assert dict(zip(RECOLLECTION_FIGURES, row.tolist(), strict=True)) == pytest.approx(
            {
                "score": min(score / 32, 1.0),
                "turns_since": scale(here - place),
                "sessions_since": scale(now - turn.session),
                "by_asker": 1.0,
            },
            abs=1e-6,
        )


def test_nothing_is_recalled_for_a_message_that_asks_nothing():
    env = begun(LIFE, played=("evaluator",))
    play(env, "I live in Bergen.", "Noted.")
    env.step("Bergen is rainy.")
    told = ToldSoFar(ENGLISH)
    told.take(env.life)
    seat = ChoiceEnv(8, width=32, scenario=LIFE)
    assert told.recall("Bergen", "scope-1", 3)
    assert seat._recalled(env.observe("assistant_0"), told) == []


def test_of_a_state_that_is_set_the_observation_is_the_same():
    env, found = at_the_question()
    state = env.get_state()
    env.step(1)
    env.set_state(state)
    again, _ = env._see(env.aec.observe("assistant_0"), dict(env.aec.infos["assistant_0"]))
    assert all((parts(env, again["features"])[name] == found[name]).all() for name in found)


# ---------------------------------------------------------------------- texts


def test_the_figures_of_a_text():
    assert text_figures(ENGLISH, "What is my home city?")[0] == 1.0
    asks, mentions, letters = text_figures(ENGLISH, "Nice weather.")
    assert (asks, mentions, letters) == pytest.approx((0.0, 0.0, scale(13)))


def test_a_full_cache_of_vectors_is_emptied_and_gives_the_same(monkeypatch):
    monkeypatch.setattr("regulars.envs.numeric.features.KEPT", 2)
    features = TextFeatures(width=24)
    rows = {text: features.row(text).copy() for text in ("one", "two", "three", "four")}
    assert len(features._rows) <= 2
    assert all((features.row(text) == row).all() for text, row in rows.items())
    assert features.row("one") is features.row("one")
    assert TextFeatures(width=24)._rows is features._rows
    assert TextFeatures(width=25)._rows is not features._rows


def test_slots_know_their_scope_and_forget_what_they_held():
    language, items = ENGLISH, HeldItems(2, TextFeatures(width=8))
    lines = told_to(("p1", "home_city", "Bergen", "direct"), ("p1", "job", "baker", "direct")).lines
    other = replace(lines[1], scope="other")
    items.put(0, HeldItem.of(lines[0]), 0, language)
    assert (items.free(), items.count, items.held.tolist()) == (1, 1, [True, False])
    items.put(1, HeldItem.of(other), 1, language)
    assert (items.free(), items.count) == (-1, 2)

    def named(slot, scope="scope"):
        row = items.numbers(np.zeros(8, dtype=np.float32), scope, 4, 6)[slot][8:]
        return dict(zip(ITEM_FIGURES, row.tolist(), strict=True))

    assert [named(slot)["same_scope"] for slot in (0, 1)] == [1.0, 0.0]
    assert [named(slot, "other")["same_scope"] for slot in (0, 1)] == [0.0, 1.0]
    assert [named(slot, "unknown")["same_scope"] for slot in (0, 1)] == [0.0, 0.0]
    items.recall([0])
    items.recall([0, 1])
    assert [named(slot)["times_recalled"] for slot in (0, 1)] == pytest.approx([scale(2), scale(1)], abs=1e-6)
    items.put(0, HeldItem.of(other), 3, language)
    again = named(0)
    assert again["times_recalled"] == again["same_scope"] == 0.0
    assert (again["turns_since"], again["sessions_since"]) == pytest.approx((scale(3), scale(2)), abs=1e-6)
    items.drop(0)
    assert not any(named(0).values())
    assert (items.free(), items.items[0], items.count) == (0, None, 1)
    assert items.recall([]) == items.recall([0]) == ([], [])


def test_the_similarity_of_an_item_is_a_cosine():
    items, text = HeldItems(1, TextFeatures(width=8)), TextFeatures(width=8)
    (line,) = told_to(("p1", "home_city", "Bergen", "direct")).lines
    items.put(0, HeldItem.of(line), 0, ENGLISH)
    for words, near in ((text.row(line.text), 1.0), (-text.row(line.text), -1.0), (2 * text.row(line.text), 1.0)):
        assert items.numbers(words, "scope", 1, 1)[0][-1] == pytest.approx(near, abs=1e-6)


# ---------------------------------------------------------------------- what was told so far


def test_recalled_lines_are_those_of_people_in_a_scope_nearest_first():
    told = told_to(("p1", "home_city", "Bergen", "direct"), ("p2", "job", "baker", "direct"))
    assert {turn.text for turn, _ in told.recall("Bergen baker", "scope", 2)} == {"It is Bergen.", "It is baker."}
    assert [turn.text for turn, _ in told.recall("Bergen baker", "scope", 2, besides="s001.t01")] == ["It is baker."]
    best, score = told.recall("baker is it", "scope", 1)[0]
    assert (best.text, score > told.recall("Bergen", "scope", 1)[0][1]) == ("It is baker.", True)
    assert told.recall("Bergen", "another", 2) == []
    assert ToldSoFar(ENGLISH).recall("Bergen", "scope", 2) == []


def test_another_life_is_read_from_its_start():
    one, other = begun(LIFE), begun(LIFE)
    play(one, {"message": "I live in Bergen.", "tells": "f-city"}, "Noted.", {})
    play(other, {"message": "Hello.", "tells": "-"}, "Hi.")
    told = ToldSoFar(ENGLISH)
    for life in (one.life, other.life, one.life):
        told.take(life)
        told.take(life)
        assert [turn.text for turn in told.lines] == [turn.text for turn in life.transcript]
        assert told.ledger.disclosures == life.ledger.disclosures
        assert told.places == {turn.id: place for place, turn in enumerate(life.transcript)}
