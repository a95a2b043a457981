"""Each check of an ontology on its words, with a fault seeded in a small sound one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.scenarios.language.recognition import Recognition
from regulars.scenarios.lint.ontology import held_out_overlaps, lint_ontology, number_faults
from regulars.scenarios.lint.unspaced_ontology import shared_runs
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import Domain, ValueType

PHRASES = {
    "tell": ("I moved to {value}.",),
    "update": ("I left {old} for {value}.",),
    "ask": ("Which town do I call home?",),
    "in_passing": ("I am back home in {value}. Where can I buy bread?",),
}
HELD_OUT = {"tell": ("These days you find me in {value}.",), "ask": ("What is the place where I sleep?",)}


def _attribute(name="town", values="Grazburg Osloville", aliases=(), **fields) -> Attribute:
    domain = Domain(
        name, fields.pop("type", ValueType.TERM), {v: tuple(aliases) for v in values.split()}, fields.pop("unit", "")
    )
    fields = {"phrases": PHRASES, "held_out": HELD_OUT, "cues": (name,), "where": "demographics.toml:7", **fields}
    return Attribute(
        name, name, "demographics", domain.type, Cardinality.ONE, Change.STEPS, 0, fields.pop("cues"), domain, **fields
    )


def _ontology(*attributes: Attribute) -> Ontology:
    return Ontology({attribute.name: attribute for attribute in attributes})


def _faults(*attributes: Attribute, lines=()):
    """Where the faults are and what they say."""
    ontology = _ontology(*attributes)
    recognition = Recognition(ontology, [], [], [])
    return [(fault.where, fault.message) for fault in lint_ontology(ontology, recognition, lines)]


def _told(**phrases):
    """The faults of the sound attribute with some other phrases."""
    return _faults(_attribute(phrases={**PHRASES, **phrases}))


def test_a_sound_attribute_has_no_fault():
    assert _faults(_attribute()) == []


def test_a_fault_names_file_line_attribute_and_field():
    spoiled = _attribute(phrases={**PHRASES, "tell": ("I moved to {value}?",)})
    ontology = _ontology(spoiled)
    (fault, *_) = lint_ontology(ontology, Recognition(ontology, [], [], []))
    assert (fault.file, fault.line, fault.where) == ("demographics.toml", 7, "town, tell")


# ---------------------------------------------------------------- values


def _silent(name, values="", **fields):
    return _attribute(name, values, phrases={}, held_out={}, **fields)


def test_a_value_is_no_value_of_another_attribute():
    assert _faults(_silent("town", "Graz"), _silent("pub", "Ferry")) == []
    assert _faults(_silent("town", "Graz"), _silent("pub", "graz")) == [
        ("pub, values", "'graz' is also a value of town ('Graz')")
    ]
    spelled = _silent("pub", "Ferry", aliases=("The Graz", "Graz"))
    assert _faults(_silent("town", "Graz"), spelled) == [
        ("pub, values", "'Ferry' contains 'Graz' of town"),
        ("pub, values", "'Graz' is also a value of town ('Graz')"),
    ]


def test_a_value_contains_no_other_value_as_a_word():
    towns = Domain("town", aliases={"York": (), "New York": (), "Yorkshire": ()})
    town = replace(_silent("town"), domain=towns)
    assert _faults(town) == [("town, values", "'New York' contains 'York' of town")]


@pytest.mark.parametrize(
    ("low", "high", "sound"),
    [(32, 90, True), (31, 90, False), (1000, 1799, True), (1000, 1800, False), (2200, 3000, False), (2201, 3000, True)],
)
def test_a_number_is_no_day_and_no_year(low, high, sound):
    number = _silent("rent", type=ValueType.NUMBER, unit="euros", low=low, high=high)
    messages = [fault.message for fault in number_faults(_ontology(number))]
    assert len(messages) == (0 if sound else 1)
    assert all("could be a day or a year" in message for message in messages)


def test_two_attributes_share_no_number():
    rent = _silent("rent", type=ValueType.NUMBER, low=100, high=200, step=10)
    fee = _silent("fee", type=ValueType.NUMBER, low=105, high=195, step=10)
    assert list(number_faults(_ontology(rent, fee))) == []
    (fault,) = number_faults(_ontology(rent, replace(fee, high=200, step=5)))
    assert (fault.where, fault.message) == ("fee, low", "110 is also a value of rent")


@pytest.mark.parametrize("field", ["phrases", "held_out"])
def test_no_phrase_names_a_value_of_any_attribute(field):
    pub = _silent("pub", "Ferry")
    named = _attribute(**{field: {**getattr(_attribute(), field), "ask": ("Which Ferry do I like most?",)}})
    places = [where for where, message in _faults(named, pub) if "is in a phrase of town" in message]
    assert places == ["pub, values"]


def test_no_cue_label_name_or_fixed_line_names_a_value():
    pub = _silent("pub", "Ferry")
    assert ("pub, values", "'ferry' is in a phrase of town: 'ferry'") in _faults(_attribute(cues=("ferry",)), pub)
    assert _faults(_attribute(), pub, lines=["Take the ferryman along."]) == []
    assert _faults(_attribute(), pub, lines=["Take the Ferry home."]) == [
        ("pub, values", "'ferry' is in a phrase of language: 'Take the Ferry home.'")
    ]
    # A slot stands for a word of its own.
    two = replace(pub, domain=Domain("pub", aliases={"Ferry Boat": ()}))
    assert _faults(_attribute(), two, lines=["The Ferry Boat."]) != []
    assert _faults(_attribute(), two, lines=["The Ferry {value} Boat."]) == []


def test_no_fixed_line_has_a_number_with_a_unit():
    rent = _silent("rent", type=ValueType.NUMBER, unit="euros", low=100, high=200)
    line = "It costs 300 euros."
    assert _faults(rent, lines=[line]) == [("rent, unit", f"a number is in {line!r}")]
    assert _faults(rent, lines=["It costs one euro.", "No euros at all."]) == []


def test_values_after_an_article_begin_with_a_consonant():
    phrases = {**PHRASES, "tell": ("I am now a {value}.",)}
    fitting, wrong = _attribute(values="cook baker", phrases=phrases), _attribute(values="cook actor", phrases=phrases)
    assert _faults(fitting) == []
    assert _faults(wrong) == [("town, values", "'actor' cannot follow the article 'a' in its phrases")]
    assert _faults(_attribute(values="cook actor")) == []


# ---------------------------------------------------------------- phrases


def _messages(faults, words):
    return [where for where, message in faults if words in message]


DOUBT, MARK, TWICE = "status of the value in doubt", "misplaced question mark", "occurs twice"


@pytest.mark.parametrize(
    ("line", "doubtful"),
    [
        ("I moved to {value}.", False),
        ("Maybe I moved to {value}.", True),
        ("They said I moved to {value}.", True),
        ("I never lived in {value}.", True),
        ("I was happy in {value}.", False),
        ("I don't live in {value}.", True),
        ("I no longer live in {value}.", True),
        ('I call it "{value}".', False),
        ('I call it "the town of {value}".', True),
        # Other clauses and sentences may say what they like.
        ("Maybe it rains, but I live in {value}.", False),
        ("I live in {value}, if you ask me.", False),
        ("It could be worse. I live in {value}. I never drive.", False),
        ("I live in {value} because the rest would cost too much.", False),
        ("Since I might stay in {value}, call me.", True),
    ],
)
def test_a_disclosure_leaves_no_doubt(line, doubtful):
    for kind in ("tell", "correct"):
        assert _messages(_told(**{kind: (line,)}), DOUBT) == ([f"town, {kind}"] if doubtful else []), kind
    pieces = _faults(_attribute(piecemeal=(("About my home.", line),)))
    assert ("town, piecemeal" in _messages(pieces, DOUBT)) is doubtful


@pytest.mark.parametrize(
    ("line", "doubtful"),
    [
        ("I was in {old}, now I live in {value}.", False),
        ("I used to live in {old}, it is {value} now.", False),
        ("I left {old} and might go to {value}.", True),
        ("Not {old} any more, it is {value}.", False),
        ("I left {old}, but not for {value}.", True),
    ],
)
def test_an_update_is_clear_in_the_clause_of_its_new_value(line, doubtful):
    assert _messages(_told(update=(line,)), DOUBT) == (["town, update"] if doubtful else [])


def test_an_assumption_is_corrected_in_a_clear_clause():
    assert _messages(_told(assumed=("You may think {other}, but it is {value}.",)), DOUBT) == []
    assert _messages(_told(assumed=("You may think {other} and maybe {value}.",)), DOUBT) == ["town, assumed"]


def test_a_limit_may_be_told_by_a_denial():
    line = "I can't live in {value}."
    assert _messages(_told(tell=(line,)), DOUBT) == ["town, tell"]
    limit = _attribute("town_limit", phrases={**PHRASES, "tell": (line,)})
    assert _messages(_faults(limit), DOUBT) == []
    doubtful = _attribute("town_limit", phrases={**PHRASES, "tell": ("Maybe I can't live in {value}.",)})
    assert _messages(_faults(doubtful), DOUBT) == ["town_limit, tell"]


def test_only_what_asks_has_question_marks_and_may_do_without():
    assert _messages(_told(tell=("I moved to {value}?",)), MARK) == ["town, tell"]
    assert _messages(_told(update=("Did I leave {old} for {value}?",)), MARK) == ["town, update"]
    assert _told(ask=("Tell me which town I call home.",)) == []
    assert _told(request=("Write my town on the label.",)) == []
    held_out = _attribute(held_out={**HELD_OUT, "ask": ("Say where I sleep.",)})
    assert _faults(held_out) == []


def test_a_disclosure_in_passing_tells_plainly_and_asks_for_something():
    asks = "asks for nothing"
    assert _messages(_told(in_passing=("I am back in {value}. Find me some bread.",)), asks) == ["town, in_passing"]
    assert _messages(_told(in_passing=("Maybe I am in {value}. Where is bread?",)), DOUBT) == ["town, in_passing"]
    assert _told(in_passing=("Maybe it is late. I am back home in {value}. Where is bread?",)) == []
    assert _told(in_passing=("I live in {value}, so where do I buy bread?",)) == []


@pytest.mark.parametrize("kind", ["of_others", "rumour"])
def test_what_is_true_of_others_is_never_read_as_a_disclosure(kind):
    assert _told(**{kind: ("My aunt lives in {value}.",)}) == []
    assert _messages(_told(**{kind: ("I moved to {value}.",)}), "is read as a disclosure") == [f"town, {kind}"]


def test_no_phrase_occurs_twice():
    line = "I moved to {value}."
    assert _messages(_told(tell=(line, line)), TWICE) == ["town, tell", "town, tell"]
    assert _messages(_faults(_attribute(), _attribute("pub", "Ferry", held_out={})), TWICE)
    twice = _faults(_attribute(held_out={"tell": (line,)}))
    assert set(_messages(twice, TWICE)) == {"town, tell", "town, held_out.tell"}


def test_no_phrase_names_a_day_to_come():
    coming = "names a day to come"
    assert _messages(_told(tell=("Since tomorrow I live in {value}.",)), coming) == ["town, tell"]
    assert _messages(_told(tell=("Since yesterday I live in {value}.",)), coming) == []
    assert _messages(_told(tell=("As of today I live in {value}.",)), coming) == []
    assert _messages(_faults(_attribute(), lines=["See you tomorrow."]), coming) == [""]
    assert _faults(_attribute(), lines=["See you some day."]) == []


# ---------------------------------------------------------------- held-out wordings


@pytest.mark.parametrize(
    ("line", "shared"),
    [
        ("Back home in {value} these days.", ["back home in {value}"]),
        ("At home in {value} these days.", []),
        ("I am back home in {value} now.", ["i am back home", "am back home in", "back home in {value}"]),
        ("AM BACK HOME IN the valley of {value}.", ["am back home in"]),
    ],
)
def test_a_held_out_wording_shares_no_four_words_in_a_row_with_an_open_one(line, shared):
    one = _attribute(held_out={"tell": (line,)})
    assert held_out_overlaps(one) == [(line, run) for run in shared]
    assert len([where for where in _faults(one) if "with an open phrase" in where[1]]) == len(shared)


@pytest.mark.parametrize(
    ("held_out", "like"),
    [
        ("I went to {value}.", True),
        ("{value} is where I sleep.", False),
        ("To {value} I moved.", False),
    ],
)
def test_a_held_out_wording_is_built_unlike_the_open_ones(held_out, like):
    found = [m for where, m in _faults(_attribute(held_out={"tell": (held_out,)})) if "is built like" in m]
    assert found == ([f"{held_out!r} is built like the open 'I moved to {{value}}.': I, to, end"] if like else [])


def test_held_out_wordings_may_share_words_with_each_other():
    lines = ("These days you find me in {value}.", "Once more you find me in {value}, for good.")
    assert held_out_overlaps(_attribute(held_out={"tell": lines})) == []


def test_a_held_out_wording_in_chinese_shares_no_eight_characters_with_an_open_one():
    def runs(open_line, held_out):
        return shared_runs(_attribute(phrases={"tell": (open_line,)}, held_out={"tell": (held_out,)}))

    assert runs("abcdefgh", "xxabcdefghxx") == [("xxabcdefghxx", "abcdefgh")]
    assert runs("abcdefgX", "abcdefgY") == []
    # A slot counts as one character.
    assert runs("abcdefg{value}", "abcdefg{value}.") == [("abcdefgV.", "abcdefgV")]
    assert runs("abcdef{value}", "abcdef{value}") == []
    assert runs("abcdefg{old}", "abcdefg{value}") == []


# ---------------------------------------------------------------- recognition


def test_a_question_is_recognised_as_one_for_its_attribute_and_form():
    pub = _attribute("pub", "Ferry", phrases={"ask": ("Which town do I call home?",)}, held_out={})
    assert ("pub, ask") in [where for where, _ in _faults(_attribute(), pub)]


def test_a_held_out_question_is_not_recognised_as_one_for_another_attribute():
    own = _attribute(held_out={"ask": ("Which town do I call home?",)})
    assert [message for where, message in _faults(own) if "is recognised as" in message] == []
    strange = _attribute("pub", "Ferry", phrases={}, held_out={"ask": ("Which town do I call home?",)})
    assert [where for where, message in _faults(_attribute(), strange) if "is recognised as" in message] == [
        "pub, held_out.ask"
    ]


def test_a_date_is_read_again_at_each_of_its_granularities():
    phrases = {"tell": ("We marry on {value}.",), "ask": ("When will we marry?",)}
    fields = {"type": ValueType.DATE, "held_out": {}, "granularities": ("day", "month")}
    assert _faults(_attribute("wedding", "", phrases=phrases, **fields)) == []
    vague = {**phrases, "tell": ("We marry one day after {value}.",)}
    assert _faults(_attribute("wedding", "", phrases=vague, **{**fields, "granularities": ("day",)})) == []


def test_a_fault_without_a_file_is_placed_in_its_category_or_in_the_language():
    nowhere = replace(_attribute(), where="", phrases={**PHRASES, "tell": ("I moved to {value}?",)})
    ontology = _ontology(nowhere)
    (fault, *_) = lint_ontology(ontology, Recognition(ontology, [], [], []))
    assert (fault.file, fault.line) == ("demographics", 0)
    sound = _ontology(_attribute())
    (fault,) = lint_ontology(sound, Recognition(sound, [], [], []), ["See you tomorrow."])
    assert (fault.file, fault.line, fault.where) == ("language", 0, "")


def test_a_disclosure_is_read_again_as_what_it_tells():
    pub = _attribute(
        "pub",
        "Ferry Anchor",
        phrases={"tell": ("I drink at {value}.",), "ask": ("Which tavern do I like?",)},
        held_out={},
    )
    assert _faults(_attribute(), pub) == []
    # The same pattern with another's values is read for that attribute, too.
    alike = replace(pub, phrases={**pub.phrases, "tell": ("I moved to {value}.",)}, domain=_attribute().domain)
    read = [message for _, message in _faults(_attribute(), alike) if "is also read as a disclosure of" in message]
    assert len(read) >= 2


@pytest.mark.parametrize(
    ("line", "denies"),
    [
        ("For ages I have lived in {value}.", True),
        ("I have always lived in {value}.", True),
        ("I still live in {value}.", True),
        ("I live in {value} these days.", False),
        ("I steal away to {value}.", False),
    ],
)
def test_a_value_that_may_change_is_told_without_a_word_that_denies_it(line, denies):
    told = [message for where, message in _told(tell=(line,)) if where == "town, tell" and "long been so" in message]
    assert bool(told) is denies
    lasting = _attribute(phrases={**PHRASES, "tell": (line,)})
    assert not [one for one in _faults(replace(lasting, change=Change.STATIC)) if "long been so" in one[1]]
