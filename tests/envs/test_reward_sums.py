"""The rewards of a tiny episode, summed by hand: which seat gets which term, when, and what the record adds up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regulars import life_v0
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.dialogue import VerdictKind
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.kinds import ActKind, Band, Form, ScenarioOrigin
from regulars.scenarios.world import Act, Fact, Person, Probe, Scenario, Session, StandingRule

START = datetime(2025, 3, 3, 9, tzinfo=UTC)
DAY = timedelta(days=1)
WEIGHTS = Weights(partial=2.0, wrong=-3.0, token=0.01, free_tokens=3, served=0.5, rules=0.5)
RULES = tuple(
    StandingRule(f"r{number}", kind, "none", START - DAY)
    for number, kind in enumerate(("emoji", "exclamation", "praise"), 1)
)
"""None says what the other setting of its kind does, so each is kept by chance in half of all replies."""
PARTIAL, WRONG, CORRECT = (int(kind) for kind in (VerdictKind.PARTIAL, VerdictKind.WRONG, VerdictKind.CORRECT))


def question(number: int, person: str, session: int, band: Band = Band.IN) -> Probe:
    """A question about the person's home city."""
    time = START + (session - 1) * DAY
    return Probe(f"q{number}", "single-session-user", Form.VALUE, "home_city", person, person, "", time, session, band)


def two_people() -> Scenario:
    """Ana's session and Ben's; each may tell a city and ask for it, and a third question comes beside Ben's talk."""
    people, sessions = [], []
    for number, (person, city) in enumerate((("ana", "Bergen"), ("ben", "Graz")), 1):
        begins = START + (number - 1) * DAY
        facts = (Fact(f"f{number}", person, "home_city", city, START - DAY),)
        people.append(Person(person, person, person, facts=facts, rules=RULES))
        agenda = (
            Act(f"tell{number}", ActKind.TELL, fact=f"f{number}", attribute="home_city"),
            Act(f"ask{number}", ActKind.ASK, attribute="home_city", probe=f"q{number}"),
        )
        sessions.append(Session(number, person, begins, agenda=agenda))
    beside = Probe("q3", "single-session-user", Form.VALUE, "home_city", "ana", "ana", "", START + 3 * DAY)
    probes = (question(1, "ana", 1), question(2, "ben", 2), beside)
    return Scenario("tiny", ScenarioOrigin.GENERATED, "tiny", "english", START, tuple(people), tuple(sessions), probes)


def tells(number: int, city: str) -> dict[str, Any]:
    return {"message": f"I live in {city}.", "tells": f"f{number}"}


def asks(number: int) -> dict[str, Any]:
    return {"message": "Where do I live?", "tells": f"ask{number}"}


LATER = {"message": "Lovely weather."}
BYE = {"message": "Bye.", "close": 1}
CORRECT_AND_KEPT = {"verdict": CORRECT, "score": 1.0, "kept": "r1 r2"}

# The user's line, the reply, the evaluator's action; then the rewards of Ana, Ben and the assistant.
ROUNDS: tuple[tuple[dict[str, Any], str, dict[str, Any], tuple[float, float, float]], ...] = (
    # Nothing was asked and no rule judged: the verdict counts for nobody, and seven tokens cost 4 x .01.
    (tells(1, "Bergen"), "Good to know, thank you.", {"verdict": CORRECT, "score": 1.0}, (0.0, 0.0, -0.04)),
    # What the user shows gives no reward here.
    # partial 2 x .75, rules .5 x (2 x .5 - .5), four tokens: 1.5 + .25 - .01. Ana is served .5 x 1.5, without rules.
    (
        {**asks(1), "rating": 1, "satisfaction": 9.0},
        "Somewhere in Norway.",
        {"verdict": PARTIAL, "score": 0.75, "kept": "r1 r2", "broken": "r3"},
        (0.75, 0.0, 1.74),
    ),
    # Not asked, but rules were judged, in replies too short to cost: two broken, -.5; one kept, .25.
    (LATER, "Ok.", {"broken": "r1 r3"}, (0.0, 0.0, -0.5)),
    (LATER, "So?", {"kept": "r2"}, (0.0, 0.0, 0.25)),
    # Not judged: the closing round of a session.
    (BYE, "Good bye, and take care of yourself.", CORRECT_AND_KEPT, (0.0, 0.0, 0.0)),
    (tells(2, "Graz"), "Noted.", {}, (0.0, 0.0, 0.0)),
    # wrong -3, and Ben alone is served -1.5 of it.
    (asks(2), "Oslo.", {"verdict": WRONG}, (0.0, -1.5, -3.0)),
    (BYE, "", {}, (0.0, 0.0, 0.0)),
)
TOTALS = (0.75, -1.5, -1.55)
"""Sums over the rounds: .75; -1.5; -.04 + 1.74 - .5 + .25 - 3."""


def started(**options: Any) -> Any:
    env = life_v0.raw_env(scenario=two_people(), probes="end", weights=WEIGHTS, **options)
    env.reset(seed=0)
    return env


def rewards_of(env: Any) -> tuple[float, ...]:
    return tuple(env.rewards[seat] for seat in ("user_0", "user_1", "assistant_0"))


def play_rounds(env: Any) -> list[tuple[float, ...]]:
    """Plays all rounds; the rewards of each. Only the evaluator's step may give any."""
    found = []
    for line, reply, judged, _ in ROUNDS:
        for action in (line, reply):
            env.step(action)
            assert rewards_of(env) == (0.0, 0.0, 0.0)
        assert env.agent_selection == "evaluator_0"
        env.step(judged)
        found.append(rewards_of(env))
    return found


