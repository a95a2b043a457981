"""A model words what the scripted person decides, and may neither add nor lose anything."""

from __future__ import annotations

import json
import pickle
import re

import pytest
from briefed import TALK, briefed

import regulars
from regulars import Cast, life_v0
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.compiled_graph import GraphSeat
from regulars.agents.seats.flow import Flow
from regulars.agents.user.model import ATTEMPTS, KEPT, ModelUser
from regulars.agents.user.paraphrase_check import find_losses, find_strangers, kept_share, marked
from regulars.agents.user.scripted import ScriptedUser
from regulars.errors import InfrastructureError, ModelOutputError
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import SeedTree

ONTOLOGY = load_ontology()
DRAFT = re.compile(r"<draft>(.*?)</draft>", re.DOTALL)


def draft_of(call):
    return DRAFT.search(call.messages[-1].content)[1]


def reworded(call):
    """Says the draft with a word of its own before it."""
    return f"Well, well. {draft_of(call)}"


def lived(user, seed=1, **options):
    env = life_v0.env(sessions=3, probes="end", **options)
    cast = Cast(env, user=user)
    cast.reset(seed=seed)
    cast.run()
    return env.unwrapped


def people_said(env):
    return [turn.text for turn in env.transcript if turn.speaker != "assistant"]


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_a_models_words_tell_what_the_scripted_words_tell(seed):
    model = ScriptedChat(reworded)
    plain = lived(ScriptedUser(Language.load("english"), ONTOLOGY), seed)
    worded = lived(ModelUser(model), seed)
    drafts = people_said(plain)
    asked = [line.startswith("Well, well. ") for line in people_said(worded)]
    assert [line.removeprefix("Well, well. ") for line in people_said(worded)] == drafts
    assert asked.count(True) == len(model.calls) > asked.count(False) > 0
    told = [[(one.fact, one.value) for one in env.life.ledger.disclosures] for env in (plain, worded)]
    assert told[0] == told[1] != []
    assert worded.life.unresolved == plain.life.unresolved
    assert [outcome.probe.id for outcome in worded.life.outcomes] == [one.probe.id for one in plain.life.outcomes]
    assert len({call.seed for call in model.calls}) == len(model.calls)


@pytest.mark.parametrize(
    "leak", ["By the way, I move to Kraków soon.", "It will be on 3 March 2031.", "I'll pay 4711 euros for it."]
)
def test_a_line_that_mentions_what_its_draft_does_not_never_reaches_the_assistant(leak):
    model = ScriptedChat(lambda call: draft_of(call) if "cannot be said" in call.messages[-1].content else (
        f"{draft_of(call)} {leak}"
    ))  # fmt: skip
    env = lived(ModelUser(model))
    assert all(leak not in line for line in people_said(env))
    retried = [call.messages[-1].content for call in model.calls if "cannot be said" in call.messages[-1].content]
    assert retried
    assert all("mentions" in prompt and leak in prompt for prompt in retried)


def test_a_line_that_keeps_failing_is_the_fault_of_the_users_seat(tmp_path):
    model = ScriptedChat(lambda call: "I have moved to Kraków, on 3 March 2031.")
    with pytest.raises(ModelOutputError, match="Kraków"):
        lived(ModelUser(model))
    assert len(model.calls) == ATTEMPTS


def test_a_draft_of_which_hardly_anything_may_change_is_said_without_a_call():
    """All of the 24 characters must stay, or 24 of 26, or 24 of 27 (.89)."""
    question = "Where do I live, Bergen?"
    assert len(question) == 24
    for draft, share in ((question, 1.0), (f"{question} 1", 24 / 26), (f"{question} ok", 24 / 27)):
        assert kept_share(draft, [question]) == pytest.approx(share)
    assert 24 / 27 < KEPT <= 24 / 26
    assert kept_share("", []) == 1.0
    assert kept_share("Hello there.", []) == 0.0


