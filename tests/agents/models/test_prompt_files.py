"""Prompt files have named slots. A missing or unknown slot is an error that names the file."""

from __future__ import annotations

import pytest

from regulars.agents.models.prompt_files import built_in_prompts, load_prompts
from regulars.agents.models.schemas import instructed
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.models.structured import ask
from regulars.errors import ConfigurationError, DataError

EXTRACT = 'purpose = "p"\nsystem = "Mine."\nuser = "{turns}"\n[slots]\nturns = "the turns"\n'


def written(folder, name, text):
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.toml").write_text(text)
    return folder


def test_every_built_in_prompt_is_filled_with_its_slots_and_nothing_is_left_open():
    for prompt in built_in_prompts():
        slots = {name: f"<{name} {{date}}>" for name in prompt.slots}
        for case in prompt.cases or ("",):
            if "text" in prompt.parts:
                words = prompt.text(case, **slots)
            else:
                words = "\n".join(message.content for message in prompt.messages(case, **slots))
            assert all(words.count(filled) >= 1 for filled in slots.values())
            assert "{case}" not in words


def test_filled_in_text_is_never_searched_for_slots():
    (_, user) = built_in_prompts()["extract_facts"].messages(turns="{turns} and {purpose}")
    assert "{turns} and {purpose}" in user.content


@pytest.mark.parametrize("slots", [{}, {"turns": "", "more": ""}])
def test_a_missing_or_made_up_slot_names_the_file(slots):
    with pytest.raises(ConfigurationError, match=r"extract_facts\.toml"):
        built_in_prompts()["extract_facts"].messages(**slots)


def test_a_folder_replaces_prompts_of_its_names_and_leaves_the_others(tmp_path):
    mine = load_prompts(written(tmp_path / "mine", "extract_facts", EXTRACT))
    assert mine["extract_facts"].messages(turns="1. hello")[0].content == "Mine."
    assert mine["judge"] == built_in_prompts()["judge"]
    differing = {name for name, hash in mine.hashes.items() if built_in_prompts().hashes[name] != hash}
    assert differing == {"extract_facts"}
    assert load_prompts(mine) is mine


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("extract_facts", EXTRACT.replace("{turns}", "{turns} {date}"), "'date'"),
        ("extract_facts", EXTRACT.replace("{turns}", "nothing"), "'turns'"),
        ("extract_facts", EXTRACT.replace("turns", "lines"), "'turns'"),
        ("extract_facts", EXTRACT.replace('system = "Mine."\n', ""), "'system'"),
        ("extract_facts", EXTRACT.replace('"p"', '""'), "not a valid prompt"),
        *(
            ("extract_facts", f"{table} = {value}\n{EXTRACT.partition('[slots]')[0]}", "not a valid prompt")
            for table in ("slots", "cases")
            for value in ('["turns"]', '"turns"', '{turns = ""}', "{turns = 3}", '{turns = "t", more = 3}')
        ),
        ("extract_facts", EXTRACT + "[more]\n", "'more'"),
        ("extract_facts", "purpose = ", "cannot be read"),
        ("extract_fact", EXTRACT, "did you mean 'extract_facts'"),
    ],
)
def test_a_prompt_that_does_not_fit_is_refused_with_its_file(tmp_path, name, text, what):
    with pytest.raises((ConfigurationError, DataError), match=what) as caught:
        load_prompts(written(tmp_path / "mine", name, text))
    assert f"{name}.toml" in str(caught.value)


def test_a_judge_has_to_keep_its_cases(tmp_path):
    text = (
        'purpose = "p"\nsystem = "{case}"\nuser = "{question} {key} {reply}"\n'
        '[slots]\nquestion = "q"\nkey = "k"\nreply = "r"\n[cases]\nplain = "Is it right?"\n'
    )
    with pytest.raises(ConfigurationError, match="temporal"):
        load_prompts(written(tmp_path / "mine", "judge", text))


def test_a_folder_without_prompts_is_no_folder_of_prompts(tmp_path):
    with pytest.raises(ConfigurationError, match="has no prompts"):
        load_prompts(tmp_path)
    with pytest.raises(DataError, match="not a folder"):
        load_prompts(tmp_path / "nowhere")


def test_the_words_in_which_json_is_asked_for_can_be_replaced(tmp_path):
    from regulars.agents.models.answer_schemas import ExtractedFacts

    text = 'purpose = "p"\ntext = "JSON please: {schema}"\n[slots]\nschema = "s"\n'
    mine = load_prompts(written(tmp_path / "mine", "structured_output", text))
    assert instructed((), ExtractedFacts, mine)[0].content.startswith("JSON please: {")
    model = ScriptedChat(['{"facts": []}'])
    assert ask(model, (), ExtractedFacts, prompts=mine).facts == []
    assert model.calls[0].messages[0].content.startswith("JSON please: ")
