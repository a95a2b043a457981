"""How a model assistant receives its memory: as lines, as JSON, with lessons, or as notes."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.agents.assistant.model import ModelAssistant, context_words
from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.cli.main import app
from regulars.errors import ConfigurationError, ModelOutputError
from regulars.memory import Cue, Lesson, Recollections

assert roster.__name__
LINE = "[2025-03-01 09:30] Ada: I live in Bergen."
SHOWN = "[Sat 2025-03-01 09:30] Ada: I live in Bergen."


class Knowing:
    """Remembers one line and one lesson."""

    def observe(self, turn):
        return ()

    def recall(self, cue: Cue):
        return Recollections(context=LINE, tokens=9, lessons=(Lesson("length", "one_sentence", 0.9, ()),))


def replied(model, **options):
    env = life_v0.env(sessions=1, probes="end")
    cast = Cast(env, assistant=ModelAssistant(model, memory=Knowing, **options))
    cast.reset(seed=1)
    cast.run()
    return [turn.text for turn in env.unwrapped.transcript if turn.speaker == "assistant"]


def test_the_last_message_holds_memories_and_lessons_in_tags_and_the_instructions_hold_none():
    model = ScriptedChat(lambda call: "I see.")
    assert set(replied(model)) == {"I see."}
    system, user = model.calls[0].messages
    assert (system.role, user.role) == ("system", "user")
    assert f"<memories>\n{SHOWN}\n</memories>" in user.content
    assert "<lessons>\n- length: one sentence (90% sure)\n</lessons>" in user.content
    assert SHOWN not in system.content


def test_as_json_the_context_is_a_list_of_date_name_and_words():
    model = ScriptedChat(lambda call: "I see.")
    replied(model, context="json")
    user = model.calls[0].messages[-1].content
    listed = json.loads(user[user.index("[{") : user.index("}]") + 2])
    assert listed == [{"date": "Sat 2025-03-01 09:30", "name": "Ada", "text": "I live in Bergen."}]
    assert context_words("no line of anybody's", "json") == '[{"text": "no line of anybody\'s"}]'


def test_notes_never_reach_the_person():
    model = ScriptedChat(lambda call: json.dumps({"notes": ["secret note"], "reply": "You live in Bergen."}))
    assert set(replied(model, mode="note")) == {"You live in Bergen."}
    assert all(call.schema.__name__ == "NotedReply" for call in model.calls)


def test_notes_that_cannot_be_read_are_no_reply():
    with pytest.raises(ModelOutputError):
        replied(ScriptedChat(lambda call: "I live from day to day."), mode="note")


@pytest.mark.parametrize("options", [{"mode": "notes"}, {"context": "yaml"}])
def test_what_there_is_not_is_refused_with_what_was_meant(options):
    with pytest.raises(ConfigurationError, match=r"note|known are"):
        ModelAssistant(ScriptedChat([]), **options)


def test_a_spec_says_mode_and_context_and_leaves_the_rest_to_the_model(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    made = registry.build("assistant", "openai:some/model:mode=note;context=json;temperature=0")
    assert (made.mode, made.context) == ("note", "json")
    assert made.model.settings["parameters"] == {"temperature": 0}


def test_prompts_are_listed_with_their_slots():
    shown = CliRunner().invoke(app, ["list", "prompts"]).output
    for prompt in built_in_prompts():
        line = next(line for line in shown.splitlines() if line.split()[1:2] == [prompt.name])
        assert all(slot in line for slot in prompt.slots)
