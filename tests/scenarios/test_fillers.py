"""Filler sessions: their seeds and variety, and that they reveal nothing about people."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from regulars.dialogue import ASSISTANT, count_tokens
from regulars.errors import DataError, ScenarioError
from regulars.scenarios.history.fillers import USER, Fillers, conflicts, filler_spec, render_filler
from regulars.scenarios.history.grammar import compile_sentence
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import SeedTree

GRAMMAR = Fillers.load("english")
SPECS = [filler_spec(GRAMMAR.topics[n % len(GRAMMAR.topics)], f"k{n}") for n in range(900)]


@cache
def sessions() -> list[list[tuple[str, str]]]:
    """A session of every spec."""
    return [GRAMMAR.render(spec) for spec in SPECS]


def test_a_spec_decides_everything():
    Fillers.load.cache_clear()  # so that the sessions are rendered anew, by a grammar that was read anew
    assert [render_filler(spec, "english") for spec in SPECS[:40]] == sessions()[:40]


def test_sessions_are_two_sided_and_of_the_right_length():
    for lines in sessions():
        assert [speaker for speaker, _ in lines] == [USER, ASSISTANT] * (len(lines) // 2)
        assert 200 <= sum(count_tokens(text) for _, text in lines) <= 700


def test_no_two_sessions_are_alike():
    assert len({tuple(lines) for lines in sessions()}) == len(sessions())
    assert len({lines[0][1] for lines in sessions()}) >= 0.97 * len(sessions())


@pytest.mark.slow
def test_twenty_thousand_sessions_differ_pairwise():
    topics = GRAMMAR.topics
    specs = (filler_spec(topics[n % len(topics)], str(n)) for n in range(20000))
    texts = {"\n".join(text for _, text in GRAMMAR.render(spec)) for spec in specs}
    assert len(texts) == 20000


def test_the_grammar_has_many_topics_and_its_seams_do_not_show():
    assert len(GRAMMAR.topics) >= 60
    sentences = Counter(
        sentence for lines in sessions() for _, text in lines for sentence in re.split(r"(?<=[.!?:])\s+", text)
    )
    long = Counter({sentence: count for sentence, count in sentences.items() if count_tokens(sentence) >= 8})
    assert len(long) > 0.5 * sum(long.values())
    assert long.most_common(1)[0][1] < 0.02 * len(sessions()) * 4


def test_texts_are_whole_sentences():
    for lines in sessions():
        for _, text in lines:
            assert not re.search(r"[\[\]{}<>|]|  | [.,?!]|\.\.|\?\.|\.\?", text), text
            assert text[0].isupper() or text[0].isdigit()
            assert text[-1] in ".?!"


def test_fillers_say_nothing_about_their_speaker():
    first = re.compile(r"\b(my|mine|our|i am|i'm|i have (?!a question)|i live|i work|i like|we)\b", re.IGNORECASE)
    for lines in sessions():
        for speaker, text in lines:
            assert speaker == ASSISTANT or not first.search(text.replace("do we", "").replace("are we", "")), text


@pytest.mark.slow
def test_no_session_names_a_value_of_an_attribute():
    ontology = load_ontology()
    found = {found for lines in sessions()[:300] for found in conflicts("\n".join(text for _, text in lines), ontology)}
    assert found == set()


def test_conflicts_are_found_by_spelling_and_numbers_are_left_aside():
    ontology = load_ontology()
    city = ontology.attribute("home_city")
    value = next(iter(city.domain.aliases))
    assert ("home_city", value) in conflicts(f"The train to {value.upper()} takes 40 minutes.", ontology)
    assert conflicts("It costs 900 euros and takes 40 minutes on 14 May 2025.", ontology) == []


@pytest.mark.parametrize("spec", ["", "f1", "f1:dough", "f1:dough:", "f2:dough:1", "f1:nothing:1"])
def test_invalid_filler_specs_are_rejected(spec):
    assert not GRAMMAR.knows(spec)
    with pytest.raises(ScenarioError):
        render_filler(spec, "english")


def test_a_pack_without_fillers_says_so():
    with pytest.raises(DataError, match="no filler sessions in 'klingon'"):
        render_filler("f1:dough:1", "klingon")


def test_choices_numbers_and_slots():
    sentence = compile_sentence("[a|b [c|d]] <2-3> {tool}.")
    said = {sentence.write(SeedTree(n).draws(), {"tool": "x"}) for n in range(60)}
    assert said == {f"{head} {number} x." for head in ("a", "b c", "b d") for number in (2, 3)}


@pytest.mark.parametrize("text", ["[a|b", "a]", "[a|[b]"])
def test_brackets_must_match(text):
    with pytest.raises(DataError):
        compile_sentence(text, "here")
