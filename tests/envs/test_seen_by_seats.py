"""What each seat sees at each stage of a small life, key by key."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from small_lives import (
    ANN,
    ASKS_CITY,
    BEN,
    IN_CITY,
    LONG_AGO,
    NOON,
    aside,
    begun,
    close,
    info_of,
    say,
    scenario,
    session,
)

from regulars.dialogue import Feedback, FeedbackAction, Phase
from regulars.envs.aec import LifeAEC
from regulars.envs.life.outcomes import Ending
from regulars.envs.spaces import observation_space
from regulars.scenarios.kinds import ActKind, DisclosureMode, NoiseKind
from regulars.scenarios.world import Act, StandingRule

ASK = {"message": "Which city do I live in?", "tells": "a-city"}
EMPTY = {
    "message": "", "speaker": "", "name": "", "scope": "", "turn_id": "", "reply_id": "", "date": "", "about": "",
    "remark": "", "briefing": "", "phase": 0, "session": 0, "turn": 0, "time": 0.0, "gap": -1.0, "rated": 0,
    "rating": 0, "satisfaction": -1.0,
}  # fmt: skip
DAY = "2025-03-04T12:"


def seen(env, seat, briefing=False):
    """The observation without the keys that are as in `EMPTY`, and without the briefing."""
    found = env.observe(seat)
    assert set(found) == {*EMPTY, "episode"}
    assert found["episode"] == env.life.episode_id
    plain = {key: value.item() if isinstance(value, np.ndarray) else value for key, value in found.items()}
    del plain["episode"]
    kept = {key: value for key, value in plain.items() if value != EMPTY[key] and (briefing or key != "briefing")}
    assert observation_space().contains(found)
    return kept


def test_the_id_of_an_episode_follows_from_the_seed_unless_it_is_given():
    env, other = LifeAEC(scenario=scenario(session(1))), LifeAEC(scenario=scenario(session(1)))

    def id_of(env, **given):
        env.reset(**given)
        return env.observe("assistant_0")["episode"]

    assert id_of(env, seed=1) == id_of(env, seed=1) == id_of(other, seed=1) != id_of(env)
    assert id_of(env, seed=1, options={"episode": "member-3"}) == "member-3"


def test_what_the_seats_see_in_the_first_round():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    opening = {"scope": "scope-1", "date": f"{DAY}00:00+00:00", "session": 1, "time": 24.0}
    assert seen(env, "user_0") == {**opening, "reply_id": "s001.t01"}
    assert seen(env, "assistant_0") == opening
    between = {"date": f"{DAY}00:00+00:00", "session": 1, "time": 24.0}
    assert seen(env, "evaluator_0") == between

    say(env, ASK)  # after 20 s of thinking
    now = {"date": f"{DAY}00:20+00:00", "session": 1, "time": 24 + 20 / 3600}
    line = {"message": "Which city do I live in?", "speaker": "p1", "name": "Ann", "turn_id": "s001.t01"}
    assert seen(env, "assistant_0") == {**now, **line, "scope": "scope-1", "reply_id": "s001.t02", "turn": 1}
    assert seen(env, "user_0") == {**now, "scope": "scope-1", "turn": 1}
    assert seen(env, "evaluator_0") == now

    say(env, "In Bergen.")  # 12 s of reading
    now = {"date": f"{DAY}00:32+00:00", "session": 1, "time": 24 + 32 / 3600}
    reply = {"message": "In Bergen.", "speaker": "assistant", "name": "Assistant", "turn_id": "s001.t02"}
    assert seen(env, "evaluator_0") == {**now, **reply, "turn": 2}
    assert seen(env, "user_0") == {**now, **reply, "scope": "scope-1", "turn": 2}
    assert seen(env, "assistant_0") == {**now, **line, "scope": "scope-1", "turn": 2}

    say(env, {"verdict": 5})
    assert seen(env, "user_0") == {**now, **reply, "scope": "scope-1", "turn": 2, "phase": 1, "reply_id": "s001.t03"}
    assert seen(env, "evaluator_0") == {**now, "phase": 1}


def test_feedback_is_seen_with_the_line_that_brought_it_and_only_then():
    env = begun(scenario(session(1), session(2)))
    say(env, "Hello.", "Good day.", {}, {"message": "Thanks.", "rating": 3, "satisfaction": 7.5, "remark": "Nice."})
    keys = ("rated", "about", "rating", "satisfaction", "remark")
    with_news = env.observe("assistant_0")
    assert [with_news[key] for key in keys] == [1, "s001.t02", 3, 7.5, "Nice."]
    say(env, "Sure.", {}, "And?")
    without = env.observe("assistant_0")
    assert [without[key] for key in keys] == [0, "", 0, -1.0, ""]
    say(env, "Hm.", {}, {"message": "Bye.", "close": 1, "rating": 2})
    last = env.observe("assistant_0")
    assert [last[key] for key in keys] == [1, "s001.t06", 2, -1.0, ""]
    say(env, "", {})
    opening = env.observe("assistant_0")
    assert [opening[key] for key in keys] == [0, "", 0, -1.0, ""]
    say(env, "Hello again.")
    later = env.observe("assistant_0")
    assert [later[key] for key in keys] == [0, "", 0, -1.0, ""]


def test_feedback_has_its_reply_its_parts_and_the_moment_of_its_line():
    env = begun(scenario(session(1)))
    say(env, "Hello.", "Good day.", {}, {"message": "Thanks.", "rating": 3, "satisfaction": 7.5, "remark": "Nice."})
    # three spans: 20 s of thinking, 12 s of reading, 20 s of thinking
    moment = NOON + timedelta(days=1, seconds=52)
    assert env.life.signals.feedbacks == [Feedback("s001.t02", FeedbackAction.COPY, 7.5, "Nice.", moment)]
    assert env.life.signals.news == env.life.signals.feedbacks[0]


@pytest.mark.parametrize(
    ("shown", "about", "unresolved"),
    [
        ({"rating": 1}, "s001.t04", []),
        ({"rating": 1, "about": "s001.t02"}, "s001.t02", []),
        ({"rating": 1, "about": "s001.t01"}, "s001.t04", ["about s001.t01"]),
        ({"rating": 1, "about": "s009.t02"}, "s001.t04", ["about s009.t02"]),
        ({"about": "s009.t02"}, "", []),
        ({"satisfaction": 0.0}, "s001.t04", []),
        ({"satisfaction": -1.0}, "", []),
        ({"remark": "Nice."}, "s001.t04", []),
    ],
)
def test_a_rating_is_about_a_reply_and_else_about_the_last_one(shown, about, unresolved):
    env = begun(scenario(session(1)))
    say(env, "Hello.", "Good day.", {}, "And?", "I see.", {}, {"message": "Well.", **shown})
    assert env.observe("assistant_0")["about"] == about
    assert env.life.unresolved == unresolved
    assert len(env.life.signals.feedbacks) == bool(about)


def test_a_rating_before_the_first_reply_rates_nothing():
    env = begun(scenario(session(1)))
    say(env, {"message": "Hello.", "rating": 1, "satisfaction": 9.0})
    assert env.observe("assistant_0")["rated"] == 0
    assert env.life.signals.feedbacks == []


def test_a_reply_of_an_earlier_session_can_be_rated_by_its_id():
    env = begun(scenario(session(1), session(2)))
    say(env, "Hello.", "Good day.", {})
    close(env)
    say(env, {"message": "Hello.", "rating": 1, "about": "s001.t02"})
    assert env.observe("assistant_0")["about"] == "s001.t02"
    say(env, "Hm.", {}, {"message": "Hello.", "rating": 1})
    assert env.observe("assistant_0")["about"] == "s002.t02"


def test_the_gap_is_counted_from_the_end_of_the_persons_own_last_session():
    planned = (session(1), session(2, person="p2"), session(4), session(5, person="p2"))
    env = begun(scenario(*planned, persons=(ANN, BEN)))
    gaps = []
    for _ in planned:
        gaps.append(float(env.observe("assistant_0")["gap"]))
        close(env)
    # Ann's first ends 20 s after noon, Ben's 5 s after noon: no reply was read in the closing round
    assert gaps == pytest.approx([-1.0, -1.0, 72 - 20 / 3600, 72 - 5 / 3600])


def test_a_session_opens_without_a_word_of_the_one_before():
    env = begun(scenario(session(1), session(2)))
    say(env, "Hello.", "Good day.", {})
    close(env)
    opening = {"scope": "scope-1", "date": "2025-03-05T12:00:00+00:00", "session": 2, "time": 48.0}
    gap = pytest.approx(24 - 52 / 3600)
    assert seen(env, "user_0") == {**opening, "gap": gap, "reply_id": "s002.t01"}
    assert seen(env, "assistant_0") == {**opening, "gap": gap}
    say(env, {"message": "Hello.", "rating": 1})
    assert env.life.signals.feedbacks == []


@pytest.mark.parametrize("steps", [0, 1])
def test_an_episode_that_is_cut_off_at_a_probe_shows_nothing_of_it(steps):
    env = begun(scenario(session(1), probes=(aside("q1", 1.5),)), probes="end")
    close(env)
    say(env, *["In Bergen."] * steps)
    env.abort(Ending.BUDGET)
    for seat in env.agents:
        assert env.observe(seat)["message"] == env.observe(seat)["briefing"] == ""
    assert (env.life.pending, env.life.aside) == (None, None)


def test_a_seat_out_of_session_sees_the_date_and_nothing_else():
    env = begun(scenario(session(1), session(2, person="p2"), persons=(ANN, BEN)))
    say(env, "Hello.", "Good day.")
    between = {"date": f"{DAY}00:32+00:00", "session": 1, "time": 24 + 32 / 3600}
    assert seen(env, "user_1", briefing=True) == between
    say(env, {})
    close(env)
    assert env.agent_selection == "user_1"
    assert seen(env, "user_0", briefing=True) == {"date": "2025-03-05T12:00:00+00:00", "session": 2, "time": 48.0}
    close(env)
    ended = {"date": "2025-03-05T12:00:05+00:00", "session": 2, "time": 48 + 5 / 3600, "phase": 2}
    for seat in env.agents:
        assert seen(env, seat, briefing=True) == ended


def test_a_probe_is_seen_at_its_own_moment_and_in_its_own_scope():
    probe = aside("q1", 1.5, question="Where do I live?")
    env = begun(scenario(session(1), session(2), probes=(probe,)), probes="end")
    close(env)
    close(env)
    moment = {"date": "2025-03-05T12:00:20+00:00", "time": 48 + 20 / 3600, "session": 2, "phase": 3}
    assert seen(env, "assistant_0") == {
        **moment, "message": "Where do I live?", "speaker": "p1", "name": "Ann", "scope": "scope-1", "gap": 0.0,
    }  # fmt: skip
    assert env.info("assistant_0") == info_of("assistant", session=2.0, turn=1.0)
    say(env, "In Bergen.")
    assert seen(env, "assistant_0") == {"date": moment["date"], "time": moment["time"], "session": 2, "phase": 3}
    said = {"message": "In Bergen.", "speaker": "assistant", "name": "Assistant"}
    assert seen(env, "evaluator_0") == {**moment, **said}
    assert env.observe("evaluator_0")["briefing"] == "This was never told: abstaining is right."


def test_a_probe_after_the_last_session_is_asked_at_its_later_moment():
    env = begun(scenario(session(1), probes=(aside("q1", 1.5),)), probes="end")
    close(env)
    found = env.observe("assistant_0")
    assert found["date"] == "2025-03-05T00:00:00+00:00"
    assert float(found["time"]) == 36.0
    assert float(found["gap"]) == pytest.approx(12 - 20 / 3600)
    assert env.life.now == NOON + timedelta(days=1, seconds=20)
    assert env.life.last_moment == NOON + timedelta(days=1.5)
    say(env, "In Bergen.", {"verdict": 5})
    assert env.life.last_moment == NOON + timedelta(days=1.5)


def test_a_probe_asks_for_its_asker_and_not_for_its_owner():
    probe = replace(aside("q1", 1.5), asker="p2")
    planned = scenario(session(1), session(2, person="p2"), persons=(ANN, BEN), probes=(probe,))
    env = begun(planned, probes="end")
    close(env)
    close(env)
    found = env.observe("assistant_0")
    assert (found["speaker"], found["name"], found["scope"]) == ("p2", "Ben", "scope-2")


def test_a_new_name_is_shown_from_the_session_in_which_it_holds():
    renamed = replace(ANN, renamed="Anna", renamed_at=NOON + timedelta(days=2))
    env = begun(scenario(session(1), session(2), persons=(renamed,)))
    assert env.briefing("user_0").person.name == "Ann"
    say(env, "Hello.")
    assert env.observe("assistant_0")["name"] == "Ann"
    say(env, "Good day.", {})
    close(env)
    say(env, "Hello.")
    assert env.observe("assistant_0")["name"] == "Anna"
    assert [turn.name for turn in env.transcript] == ["Ann", "Assistant", "Ann", "Anna"]
    assert env.briefing("user_0").person.name == "Anna"


def test_a_new_name_is_shown_at_a_probe_and_used_on_every_occasion():
    rule = StandingRule("r1", "length", "short", LONG_AGO)
    renamed = replace(ANN, rules=(rule,), renamed="Anna", renamed_at=NOON + timedelta(days=2))
    env = begun(scenario(session(1), session(2), persons=(renamed,), probes=(aside("q1", 3),)), probes="end")
    names = []
    for _ in range(2):
        say(env, "Hello.", "Hello.")
        names.append(env.briefing("evaluator_0").occasion.name)
        say(env, {})
        close(env)
    assert names == ["Ann", "Anna"]
    assert env.observe("assistant_0")["name"] == "Anna"


def test_the_first_briefing_of_a_user_lists_what_it_may_say():
    ann = replace(ANN, persona=replace(ANN.persona, notes="A gardener."))
    acts = (
        Act("t1", ActKind.TELL, "f-city", "home_city"),
        Act("t2", ActKind.TELL, "f-unknown", "car"),
        ASKS_CITY,
        Act("s1", ActKind.SLIP, "f-car", "car", slip="Toyota Yaris", noise=NoiseKind.CONTRADICTIONS),
        Act("d1", ActKind.DELEGATE, attribute="favourite_dish", options=("ramen", "paella")),
        Act(
            "t3", ActKind.TELL, "f-car", "car", DisclosureMode.ASKED, slip="Toyota Yaris", noise=NoiseKind.CHANGED_MINDS
        ),
    )
    env = begun(scenario(session(1, *acts, budget=timedelta(minutes=25)), persons=(ann,)))
    assert env.observe("user_0")["briefing"].split("\n") == [
        "You are Ann.",
        "A gardener.",
        "You may stay 25 minutes. Feedback: evaluative.",
        "- tell home_city = Bergen (id f-city, open)",
        "- tell car",
        "- ask home_city (id a-city)",
        "- slip car Toyota Yaris (id s1)",
        "- delegate favourite_dish (id d1) of ramen, paella",
        "- tell car = Fiat Panda (id f-car, asked)",
    ]
    say(env, "Hello.")
    assert env.observe("user_0")["briefing"] == ""


@pytest.mark.parametrize("feedback", ["evaluative", "silent", "sealed"])
def test_a_user_is_told_how_its_reply_was_judged_and_under_sealed_it_is_not(feedback):
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), feedback=feedback)
    say(env, {"message": "I live in Bergen.", "tells": "f-city"}, "I see.", {})
    assert env.observe("user_0")["briefing"] == ""
    say(env, ASK, "Lovely weather.", {"verdict": 8})
    sealed = feedback == "sealed"
    news = "" if sealed else "The last reply was off task. Right would have been: Bergen."
    assert env.observe("user_0")["briefing"] == news
    assert (env.briefing("user_0").verdict is None) is sealed
    assert (env.briefing("user_0").pending is None) is sealed


@pytest.mark.parametrize(
    ("told", "gold"),
    [
        ([], "This was never told: abstaining is right."),
        ([("I live in Bergen.", "f-city")], "Right: Bergen (value)."),
    ],
)
def test_the_evaluator_is_told_the_gold_of_the_question(told, gold):
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)))
    for text, fact in told:
        say(env, {"message": text, "tells": fact}, "I see.", {})
    say(env, "Hello.", "Hello.")
    assert env.observe("evaluator_0")["briefing"] == ""
    say(env, {}, ASK, "In Bergen.")
    assert env.observe("evaluator_0")["briefing"] == gold


def test_the_evaluator_is_told_stale_values_and_those_of_others():
    moved = replace(ANN.facts[0], id="f-moved", value="Graz")
    planned = scenario(
        session(1, person="p2"), session(2, ASKS_CITY), persons=(replace(ANN, facts=(*ANN.facts, moved)), BEN),
        probes=(IN_CITY,),
    )  # fmt: skip
    env = begun(planned)
    say(env, {"message": "I live in Lyon.", "tells": "f-city-2"}, "I see.", {})
    close(env)
    say(env, {"message": "I live in Bergen.", "tells": "f-city"}, "I see.", {})
    say(env, {"message": "I live in Graz.", "tells": "f-moved"}, "I see.", {}, ASK, "In Graz.")
    assert env.observe("evaluator_0")["briefing"] == "Right: Graz (value). Stale: Bergen. Of others: Lyon."


def test_the_evaluator_is_told_what_was_chosen_and_sums_up_the_session():
    choice = Act("d1", ActKind.DELEGATE, attribute="favourite_dish", options=("ramen", "paella"))
    env = begun(scenario(session(1, choice)))
    pick = {"message": "Ramen or paella?", "tells": "d1"}
    say(env, pick, "Either is fine.")
    assert env.observe("evaluator_0")["briefing"] == "One of these was to be chosen: ramen, paella. Chosen: none."
    say(env, {"verdict": 8}, pick, "I would take the paella.")
    assert env.observe("evaluator_0")["briefing"] == "One of these was to be chosen: ramen, paella. Chosen: paella."
    say(env, {"verdict": 1}, {"message": "Bye.", "close": 1}, "")
    assert env.observe("evaluator_0")["briefing"] == "This session: off task, correct."
    assert env.life.phase is Phase.CLOSING


def test_the_arrays_of_an_observation_belong_to_its_reader():
    env = begun(scenario(session(1)))
    first = env.observe("assistant_0")
    first["session"][...] = 99
    assert env.observe("assistant_0")["session"] == 1
