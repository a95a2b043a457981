"""Small things about readers: the order of noisy values, copies of a model's reader, the language of a text."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.readers.model import ModelReader
from regulars.agents.readers.oracle import Annotation, NoisyOracleReader
from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Draft
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import SeedTree

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
PART = Draft("p1", 1, NOON, "Ada", "So it is.", ("t1",))
CITIES = load_ontology().attribute("home_city").grid()


class Told:
    def of(self, turn: str) -> Sequence[Annotation]:
        return (Annotation("home_city", "Lyon"),)


def test_a_right_value_stands_before_or_behind_its_mistakes_by_a_draw() -> None:
    """Recall 1 and precision 1/3: two mistakes beside each value, which comes first if the last draw is below .5."""
    first = set()
    for seed in range(12):
        draws = SeedTree(seed).draws("noisy-oracle", "p1", "t1", "home_city", "Lyon", 0)
        _, share = draws.uniform(), draws.uniform()
        wrong = draws.sample([city for city in CITIES if city != "Lyon"], 2 + (share < 1e-9))
        leads = draws.uniform() < 0.5
        expected = ["Lyon", *wrong] if leads else [*wrong, "Lyon"]
        reader = NoisyOracleReader(1.0, 1 / 3, seed, Told())
        found = [claim.value for said in reader.statements(PART) for claim in said.claims]
        assert found == expected, seed
        first.add(leads)
    assert first == {True, False}


def test_the_settings_of_a_noisy_oracle_are_kept_in_copies() -> None:
    given = NoisyOracleReader(0.7, 0.6, 5, Told())
    copy = pickle.loads(pickle.dumps(given))
    assert (copy.recall, copy.precision, copy.seed) == (0.7, 0.6, 5)
    assert repr(copy) == repr(given) == "NoisyOracleReader(recall=0.7, precision=0.6, seed=5)"
    assert repr(NoisyOracleReader()) == "NoisyOracleReader(recall=0.8, precision=0.9, seed=0)"
    assert NoisyOracleReader(0).recall == 0
    assert NoisyOracleReader(1, 1).precision == 1


class Chat(ScriptedChat):
    """Answers that nothing is claimed; survives a pickle."""

    def __init__(self) -> None:
        super().__init__([json.dumps({"claims": [], "unwanted": []})] * 3)


def test_a_copy_of_a_models_reader_asks_in_the_same_words(tmp_path: Path) -> None:
    """With its own prompt for claims, not with the built-in one."""
    own = 'purpose = "reads"\nuser = "Of {name}: {sentences}"\n\n[slots]\nname = "who"\nsentences = "what"\n'
    (tmp_path / "read_claims.toml").write_text(own)
    with pytest.raises(ConfigurationError, match="system"):  # the same parts as the prompt that it replaces
        ModelReader(Chat(), prompts=str(tmp_path))
    (tmp_path / "read_claims.toml").write_text(own.replace("user =", 'system = "Read."\nuser ='))
    reader = ModelReader(Chat(), prompts=str(tmp_path))
    copy = pickle.loads(pickle.dumps(reader))
    for one in (reader, copy):
        assert one.unwanted(PART) == ()
        assert one._model.model.calls[0].messages[-1].content == "Of Ada: 1. So it is."
        assert one._model.model.calls[0].purpose == "read"
        assert one._model.role == "memory"
    plain = ModelReader(Chat())
    plain.unwanted(PART)
    wanted = built_in_prompts()["read_claims"].messages(name="Ada", sentences="1. So it is.")
    assert plain._model.model.calls[0].messages[-1].content == wanted[-1].content
