"""General English patterns read claims by grammar, nothing from empty talk, and know no phrase of a language pack."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from by_hand import claim, draft

import regulars.memory.parts.extraction as extraction
from regulars.errors import ConfigurationError
from regulars.memory.parts.extraction import clauses, english_words, predicates, rules, sentence_claims
from regulars.memory.parts.extraction.english_words import english_words as words
from regulars.memory.parts.extraction.english_words import read_words
from regulars.memory.parts.extraction.rules import RuleReader

MODULES = (clauses, english_words, predicates, rules, sentence_claims)
LONG = 20_000


def read(text):
    """The claims of a text; a star marks attributes that can have several values, a minus what does not hold."""
    return [
        f"{'' if one.holds else '-'}{one.attribute}{'*' if one.many else ''}: {one.value}"
        for said in RuleReader().statements(draft(text))
        for one in said.claims
    ]


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("My name is Ann.", ["name: Ann"]),
        ("Call me Annie.", ["name: Annie"]),
        ("I'm 34 years old.", ["age: 34"]),
        ("My sister's name is Eva.", ["sister: Eva"]),
        ("My sister's dog is Rex.", ["sister dog: Rex"]),
        ("My favourite dishes are soups.", ["dish: soups"]),
        ("The car of my aunt is red and old.", ["family*: aunt"]),
        ("My box is not red.", ["-box: red"]),
        ("I no longer live in Oslo.", ["-home: Oslo"]),
        ("I live in the old town.", ["home: old town"]),
        ("We've just moved from Oslo to Bergen last week.", ["home: Bergen"]),
        ("I moved from Sweden four years ago.", ["origin: Sweden"]),
        ("I am originally from Chile.", ["origin: Chile"]),
        ("I was born in 1990.", ["birth: 1990"]),
        ("I work as a nurse at Drumlock.", ["job: nurse"]),
        ("I work for Drumlock.", ["employer: Drumlock"]),
        ("I became a father.", ["be*: father"]),
        ("I'm allergic to nuts.", ["allergy*: nuts"]),
        ("I am married to Bo.", ["partner: Bo"]),
        ("I drive a van.", ["drive*: van"]),
        ("I don't like rain.", ["dislike*: rain"]),
        ("I really love rain.", ["like*: rain"]),
        ("I don't like rain anymore.", ["dislike*: rain"]),
        ("I hate rain.", ["dislike*: rain"]),
        ("I can't stand rain.", ["dislike*: rain"]),
        ("I quit smoking.", ["-have*: smoking"]),
        ("I've given up coffee.", ["-have*: coffee"]),
        ("I don't have a car.", ["-have*: car"]),
        ("I no longer own the red car.", ["-have*: red car"]),
        ("I have two cats.", ["have*: two cats"]),
        ("I've got some hens.", ["have*: hens"]),
        ("I bought a dog called Rex.", ["dog*: Rex"]),
        ("My dog called Rex barks and my cats are black.", ["dog*: Rex", "cat*: black"]),
        ("I caught up with Bo.", ["meet*: Bo"]),
        ("I baked a cake for Bo.", ["bake*: cake for Bo"]),
        ("I took up chess.", ["start*: chess"]),
        ("I want to paint every day.", ["plan*: paint"]),
        ("I tried yoga.", ["try*: yoga"]),
        ("I went swimming yesterday.", ["go*: swimming"]),
        ("My cousin Lena plays the harp.", ["cousin*: harp", "cousin*: Lena"]),
        ("My brothers live in Peru.", ["brother*: Peru", "family*: brothers"]),
        ("My uncle passed away.", ["uncle*: passed away", "family*: uncle"]),
        ("My goal is to run a marathon.", ["goal: run a marathon"]),
        ("Our house is huge but my garden is tiny.", ["house: huge", "garden: tiny"]),
        ("I used to bake bread.", ["-bake*: bread"]),
        ("I used to live in Peru, but we settled in Chile.", ["-home: Peru", "home: Chile"]),
        ("I've never been to Peru.", ["-visit*: Peru"]),
        ("I haven't read the letter.", ["-read*: letter"]),
        ("I bought a tent and borrowed a stove.", ["buy*: tent", "borrow*: stove"]),
        ("I bought a tent and the stove broke.", ["buy*: tent"]),
        ("Bought a tent on Monday.", ["buy*: tent"]),
        ("Been carving spoons lately.", ["carve*: spoons"]),
        ("Can't wait to explore the harbour.", ["plan*: explore the harbour"]),
        (
            "I'm planning to explore the harbour, taste some eels, and maybe sail to Malmo.",
            ["plan*: explore the harbour", "plan*: taste some eels", "plan*: sail to Malmo"],
        ),
        ("I'll paint the fence tomorrow.", ["plan*: paint the fence"]),
        ("I'll have to repair the fence.", ["plan*: repair the fence"]),
        ("I'm going to repair the fence.", ["plan*: repair the fence"]),
        ("I started carving spoons.", ["carve*: spoons"]),
        ("I started running.", ["do*: run"]),
        ("I stopped carving spoons.", ["-carve*: spoons"]),
        ("I managed to repair the fence.", ["repair*: fence"]),
        ("I had a great time at the harbour.", ["visit*: harbour"]),
        ("We spent the day carving spoons.", ["carve*: spoons"]),
        ("I took my niece to the harbour.", ["visit*: harbour"]),
        ("I took a trip to the harbour.", ["go*: harbour"]),
        ("This is the spoon that I carved last week.", ["carve*: spoon"]),
        ("Here's a photo of me carving a spoon.", ["carve*: spoon"]),
        ("Sailing is my passion.", ["like*: Sailing"]),
        ("Carving helps me relax.", ["help*: relax"]),
        ("Carving spoons makes me happy.", ["like*: Carving spoons"]),
        ("It reminds me of my aunt.", ["remind*: aunt", "family*: aunt"]),
        ("My aunt gave me a harp.", ["family*: aunt", "get*: harp"]),
        ("I got promoted to captain.", ["get*: promoted to captain"]),
        ("I'm a big fan of eels.", ["like*: eels"]),
        ("I'm interested in eels.", ["like*: eels"]),
        ("I'm scared of eels.", ["dislike*: eels"]),
        ("I like eels, herring and old maps.", ["like*: eels", "like*: herring", "like*: old maps"]),
        ("I've been customizing a van.", ["customize*: van"]),
        ("It was nice to have a garden.", ["have*: garden"]),
        (
            "I'm planning to explore the harbour, sniff some eels, and maybe sail to Malmo.",
            ["plan*: explore the harbour", "plan*: sniff some eels", "plan*: sail to Malmo"],
        ),
        ("My aunt gave me a harp and I sold the piano.", ["family*: aunt", "get*: harp", "sell*: piano"]),
        ("The dogs had a blast swimming in the river.", ["dog*: river"]),
        ("My husband and I bought a boat.", ["family*: husband", "buy*: boat"]),
        ("Work has been stressful lately.", ["work: stressful"]),
        ("I usually read novels, cook, and have game nights with neighbours.", ["read*: novels", "have*: game nights"]),
        ("I have an exam on Friday.", ["have*: exam"]),
        ("I feel lucky to have such neighbours.", ["have*: such neighbours"]),
        ("I gave a talk at the school I volunteer at.", ["give*: talk", "volunteer*: school"]),
        ("Running is important to me.", ["like*: Running"]),
        ("We have plans for a hike next month.", ["plan*: hike"]),
        ("I joined a choir two years ago.", ["join*: choir"]),
        ("My new lamp is broken.", ["lamp: broken"]),
        ("I ran a race for charity.", ["run*: race for charity"]),
        ("I went on a cruise with my parents.", ["go*: cruise", "family*: parents"]),
        ("I've been to two concerts.", ["visit*: two concerts"]),
        ("I wrote a song called Blue.", ["write*: song called Blue"]),
        ("Love the smell of rain.", ["like*: smell of rain"]),
        ('I carved "the spoon".', ["carve*: spoon"]),
        ("I can't stand singing in the rain.", ["dislike*: singing in the rain"]),
        ("I can't bear rain in spring.", ["dislike*: rain"]),
        ("I can't wait for old songs on Monday.", ["plan*: old songs"]),
        ("I'll go buy a saw.", ["plan*: buy a saw"]),
        ("I'll need a saw.", ["need*: saw"]),
        ("I'll need old saws on Monday.", ["need*: old saws"]),
        ("I bought myself a harp.", ["buy*: harp"]),
        ("I'll need to buy a saw.", ["plan*: buy a saw"]),
        ("I'll have to buy a saw.", ["plan*: buy a saw"]),
        ("I stayed in with Bo.", ["stay*: Bo"]),
        ("I stayed in for lunch.", ["stay*: lunch"]),
        ("I stayed in Malmo.", ["stay*: Malmo"]),
        ("I bought my aunt a harp.", ["buy*: harp"]),
        ("I met distant cousins two years ago.", ["meet*: distant cousins"]),
        ("I bake bread, sell cakes and paint fences.", ["bake*: bread", "sell*: cakes", "paint*: fences"]),
        ("I baked bread, sold cakes and painted fences.", ["bake*: bread", "sell*: cakes", "paint*: fences"]),
        ("I'm baking bread and selling cakes.", ["bake*: bread", "sell*: cakes"]),
        ("I bake bread and sold cakes.", ["bake*: bread"]),
        ("I baked bread and sell cakes.", ["bake*: bread"]),
        ("I'm baking bread and sell cakes.", ["bake*: bread"]),
        ("I bought one of the old boats.", ["buy*: old boats"]),
        ("I bought one of two boats.", ["buy*: two boats"]),
        ("I bought one of my boats.", ["buy*: boats"]),
        ("I bought the one of two boats.", ["buy*: two boats"]),
        ("I bought one boat of two.", ["buy*: one boat of two"]),
        ("I like eels, herring, old maps.", ["like*: eels"]),
        ("I like eels, herring, old maps and I sold boats.", ["like*: eels", "sell*: boats"]),
        ("I like eels, herring because of rain and fog.", ["like*: eels"]),
        ("I like eels, herring at home and boats.", ["like*: eels"]),
        ("I like eels, herring; maps and cups.", ["like*: eels"]),
    ],
)
def test_general_patterns_read_claims(sentence, claims):
    assert read(sentence) == claims


@pytest.mark.parametrize(
    "sentence",
    [
        "Can't wait to see the harbour.",
        "If I had a van, I would travel.",
        "You carved a spoon.",
        "She carved a spoon and sold a van.",
        "I think you carved a spoon.",
        "I love it.",
        "I like your spoon.",
        "I'm so happy for you!",
        "I hope you sail to Malmo.",
        "I'd like to know the price.",
        "I'll let you know.",
        "I'll check it out.",
        "I could sail to Malmo.",
        "I can wait for the concert.",
        "I can stand rain.",
        "I can't sing in the rain.",
        "I can't reach Malmo.",
        "You should sail to Malmo.",
        "Keep carving spoons!",
        "Sounds great, thanks a lot.",
        "Family is important.",
        "It rains.",
        "The prize is my",
        "Love your haircut!",
        "Thanks for your support, it means a lot to me.",
    ],
)
def test_empty_talk_wishes_and_other_people_give_no_claims(sentence):
    assert read(sentence) == []


def test_values_end_after_eight_words():
    long = "I love reading old novels about pirates who sail and sing at night."
    assert read(long) == ["like*: reading old novels about pirates"]
    longer = "I want to carve tiny wooden spoons for all neighbours on Elm Street."
    assert read(longer) == ["plan*: carve tiny wooden spoons for all neighbours"]


THINGS = ["rain", "eels", "maps", "cups", "hats", "ships", "soups", "dogs", "wood"]


@pytest.mark.parametrize("joint", [" and ", ", and "])
def test_lists_have_up_to_eight_things(joint):
    for count in range(3, 9):
        listed = f"I like {', '.join(THINGS[: count - 1])}{joint}{THINGS[count - 1]}."
        assert read(listed) == [f"like*: {thing}" for thing in THINGS[:count]]
    # The ninth is one too many: such an enumeration may be anything, so only its first thing is claimed.
    assert read(f"I like {', '.join(THINGS[:8])}{joint}{THINGS[8]}.") == ["like*: rain"]


def test_questions_and_the_assistant_are_skipped_and_quotes_can_be_typographic():
    assert read("I live in Oslo. Do I live in Rome?") == ["home: Oslo"]
    assert RuleReader().statements(draft("I live in Oslo.", by="assistant")) == ()
    assert RuleReader().statements(draft("I don\u2019t like rain."))[0].claims == (claim("dislike*: rain"),)


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Please forget my address.", ("address",)),
        ("Delete everything about my old jobs, and erase our address.", ("job", "address")),
        ("Remember my address.", ()),
        ("Forget the address.", ()),
    ],
)
def test_requests_to_forget_name_head_nouns(text, heads):
    assert RuleReader().unwanted(draft(text)) == heads
    assert RuleReader().unwanted(draft(text, by="assistant")) == ()


@pytest.mark.parametrize(
    "unit",
    [
        "my dog ",
        "i have ",
        "and ",
        "also ",
        "going, ",
        "keep keeping ",
        "used to ",
        "a's ",
        "delete ",
        "i will not ",
        "x",
    ],
)
def test_the_number_of_steps_grows_with_the_length_of_a_text(unit, monkeypatch):
    looked_up = [0]
    whole = clauses.Clauses.__getitem__

    def counting(self, at):
        looked_up[0] += 1
        return whole(self, at)

    monkeypatch.setattr(clauses.Clauses, "__getitem__", counting)
    steps = []
    for length in (LONG // 2, LONG):
        looked_up[0] = 0
        RuleReader().statements(draft((unit * LONG)[:length]))
        steps.append(looked_up[0])
    assert steps[1] <= 2.2 * steps[0] + 100


# ---------------------------------------------------------------------- nothing of the language packs


def fours(text: str) -> set[tuple[str, ...]]:
    """The runs of four words of a text, in lower case."""
    said = re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("\u2019", "'"))
    return {tuple(said[at : at + 4]) for at in range(len(said) - 3)}


def strings(value: object) -> Iterator[str]:
    """The strings in a value of a TOML file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def literals(source: str) -> Iterator[str]:
    """The literal words of a module: its strings without docstrings, and those of tuples also joined."""
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        elif isinstance(node, ast.Tuple):
            yield " ".join(
                part.value for part in node.elts if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def test_no_four_words_of_the_patterns_stand_in_a_phrase_of_a_language_pack():
    packs = set()
    for path in Path(str(files("regulars.scenarios"))).rglob("*.toml"):
        for text in strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            packs |= fours(text)
    assert ("do", "you", "have", "any") in packs
    ours = set()
    for module in MODULES:
        for text in literals(Path(module.__file__).read_text(encoding="utf-8")):
            ours |= fours(text)
    for listed in tomllib.loads(english_words.FILE.read_text(encoding="utf-8"))["verbs"].values():
        for entry in listed.split(","):
            ours |= fours(entry.replace("/", " "))
    assert ours
    assert not ours & packs


def test_all_modules_that_only_the_patterns_use_are_looked_at():
    known = {module.__name__ for module in MODULES}
    assert {
        f"{extraction.__name__}.{path.stem}"
        for path in Path(extraction.__file__).parent.glob("*.py")
        if "english_words" in path.read_text(encoding="utf-8")
    } <= known


def test_the_collector_of_literal_words_finds_what_is_shared():
    assert fours("I'd love to know, what") == {("i'd", "love", "to", "know"), ("love", "to", "know", "what")}
    source = '"""Prose of a docstring here."""\nSHARED = "one of these phrases"\nPAIR = ("one", "two three", "four")\n'
    assert set(literals(source)) >= {"one of these phrases", "one two three four"}
    assert "Prose of a docstring here." not in set(literals(source))


# ---------------------------------------------------------------------- words


def test_verbs_have_their_forms():
    verbs = words().verbs
    assert {form: verbs[form].base for form in ("bought", "buying", "buys", "tried", "baking", "watches", "swam")} == {
        "bought": "buy",
        "buying": "buy",
        "buys": "buy",
        "tried": "try",
        "baking": "bake",
        "watches": "watch",
        "swam": "swim",
    }
    assert verbs["read"].forms == {"base", "past", "participle"}
    assert verbs["swum"].forms == {"participle"}
    assert words().prepositions["participate"] == {"in"}


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ('[verbs]\ndeeds = "go went gone goed"\n[words]\n', "verb 'go' has the forms went gone goed"),
        ('[verbs]\ndeeds = "go"\n', r"expected \[verbs\] and \[words\]"),
    ],
)
def test_files_of_words_are_checked(tmp_path, text, match):
    path = tmp_path / "words.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=match):
        read_words(path)
