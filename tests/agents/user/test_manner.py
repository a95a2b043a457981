"""Style changes keep what a line tells or asks, and add nothing."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import product

import pytest

from regulars.agents.user.manner import in_manner, spoken
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.briefing import UserBriefing
from regulars.calendar_text import find_dates
from regulars.dialogue import Phase
from regulars.number_text import find_numbers
from regulars.rewards.assertions.english import assertions
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.personas.tables import FORMALITIES, LEAST_WORDS, LENGTHS, load_voices
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, Fact, Person, Persona, Session, Style
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values, told_value

LANGUAGE = Language.load("english")
ONTOLOGY = LANGUAGE.ontology
TOLD = [attribute for attribute in ONTOLOGY if attribute.is_told]
STYLES = [
    Style(length, formality, load_voices().by_formality[formality].markers[:3])
    for length, formality in product(LENGTHS, FORMALITIES)
]
SAID = sorted(
    {said for voice in load_voices().by_formality.values() for said in voice.tails}
    | {f"{lead}." for voice in load_voices().by_formality.values() for lead in (*voice.openers, *voice.markers)}
)
START = datetime(2025, 3, 3, 9, tzinfo=UTC)
VALUES = {attribute.name: (attribute.grid() or ("2025-05-14", "2025-11-30"))[:6] for attribute in TOLD}


def drawn(*names):
    return SeedTree(11).draws(*names)


def disclosure(attribute, seed, granularity=None):
    draws = drawn("tell", attribute.name, seed)
    value = draws.choice(VALUES[attribute.name])
    granularity = granularity or (attribute.granularities or ("",))[0]
    return (
        value,
        (value[:7] if granularity == "month" else value),
        LANGUAGE.tell(attribute.name, value, granularity, draws),
    )


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.length}-{style.formality}")
def test_disclosures_in_manner_are_bound_and_read(style):
    added = 0
    for attribute in TOLD:
        for seed in range(2):
            value, meant, line = disclosure(attribute, seed)
            said = in_manner(line, style, drawn(line))
            added += said != line
            assert line in said
            assert told_value(said, value, attribute.domain) == meant, said
            assert LANGUAGE.told_in(attribute.name, said) == LANGUAGE.told_in(attribute.name, line) == [meant], said
    assert added > (10 if style.length == "short" else len(TOLD) / 2)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.length}-{style.formality}")
def test_questions_in_manner_are_recognised(style):
    for attribute in ONTOLOGY:
        for kind in ("ask", "request", "set_question", "count_question", "recall_choice"):
            for line in attribute.phrases.get(kind, ())[:3]:
                said = in_manner(line, style, drawn(line))
                assert LANGUAGE.asked_attribute(said) == LANGUAGE.asked_attribute(line) is not None, said
        for line in attribute.phrases.get("delegate", ())[:2]:
            options = attribute.grid()[:3]
            line = LANGUAGE.delegate(attribute.name, options, drawn(line))
            assert LANGUAGE.offered(in_manner(line, style, drawn(line))) == (attribute.name, options)


def test_added_words_keep_the_status_of_a_value():
    voices = load_voices().by_formality.values()
    leads = [(voice, f"{said[:1].upper()}{said[1:]},") for voice in voices for said in (*voice.openers, *voice.markers)]
    around = [(lead, voice.tails[0]) for voice, lead in leads]
    around += [(lead, tail) for voice, lead in leads[:1] for tail in voice.tails]
    domain = ONTOLOGY.domain("home_city")
    for before, after in around:
        for line in ("I live in Bergen.", "I do not live in Bergen.", "I moved from Lyon to Bergen."):
            plain = [(a.value, a.status) for a in assertions(line, domain)]
            assert [(a.value, a.status) for a in assertions(f"{before} {line} {after}", domain)] == plain


def test_added_words_tell_and_ask_nothing():
    touchy = {
        word
        for kind in load_rules().values()
        for one in kind.settings.values()
        for word in one.parameters.get("when", ())
    }
    for line in SAID:
        assert line[-1] in ".!", line
        assert len(line.split()) <= 8, line
        assert not re.search(r"[?{}\d]", line), line
        assert not find_dates(line), line
        assert not find_numbers(line), line
        assert LANGUAGE.asked_attribute(line) is None, line
        assert LANGUAGE.offered(line) is None, line
        assert not [w for w in touchy if re.search(rf"\b{re.escape(w)}\b", line, re.IGNORECASE)], line
        for attribute in ONTOLOGY:
            assert not LANGUAGE.told_in(attribute.name, line), line
            if attribute.type is ValueType.TERM:
                assert not find_values(line, attribute.domain), (line, attribute.name)


def test_each_formality_has_its_own_words():
    for formality, voice in load_voices().by_formality.items():
        for field in ("openers", "markers", "tails"):
            words = getattr(voice, field)
            assert len(set(words)) == len(words) >= LEAST_WORDS, (formality, field)
    casual, formal = (load_voices().by_formality[name] for name in ("casual", "formal"))
    assert not {*casual.openers, *casual.markers, *casual.tails} & {*formal.openers, *formal.markers, *formal.tails}


def test_length_decides_how_much_is_added():
    def words(length):
        style = Style(length, "plain", ("Honestly.",))
        return sum(len(in_manner("I moved house.", style, drawn(length, n)).split()) for n in range(300)) / 300

    assert 3 < words("short") < words("plain") - 0.5 < words("long") - 1


def test_the_default_style_and_an_empty_line_stay_as_they_are():
    assert in_manner("I live in Bergen.", Style(), drawn("x")) == "I live in Bergen."
    assert in_manner("", Style("long"), drawn("x")) == ""


def test_greetings_and_goodbyes_keep_their_places():
    style = Style("long", "casual", ("Honestly.",))
    for n in range(60):
        assert in_manner("Hi, it's Ada. I moved.", style, drawn(n)).startswith("Hi, it's Ada.")
        assert in_manner("Bye, and take care.", style, drawn(n)).endswith("Bye, and take care.")


def test_an_opener_or_marker_joins_a_sentence_that_begins_with_i_and_asks_nothing():
    style = Style("long", "plain", ("you know", "Honestly."))
    for said in ("I moved.", "We moved.", "I forgot, where do I live?"):
        heard = {in_manner(said, style, drawn(n)) for n in range(80)}
        joined = {line.removesuffix(said) for line in heard if line.endswith(f", {said}")}
        openers = {f"{one[:1].upper()}{one[1:]}, " for one in load_voices().by_formality["plain"].openers}
        assert joined - openers == ({"You know, ", "Honestly, "} if said == "I moved." else set()), said
        assert bool(joined & openers) == (said == "I moved."), said


def test_only_a_matter_of_ones_own_has_a_lead_and_only_the_last_line_a_tail():
    style = Style("long", "casual", ("honestly",))
    for n in range(60):
        assert in_manner("I moved.", style, drawn(n), leads=False).startswith("I moved.")
        assert in_manner("I moved.", style, drawn(n), ends=False).endswith("I moved.")


def test_equal_draws_give_equal_words():
    style = Style("long", "formal", ("Indeed.",), typos=0.3)
    one, other = (in_manner("I live near the harbour these days.", style, drawn("same")) for _ in range(2))
    assert one == other


# ---------------------------------------------------------------------- typing errors


def briefing_of(style, facts=(), agenda=()):
    person = Person("p", "Ada", "p", Persona(style=style))
    session = Session(1, "p", START, agenda=tuple(agenda))
    known = {fact.id: fact for fact in facts}
    return UserBriefing(person, known, session, Phase.TALK, START, "silent", True, "", None, None, frozenset(), ())


def said_by(style, line, facts=(), agenda=()):
    return spoken(line, Phrasing(LANGUAGE, SeedTree(5), briefing_of(style, facts, agenda)))


def test_a_share_of_words_is_mistyped_and_never_figures_or_names():
    text = "Somebody parked right before our garden gate in Bergen at 9:30 with 250kg, said Ada."
    for share, low, high in ((0.0, 0, 0), (0.3, 0.1, 0.5), (1.0, 0.95, 1)):
        style = Style("short", "plain", ("Honestly.",), typos=share)
        slips = words = 0
        for n in range(100):
            said = in_manner(text, style, drawn("typos", n))
            assert all(kept in said for kept in ("Somebody", "Bergen", "9:30", "250kg", "Ada"))
            touchable = ("parked", "right", "before", "garden", "gate")
            words += len(touchable)
            slips += sum(not re.search(rf"\b{word}\b", said) for word in touchable)
        assert low <= slips / words <= high


def test_what_is_to_be_kept_is_typed_right():
    style = Style("short", "plain", (), typos=1.0)
    for n in range(40):
        said = in_manner("These days I work as a night porter.", style, drawn(n), keep=["night porter"])
        assert "night porter" in said
        assert "These" in said
        assert "work " not in said


@pytest.mark.parametrize(
    ("keep", "kept"),
    [
        ("", ()),
        ("work", ("work",)),
        ("ork", ("work",)),  # a part keeps its word
        ("port", ("porter",)),
        (" as a ", ()),  # ends where a word begins, and begins where one ends
        ("k as a p", ("work", "porter")),
    ],
)
def test_a_word_is_typed_right_if_it_shares_a_letter_with_what_is_kept(keep, kept):
    said = in_manner("I work as a porter.", Style("short", "plain", (), typos=1.0), drawn("kept"), keep=[keep])
    assert [word for word in ("work", "porter") if re.search(rf"\b{word}\b", said)] == list(kept)


@pytest.mark.parametrize("attribute", TOLD, ids=lambda a: a.name)
def test_disclosures_with_typing_errors_are_bound(attribute):
    style = Style("long", "casual", ("Honestly.",), typos=0.8)
    for granularity in attribute.granularities or ("",):
        for seed in range(3):
            value, meant, text = disclosure(attribute, seed, granularity)
            fact = Fact("f", "p", attribute.name, value, START)
            said = said_by(style, SpokenLine([text], ["f"]), [fact])
            assert told_value(said, value, attribute.domain) == meant, said


def test_questions_and_offers_are_typed_right():
    style = Style("long", "plain", ("Honestly.",), typos=1.0)
    for attribute in ONTOLOGY:
        for kind, act_kind in (("ask", ActKind.ASK), ("request", ActKind.REQUEST), ("delegate", ActKind.DELEGATE)):
            for text in attribute.phrases.get(kind, ())[:2]:
                act = Act("a", act_kind, attribute=attribute.name)
                said = said_by(style, SpokenLine(["Well remembered that.", text], ["a"]), agenda=[act])
                assert text in said


def test_wishes_to_forget_name_the_matter():
    style = Style("short", "plain", (), typos=1.0)
    act = Act("a", ActKind.FORGET, attribute="home_city")
    said = said_by(style, SpokenLine(["Kindly delete whatever you keep on my home city."], ["a"]), agenda=[act])
    assert "home city" in said
    assert "whatever" not in said


def test_a_line_that_two_runs_share_is_spoken_alike():
    style = Style("long", "formal", ("Indeed.",))
    lines = [said_by(style, SpokenLine(["I moved."], [])) for _ in range(2)]
    assert lines[0] == lines[1]
    assert said_by(Style(), SpokenLine(["I moved.", "Bye."], [])) == "I moved. Bye."
