"""Which scenario an episode plays, with which options, and under which numbers and seeds."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta

import pytest
from small_lives import ANN, BEN, NOON, aside, begun, close, say, scenario, session

from regulars import Cast
from regulars.envs.aec import LifeAEC
from regulars.envs.options import LifeOptions
from regulars.errors import ConfigurationError, DataError, ScenarioError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import DisclosureMode, NoiseKind
from regulars.seeding import SeedTree


def test_the_defaults_of_the_options_are_the_documented_ones():
    found = {field.name: getattr(LifeOptions(), field.name) for field in fields(LifeOptions)}
    assert found == {
        "users": 1, "sessions": 12, "scenario": None, "suite": "", "pool": None, "probes_per_session": 5,
        "probes": "off", "feedback": "evaluative", "noise": "", "disclosure": "default", "played": (),
        "reward_to": "trainer", "weights": Weights(), "horizon": "turn", "max_steps": None, "max_cycles": None,
        "language": "english", "render_mode": None,
    }  # fmt: skip
    assert LifeOptions.read({}) == LifeOptions()


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"feedback": " silent "}, {"feedback": "silent"}),
        ({"played": "user"}, {"played": ("user",)}),
        ({"played": ["user", "evaluator"]}, {"played": ("user", "evaluator")}),
        ({"weights": {"leaked": -2.0}}, {"weights": Weights(leaked=-2.0)}),
        ({"weights": Weights(leaked=-3.0)}, {"weights": Weights(leaked=-3.0)}),
        ({"max_cycles": 9, "max_steps": None}, {"max_cycles": 9}),
        ({"suite": "core@train", "pool": 1}, {"suite": "core@train", "pool": 1}),
        ({"users": 1, "sessions": 1, "max_steps": 1}, {"users": 1, "sessions": 1, "max_steps": 1}),
        ({"probes_per_session": 0, "max_steps": None}, {"probes_per_session": 0, "max_steps": None}),
        ({"noise": "typos:0.10"}, {"noise": "typos:0.1"}),
        ({"render_mode": "human", "horizon": "session"}, {"render_mode": "human", "horizon": "session"}),
    ],
)
def test_options_are_brought_into_one_form(given, read):
    assert LifeOptions.read(given) == replace(LifeOptions(), **read)


@pytest.mark.parametrize(
    ("name", "wrong", "expected"),
    [
        *(
            (name, wrong, "a whole number from 1")
            for name in ("users", "sessions")
            for wrong in (0, True, 1.0, "1", None)
        ),
        *(("max_steps", wrong, "a whole number from 1, or None") for wrong in (0, True, 1.0)),
        *(("probes_per_session", wrong, "a whole number from 0") for wrong in (-1, True, 0.0, None)),
        *(("played", wrong, "names of seats") for wrong in (1, [1], ("user", 1), {"user"}, None)),
        *(
            ("scenario", wrong, "a Scenario, the path of a scenario file or of a folder of them, or None")
            for wrong in (1, [], {})
        ),
        *(("language", wrong, "the name of a language pack") for wrong in (1, None)),
        *(("feedback", wrong, "the spec of a feedback policy") for wrong in (1, None)),
        *(("noise", wrong, "kinds of noise with their shares") for wrong in (1, None)),
        ("probes", "on", "'off' or 'fork' or 'end'"),
        ("disclosure", "open", "'default' or 'scripted'"),
        ("reward_to", "user", "'trainer' or 'nobody' or 'feedback'"),
        ("horizon", "life", "'turn' or 'session'"),
        ("render_mode", "rgb", "None or 'ansi' or 'human'"),
    ],
)
def test_a_wrong_option_is_refused_with_what_it_may_be(name, wrong, expected):
    with pytest.raises(ConfigurationError) as caught:
        LifeOptions.read({name: wrong})
    assert caught.value.what == f"option {name!r} is {wrong!r}"
    assert caught.value.expected.startswith(expected)


def test_an_unknown_option_is_refused_with_the_nearest_name():
    with pytest.raises(ConfigurationError, match=r"unknown option 'max_step'.*max_steps"):
        LifeOptions.read({"max_step": 3})


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize(
    ("played", "agents"),
    [
        ((), ["user_0", "user_1", "assistant_0", "evaluator_0"]),
        ("user", ["assistant_0", "evaluator_0"]),
        ("user_1", ["user_0", "assistant_0", "evaluator_0"]),
        (("evaluator", "user_0"), ["user_1", "assistant_0"]),
        ("evaluator_0", ["user_0", "user_1", "assistant_0"]),
        (("assistant", "evaluator"), ["user_0", "user_1"]),
        (("assistant_0", "user"), ["evaluator_0"]),
        (("user_0", "user", "user_1"), ["assistant_0", "evaluator_0"]),
    ],
)
def test_played_seats_are_no_agents(played, agents):
    env = LifeAEC(users=2, sessions=2, played=played)
    assert env.possible_agents == agents
    env.reset(seed=1)
    assert env.agents == agents
    assert set(env.infos) == set(env.rewards) == set(env.observation_spaces) == set(env.action_spaces) == set(agents)


@pytest.mark.parametrize("name", ["user_2", "users", "0", ""])
def test_a_seat_that_does_not_exist_is_not_played(name):
    with pytest.raises(ConfigurationError, match="no seat"):
        LifeAEC(users=2, played=(name,))


def test_seats_follow_the_order_of_persons_and_their_seed_the_person():
    env = begun(scenario(session(1, person="p2"), persons=(ANN, BEN)))
    assert [env.person_of(seat) for seat in env.possible_agents] == ["p1", "p2", "", ""]
    assert env.agent_selection == "user_1"
    swapped = begun(scenario(session(1, person="p2"), persons=(BEN, ANN)))
    assert [swapped.person_of(seat) for seat in env.possible_agents] == ["p2", "p1", "", ""]
    assert swapped.agent_selection == "user_0"
    assert swapped.seat_seed("user_0") == env.seat_seed("user_1")
    assert len({env.seat_seed(seat) for seat in env.possible_agents}) == 4
    seeds = SeedTree(0).child("episode", 0)
    assert env.seat_seed("user_1") == seeds.seed("seat", "p2")
    assert env.seat_seed("assistant_0") == seeds.seed("seat", "assistant_0")


# ---------------------------------------------------------------- generated, given, and from a file


def test_a_generated_scenario_has_the_options_of_its_environment():
    env = LifeAEC(users=2, sessions=5, probes_per_session=2, disclosure="scripted")
    env.reset(seed=4)
    seeds = SeedTree(4).child("episode", 0, "scenario")
    wanted = generate(seeds, users=2, sessions=5, probes_per_session=2, disclosure="scripted")
    assert env.scenario == wanted
    assert (len(wanted.persons), len(wanted.sessions)) == (2, 5)
    tells = [act for one in wanted.sessions for act in one.agenda if act.fact]
    assert {act.mode for act in tells} == {DisclosureMode.OPEN}
    assert env.life.reactive is False
    assert begun(scenario(session(1))).life.reactive is True
    chinese = LifeAEC(sessions=1, language="chinese")
    chinese.reset(seed=4)
    assert chinese.scenario.language == chinese.life.language.name == "chinese"


def test_resets_go_through_the_episodes_of_a_tree():
    env = LifeAEC(sessions=1)
    ids = []
    for seed in (4, None, None, 4, None, 5):
        env.reset(seed=seed)
        ids.append(env.scenario.id)
    first, second, third, *rest = ids
    assert len({first, second, third}) == 3
    assert rest[:2] == [first, second]
    assert rest[2] not in {first, second, third}
    assert second == generate(SeedTree(4).child("episode", 1, "scenario"), sessions=1).id


def small(name, **changes):
    return replace(scenario(session(1)), id=name, **changes)


def test_a_seed_picks_the_scenario_of_a_file_and_no_seed_the_next(tmp_path):
    made = [generate(seed, sessions=1) for seed in (1, 2, 3)]
    path = tmp_path / "three.jsonl"
    write_scenarios(path, made)
    for given in (path, str(path)):
        env = LifeAEC(scenario=given)
        found = []
        for seed in (None, None, 7, None, None, 8, None, 3):
            env.reset(seed=seed)
            found.append(made.index(env.scenario))
        assert found == [0, 1, 7 % 3, 2, 0, 8 % 3, 0, 3 % 3]


def test_a_folder_is_read_in_the_order_of_its_files(tmp_path):
    made = [generate(seed, sessions=1) for seed in (1, 2, 3)]
    write_scenarios(tmp_path / "b.jsonl", made[:1])
    write_scenarios(tmp_path / "a.jsonl", made[1:])
    (tmp_path / "notes.txt").write_text("no scenario")
    env = LifeAEC(scenario=tmp_path)
    for number in range(3):
        env.reset(seed=number)
        assert env.scenario == made[(1, 2, 0)[number]]
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"empty: holds no scenario file; expected files named \*\.jsonl"):
        LifeAEC(scenario=tmp_path / "empty")
    write_scenarios(tmp_path / "b.jsonl", made)
    env = LifeAEC(scenario=tmp_path)
    env.reset(seed=4)
    assert env.scenario == made[2]


def test_the_scenarios_of_a_file_are_checked_in_their_own_language(tmp_path):
    path = tmp_path / "one.jsonl"
    write_scenarios(path, [generate(1, sessions=1, language="chinese")])
    env = LifeAEC(scenario=path)
    env.reset(seed=0)
    assert env.life.language.name == "chinese"
    write_scenarios(path, [generate(1, sessions=1), small("with-a-fault")])
    with pytest.raises(ScenarioError, match=r"one\.jsonl"):
        LifeAEC(scenario=path)
    # a scenario that is passed as an object is played as it is
    begun(small("with-a-fault"))


def test_scenarios_of_one_file_have_one_number_of_people(tmp_path):
    path = tmp_path / "mixed.jsonl"
    write_scenarios(path, [generate(1, sessions=2), generate(1, users=2, sessions=2)])
    with pytest.raises(ConfigurationError, match="different numbers of people"):
        LifeAEC(scenario=path)


def test_the_scenario_of_a_reset_counts_before_that_of_the_environment():
    env = LifeAEC(scenario=small("one"))
    for given, played in (({}, "one"), ({"scenario": small("two")}, "two"), ({"scenario": None}, "one"), (None, "one")):
        env.reset(seed=0, options=given)
        assert env.scenario.id == played
    generating = LifeAEC(sessions=1)
    generating.reset(seed=0, options={"scenario": small("two")})
    assert generating.scenario.id == "two"


@pytest.mark.parametrize("given", [scenario(session(1), persons=(ANN, BEN)), "path.jsonl", 5, {}])
def test_a_scenario_for_other_seats_is_refused(given):
    env = LifeAEC(scenario=small("one"))
    with pytest.raises(ConfigurationError, match="does not fit the environment's seats"):
        env.reset(seed=0, options={"scenario": given})


# ---------------------------------------------------------------- streams


def later(start, *sessions):
    return replace(scenario(*sessions), start=start)


def test_a_stream_goes_on_with_calendar_and_session_numbers():
    env = begun(scenario(session(1), session(2), session(3)))
    for _ in range(3):
        close(env, 2)  # three sessions left: the life is abandoned
    numbers = [[lived.number for lived in env.life.sessions]]
    for start in (10, 20):
        at = [replace(session(number), start=NOON + timedelta(days=start + number)) for number in (1, 2)]
        env.reset(options={"stream": True, "scenario": later(NOON + timedelta(days=start), *at)})
        assert env.observe("assistant_0")["session"] == {10: 4, 20: 6}[start]
        close(env)
        close(env)
        numbers.append([lived.number for lived in env.life.sessions])
    assert numbers == [[1, 2, 3], [4, 5], [6, 7]]
    assert env.life.transcript[0].id == "s006.t01"
    env.reset(seed=0)
    assert env.life.number == 1


def test_a_stream_numbers_the_planned_sessions_and_not_only_the_lived_ones():
    env = begun(scenario(session(1), session(2), session(3)))
    close(env)
    start = NOON + timedelta(days=9)
    env.reset(options={"stream": True, "scenario": later(start, replace(session(1), start=start))})
    assert env.life.number == 4


def test_the_first_episode_of_a_stream_begins_at_one():
    env = LifeAEC(scenario=small("one"))
    env.reset(seed=0, options={"stream": True})
    assert env.life.number == 1


@pytest.mark.parametrize(("seconds", "refused"), [(-1, True), (0, False), (1, False)])
@pytest.mark.parametrize("probed", [False, True])
def test_a_stream_begins_no_earlier_than_its_last_moment(seconds, refused, probed):
    probes = (aside("q1", 5),) if probed else ()
    env = begun(scenario(session(1), probes=probes), probes="end")
    close(env)
    if probed:
        say(env, "I don't know.", {"verdict": 1})
    # the end of the session, or the later moment of a probe
    last = NOON + (timedelta(days=5) if probed else timedelta(days=1, seconds=20))
    start = last + timedelta(seconds=seconds)
    following = later(start, replace(session(1), start=start))
    if refused:
        with pytest.raises(ConfigurationError, match=f"expected a start after {last.isoformat()}".replace("+", r"\+")):
            env.reset(options={"stream": True, "scenario": following})
        assert env.life.number == 1
    else:
        env.reset(options={"stream": True, "scenario": following})
        assert env.life.number == 2
    env.reset(options={"scenario": later(NOON, session(1))})


def test_a_generated_stream_goes_on_after_its_last_moment():
    env = LifeAEC(sessions=1, played=("user", "evaluator"))
    env.reset(seed=1)
    while env.ending is None:
        env.step("I see.")
    last = env.life.last_moment
    env.reset(options={"stream": True})
    assert env.scenario.start >= last
    assert env.life.number == 2
    env.reset()
    assert env.scenario.start == generate(0, sessions=1).start < last


# ---------------------------------------------------------------- what reaches the life


def test_a_life_has_the_options_of_its_environment():
    env = begun(
        scenario(session(1)), feedback="diagnostic", noise="typos:.2", reward_to="feedback", horizon="session",
        weights={"correct": 3.0},
    )  # fmt: skip
    life, signals = env.life, env.life.signals
    assert (life.noise, life.horizon, life.offset) == ("typos:0.2", "session", 0)
    assert (signals.policy, signals.reward_to, signals.weights) == ("diagnostic", "feedback", Weights(correct=3.0))


def test_people_who_do_not_react_leave_nothing_out():
    planned = generate(4, sessions=6)
    left_out = []
    for disclosure in ("default", "scripted"):
        env = begun(planned, noise="omissions:1", disclosure=disclosure)
        acts = [act for one in env.scenario.sessions for act in one.agenda]
        left_out.append(sum(act.noise is NoiseKind.OMISSIONS for act in acts))
    assert left_out[0] > 0
    assert left_out[1] == 0


def test_a_played_person_speaks_as_the_one_that_a_cast_seats():
    said = []
    for played in ((), ("user", "evaluator")):
        env = LifeAEC(sessions=3, played=played)
        cast = Cast(env, assistant=lambda observation: "I see.")
        cast.reset(seed=6)
        cast.run()
        said.append([turn.text for turn in env.transcript])
    assert said[0] == said[1]


def test_misspelt_reset_options_are_warned_about_and_strangers_are_not():
    env = LifeAEC(scenario=small("one"))
    with pytest.warns(UserWarning, match="unknown option 'streem'"):
        env.reset(seed=0, options={"streem": True})


@pytest.mark.parametrize("seat", ["user_1", "assistant", "evaluator_1", ""])
def test_only_seats_can_be_observed(seat):
    env = begun(small("one"))
    with pytest.raises(ConfigurationError, match="there is no seat"):
        env.observe(seat)
