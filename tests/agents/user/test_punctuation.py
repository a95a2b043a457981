"""A person writes all lines in one manner, and whatever they ask or wish is recognised in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from regulars import Cast, life_v0
from regulars.agents import ScriptedAssistant
from regulars.agents.assistant.acknowledging import kind_of
from regulars.agents.assistant.disclosures import read_disclosures
from regulars.agents.assistant.question_parsing import question_in
from regulars.agents.user import scripted
from regulars.agents.user.manner import punctuated
from regulars.agents.user.paraphrase_check import find_losses, kept_share, marked
from regulars.memory.context_line import ContextLine
from regulars.scenarios import generate, load_suite
from regulars.scenarios.kinds import ActKind, Punctuation
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.rules.standing import load_rules
from regulars.seeding import SeedTree

ENGLISH = Language.load("english")

KINDS = {
    **dict.fromkeys((ActKind.GOSSIP, ActKind.RELAY, ActKind.MENTION), "others"),
    **dict.fromkeys((ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE), "asked"),
}
"""Acts that name what does not hold of the person, and acts that ask for something."""

MANNERS = {
    Punctuation.PLAIN: (True, r"[^.]\.$|!$"),
    Punctuation.LIGHT: (False, r"[^.]$"),
    Punctuation.DOTS: (True, r"\.\.\.$|!$"),
    Punctuation.LOUD: (True, r"!$"),
}
"""For each punctuation: whether a line begins with a capital, and how it ends."""

TITLES = {"Dr", "I", "Mr", "Mrs", "Ms"}
"""First words that keep their capital, beside names."""

UNLIKE = 0.03
"""Greatest share of lines of one kind that do not begin or end in the person's manner."""

FEWEST = 20
"""The least number of lines of a kind from which a share is read."""


def english_lines() -> Iterator[str]:
    """The lines of the English pack that may begin what a person says."""
    for attribute in ENGLISH.ontology:
        for lines in (*attribute.phrases.values(), *attribute.held_out.values()):
            yield from lines
        for pieces in attribute.piecemeal:
            yield from pieces
    for section in ("phrases", "acts", "held_out", "noise", "traits"):
        for kind in ENGLISH.names(section):
            yield from ENGLISH.lines(section, kind)
    for talk in ENGLISH.small_talk.values():
        yield from talk.messages
    for rule in load_rules().values():
        for setting in rule.settings.values():
            for kind in ("stated", "hinted", "complaint", "lifted"):
                yield from ENGLISH.wish(setting, kind)


@pytest.mark.parametrize("punctuation", list(Punctuation))
def test_a_request_is_recognised_in_any_punctuation(punctuation) -> None:
    """Whatever is asked, chosen, wished or shown in a known wording."""
    known = wishes_of(ENGLISH)
    for attribute in ENGLISH.ontology:
        for kind in ("ask", "request", "set_question", "count_question", "sum_question", "recall_choice"):
            for line in attribute.phrases.get(kind, ()):
                assert ENGLISH.asked_attribute(line) is not None
                assert ENGLISH.asked_attribute(punctuated(line, punctuation)) == ENGLISH.asked_attribute(line), line
        for seed in range(3 if attribute.phrases.get("delegate") else 0):
            line = ENGLISH.delegate(attribute.name, attribute.grid()[:2], SeedTree(seed).draws())
            assert ENGLISH.offered(punctuated(line, punctuation)) == (attribute.name, tuple(attribute.grid()[:2])), line
    for setting in (one for rule in load_rules().values() for one in rule.settings.values()):
        for line in ENGLISH.wish(setting, "stated"):
            assert known.named_in(punctuated(line, punctuation)) == known.named_in(line) != [], line
    for name, context in ENGLISH.contexts.items():
        for line in context.requests:
            assert question_in(ENGLISH, punctuated(line, punctuation)).context == name
    for kind in ("forget", "remind"):
        for line in ENGLISH.lines("acts", kind):
            line = line.replace("{label}", "home city")
            assert kind_of(ENGLISH, punctuated(line, punctuation)) == kind_of(ENGLISH, line) == kind, line
    for trait in ENGLISH.names("traits"):
        for line in ENGLISH.lines("traits", trait):
            assert says(punctuated(line, punctuation), line)