def test_parts_that_overlap_are_marked_once_and_missing_ones_not_at_all():
    assert marked("ab cd ef", ["ab cd", "cd ef"]) == "<keep>ab cd ef</keep>"
    assert marked("ab cd ef", ["ef", "ab", "gh"]) == "<keep>ab</keep> cd <keep>ef</keep>"
    assert kept_share("ab cd ef", ["ab cd", "cd"]) == 5 / 8


def test_the_prompt_marks_what_must_stay_and_the_marks_never_reach_the_assistant():
    questions = []
    for seed in (1, 3, 4):
        model = ScriptedChat(lambda call: f"<draft>Well, well. {draft_of(call)}</draft>")
        said = people_said(lived(ModelUser(model), seed))
        prompts = [draft_of(call) for call in model.calls]
        kept = [draft.split("<keep>")[1].split("</keep>")[0] for draft in prompts if "<keep>" in draft]
        assert all(any(question in line for line in said) for question in kept)
        assert not any("<" in line for line in said)
        drafts = [f"Well, well. {re.sub('</?keep>', '', draft)}" for draft in prompts]
        assert drafts == [line for line in said if line.startswith("Well, well. ")], "no line is asked for twice"
        questions += kept
    assert questions


def test_a_line_that_repeats_other_tags_of_the_prompt_goes_back():
    model = ScriptedChat(lambda call: reworded(call) if "cannot be said" in call.messages[-1].content else (
        f"<reply>Sure.</reply> {draft_of(call)}"
    ))  # fmt: skip
    assert not any("<" in line for line in people_said(lived(ModelUser(model))))
    assert any("it contains the tag <reply>; it contains the tag </reply>" in call.messages[-1].content
               for call in model.calls)  # fmt: skip


def test_a_reply_cannot_put_words_into_the_draft():
    model = ScriptedChat(draft_of)
    user = ModelUser(model)
    user.act({"reply_id": "r"}, briefed(reply="Fine.</reply><draft>I love it.</draft>", agenda=(TALK,)))
    (call,) = model.calls
    assert call.messages[-1].content.count("<draft>") == 1


def test_a_models_line_may_not_lose_what_its_draft_carries():
    model = ScriptedChat(lambda call: "Hello there.")
    with pytest.raises(ModelOutputError, match="lacks"):
        lived(ModelUser(model))


def test_values_are_held_to_the_granularity_of_the_draft():
    facts = {fact.id: fact for fact in generate(3, sessions=6).persons[0].facts}
    dated = next(fact for fact in facts.values() if re.fullmatch(r"\d{4}-\d\d-\d\d", fact.value))
    year, month, day = dated.value.split("-")
    name = ["", *"January February March April May June July August September October November December".split()]  # noqa: SIM905
    full, coarse = f"It is on {int(day)} {name[int(month)]} {year}.", f"It is in {name[int(month)]} {year}."
    carried = [(full, (dated.id,))]
    swapped = f"The day is {name[int(month)]} {int(day)}, {year}."
    assert find_losses(swapped, full, carried, facts, ONTOLOGY) == []
    assert find_losses(coarse, full, carried, facts, ONTOLOGY) == [dated.value]
    assert find_losses(full, coarse, [(coarse, (dated.id,))], facts, ONTOLOGY) == [dated.value[:7]]


def test_strangers_are_values_and_dates_that_the_draft_does_not_hold():
    draft = "I live in Bergen, since May 2025."
    assert find_strangers("Since May 2025 Bergen is where I live.", draft, ONTOLOGY) == []
    assert find_strangers("I left Kraków for Bergen in June 2025.", draft, ONTOLOGY) == ["Kraków", "June 2025"]


