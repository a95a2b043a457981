"""What the numeric environments refuse, in full: what, where, what was expected, and what to do. And what they take."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial

import gymnasium
import numpy as np
import pytest
from refusals import message
from small_lives import ASKS_CITY, IN_CITY, scenario, session
from told_lives import candidates_in, life

from regulars.envs.banks.writer import WriterEnv
from regulars.envs.fixed_lives.making import choice_env, remember_env
from regulars.envs.numeric.actions import read_choice, read_numbers
from regulars.envs.numeric.candidates import check_count
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.features import TextFeatures
from regulars.envs.numeric.remember import MemoryOp, RememberEnv
from regulars.envs.numeric.style import StyleEnv
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.envs.numeric.vector import NumericVectorEnv
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError, UnknownOptionError
from regulars.scenarios.language.packs import Language

SMALL = scenario(session(1, ASKS_CITY), probes=(IN_CITY,))
FIRST = "call env.reset() first."
VALID = "env.action_space.sample() gives a valid one."

CHOICE = "regulars:Choice-v0: "
STYLE = "regulars:Style-v0: "
REMEMBER = "regulars:Remember-v0: "
TEXTS = "numeric environment: "


# ---------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("make", "options", "text"),
    [
        (ChoiceEnv, {"k": 5}, "candidates: k is 5; expected a whole number from 6 to 32."),
        (ChoiceEnv, {"k": 33}, "candidates: k is 33; expected a whole number from 6 to 32."),
        (ChoiceEnv, {"k": 8.0}, "candidates: k is 8.0; expected a whole number from 6 to 32."),
        (ChoiceEnv, {"k": True}, "candidates: k is True; expected a whole number from 6 to 32."),
        (ChoiceEnv, {"recollections": -1}, f"{CHOICE}recollections is -1; expected a whole number from 0 to 64."),
        (ChoiceEnv, {"recollections": 65}, f"{CHOICE}recollections is 65; expected a whole number from 0 to 64."),
        (ChoiceEnv, {"recollections": "3"}, f"{CHOICE}recollections is '3'; expected a whole number from 0 to 64."),
        (ChoiceEnv, {"recollections": True}, f"{CHOICE}recollections is True; expected a whole number from 0 to 64."),
        (ChoiceEnv, {"width": 7}, f"{TEXTS}width is 7; expected a whole number from 8 to 4096."),
        (ChoiceEnv, {"width": 4097}, f"{TEXTS}width is 4097; expected a whole number from 8 to 4096."),
        (ChoiceEnv, {"width": 64.0}, f"{TEXTS}width is 64.0; expected a whole number from 8 to 4096."),
        (TextFeatures, {"width": True}, f"{TEXTS}width is True; expected a whole number from 8 to 4096."),
        (RememberEnv, {"features": None}, f"{TEXTS}features are None; expected 'hashed', or an embedder's spec."),
        (ChoiceEnv, {"played": "assistant"}, f"{CHOICE}the environment cannot play the assistant's seat; leave the "
                                             "assistant out of played."),
        (StyleEnv, {"played": ("assistant_0",)}, f"{STYLE}the environment cannot play the assistant's seat; leave the "
                                                 "assistant out of played."),
        (StyleEnv, {"slots": 0}, f"{STYLE}slots is 0; expected a whole number from 1 to 12."),
        (StyleEnv, {"slots": 13}, f"{STYLE}slots is 13; expected a whole number from 1 to 12."),
        (StyleEnv, {"slots": "4"}, f"{STYLE}slots is '4'; expected a whole number from 1 to 12."),
        (StyleEnv, {"slots": True}, f"{STYLE}slots is True; expected a whole number from 1 to 12."),
        (StyleEnv, {"attributes": ("lenght",)}, f"{STYLE}unknown style attribute 'lenght'; did you mean 'length'?"),
        (StyleEnv, {"attributes": "lenght"}, f"{STYLE}unknown style attribute 'lenght'; did you mean 'length'?"),
        (StyleEnv, {"attributes": 3}, f"{STYLE}attributes is 3; expected names of style attributes, or None."),
        (StyleEnv, {"attributes": ()}, f"{STYLE}no style attributes; expected one or more."),
        (RememberEnv, {"items": 0}, f"{REMEMBER}items is 0; expected a whole number from 1 to 4096."),
        (RememberEnv, {"items": 4097}, f"{REMEMBER}items is 4097; expected a whole number from 1 to 4096."),
        (RememberEnv, {"items": 8.0}, f"{REMEMBER}items is 8.0; expected a whole number from 1 to 4096."),
        (RememberEnv, {"items": True}, f"{REMEMBER}items is True; expected a whole number from 1 to 4096."),
        (RememberEnv, {"k": 0}, f"{REMEMBER}k is 0; expected a whole number from 1 to 64."),
        (RememberEnv, {"k": 65}, f"{REMEMBER}k is 65; expected a whole number from 1 to 64."),
        (RememberEnv, {"masked": "ignore"}, f"{REMEMBER}masked is 'ignore'; expected 'skip' or 'error'."),
        (RememberEnv, {"played": "user"}, f"{REMEMBER}the option 'played' is not available; leave it out: the "
                                          "environment plays people, reader and evaluator."),
    ],
)  # fmt: skip
def test_an_option_out_of_its_range_is_refused(make, options, text):
    assert message(lambda: make(**options), ConfigurationError) == text


MISSPELT = [
    ("Life-v0", "sesions", "did you mean 'sessions'?"),
    ("Choice-v0", "widht", "did you mean 'width'?"),
    ("Choice-v0", "text", "did you mean 'texts'?"),
    ("Choice-v0", "flatten", "did you mean 'flat'?"),
    ("Choice-v0", "fixd", "did you mean 'fixed'?"),
    ("Choice-v0", "sesions", "did you mean 'sessions'?"),
    ("Style-v0", "attribute", "did you mean 'attributes'?"),
    ("Style-v0", "rendermode", "did you mean 'render_mode'?"),
    ("Remember-v0", "item", "did you mean 'items'?"),
    ("Remember-v0", "mask", "did you mean 'masked'?"),
    ("Writer-v0", "turn", "did you mean 'turns'?"),
]
IDS = ("Life-v0", "Choice-v0", "Style-v0", "Remember-v0", "Writer-v0")


@pytest.mark.parametrize(("id", "name", "advice"), MISSPELT)
def test_a_misspelt_option_is_told_the_nearest_of_the_environment(id, name, advice):
    text = f"regulars:{id}: unknown option {name!r} (unexpected keyword argument {name!r}); {advice}"
    for make in (
        lambda: gymnasium.make(f"regulars:{id}", **{name: 2}),
        lambda: gymnasium.make_vec(f"regulars:{id}", num_envs=2, **{name: 2}),
        lambda: gymnasium.make_vec(f"regulars:{id}", num_envs=2, workers=2, **{name: 2}),
    ):
        assert message(make, UnknownOptionError).startswith(text)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize(
    ("name", "nearest"), [("worker", "workers"), ("autoreset", "autoreset_mode"), ("time_out", "timeout")]
)
def test_a_misspelt_option_is_told_the_nearest_of_the_vector(id, name, nearest):
    text = message(lambda: gymnasium.make_vec(f"regulars:{id}", num_envs=2, **{name: 2}), UnknownOptionError)
    assert text.startswith(f"regulars:{id}: unknown option {name!r} ")
    assert text.endswith(f"; did you mean {nearest!r}?")


@pytest.mark.parametrize("id", IDS)
def test_an_option_of_a_library_is_named_as_python_names_it(id):
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make(f"regulars:{id}", frameskip=1)


@pytest.mark.parametrize("value", ["no", 1, None])
@pytest.mark.parametrize(
    ("id", "name", "others"),
    [
        ("Choice-v0", "fixed", {}),
        ("Choice-v0", "texts", {}),
        ("Choice-v0", "flat", {}),
        ("Choice-v0", "flat", {"fixed": True, "pool": 1}),
        ("Choice-v0", "texts", {"fixed": True, "pool": 1}),
        ("Style-v0", "texts", {}),
        ("Remember-v0", "fixed", {}),
        ("Remember-v0", "texts", {}),
        ("Remember-v0", "replies", {"fixed": True, "pool": 1}),
    ],
)
def test_a_flag_is_true_or_false(id, name, others, value):
    for make in (gymnasium.make, partial(gymnasium.make_vec, num_envs=2)):
        assert message(lambda make=make: make(f"regulars:{id}", **others, **{name: value}), ConfigurationError) == (
            f"regulars:{id}: {name} is {value!r}; expected True or False."
        )


@pytest.mark.parametrize("k", [6, 32])
def test_the_fewest_and_the_most_candidates_can_be_had(k):
    check_count(k)
    env = ChoiceEnv(k, scenario=SMALL)
    env.reset(seed=0)
    assert env.action_space.n == k
    assert env.action_masks().shape == (k,)
    assert 6 <= len(env.candidates) <= k


@pytest.mark.parametrize(("recollections", "width"), [(0, 8), (64, 8), (1, 4096)])
def test_the_fewest_and_the_most_recollections_and_dimensions_can_be_had(recollections, width):
    env = ChoiceEnv(6, recollections=recollections, width=width, scenario=SMALL)
    features = env.reset(seed=0)[0]["features"]
    # Situation 12, message, its figures, recollections with 4 figures each, candidates with 31 figures each.
    figures = features.size - 12 - width - recollections * (width + 4) - 6 * width
    sizes = {name: end - start for name, ((start, end), _) in env.layout.items()}
    assert figures == sizes["message_figures"] + sizes["candidate_figures"]
    assert (sizes["recollections"], sizes["recollection_figures"]) == (recollections * width, recollections * 4)


@pytest.mark.parametrize(
    ("body", "dims"), [("x = 1", None), ("dims = None", None), ("dims = 0", 0), ("dims = 'a'", "a")]
)
def test_an_embedder_without_dimensions_is_refused(tmp_path, body, dims):
    path = tmp_path / "emb.py"
    path.write_text(f"class Boom:\n    {body}\n    def embed(self, texts):\n        return [[]]\n")
    assert message(lambda: TextFeatures(f"{path}:Boom"), ConfigurationError) == (
        f"embedder {path}:Boom: dims is {dims!r}; expected an attribute dims, a whole number from 1."
    )


def test_one_style_attribute_can_be_given_as_a_name():
    env, other = StyleEnv(attributes="length", scenario=SMALL), StyleEnv(attributes=("length",), scenario=SMALL)
    assert env.settings == other.settings == ("length.one_sentence", "length.two_sentences", "length.at_least_three")


@pytest.mark.parametrize("slots", [1, 12])
def test_the_fewest_and_the_most_slots_of_a_style_can_be_had(slots):
    env = StyleEnv(slots, attributes=["length"], scenario=SMALL)
    env.reset(seed=0)
    assert env.action_space.nvec.tolist() == [4] * slots
    env.step([0] * slots)


@pytest.mark.parametrize(("items", "k"), [(1, 1), (4096, 1), (1, 64)])
def test_the_fewest_and_the_most_items_can_be_had(items, k):
    env = RememberEnv(items, k, width=8, scenario=SMALL)
    observation, info = env.reset(seed=0)
    assert env.action_space.nvec.tolist() == [4, items, *[items + 1] * k]
    assert observation["slots"].shape == (items, 18)
    assert len(info["items"]) == items


# ---------------------------------------------------------------------- actions

MASK = np.array([1, 0, 1, 0], dtype=np.int8)
CHOICES = f"; expected a whole number from 0 to 3; {VALID}"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (4, f"step: action 4{CHOICES}"),
        (-1, f"step: action -1{CHOICES}"),
        (np.int64(4), f"step: action 4{CHOICES}"),
        (1.5, f"step: action 1.5{CHOICES}"),
        (float("nan"), f"step: action nan{CHOICES}"),
        (float("inf"), f"step: action inf{CHOICES}"),
        (float("-inf"), f"step: action -inf{CHOICES}"),
        (True, f"step: an action of type bool{CHOICES}"),
        (np.True_, f"step: an action of type bool{CHOICES}"),
        (None, f"step: an action of type NoneType{CHOICES}"),
        ("1", f"step: an action of type str{CHOICES}"),
        ([0, 1], f"step: an action of shape (2,){CHOICES}"),
        ([], f"step: an action of shape (0,){CHOICES}"),
        ([[0], [1, 2]], f"step: an action of type list{CHOICES}"),
        (1, "step: action 1 is masked; expected one of [0, 2]; choose where observation['action_mask'] is 1."),
    ],
)
def test_an_action_that_is_no_choice_is_refused(action, text):
    assert message(lambda: read_choice(action, MASK), ActionError) == text


@pytest.mark.parametrize("action", [2, np.int8(2), np.array([[2]]), 2.0, [2]])
def test_one_whole_number_in_any_form_is_a_choice(action):
    chosen = read_choice(action, MASK)
    assert (chosen, type(chosen)) == (2, int)


SIZES = np.array([3, 2])
NUMBERS = f"; expected 2 whole numbers from 0, below [3, 2]; {VALID}"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ([3, 0], f"step: action [3, 0]{NUMBERS}"),
        ([0, 2], f"step: action [0, 2]{NUMBERS}"),
        ([0, -1], f"step: action [0, -1]{NUMBERS}"),
        ([0.5, 0.0], f"step: action [0.5, 0.0]{NUMBERS}"),
        ([0], f"step: an action of type int64 and shape (1,){NUMBERS}"),
        ([[0, 0]], f"step: an action of type int64 and shape (1, 2){NUMBERS}"),
        ([True, False], f"step: an action of type bool and shape (2,){NUMBERS}"),
        (["0", "0"], f"step: an action of type <U1 and shape (2,){NUMBERS}"),
        (None, f"step: an action of type object and shape (){NUMBERS}"),
        ([0, [1]], f"step: an action of type list{NUMBERS}"),
    ],
)
def test_an_action_of_other_numbers_is_refused(action, text):
    assert message(lambda: read_numbers(action, SIZES), ActionError) == text


@pytest.mark.parametrize("action", [[2, 1], (2.0, 1.0), np.array([2, 1], dtype=np.uint8)])
def test_the_largest_numbers_of_all_places_are_an_action(action):
    assert read_numbers(action, SIZES) == [2, 1]


def test_masked_parts_of_an_action_are_all_named():
    env = RememberEnv(2, 2, masked="error", scenario=SMALL)
    env.reset(seed=0)
    remedy = (
        "; expected parts whose mask is 1; choose by observation['action_mask'], or make the environment with "
        "masked='skip'."
    )
    assert message(lambda: env.step([MemoryOp.DELETE, 1, 2, 0]), ActionError) == (
        f"step: a masked action: DELETE, recalling 2{remedy}"
    )
    env.step([MemoryOp.WRITE, 0, 0, 0])
    steps = env.aec.life.steps
    for op in (MemoryOp.UPDATE, MemoryOp.DELETE):
        assert message(lambda op=op: env.step([op, 1, 0, 2]), ActionError) == (
            f"step: a masked action: {op.name} of slot 1, recalling 2{remedy}"
        )
    assert env.aec.life.steps == steps


# ---------------------------------------------------------------------- order of calls, and states


@pytest.mark.parametrize(
    ("env", "calls"),
    [
        (ChoiceEnv(scenario=SMALL), {"a step": lambda env: env.step(0), "told": lambda env: env.told}),
        (StyleEnv(scenario=SMALL), {"a step": lambda env: env.step([0, 0, 0, 0])}),
        (
            RememberEnv(scenario=SMALL),
            {
                "a step": lambda env: env.step([0] * 7),
                "seen": lambda env: env.seen,
                "observe": lambda env: env.observe(),
                "get_state": lambda env: env.get_state(),
            },
        ),
    ],
    ids=["Choice", "Style", "Remember"],
)
def test_what_comes_before_the_first_reset_is_refused(env, calls):
    for what, call in calls.items():
        where = what.removeprefix("a ")
        assert message(lambda call=call: call(env), OrderError) == f"{where}: {what} before reset; {FIRST}"


@pytest.mark.parametrize(("make", "idle"), [(ChoiceEnv, 0), (StyleEnv, [0] * 4), (RememberEnv, [0] * 7)])
def test_a_step_after_the_end_is_refused(make, idle):
    env = make(scenario=SMALL, max_steps=1)
    env.reset(seed=0)
    assert env.step(idle)[2:4] == (False, True)
    assert message(lambda: env.step(idle), OrderError) == f"step: a step after the end; {FIRST}"


def test_bytes_that_are_no_state_are_refused():
    no_state = "set_state: the bytes are not a state of an environment of this version."
    for make in (ChoiceEnv, StyleEnv, RememberEnv):
        env = make(scenario=SMALL)
        env.reset(seed=0)
        for foreign in (b"?", pickle.dumps(3), pickle.dumps((1, 2, 3, 4, 5))):
            assert message(lambda env=env, foreign=foreign: env.set_state(foreign), StateError) == no_state


def test_a_state_of_another_memory_is_refused():
    env, other = RememberEnv(3, scenario=SMALL), RememberEnv(2, scenario=SMALL)
    for one in (env, other):
        one.reset(seed=0)
    kind, (life, held, masked) = pickle.loads(env.get_state())
    for state, text in (
        (other.get_state(), "a state of another environment, with items=2; expected items=3; make both environments "
                            "with the same options."),
        (pickle.dumps((replace(kind, version=kind.version + 1), (life, held, masked))),
         f"a state of version {kind.version + 1}; expected version {kind.version}."),
        (pickle.dumps((kind, (life, list(held.items), masked))),
         "the bytes are not a state of an environment of this version."),
    ):  # fmt: skip
        assert message(lambda state=state: env.set_state(state), StateError) == f"set_state: {text}"
    env.set_state(env.get_state())


EMBEDDER = "hashed:dims=64"


def fixed(make):
    return partial(make, fixed=True)


@pytest.mark.parametrize(
    ("make", "mine", "theirs"),
    [
        (ChoiceEnv, {"k": 8}, {"k": 6}),
        (ChoiceEnv, {"width": 64}, {"width": 32}),
        (ChoiceEnv, {"features": "hashed"}, {"features": EMBEDDER}),
        (ChoiceEnv, {"recollections": 3}, {"recollections": 0}),
        (StyleEnv, {"attributes": ("length",)}, {"attributes": ("greeting", "length")}),
        (StyleEnv, {"slots": 4}, {"slots": 2}),
        (RememberEnv, {"width": 64}, {"width": 32}),
        (RememberEnv, {"k": 5}, {"k": 3}),
        (RememberEnv, {"replies": True}, {"replies": False}),
        (RememberEnv, {"features": "hashed"}, {"features": EMBEDDER}),
        (WriterEnv, {"facts": 64}, {"facts": 5}),
        (WriterEnv, {"turns": None}, {"turns": 2}),
        (WriterEnv, {"insights": 16}, {"insights": 3}),
        (WriterEnv, {"letters": 240}, {"letters": 90}),
        (fixed(choice_env), {"k": 8}, {"k": 6}),
        (fixed(choice_env), {"width": 64}, {"width": 32}),
        (fixed(choice_env), {"feedback": "evaluative"}, {"feedback": "silent"}),
        (fixed(remember_env), {"width": 64}, {"width": 32}),
        (fixed(remember_env), {"reward_to": "trainer"}, {"reward_to": "nobody"}),
        (choice_env, {"fixed": False}, {"fixed": True}),
        (choice_env, {"fixed": True}, {"fixed": False}),
        (remember_env, {"fixed": False}, {"fixed": True}),
        (remember_env, {"fixed": True}, {"fixed": False}),
    ],
)
def test_a_state_of_other_options_is_refused_and_changes_nothing(make, mine, theirs):
    common = {"scenario": SMALL, "disclosure": "scripted"}
    env, other = make(**common, **mine), make(**common, **theirs)
    for one in (env, other):
        one.reset(seed=0)
    before = env.get_state()
    (name, own), (_, value) = *mine.items(), *theirs.items()
    assert message(lambda: env.set_state(other.get_state()), StateError) == (
        f"set_state: a state of another environment, with {name}={value!r}; expected {name}={own!r}; make both "
        "environments with the same options."
    )
    assert env.get_state() == before
    env.set_state(before)


def test_a_state_of_another_kind_of_environment_is_refused():
    kinds = {
        "regulars.life_v0": LifeEnv,
        "regulars:Choice-v0": ChoiceEnv,
        "regulars:Style-v0": StyleEnv,
        "regulars:Remember-v0": RememberEnv,
        "regulars:Writer-v0": WriterEnv,
    }
    envs = {id: make(scenario=SMALL) for id, make in kinds.items()}
    for env in envs.values():
        env.reset(seed=0)
    for id, env in envs.items():
        for other in envs.keys() - {id}:
            state = envs[other].get_state()
            assert message(lambda env=env, state=state: env.set_state(state), StateError) == (
                f"set_state: a state of another environment, {other}; expected {id}; make both environments with the "
                "same options."
            )


def test_a_state_can_be_looked_at_with_and_without_texts():
    env, other = ChoiceEnv(scenario=SMALL, texts=False), ChoiceEnv(scenario=SMALL, texts=True, flat=True)
    env.reset(seed=0)
    other.set_state(env.get_state())
    assert other.candidates == env.candidates


def test_bytes_that_are_no_snapshot_of_what_was_told_are_refused():
    told = ToldSoFar(Language.load("english"))
    for foreign in (b"?", pickle.dumps(3)):
        assert message(lambda foreign=foreign: told.restore(foreign), StateError) == (
            "ToldSoFar.restore: the bytes are not a snapshot."
        )
    version, saved = pickle.loads(told.snapshot())
    later = f"ToldSoFar.restore: a snapshot of version {version + 1}; expected {version}."
    assert message(lambda: told.restore(pickle.dumps((version + 1, saved))), StateError) == later
    other = (saved[0], [], *saved[2:])
    same = f"ToldSoFar.restore: a snapshot of version {version}; expected {version}."
    assert message(lambda: told.restore(pickle.dumps((version, other))), StateError) == same


# ---------------------------------------------------------------------- vectors


def vector(count=2, **given):
    return NumericVectorEnv(lambda: ChoiceEnv(6, width=8, scenario=SMALL), count, **given)


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        ([0], "actions of type list for 1 environments"),
        ((0, 0, 0), "actions of type tuple for 3 environments"),
        (np.zeros(1, dtype=int), "actions of type ndarray for 1 environments"),
        (np.array(2), "actions of type ndarray for no environments"),
        (None, "actions of type NoneType for no environments"),
        ("00", "actions of type str for no environments"),
    ],
)
def test_another_number_of_actions_is_named(actions, what):
    envs = vector()
    envs.reset(seed=0)
    assert message(lambda: envs.step(actions), ActionError) == (
        f"step: {what}; expected one action for each of 2 environments."
    )


@pytest.mark.parametrize("given", [{"workers": 0}, {"timeout": 5}, {"workers": 0, "timeout": None}])
def test_options_of_workers_are_taken_though_there_are_none(given):
    envs = gymnasium.make_vec("regulars:Choice-v0", 1, scenario=SMALL, **given)
    assert isinstance(envs, NumericVectorEnv)
    envs.close()


def test_a_wrong_time_out_is_refused_though_there_are_no_workers():
    for id in ("Choice", "Style", "Remember"):
        assert message(
            lambda id=id: gymnasium.make_vec(f"regulars:{id}-v0", 1, scenario=SMALL, timeout=0), ConfigurationError
        ) == (
            "make_vec: timeout is 0; expected a number of seconds above 0 and up to 604,800, or None for no limit."
        )  # fmt: skip


def test_a_vector_closes_each_environment_once_and_renders_each():
    closed = []

    class Closing(ChoiceEnv):
        def close(self):
            closed.append(self)

    envs = NumericVectorEnv(lambda: Closing(6, width=8, scenario=SMALL, render_mode="ansi"), 2)
    envs.reset(seed=0)
    assert [shown.startswith("--- session 1") for shown in envs.render()] == [True, True]
    envs.close()
    assert closed == envs.envs


def test_closing_closes_the_life_and_rendering_shows_it(monkeypatch):
    for make in (ChoiceEnv, StyleEnv):
        env, closed = make(scenario=SMALL, render_mode="ansi"), []
        env.reset(seed=0)
        monkeypatch.setattr(env.life_env, "close", lambda closed=closed: closed.append(True))
        assert env.render().startswith("--- session 1")
        env.close()
        assert closed == [True]


def test_candidates_outside_an_environment_are_counted_too():
    env = life()
    env.step("Hello.")
    assert message(lambda: candidates_in(env, k=5), ConfigurationError) == (
        "candidates: k is 5; expected a whole number from 6 to 32."
    )
