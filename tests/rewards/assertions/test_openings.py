"""A search for many phrases finds what each phrase alone would, and the first kind wins."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.openings import PhraseBehind, PhraseFinder, first_words


def found(kinds: dict[str, list[str]], text: str) -> list[tuple[str | None, str]]:
    return [(match.lastgroup, match[0]) for match in PhraseFinder(kinds).finditer(text)]


@pytest.mark.parametrize(
    ("phrase", "text", "hits"),
    [
        ("not", "not a knot, nothing; not", ["not", "not"]),
        ("no longer", "no longer no-longer", ["no longer"]),
        # A phrase may begin with a letter or group that may be missing, with a class, or with any word.
        ("x?yes", "yes xyes", ["yes", "xyes"]),
        ("x*yes", "yes xxyes", ["yes", "xxyes"]),
        ("x{0,1}yes", "yes xyes", ["yes", "xyes"]),
        ("(?:was|were) here", "was here were here are here", ["was here", "were here"]),
        ("(?:really )?so", "really so, so", ["really so", "so"]),
        ("(?:ab|c)*d", "d abd cd", ["d", "abd", "cd"]),
        ("(?:a(?:b|c)|d)e", "abe ace de ae", ["abe", "ace", "de"]),
        ("(?:no|ny)", "no ny na", ["no", "ny"]),
        ("[ab]c", "ac bc cc", ["ac", "bc"]),
        ("(?:[(|)]|a)b", "ab cb", ["ab"]),
        (r"\w+ed", "moved or added", ["moved", "added"]),
        (r"(?:\w+|x) it", "take it", ["take it"]),
        (r"(?:a\(|a\|)?b", "b", ["b"]),
        # A contraction is a word with an apostrophe and what stands behind it.
        (r"\w*n't (?:just|only)", "don't just, don just, can't only, cannot only", ["don't just", "can't only"]),
        ("detest\\w*", "detest, detesting, det", ["detest", "detesting"]),
        ("(?!no)n\\w", "ny no", ["ny"]),
    ],
)
def test_a_phrase_is_found_wherever_a_word_begins_with_it(phrase: str, text: str, hits: list[str]) -> None:
    assert [hit for _, hit in found({"one": [phrase]}, text)] == hits


def test_the_first_words_of_a_phrase() -> None:
    assert set(first_words("(?:no|not a) (?:clue|idea)")) == {("no", True), ("not", True)}
    assert set(first_words("favou?red")) == {("favoured", True), ("favored", True)}
    assert set(first_words("hm+|wa(?:s|it)")) == {("hm", False), ("was", True), ("wait", True)}
    assert set(first_words(r"(?<!x)(?=y)[ab]\w")) == {("a", False), ("b", False)}
    assert set(first_words(r"\w+'s|→")) == {("'", False), ("→", True)}


@pytest.mark.parametrize(
    ("phrases", "text", "hit"),
    [
        (["is out", "was"], "*, was here", "*, was"),
        (["is out", "was"], "is in", None),
        (["is out", "was"], "", None),
        (["fall\\w*"], " falling", " falling"),
        (["→", "no"], " →", " →"),
        ([r"[^.]{0,9}? too \w+"], "is far too late", "is far too late"),
    ],
)
def test_a_phrase_behind_a_place_is_found_behind_marks(phrases: list[str], text: str, hit: str | None) -> None:
    match = PhraseBehind(rf"[\s,*]*(?:{'|'.join(phrases)})", phrases).match(f"x{text}", 1)
    assert (match and match[0]) == hit


def test_the_first_kind_and_then_the_first_phrase_wins() -> None:
    assert found({"past": ["was"], "denied": ["was not"]}, "was not") == [("past", "was")]
    assert found({"denied": ["was not"], "past": ["was"]}, "was not, was") == [("denied", "was not"), ("past", "was")]
    assert found({"one": ["no more", "no"]}, "no more") == [("one", "no more")]
    assert found({"one": ["no", "no more"]}, "no more") == [("one", "no")]


def test_hits_do_not_overlap() -> None:
    assert found({"one": ["a b"], "two": ["b c"]}, "a b c b c") == [("one", "a b"), ("two", "b c")]
    assert PhraseFinder({"one": ["b"]}).search("a b b").span() == (2, 3)
    assert PhraseFinder({"one": ["b"]}).search("a") is None
    assert PhraseFinder({}).search("a") is None


def test_blanking_keeps_every_place() -> None:
    assert (
        PhraseFinder({"one": ["never mind", "no"]}).blanked("no, never mind it, not no") == "  ,            it, not   "
    )
