"""What calls cost, who pays, and what is kept: budgets, meters, recordings and repairs, figure by figure."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel, Field

from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.metered import Meter, Metered, Price, charged, counting
from regulars.agents.models.prompt_files import Prompt, built_in_prompts, load_prompts
from regulars.agents.models.protocol import Call, Completion, Finish, Message, Usage
from regulars.agents.models.replay import Replay, call_key
from regulars.agents.models.schemas import instructed, schema_text, strict_schema
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.models.structured import ask, words_of
from regulars.errors import BudgetError, ConfigurationError, DataError, InfrastructureError, ModelOutputError
from regulars.seeding import content_hash

ASKED = (Message("user", "one two three"),)
PRICES = {"m": Price(prompt=2.0, completion=10.0)}
COST = (30 * 2.0 + 20 * 10.0) / 1_000_000
"""Of one call of 30 and 20 tokens."""


def model(answer: Any = None) -> ScriptedChat:
    said = Completion("yes", "m", prompt_tokens=30, completion_tokens=20) if answer is None else answer
    return ScriptedChat(lambda call: said, "m")


def usage(used: Usage) -> tuple[Any, ...]:
    """Without the seconds."""
    return used.calls, used.cached, used.failed, used.prompt_tokens, used.completion_tokens, used.cost


# ---------------------------------------------------------------------- budgets


@pytest.mark.parametrize(
    ("bound", "calls"),
    [
        ({"calls": 0}, 0), ({"calls": 1}, 1), ({"calls": 2}, 2),
        ({"tokens": 50}, 1), ({"tokens": 51}, 2), ({"tokens": 100}, 2), ({"tokens": 0}, 0),
        ({"cost": COST}, 1), ({"cost": COST * 1.01}, 2),
        ({"calls": 3, "tokens": 51}, 2),
        ({}, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("awaited", [False, True])
def test_a_budget_admits_a_call_while_something_is_left(bound, calls, awaited) -> None:
    """Each call takes 50 tokens; what is in excess of the bound was not known before."""
    budget = Budget(**bound)
    metered = Metered(model(), "user", Meter(PRICES), budget)
    made = 0
    for _ in range(5):
        try:
            asyncio.run(metered.acomplete(ASKED)) if awaited else metered.complete(ASKED)
        except BudgetError:
            continue
        made += 1
    assert made == calls
    assert usage(budget.used) == (calls, 0, 0, 30 * calls, 20 * calls, pytest.approx(COST * calls))
    assert budget.used == metered.meter.total


def test_the_words_of_a_used_up_budget_name_the_bound() -> None:
    for bound, words in (({"calls": 0}, "0 calls"), ({"tokens": 0}, "0 tokens"), ({"seconds": 0}, "0 seconds")):
        with pytest.raises(BudgetError, match=f"{words} are used up"):
            Budget(**bound).admit()


def test_seconds_run_from_the_first_call() -> None:
    now = [50.0]
    budget = Budget(seconds=5, clock=lambda: now[0])
    now[0] = 90.0
    budget.admit()
    now[0] = 94.9
    budget.admit()
    now[0] = 95.0
    with pytest.raises(BudgetError):
        budget.admit()


def test_an_inner_and_an_outer_budget_both_pay_and_either_ends_the_calls() -> None:
    own, outer, inner = Budget(), Budget(calls=3), Budget(calls=2)
    metered = Metered(model(), "user", Meter(PRICES), own)
    with spending(outer):
        metered.complete(ASKED)
        with spending(inner) as given:
            assert given is inner
            metered.complete(ASKED)
            metered.complete(ASKED)
            with pytest.raises(BudgetError):
                metered.complete(ASKED)
        with pytest.raises(BudgetError):
            metered.complete(ASKED)
    metered.complete(ASKED)
    assert [budget.used.calls for budget in (own, outer, inner)] == [4, 3, 2]


def test_a_call_that_one_budget_refuses_takes_nothing_from_the_others() -> None:
    own, running, later = Budget(calls=2), Budget(calls=2), Budget(calls=0)
    metered = Metered(model(), "user", Meter(), own)
    with spending(running), spending(later):
        for _ in range(3):
            with pytest.raises(BudgetError):
                metered.complete(ASKED)
    with spending(running):
        metered.complete(ASKED)
        metered.complete(ASKED)
        with pytest.raises(BudgetError):
            metered.complete(ASKED)
    assert len(metered.model.calls) == 2


def test_a_failed_call_is_counted_as_one_and_uses_a_call_up() -> None:
    budget, meter = Budget(calls=1), Meter(PRICES)
    failing = ScriptedChat([InfrastructureError("gone"), InfrastructureError("gone")], "m")
    for call in (
        lambda: Metered(failing, "user", meter, budget).complete(ASKED),
        lambda: asyncio.run(Metered(failing, "user", meter).acomplete(ASKED)),
    ):
        with pytest.raises(InfrastructureError):
            call()
    assert usage(meter.total) == (0, 0, 2, 0, 0, 0.0)
    assert usage(budget.used) == (0, 0, 1, 0, 0, 0.0)
    with pytest.raises(BudgetError):
        budget.admit()


def test_a_cached_answer_gives_its_call_back() -> None:
    """A model may replay by itself, without saying so before."""
    cached = Completion("yes", "m", prompt_tokens=30, completion_tokens=20, cached=True)
    budget, meter = Budget(calls=1, tokens=1, cost=0.0001), Meter(PRICES)
    metered = Metered(model(cached), "user", meter, budget)
    for _ in range(3):
        assert metered.complete(ASKED).cached
    assert usage(budget.used) == usage(meter.total) == (0, 3, 0, 0, 0, 0.0)


def test_a_recorded_call_needs_no_budget_and_a_new_one_does(tmp_path) -> None:
    path = tmp_path / "calls.jsonl"
    Replay(path, model()).complete(ASKED)
    spent, meter = Budget(calls=0), Meter(PRICES)
    metered = Metered(Replay(path, model()), "user", meter, spent)
    assert metered.complete(ASKED).cached
    with pytest.raises(BudgetError):
        metered.complete((Message("user", "new"),))
    assert usage(spent.used) == (0, 1, 0, 0, 0, 0.0)
    open_ = Budget(calls=1)
    metered = Metered(Replay(path, model()), "user", meter, open_)
    metered.complete(ASKED)
    metered.complete((Message("user", "new"),))  # the recorded one took nothing
    assert usage(open_.used) == (1, 1, 0, 30, 20, pytest.approx(COST))


def test_cost_is_counted_by_price_and_unknown_without_one() -> None:
    assert Price(2.0, 10.0).of(Completion("x", prompt_tokens=500_000, completion_tokens=100_000)) == pytest.approx(2.0)
    assert Price(2.0, 10.0).of(Completion("x", prompt_tokens=500_000, cached=True)) == 0.0
    unpriced = Meter({"other": Price(1, 1)})
    Metered(model(), "user", unpriced).complete(ASKED)
    assert unpriced.total.cost is None
    cached = Meter()
    Metered(model(Completion("yes", cached=True)), "user", cached).complete(ASKED)
    assert cached.total.cost == 0.0
    with pytest.raises(ConfigurationError, match="no price"):
        Metered(model(), "user", unpriced, Budget(cost=5)).complete(ASKED)
    Metered(model(), "user", unpriced, Budget(calls=5)).complete(ASKED)


def test_usage_counts_by_role_and_in_total() -> None:
    meter = Meter(PRICES)
    Metered(model(), "user", meter).complete(ASKED)
    with counting(meter):
        Metered(model(), "judge").complete(ASKED)
        Metered(model(), "judge", Meter()).complete(ASKED)  # has a meter of its own
    Metered(model(), "judge").complete(ASKED)  # is counted nowhere
    assert usage(meter.of("user")) == usage(meter.of("judge")) == (1, 0, 0, 30, 20, pytest.approx(COST))
    assert meter.of("nobody") == Usage()
    assert usage(meter.total) == (2, 0, 0, 60, 40, pytest.approx(2 * COST))
    assert meter.total.tokens == 100
    assert pickle.loads(pickle.dumps(meter)).roles == meter.roles


def test_calls_that_are_no_chats_are_charged_alike() -> None:
    meter, budget = Meter({"e": Price(3.0, 100.0)}), Budget(calls=1)
    with counting(meter), spending(budget):
        assert charged("memory", "e", lambda: ("rows", 1000)) == "rows"
        with pytest.raises(BudgetError):
            charged("memory", "e", lambda: pytest.fail("no call is left"))
    assert usage(meter.of("memory")) == usage(budget.used) == (1, 0, 0, 1000, 0, pytest.approx(0.003))

    def fail() -> tuple[str, int]:
        raise InfrastructureError("gone")

    with counting(meter), pytest.raises(InfrastructureError):
        charged("memory", "e", fail)
    assert meter.of("memory").failed == 1


def test_a_metered_model_is_named_and_set_like_its_model() -> None:
    inner = model()
    inner.settings = {"temperature": 0}  # type: ignore[attr-defined]
    inner.takes_schema = True  # type: ignore[attr-defined]
    metered = Metered(inner, "user")
    assert (metered.name, metered.settings, metered.takes_schema) == ("m", {"temperature": 0}, True)
    assert (Metered(model(), "user").settings, Metered(model(), "user").takes_schema) == ({}, False)
    metered.complete(ASKED, seed=3, purpose="x", temperature=1)
    asyncio.run(metered.acomplete(ASKED, schema=Shape, seed=4, purpose="y", top_p=1))
    assert inner.calls == [
        Call(ASKED, None, 3, "x", {"temperature": 1}),
        Call(ASKED, Shape, 4, "y", {"top_p": 1}),
    ]


# ---------------------------------------------------------------------- recordings


class Shape(BaseModel):
    word: str


def test_a_recorded_line_holds_the_whole_call_and_its_answer(tmp_path) -> None:
    path = tmp_path / "calls.jsonl"
    inner = model()
    inner.settings = {"structured": "auto"}  # type: ignore[attr-defined]
    Replay(path, inner).complete(ASKED, schema=Shape, seed=3, purpose="judge", temperature=0.5)
    (line,) = map(json.loads, path.read_text().splitlines())
    call = Call(ASKED, Shape, 3, "judge", {"temperature": 0.5})
    completion = {
        "text": "yes", "model": "m", "finish": "stop", "prompt_tokens": 30, "completion_tokens": 20, "cached": False,
    }  # fmt: skip
    assert line == {
        "schema": 1,
        "kind": "regulars.model_call",
        "key": call_key("m", {"structured": "auto"}, call),
        "model": "m",
        "settings": {"structured": "auto"},
        "takes_schema": False,
        "purpose": "judge",
        "seed": 3,
        "parameters": {"temperature": 0.5},
        "messages": [{"role": "user", "content": "one two three"}],
        "completion": completion,
    }


def test_a_key_covers_all_but_the_purpose() -> None:
    plain = Call(ASKED, None, 1, "x", {"t": 1})
    key = call_key("m", {"a": 1}, plain)
    assert call_key("m", {"a": 1}, Call(ASKED, None, 1, "y", {"t": 1})) == key
    others = [
        call_key("n", {"a": 1}, plain),
        call_key("m", {"a": 2}, plain),
        call_key("m", {"a": 1}, Call(ASKED, Shape, 1, "x", {"t": 1})),
        call_key("m", {"a": 1}, Call(ASKED, None, 2, "x", {"t": 1})),
        call_key("m", {"a": 1}, Call(ASKED, None, None, "x", {"t": 1})),
        call_key("m", {"a": 1}, Call(ASKED, None, 1, "x", {"t": 2})),
        call_key("m", {"a": 1}, Call((Message("system", "one two three"),), None, 1, "x", {"t": 1})),
        call_key("m", {"a": 1}, Call((*ASKED, *ASKED), None, 1, "x", {"t": 1})),
    ]
    assert len({key, *others}) == 9
    assert all(len(one) == 64 for one in (key, *others))


def test_a_replay_is_named_and_set_like_its_recording(tmp_path) -> None:
    path = tmp_path / "calls.jsonl"
    inner = model()
    inner.settings, inner.takes_schema = {"structured": "auto"}, True  # type: ignore[attr-defined]
    Replay(path, inner).complete(ASKED)
    replay = Replay(path)
    assert (replay.name, replay.settings, replay.takes_schema, len(replay)) == ("m", {"structured": "auto"}, True, 1)
    call = Call(ASKED)
    assert (replay.holds(call), replay.holds(Call(ASKED, seed=1))) == (True, False)


# ---------------------------------------------------------------------- structured answers


class Grade(BaseModel):
    score: int = Field(ge=0, le=3)


GOOD = '{"score": 2}'


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        (GOOD, 1),
        (f"```json\n{GOOD}\n```", 1),
        (f"```\n{GOOD}\n``` or ```{{}}```", 1),
        (f"Well: {GOOD} so.", 1),
        (f"Well: {GOOD}", 1),
        ("[1]", 2),
        ("Well: { so", 2),
        ('{"score": 4}', 2),
        ('{"score": 3.5}', 2),
    ],
)
def test_json_is_found_in_what_surrounds_it(text, calls) -> None:
    chat = ScriptedChat([text, GOOD])
    assert ask(chat, ASKED, Grade) == Grade(score=2)
    assert len(chat.calls) == calls


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Completion('{"score": 2', finish=Finish.LENGTH), "the JSON breaks off before its end"),
        (Completion("Two.", finish=Finish.LENGTH), "the JSON breaks off before its end"),
        ('{"score": 2', "the JSON breaks off before its end"),
        ('{"score": "tw', "the JSON breaks off before its end"),
        ('{"score" 2}', "it is not JSON (Expecting ':' delimiter, at character 9)"),
        ("Two.", "it is not JSON (Expecting value, at character 0)"),
        ('{"score": 7}', "it does not fit the schema (score: input should be less than or equal to 3)"),
        ("2", "it does not fit the schema (the answer: input should be a valid dictionary or instance of grade)"),
    ],
)
def test_a_repair_repeats_the_answer_and_names_the_fault(said, words) -> None:
    chat = ScriptedChat([said, GOOD])
    ask(chat, ASKED, Grade, seed=4, purpose="judge", temperature=1)
    first, second = chat.calls
    text = said.text if isinstance(said, Completion) else said
    repair = built_in_prompts()["structured_repair"].text(problem=words, schema=schema_text(Grade))
    assert second.messages == (*first.messages, Message("assistant", text), Message("user", repair))
    for call in (first, second):
        assert (call.schema, call.seed, call.purpose, call.parameters) == (Grade, 4, "judge", {"temperature": 1})


def test_a_long_answer_is_shown_in_part() -> None:
    chat = ScriptedChat(["x" * 2001, GOOD])
    ask(chat, ASKED, Grade)
    assert chat.calls[1].messages[-2].content == "x" * 2000


def test_many_faults_are_described_up_to_eight() -> None:
    class Many(BaseModel):
        rows: list[int]

    chat = ScriptedChat(['{"rows": ["a","b","c","d","e","f","g","h","i"]}', '{"rows": []}'])
    ask(chat, ASKED, Many)
    wanted = chat.calls[1].messages[-1].content
    assert ("rows.7:" in wanted, "rows.8:" in wanted) == (True, False)


@pytest.mark.parametrize(
    ("completion", "fault"),
    [
        (Completion("Bergen."), None),
        (Completion("Ber", finish=Finish.LENGTH), None),
        (Completion("No. " * 100, finish=Finish.REFUSED), "refused"),
        (Completion("Ber", finish=Finish.FILTERED), "filtered"),
        (Completion("", finish=Finish.EMPTY), "empty"),
        (Completion("x", finish=Finish.EMPTY), "empty"),
        (Completion(" \n"), "empty"),
    ],
)
def test_words_are_given_unless_there_are_none(completion, fault) -> None:
    if fault is None:
        assert words_of(completion, "model m") == completion.text
        return
    with pytest.raises(ModelOutputError) as caught:
        words_of(completion, "model m")
    assert caught.value.fault == fault
    assert str(caught.value).count("No. ") in (0, 50)  # 200 characters of a refusal


def test_a_schema_stands_in_the_first_system_message_or_in_one_of_its_own() -> None:
    wanted = built_in_prompts()["structured_output"].text(schema=schema_text(Grade))
    assert instructed(ASKED, Grade) == (Message("system", wanted), *ASKED)
    system = (Message("system", "Be brief."), *ASKED)
    assert instructed(system, Grade) == (Message("system", f"Be brief.\n\n{wanted}"), *ASKED)
    assert instructed((), Grade) == (Message("system", wanted),)


def test_a_strict_schema_is_strict_in_every_part() -> None:
    class Outer(BaseModel):
        one: Grade = Grade(score=1)
        many: list[Grade] = []
        name: str = "x"

    written = strict_schema(Outer)
    assert written["required"] == ["one", "many", "name"]
    assert written["$defs"]["Grade"]["required"] == ["score"]
    assert written["$defs"]["Grade"]["additionalProperties"] is written["additionalProperties"] is False
    assert "default" not in schema_text(Outer)
    assert json.loads(schema_text(Outer)) == written


def test_prompts_are_hashed_by_their_words_and_cases() -> None:
    prompt = Prompt(
        "x", "p", {"system": "{a} {case}", "user": "{a}"}, {"a": "the a"}, {"one": "One {a}.", "two": "Two."}
    )
    words = "system\n{a} {case}\n\nuser\n{a}\n\none\nOne {a}.\n\ntwo\nTwo."
    assert prompt.hash == content_hash(words, 16)
    assert prompt.hash == replace(prompt, purpose="q", name="y", slots={"a": "b"}, source="z").hash
    assert prompt.hash != replace(prompt, cases={"one": "One.", "two": "Two."}).hash
    assert prompt.messages("one", a="{b}") == (Message("system", "{b} One {b}."), Message("user", "{b}"))
    assert prompt.messages("two", a="A") == (Message("system", "A Two."), Message("user", "A"))
    assert Prompt("x", "p", {"user": "u"}).messages() == (Message("user", "u"),)
    assert Prompt("x", "p", {"text": "t {a}"}, {"a": "b"}).text(a="A") == "t A"
    with pytest.raises(ConfigurationError, match="prompt x: unknown case 'three'"):
        prompt.messages("three", a="A")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("", "", ""),
        ('purpose = "p"', "purpose = 3", "not a valid prompt"),
        ('purpose = "p"', 'purpose = "p"\ntext = "t"', "not a valid prompt"),
        ('system = "Mine."', 'system = " "', "not a valid prompt"),
        ('system = "Mine."', "system = 3", "not a valid prompt"),
        ('turns = "the turns"', "turns = 3", "not a valid prompt"),
        ('turns = "the turns"', 'turns = ""', "not a valid prompt"),
        ("{turns}", "{turns} {other}", "the slot 'other' has no description"),
        ("{turns}", "none", "the slot 'turns' is never used"),
        ("{turns}", "{turns} {case}", "the slot 'case' has no description"),
        ("[slots]", '[cases]\none = "1"\n[slots]', "the slot 'case' is never used"),
    ],
)
def test_prompt_files_are_whole_or_refused(tmp_path, old, new, fault) -> None:
    text = 'purpose = "p"\nsystem = "Mine."\nuser = "{turns}"\n[slots]\nturns = "the turns"\n'
    (tmp_path / "extract_facts.toml").write_text(text.replace(old, new) if old else text)
    if fault:
        with pytest.raises(DataError, match=fault):
            load_prompts(tmp_path)
    else:
        assert load_prompts(tmp_path)["extract_facts"].purpose == "p"


def test_without_a_folder_the_prompts_are_the_built_in_ones() -> None:
    for source in (None, "", built_in_prompts()):
        assert load_prompts(source) is built_in_prompts()


def test_a_schema_in_words_is_one_line_in_its_own_letters() -> None:
    class Named(BaseModel):
        """What Zoë said."""

        word: str = ""

    properties = '{"word": {"title": "Word", "type": "string"}}'
    assert schema_text(Named) == (
        f'{{"additionalProperties": false, "description": "What Zoë said.", "properties": {properties}, '
        '"required": ["word"], "title": "Named", "type": "object"}'
    )


def test_a_model_that_handles_schemas_is_not_told_them_in_words() -> None:
    chat = ScriptedChat([GOOD])
    chat.takes_schema = True  # type: ignore[attr-defined]
    ask(chat, ASKED, Grade)
    assert chat.calls[0].messages == ASKED
    plain = ScriptedChat([GOOD])
    ask(plain, ASKED, Grade)
    assert plain.calls[0].messages == instructed(ASKED, Grade)


def test_a_scripted_model_counts_words_as_tokens() -> None:
    said = ScriptedChat(["You live in Bergen."]).complete((*ASKED, Message("user", "four five")))
    assert said == Completion("You live in Bergen.", "scripted", Finish.STOP, 5, 4)
    given: Callable[[Call], str] = lambda call: call.purpose.upper()  # noqa: E731
    assert ScriptedChat(given, "loud").complete(ASKED, purpose="judge").text == "JUDGE"