@pytest.mark.parametrize("punctuation", list(Punctuation))
def test_a_wish_to_forget_counts_in_any_punctuation(punctuation) -> None:
    told = ENGLISH.tell("home_city", "Bergen", "", SeedTree(3).draws())
    for wish in ENGLISH.lines("acts", "forget"):
        said = [punctuated(line, punctuation) for line in (told, wish.replace("{label}", "home city"))]
        lines = [ContextLine("2025-03-03 09:00", "Anna", line) for line in said]
        assert [one.value for one in read_disclosures(ENGLISH, "home_city", lines[:1])] == ["Bergen"]
        assert read_disclosures(ENGLISH, "home_city", lines) == []


def test_every_line_begins_with_a_small_letter_or_with_a_name() -> None:
    """Words that keep their capital under light punctuation: `I`, names, titles, days, and a value's own."""
    kept = {"Dr", "English", "Granny", "Mr", "Ms", "Mum's", "Thursday"}
    for line in english_lines():
        first = re.match(r"[A-Z][a-z']*\b", line)
        if first is not None and first[0] != "I" and not first[0].startswith("I'") and first[0] not in kept:
            assert punctuated(line, "light")[0].islower(), line


def test_names_keep_their_capitals() -> None:
    for attribute in ENGLISH.ontology:
        for value in attribute.domain.aliases:
            first = re.match(r"[A-Z][a-z']*\b", value)
            if first is not None and first[0] not in ("A", "The"):
                assert punctuated(value, "light")[0].isupper(), value


def lines_of(suite: str, numbers: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """For each line of some lives that does not begin with `I` or a name: punctuation, kind, text."""
    heard: list[tuple[str, str, str]] = []
    spoken = scripted.spoken

    def noted(line, words, *, mistyped=True):
        text = spoken(line, words, mistyped=mistyped)
        briefing = words.briefing
        acts = {act.id: act.kind for act in (*briefing.session.agenda, *briefing.offered)}
        kinds = {"own" if id in briefing.facts else KINDS.get(acts[id], acts[id].value) for id in line.tells}
        names = {fact.value.split()[0] for fact in briefing.facts.values()} | TITLES
        first = re.match(r"[A-Za-z]+\b", text)
        if mistyped and first is not None and first[0] not in names and len(kinds) < 2:
            heard.append((briefing.person.persona.style.punctuation, *(kinds or {"none"}), text))
        return text

    monkeypatch.setattr(scripted, "spoken", noted)
    for number in numbers:
        scenario = generate(**load_suite(suite).scenarios(number)[0])
        cast = Cast(life_v0.raw_env(scenario=scenario, probes="off"), assistant=ScriptedAssistant("none"))
        cast.reset(seed=number)
        cast.run()
    return heard


def test_case_and_end_of_a_line_do_not_show_what_it_is_about(monkeypatch) -> None:
    """Of each kind, nearly all lines begin and end in the person's manner. Questions and quotations keep their end."""
    unlike, count = Counter(), Counter()
    for punctuation, kind, text in lines_of("hard", (0, 1, 2, 9), monkeypatch):
        is_capital, end = MANNERS[punctuation]
        count[punctuation, kind, "begins"] += 1
        unlike[punctuation, kind, "begins"] += text[0].isupper() is not is_capital
        if text[-1] not in '?"':
            count[punctuation, kind, "ends"] += 1
            unlike[punctuation, kind, "ends"] += re.search(end, text) is None
    shares = {key: unlike[key] / lines for key, lines in count.items() if lines >= FEWEST}
    assert {key: share for key, share in shares.items() if share > UNLIKE} == {}
    for punctuation, kind in product(Punctuation, ("own", "others", "asked", "none")):
        assert (punctuation, kind, "begins") in shares, "enough lines of each kind"


def test_words_that_must_stay_are_found_in_any_manner() -> None:
    carried = [("Where do I live?", ("a-ask",)), ("No lists, please.", ("a-wish",))]
    for text in ("where do I live? No lists, please", "Where do I live? no lists, please!"):
        assert find_losses(text, text, carried, {}, ENGLISH.ontology) == []
    for text in ("where do I live. no lists, please", "where do I live? no lists, pleasers"):
        assert len(find_losses(text, text, carried, {}, ENGLISH.ontology)) == 1
    verbatim = [part for part, _ in carried]
    light = "hi. where do I live? no lists, please"
    assert marked(light, verbatim) == "hi. <keep>where do I live?</keep> <keep>no lists, please</keep>"
    assert kept_share(light[4:], verbatim) == pytest.approx(1.0, abs=0.05)
