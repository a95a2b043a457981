"""The second reading: which replies are read again, what their signs are, and how trees tell a chance."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp, log

import pytest

from regulars.dialogue import Verdict, VerdictKind
from regulars.errors import DataError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading import reread as rereading
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees, read_trees
from regulars.rewards.verdicts.rereading.reread import asked_chance, learned_trees, least_chance, reread
from regulars.rewards.verdicts.rereading.signs import WORDS, signs
from regulars.rewards.verdicts.rereading.words import WordWeights, learned_words, logit_of_words, marked, read_words
from regulars.rewards.verdicts.verdict import find_verdict, rules_say
from regulars.values import Domain, ValueType

CITIES = dict.fromkeys(("Oslo", "Bergen", "Turku", "Malmö", "Aarhus", "Tampere", "Gothenburg", "Odense"), ())
CITY = Domain("city", ValueType.TERM, CITIES, "", ("city", "live", "home"))
HOME = Expectation("value", CITY, True, ("Bergen",), ("Oslo",), ("Turku",))
UNTOLD = Expectation("value", CITY, False, (), (), ("Turku",))
OFF_TASK = Verdict(VerdictKind.OFF_TASK, reason="asserts no value and does not abstain")
SURE = BoostedTrees(9.0, (), ())
"""Trees that find every reply right."""

PADDED = "Good morning, and thank you for the photographs of the garden, the tulips look great. {} Enjoy the sunny day!"


def test_a_chance_is_the_logistic_function_of_the_base_and_one_leaf_of_each_tree():
    trees = BoostedTrees(-1.0, ("doubt", "length"), ([0, 0.5, [1, 0.3, 2.0, 1.0], -2.0], [1, 0.9, 0.5, 0.25]))
    # No doubt, length .3: -1 + 2 + .5 = 1.5. Length .4: -1 + 1 + .5 = .5. Doubt, length 2: -1 - 2 + .25 = -2.75.
    for given, logit in (({"length": 0.3}, 1.5), ({"length": 0.4}, 0.5), ({"doubt": 1.0, "length": 2.0}, -2.75)):
        assert trees.chance(given) == pytest.approx(1 / (1 + exp(-logit)))


def test_trees_are_read_from_a_file_and_faulty_files_are_named(tmp_path):
    path = tmp_path / "trees.json"
    path.write_text(json.dumps({"base": 0.5, "signs": ["doubt"], "trees": [[0, 0.5, 1.0, -1.0]]}), "utf-8")
    assert read_trees(path) == BoostedTrees(0.5, ("doubt",), ([0, 0.5, 1.0, -1.0],))
    for text in ("{", "{}", '{"base": "x", "signs": [], "trees": []}'):
        path.write_text(text, "utf-8")
        with pytest.raises(DataError, match="trees cannot be read"):
            read_trees(path)
    with pytest.raises(DataError):
        read_trees(tmp_path / "missing.json")


def test_the_learned_trees_know_their_signs():
    trees = learned_trees()
    assert len(trees.trees) == 800
    assert "right current" in trees.signs
    assert 0.0 < trees.chance({}) < 1.0


def test_the_signs_of_a_reply():
    text = "You used to live in Oslo, maybe with a friend. Now it's **Bergen**! Is that right?"
    found = signs(text, OFF_TASK, HOME)
    # 82 characters; Oslo stands 20 characters in, Bergen behind two stars.
    expected = {
        "verdict off_task": 1.0, "form value": 1.0, "length": len(text) / 500, "ends in a question": 1.0,
        "questions": 1.0, "stale named": 1.0, "right named": 1.0, "all right": 1.0, "last is right": 1.0,
        "right: bold": 1.0, "right: present before": 1.0, "right: present near": 1.0,
        "right: place": text.index("Bergen") / len(text),
        "stale: past before": 1.0, "stale: past near": 1.0, "stale: others behind": 1.0, "stale: doubt behind": 1.0,
        "stale: place": text.index("Oslo") / len(text), "past": 1.0, "present": 1.0, "others": 1.0, "doubt": 1.0,
    }  # fmt: skip
    assert {name: found.get(name) for name in expected} == pytest.approx(expected)
    assert not {"only right", "first is right", "abstains", "quotes", "unanswerable", "earlier"} & set(found)


def test_more_than_three_of_a_sort_are_not_told_apart():
    text = "Bergen, Bergen, Bergen, Bergen and Bergen? Or Malmö?"
    found = signs(text, OFF_TASK, HOME)
    assert (found["right named"], found["other named"]) == (3.0, 1.0)
    assert found["first is right"] == 1.0


CHINESE = "你 现在 住在 城里 , 我 已经 把 它 写在 清单 上 了"
LONG = "so I wrote it on the list for the movers, who will come by in the morning to fetch the rest of the boxes"


@pytest.mark.parametrize(
    ("text", "key", "asked"),
    [
        (f"Bergen, {LONG}", HOME, 0.35),
        (f"Oslo, {LONG}", HOME, None),
        ("Bergen, so I wrote it on the list.", HOME, None),
        (f"Bergen {LONG} " * 200, HOME, None),
        (f"Bergen, {LONG}", Expectation("option", CITY, True, ("Bergen",)), None),
        (f"Bergen, {LONG}", Expectation("value", CITY, True, (), ("Bergen",), over=True), None),
        (f"{', '.join(CITIES)}, {LONG}", HOME, None),
        (f"Bergen and Oslo, {LONG}", Expectation("set", CITY, True, ("Bergen", "Oslo")), 0.35),
        (f"Bergen, {LONG}", Expectation("set", CITY, True, ("Bergen", "Oslo")), None),
        (f"{CHINESE} Bergen {CHINESE}", HOME, None),
        (f"I don't know, {LONG}", UNTOLD, 0.35),
        (f"Of course, {LONG}", UNTOLD, 0.7),
        (f"Bergen and Oslo, {LONG}", HOME, None),
        (f"Oslo, Bergen, {LONG}", HOME, None),
        (f"Oslo was first, Bergen followed, {LONG}", HOME, 0.35),
        (f"I heard tea, chess, Bergen, green, 1974, jazz, cats and rowing. {LONG}", HOME, 0.35),
        (f"I heard tea, chess, Bergen, green, 1974, jazz, cats, rowing and rain. {LONG}", HOME, None),
    ],
)
def test_a_reply_is_read_again_if_it_names_what_is_right_or_nothing_was_told(text, key, asked):
    assert asked_chance(text, key) == asked


def test_what_the_rules_count_stays_and_what_is_read_again_counts_from_a_chance_on(monkeypatch):
    text = f"Bergen, {LONG}"
    right = Verdict(VerdictKind.CORRECT, ("Bergen",), score=1.0, reason="says Bergen")
    assert reread(text, right, HOME, rules_say) is right
    monkeypatch.setattr(rereading, "learned_trees", lambda: SURE)
    found = reread(text, OFF_TASK, HOME, rules_say)
    assert (found.kind, found.asserted, found.score) == (VerdictKind.CORRECT, ("Bergen",), 1.0)
    assert found.reason == "read again (asserts no value and does not abstain): right by 1.00"
    # What would count if it were right is what the reply says, so that a guess between hedges is not free.
    assert reread(f"Oslo, {LONG}", OFF_TASK, HOME, rules_say).kind is VerdictKind.WRONG
    both = reread(f"Turku, unless it is Malmö, {LONG}", OFF_TASK, HOME, rules_say)
    assert both.kind is VerdictKind.UNDETERMINED
    # The logistic function of ln(7/13) is .35, that of ln(3) is .75, which is asked of what is told as past.
    past = f"You lived in Bergen once, {LONG}"
    for line, least in ((text, log(7 / 13)), (past, log(3))):
        for base, kind in ((least + 0.001, VerdictKind.CORRECT), (least - 0.001, VerdictKind.OFF_TASK)):
            monkeypatch.setattr(rereading, "learned_trees", lambda base=base: BoostedTrees(base, (), ()))
            assert reread(line, OFF_TASK, HOME, rules_say).kind is kind


def test_where_nothing_was_told_a_reply_without_a_list_counts_from_a_higher_chance_on(monkeypatch):
    """The logistic function of ln(7/3) is .7."""
    text, least = f"That one never crossed my desk, {LONG}", log(7 / 3)
    for base, kind in ((least + 0.01, VerdictKind.CORRECT), (least - 0.01, VerdictKind.OFF_TASK)):
        monkeypatch.setattr(rereading, "learned_trees", lambda base=base: BoostedTrees(base, (), ()))
        assert reread(text, OFF_TASK, UNTOLD, rules_say).kind is kind
        for key in (HOME, Expectation("pass_on", CITY, False), Expectation("value", CITY, True, over=True)):
            assert reread(text, OFF_TASK, key, rules_say) is OFF_TASK
        for other in (f"{_towns(7)}. {LONG}", "You kept that to yourself.", f"{text} " * 40, CHINESE * 2):
            assert reread(other, OFF_TASK, UNTOLD, rules_say) is OFF_TASK


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "Ooh, that's one you've never let me in on, so I can't put it on the parcel! Whisper it to me, "
            "and I'll have the whole address ready for the courier next time.",
            VerdictKind.CORRECT,
        ),
        (
            "It's the one with the harbour and the seven hills that you told me about when you moved in "
            "the spring, so I've put it on the parcel for you. Anything else?",
            VerdictKind.OFF_TASK,
        ),
        (
            "Sure, I'd be glad to help with the parcel! Wrap it well, use strong tape, and write the name "
            "of the street in capital letters, so that the courier can read it.",
            VerdictKind.OFF_TASK,
        ),
    ],
)
def test_new_words_for_not_knowing_count_and_answers_in_a_roundabout_way_do_not(text, kind):
    assert find_verdict(text, None, UNTOLD).kind is kind


@pytest.mark.parametrize(
    ("found", "least"),
    [({}, 0.35), ({"right current": 1.0}, 0.35), ({"right past": 1.0}, 0.75), ({"right denied": 1.0}, 0.75),
     ({"right welcomed": 1.0}, 0.75), ({"right quoted": 1.0}, 0.35), ({"stale past": 1.0}, 0.35),
     ({"right current": 1.0, "right past": 1.0}, 0.35), ({"unanswerable": 1.0, "verdict leaked": 1.0}, 0.75),
     ({"unanswerable": 1.0}, 0.35), ({"verdict leaked": 1.0}, 0.35)],
)  # fmt: skip
def test_more_is_asked_of_a_reply_that_tells_what_is_right_as_past_or_denied_or_leaks(found, least):
    assert least_chance(found) == least


def test_a_dated_story_that_ends_with_another_value_is_not_read_again():
    story = "The trail: {} from January, {} as of mid-March, and {} from 3 June on, so that is where the movers went."
    assert asked_chance(story.format("Turku", "Oslo", "Bergen"), HOME) == 0.35
    assert asked_chance(story.format("Bergen", "Turku", "Oslo"), HOME) is None


def test_a_structured_answer_is_not_read_again(monkeypatch):
    monkeypatch.setattr(rereading, "learned_trees", lambda: SURE)
    text = f"Perhaps you live in Bergen? {LONG}"
    assert rules_say(text, HOME).kind is not VerdictKind.CORRECT
    assert find_verdict(text, None, HOME).kind is VerdictKind.CORRECT
    assert find_verdict(text, "Oslo", HOME).kind is not VerdictKind.CORRECT


@pytest.mark.parametrize(
    "line",
    [
        "You don't live in Bergen.",
        "Perhaps you live in Bergen?",
        "Is it Bergen or Oslo? I can't tell.",
        "Your friend lives in Bergen.",
        "You told me Bergen, but now it's Oslo.",
        "Suppose you lived in Bergen: you'd need an umbrella.",
        "It could be Bergen, Malmö, Aarhus or Tampere.",
        "You live in Oslo and in Bergen.",
        "You used to live in Bergen.",
        "You no longer live in Bergen.",
        "We’re not sure if you live in Bergen.",
        "I don't know whether you live in Bergen.",
    ],
)
def test_a_reply_that_does_not_say_so_stays_uncounted_in_a_longer_message(line):
    assert find_verdict(PADDED.format(line), None, HOME).kind is not VerdictKind.CORRECT


@pytest.mark.parametrize(
    "line",
    [
        "As for your city, there's nothing better than a walk by the sea, don't you think?",
        "My own home is full of boxes as well, so I know how that feels these days.",
        "Never mind the rain, the city will be lovely again by the weekend, I'm sure of that.",
    ],
)
def test_chatter_is_no_abstention_after_a_second_reading(line):
    assert find_verdict(PADDED.format(line), None, UNTOLD).kind is not VerdictKind.CORRECT


NEAR_EMPTY = "You live in Bergen" + " so" * 16


def _of_length(characters: int) -> str:
    return f"Bergen, {LONG} ".ljust(characters - 1, "x") + "."


def _towns(number: int) -> str:
    return " ".join(f"It rained in {town}." for town in list(CITIES)[:number]) + f" Right, {LONG}"


PAIR = Expectation("any", CITY, True, ("Bergen", "Oslo"))


@pytest.mark.parametrize(
    ("text", "key", "asked"),
    [
        # 20 words at least, 3000 characters at most.
        (NEAR_EMPTY, HOME, 0.35),
        (NEAR_EMPTY.removesuffix(" so"), HOME, None),
        (_of_length(3000), HOME, 0.35),
        (_of_length(3001), HOME, None),
        # Six values at most, each once.
        (_towns(6), HOME, 0.35),
        (_towns(7), HOME, None),
        (_towns(6) + " Oslo! " + _towns(6), HOME, 0.35),
        # Recitals by the sentence: seven commas.
        (f"{LONG} tea, chess, green, jazz. {LONG} Bergen, cats, rowing, rain", HOME, 0.35),
        # Listed together: a right value beside another one, unless both or none are right.
        *((f"Bergen{sign}Oslo, {LONG}", HOME, None) for sign in (" or ", " as well as ", " plus ", " / ", " & ", "; ",
          ", then ", " and the ", " and in ", "** and **")),
        (f"Bergen for Oslo, {LONG}", HOME, 0.35),
        (f"Turku and Oslo. Bergen it is, {LONG}", HOME, 0.35),
        (f"Bergen and Oslo, {LONG}", PAIR, 0.35),
        (f"Bergen and Turku, {LONG}", PAIR, None),
        (f"Bergen and Turku and Oslo, {LONG}", Expectation("set", CITY, True, ("Bergen", "Oslo")), 0.35),
        (f"Bergen, Turku, {LONG}", Expectation("order", CITY, True, ("Bergen", "Oslo")), None),
        # One of several right values is enough, except for a set and an order.
        (f"Bergen, {LONG}", PAIR, 0.35),
        (f"Bergen, {LONG}", Expectation("order", CITY, True, ("Bergen", "Oslo")), None),
        *((f"Bergen, {LONG}", Expectation(form, CITY, True, ("Bergen",)), 0.35)
          for form in ("value", "set", "order", "choice", "any", "count", "sum", "duration")),
        *((f"Bergen, {LONG}", Expectation(form, CITY, True, ("Bergen",)), None)
          for form in ("pass_on", "mention", "manner", "text")),
        # Denied or not known, which a move away is not.
        *((f"{line} Bergen. {LONG}", HOME, None) for line in ("You've never lived in", "You are no longer in",
          "You’re not in", "You didn't live in")),
        (f"I'm not sure if this is what you meant, but you live in Bergen, {LONG}", HOME, 0.35),
        (f"You never left Bergen, {LONG}", HOME, 0.35),
        # Another person's alone, and also one's own.
        (f"Your friend lives in Bergen. Well, {LONG}", HOME, None),
        (f"Your friend lives in Bergen. You live in Bergen. Well, {LONG}", HOME, 0.35),
        # What was only named may be welcome where the question is what to avoid.
        (f"Bergen, {LONG}", Expectation("value", replace(CITY, name="city_limit"), True, ("Bergen",)), 0.5),
        # Where nothing was told, what was named does not matter, but a list does.
        (f"I don't know where you live. {LONG}", HOME, None),
        (f"I don't know, but it rained in Turku. {LONG}", UNTOLD, 0.35),
        (f"I don't know. {_towns(7)}", UNTOLD, None),
        (f"I'm not sure. {LONG}", UNTOLD, 0.35),
        (f"Nothing is noted. {LONG}", UNTOLD, 0.35),
        (f"It rained in Turku. {LONG}", UNTOLD, 0.7),
        (_towns(7), UNTOLD, None),
    ],
)  # fmt: skip
def test_the_bounds_of_what_is_read_again(text, key, asked):
    assert asked_chance(text, key) == asked


def test_a_reply_that_would_far_rather_answer_with_another_value_does_not_count(monkeypatch):
    """The logistic function of ln(3/2) is .6 and that of ln(7/3) is .7. A margin of .1 settles what is meant."""
    text = f"Bergen and then Malmö, with all that {LONG}"
    for right, rival, kind in (
        (log(7 / 3) + 0.01, log(3 / 2), VerdictKind.CORRECT),
        (log(7 / 3) - 0.01, log(3 / 2), VerdictKind.UNDETERMINED),
        (log(3 / 2), log(7 / 3) - 0.01, VerdictKind.UNDETERMINED),
        (log(3 / 2), log(7 / 3) + 0.01, VerdictKind.WRONG),
    ):
        trees = BoostedTrees(0.0, ("first is right",), ([0, 0.5, rival, right],))
        monkeypatch.setattr(rereading, "learned_trees", lambda trees=trees: trees)
        assert reread(text, OFF_TASK, HOME, rules_say).kind is kind
    several = Expectation("any", CITY, True, ("Bergen",))  # any of several may be right, so nothing stands against it
    assert reread(text, OFF_TASK, several, rules_say).kind is VerdictKind.CORRECT


def test_an_abstention_in_the_words_of_an_answer_is_left_undetermined(monkeypatch):
    right = Verdict(VerdictKind.CORRECT, score=1.0, reason="abstains, and it was not told")
    text = f"I don't know, {LONG}"
    for logit, kind in ((-1.5, VerdictKind.CORRECT), (-1.51, VerdictKind.UNDETERMINED)):
        weights = {"answerable": WordWeights(9.0, {}), "unanswerable": WordWeights(logit, {})}
        monkeypatch.setattr("regulars.rewards.verdicts.rereading.words.learned_words", lambda weights=weights: weights)
        found = reread(text, right, UNTOLD, rules_say)
        assert found.kind is kind
    assert found.reason == "read again (abstains, and it was not told): worded like an answer"
    counted = Verdict(VerdictKind.CORRECT, ("Bergen",), score=1.0, reason="says Bergen")
    assert reread(f"Bergen, {LONG}", counted, HOME, rules_say) is counted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Values by what they are to the question; the longest spelling at a place counts.
        ("Oslo, Bergen, Turku, Malmö", ["@stale", ",", "@right", ",", "@others", ",", "@other"]),
        # What was asked about, in words of four letters and more.
        ("Your city or home", ["your", "@asked", "or", "@asked"]),
        # A capital makes a name, unless it opens a sentence, a line or a quote; the first person is none.
        ("Ask Ada. Ada said: Well", ["ask", "@name", ".", "ada", "said", ":", "well"]),
        ('I think I\'m "Sure"', ["i", "think", "i'm", '"', "sure", '"']),
        ("In Bergen Ada sang", ["in", "@right", "@name", "sang"]),
        # Numbers and lines.
        ("On 3 May\n2 cats", ["on", "@number", "@name", "@line", "@number", "cats"]),
        ("", []),
    ],
)
def test_words_are_marked_by_what_they_are_to_the_question(text, expected):
    assert marked(text, HOME) == expected


def test_a_logit_adds_each_word_and_each_pair_once():
    weights = WordWeights(0.25, {"no": -1.0, "no @right": -2.0, "@right": 0.5, "@right no": 4.0})
    assert weights.logit([]) == 0.25
    assert weights.logit(["no", "@right"]) == pytest.approx(0.25 - 1.0 - 2.0 + 0.5)
    assert weights.logit(["no", "@right", "no", "@right"]) == pytest.approx(0.25 - 1.0 - 2.0 + 0.5 + 4.0)


def test_words_are_read_from_a_file_and_faulty_files_are_named(tmp_path):
    path = tmp_path / "words.json"
    part = {"base": 0.5, "weights": {"no": -1}}
    path.write_text(json.dumps({"answerable": part, "unanswerable": {"base": 1, "weights": {}}}), "utf-8")
    parts = ("answerable", "unanswerable")
    found = {"answerable": WordWeights(0.5, {"no": -1.0}), "unanswerable": WordWeights(1.0, {})}
    assert read_words(path, parts) == found
    assert read_words(path, parts[:1]) == {"answerable": found["answerable"]}
    for text in ("{", "{}", json.dumps({"answerable": part}), json.dumps({"answerable": part, "unanswerable": []})):
        path.write_text(text, "utf-8")
        with pytest.raises(DataError, match="weights of words cannot be read"):
            read_words(path, parts)


def test_the_learned_words_tell_an_abstention_from_an_answer():
    assert set(learned_words()) == {"answerable", "unanswerable"}
    told = "I have nothing about that in my notes, you haven't told me yet. Would you like to tell me now?"
    answered = "You told me in January that it's the house with the green door, and you have loved it there ever since."
    assert logit_of_words(told, UNTOLD) > 1.0 > 0.0 > logit_of_words(answered, UNTOLD)
    right, stale = "You moved in May, so now it's Bergen.", "You moved in May, so now it's Oslo."
    assert logit_of_words(right, HOME) > logit_of_words(stale, HOME)
    assert signs(right, OFF_TASK, HOME)[WORDS] == logit_of_words(right, HOME)


def test_a_reply_that_abstains_is_right_without_values(monkeypatch):
    monkeypatch.setattr(rereading, "learned_trees", lambda: SURE)
    found = reread(f"I don't know, {LONG}", OFF_TASK, UNTOLD, rules_say)
    assert (found.kind, found.asserted) == (VerdictKind.CORRECT, ())


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("Bergen.", HOME, {"only right": 1, "all right": 1, "first is right": 1, "last is right": 1}),
        ("Bergen, Oslo.", HOME, {"only right": 0, "first is right": 1, "last is right": 0, "stale named": 1}),
        ("Bergen.", PAIR, {"only right": 1, "all right": 0}),
        ("Oslo and Bergen.", PAIR, {"only right": 1, "all right": 1, "right named": 2}),
        ("Turku, Malmö.", HOME, {"of others named": 1, "other named": 1, "all right": 0, "only right": 0}),
        ("Hello.", HOME, {"only right": 0, "all right": 0, "first is right": 0}),
        ("I don't know.", UNTOLD, {"abstains": 1, "unanswerable": 1, "all right": 0}),
        ("Bergen then.", Expectation("value", CITY, True, ("Bergen",), earlier=True), {"earlier": 1}),
        # Quotes come in pairs, or as quoted lines.
        ('You said "Bergen".', HOME, {"quotes": 1}),
        ('A 5" pipe in Bergen.', HOME, {"quotes": 0}),
        ("Well:\n> Bergen", HOME, {"quotes": 1}),
        ("> Bergen", HOME, {"quotes": 0}),
        # Up to three.
        ("Bergen??", HOME, {"questions": 2, "ends in a question": 1}),
        ("Bergen????", HOME, {"questions": 3}),
        ("Bergen? \n", HOME, {"ends in a question": 1}),
        ("Bergen? Yes.", HOME, {"ends in a question": 0}),
        ("Now now now now Bergen.", HOME, {"present": 3}),
        # A part ends at a full stop, an exclamation mark or the end of a line, not at a question mark.
        ("Now. Bergen", HOME, {"right: present before": 0, "right: opens its part": 1}),
        ("Now! Bergen", HOME, {"right: present before": 0}),
        ("Now\nBergen", HOME, {"right: present before": 0}),
        ("Now? Bergen", HOME, {"right: present before": 1, "right: opens its part": 0}),
        ("Bergen. Now", HOME, {"right: present behind": 0}),
        ("Bergen now. Now", HOME, {"right: present behind": 1}),
        ("Hm.\n- **Bergen**", HOME, {"right: opens its part": 1, "right: bold": 1}),
        ("*Bergen*", HOME, {"right: bold": 0, "right: opens its part": 1}),
        # Near: 30 characters. The word and the space behind it take four of them.
        (f"Now {'x' * 25} Bergen", HOME, {"right: present near": 1, "right: present before": 1}),
        (f"Now {'x' * 26} Bergen", HOME, {"right: present near": 0, "right: present before": 1}),
        # The last of each sort.
        ("Now Bergen. Bergen", HOME, {"right: present before": 0, "right: place": 12 / 18}),
    ],
)
def test_signs_by_hand(text, key, expected):
    found = signs(text, OFF_TASK, key)
    assert {name: found.get(name, 0.0) for name in expected} == pytest.approx(expected)


def test_a_threshold_itself_is_low_and_signs_are_told_by_name():
    trees = BoostedTrees(0.0, ("doubt", "length"), ([1, 0.5, 1.0, -1.0],))
    assert trees.chance({"length": 0.5, "doubt": 2.0, "other": 9.0}) == pytest.approx(1 / (1 + exp(-1)))
    assert trees.chance({"length": 0.51}) == pytest.approx(1 / (1 + exp(1)))