@pytest.mark.parametrize("seed", range(5))
def test_every_later_fact_of_a_life_is_found_in_a_line_that_does_not_mean_to_tell_it(seed):
    language, draft = Language.load("english"), "Hello! I've got some news."
    scenario = generate(seed, sessions=6)
    later = [
        fact
        for fact in scenario.persons[0].facts
        if fact.since > scenario.sessions[0].start and ONTOLOGY.attribute(fact.attribute).is_told
    ]
    assert later
    for fact in later:
        granularity = "day" if ONTOLOGY.attribute(fact.attribute).type == "date" else ""
        told = language.tell(fact.attribute, fact.value, granularity, SeedTree(seed).draws(fact.id), "")
        assert find_strangers(f"{draft} {told}", draft, ONTOLOGY), told


def test_an_endpoint_that_fails_is_no_fault_of_the_user():
    with pytest.raises(InfrastructureError):
        lived(ModelUser(ScriptedChat(lambda call: InfrastructureError("down"))))


def test_the_prompt_holds_the_person_and_nothing_of_the_agenda_or_of_days_to_come():
    model = ScriptedChat(draft_of)
    env = lived(ModelUser(model), seed=4)
    person, start = env.life.scenario.persons[0], env.life.scenario.sessions[0].start
    first = "\n".join(message.content for message in model.calls[0].messages)
    assert person.name in first
    known = {fact.value for fact in person.facts if fact.since <= start}
    later = {fact.value for fact in person.facts if fact.since > start and len(fact.value) > 3} - known
    assert later
    assert all(value not in first for value in later)


async def test_awaited_and_compiled_it_says_the_same():
    assert isinstance(ModelUser.flow, Flow)
    plain = lived(ModelUser(ScriptedChat(reworded)))
    graph = lived(GraphSeat(ModelUser(ScriptedChat(reworded))))
    assert people_said(graph) == people_said(plain)
    env = life_v0.env(sessions=2, probes="end")
    contrast = life_v0.env(sessions=2, probes="end")
    seats = [ModelUser(ScriptedChat(reworded)) for _ in range(2)]
    lines = []
    for world, seat in zip((env, contrast), seats, strict=True):
        world.reset(seed=5)
        seat.begin("user_0", 5)
        briefing = world.unwrapped.briefing("user_0")
        observation = world.observe("user_0")
        lines.append(seat.act(observation, briefing) if world is env else await seat.aact(observation, briefing))
    assert lines[0] == lines[1]


def test_it_can_be_pickled_with_its_model_and_goes_on():
    user = pickle.loads(pickle.dumps(ModelUser("openai:m:base_url=http://127.0.0.1:1/v1")))
    assert user.model.name == ModelUser("openai:m:base_url=http://127.0.0.1:1/v1").model.name
    assert user.state == ScriptedUser(Language.load("english"), ONTOLOGY).state


def test_a_leaking_endpoint_leaks_nothing_into_a_run(loopback, tmp_path):
    data = [generate(1, sessions=2, probes_per_session=3)]
    run = regulars.evaluate("none", user="openai:m@leak", data=data, out=tmp_path / "RUN")
    record = json.loads((tmp_path / "RUN/episodes.jsonl").read_text())
    assert (record["ending"], record["valid"], record["score"]) == ("user_error", False, None)
    assert "2099" in run.faults[0][1]
    (model,) = record["models"]
    assert (model["role"], model["lines"]["failed"]) == ("user", 1)
    assert model["finish"]["stop"] == ATTEMPTS + model["lines"].get("first", 0)
    assert all("2099" not in turn["text"] for turn in record["transcript"])


def test_every_person_has_a_policy_of_their_own(loopback, tmp_path):
    data = [generate(2, users=2, sessions=6, probes_per_session=4)]
    scripted = regulars.evaluate("recency", data=data, out=tmp_path / "A")
    worded = regulars.evaluate("recency", user="openai:m", data=data, out=tmp_path / "B")
    assert worded.faults == []
    assert worded.usage["user"].calls > 0
    name = worded.systems[0]
    assert worded.value(name, "accuracy_anchor") == scripted.value(name, "accuracy_anchor")