def test_each_seat_gets_its_own_terms_with_the_verdict() -> None:
    env = started()
    assert play_rounds(env) == [pytest.approx(expected) for *_, expected in ROUNDS]
    assert env.rewards["evaluator_0"] == 0.0


def test_an_answer_beside_the_conversation_is_not_rewarded() -> None:
    env = started()
    play_rounds(env)
    assert env.agent_selection == "assistant_0"
    env.step("Bergen, where you live, as far as I know.")
    env.step(CORRECT_AND_KEPT)
    assert env.ending == "completed"
    assert rewards_of(env) == (0.0, 0.0, 0.0)
    assert [outcome.verdict.kind for outcome in env.life.outcomes] == [PARTIAL, WRONG, CORRECT]


def test_what_was_earned_since_a_seats_last_turn_is_handed_over_at_its_next() -> None:
    env = started()
    handed: dict[str, float] = dict.fromkeys(env.agents, 0.0)
    for line, reply, judged, _ in ROUNDS:
        for action in (line, reply, judged):
            handed[env.agent_selection] += env.last()[1]
            env.step(action)
    env.step("Bergen.")
    env.step(CORRECT_AND_KEPT)
    for seat in list(env.agents):
        handed[seat] += env.last()[1]
        env.step(None)
        assert seat not in env.agents
    assert handed == pytest.approx(
        {"user_0": TOTALS[0], "user_1": TOTALS[1], "assistant_0": TOTALS[2], "evaluator_0": 0.0}
    )


def terms(prefix: str = "", **paid: float) -> Any:
    """The assistant's terms, 0 where nothing is said."""
    names = ("recall", "repair", "abstention", "choice", "cost", "rules")
    return pytest.approx({f"{prefix}{name}": paid.get(name, 0.0) for name in names})


def record_of(env: Any) -> Any:
    key = EpisodeKey("tiny", 0, "by hand")
    return episode_record(env.life, key=key, config=EpisodeConfig())


def test_the_score_is_the_assistants_reward_and_the_terms_stand_by_seat() -> None:
    env = started()
    play_rounds(env)
    env.step("Bergen.")
    env.step(CORRECT_AND_KEPT)
    record = record_of(env)
    assert record.score == pytest.approx(TOTALS[2])
    noted = [(note.seat, note.turn, dict(note.terms)) for note in record.rewards]
    assert noted == [
        ("assistant", "s001.t02", terms(cost=-0.04)),
        ("assistant", "s001.t04", terms(recall=1.5, cost=-0.01, rules=0.25)),
        ("user", "s001.t04", {"served": 0.75}),
        ("assistant", "s001.t06", terms(rules=-0.5)),
        ("assistant", "s001.t08", terms(rules=0.25)),
        ("assistant", "s002.t04", terms(recall=-3.0)),
        ("user", "s002.t04", {"served": -1.5}),
    ]


def test_infos_explain_the_reward_of_each_seat_until_it_acts() -> None:
    env = started()
    for action in (*ROUNDS[0][:3], *ROUNDS[1][:3]):
        env.step(action)
    own = {seat: {name: value for name, value in env.info(seat).items() if "reward" in name} for seat in env.agents}
    assert own == {
        "user_0": {"reward_served": 0.75},
        "user_1": {"reward_served": 0.0},
        # Since its last reply alone: the cost of the one before is gone.
        "assistant_0": terms("reward_", recall=1.5, cost=-0.01, rules=0.25),
        "evaluator_0": {},
    }
    env.step(LATER)
    assert env.info("user_0")["reward_served"] == 0.0
    assert env.info("assistant_0")["reward_recall"] == 1.5


def test_under_nobody_rewards_are_recorded_and_not_given() -> None:
    env = started(reward_to="nobody")
    assert set(play_rounds(env)) == {(0.0, 0.0, 0.0)}
    assert sum(sum(note.terms.values()) for note in env.life.signals.reward_notes) == pytest.approx(sum(TOTALS))


def test_under_feedback_the_assistant_gets_what_the_user_showed_with_the_users_line() -> None:
    # Dislike -1 and satisfaction 7.5 as .5: their mean is -.25. The verdict is recorded and gives nothing.
    env = started(reward_to="feedback")
    env.step(tells(1, "Bergen"))
    env.step("Thanks.")
    env.step(CORRECT_AND_KEPT)
    assert rewards_of(env) == (0.0, 0.0, 0.0)
    env.step({**asks(1), "rating": 2, "satisfaction": 7.5, "about": "s001.t02"})
    assert rewards_of(env) == (0.0, 0.0, pytest.approx(-0.25))
    env.step("Bergen.")
    assert rewards_of(env) == (0.0, 0.0, 0.0)


def test_a_played_seat_takes_its_terms_out_of_nobodys_reward() -> None:
    env = started(played=("user_1", "evaluator"))
    assert env.agents == ["user_0", "assistant_0"]
    env.step(tells(1, "Bergen"))
    env.step("Noted.")
    env.step(asks(1))
    env.step("Bergen.")
    # The matcher finds it correct: 1 for the assistant, .5 for Ana. All three rules are kept: .5 x 3 x .5.
    assert env.rewards == {"user_0": 0.5, "assistant_0": 1.75}
