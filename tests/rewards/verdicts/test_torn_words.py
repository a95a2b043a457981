"""Replies that leave open which of several values it is, and replies that only seem to: one for every word and edge."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named

from regulars.rewards.verdicts.torn import abstains_about, guesses_only, is_torn, knows_another_only
from regulars.values import Domain

HOME = Domain("home_city", aliases=CITIES.aliases, subjects=("cities",))
"""Its words are known by their first five letters: `home`, `citie`, and `city`."""


def torn(text: str, **statuses: str) -> bool:
    return is_torn(text, named(text, **statuses))


@pytest.mark.parametrize(
    "text",
    [
        # A value for each case.
        "If you have time, Oslo; if you don't, Bergen.", "If it rains: Oslo. If it doesn't: Bergen.",
        "If they come then Oslo, if he comes then Bergen.", "If she's in, Oslo; if there's time, Bergen.",
        "If we go, Oslo; if we don't, Bergen.", "If the sun shines, Oslo; if your aunt comes, Bergen.",
        "If his car runs, Oslo; if her car runs, Bergen.", "If their car runs, Oslo; if you've time, Bergen.",
        "Oslo if you have time, Bergen if you don't.", "Oslo, if they come, and Bergen if she does.",
        "Oslo if it rains, Graz if he comes. Bergen unless we go.",
        "If the weather holds, Oslo when you like, if not Bergen when he does, or if.",
        "Oslo if the sun shines, \"Bergen\" if your aunt comes.",
        "**Oslo** if there is time, **Bergen** if there isn't.",
        "If you have time, then for you I'd say Oslo; if you don't, Bergen.",
        # Both will do.
        "Oslo, Bergen, it could go either way.", "Oslo and Bergen can go either way.",
        "Oslo, Bergen, it might go either way.",
        "Oslo, Bergen, this may go either way.", "Oslo, Bergen: you can't go wrong with either.",
        "Oslo, Bergen: you cannot go wrong with both.", "Oslo and Bergen: both have something going for them.",
        "Oslo and Bergen: both have a lot going for it.", "Oslo, Bergen, both have much going for them.",
        "Oslo or Bergen, your call.", "Oslo or Bergen - your pick.", "Oslo or Bergen: it's your choice.",
        "Oslo or Bergen; up to you.", "Oslo or Bergen, you choose.", "Oslo or Bergen, you decide.",
        "Oslo or Bergen, you pick.",
        "Oslo, your call or Bergen, your call.",
        # It asks which.
        "Oslo, and then Bergen. Which one should I go by?", "Oslo, and then Bergen. Which should I use?",
        "Oslo, and then Bergen. Which of the two shall I keep?", "Oslo, then Bergen. Which of these do I really take?",
        "Oslo, then Bergen. Which of those would we note?", "Oslo, then Bergen. Which of them must I enter?",
        "Oslo, then Bergen. Which should I put on the form?", "Oslo, then Bergen. Which do I write?",
        "Oslo, then Bergen. Which do we trust?", "Oslo, then Bergen. Which should I believe?",
        "Oslo, then Bergen. Which should I follow?", "Oslo, then Bergen. Which shall we stick with?",
        "Oslo, then Bergen. Which should I count?", "Oslo, then Bergen. Which one should I go with?",
        # It cannot tell.
        "It is either Oslo or some town by the sea; I can't tell which.",
        "It is either Oslo or a town by the sea. I do not quite know which one.",
        "Either Oslo or a town by the sea, but I couldn't say which of them.", "Either Oslo or a town, not sure which.",
        "Either Oslo or a town; no idea at all which.", "Either Oslo or a town; I'm unsure which of the two.",
        "Either Oslo or a town, I cannot say which.", "Either Oslo or a town, I'm not certain which!",
        "Either Oslo or a town, I can not say which one?", "Either Oslo or a town, I don't know which",
        # One of two.
        "Oslo, Bergen: one of these should be yours.", "Oslo, Bergen: one of the two must be right.",
        "Oslo, Bergen: one of them has to be it.", "Oslo, Bergen: one of those two ought to be it.",
        "Oslo, Bergen: either of the two will be it.", "Oslo, Bergen: either of them could be it.",
        "Oslo, Bergen: one of them might be it.", "Oslo, Bergen: one of them may be it.",
        "Oslo, Bergen: one of the two is yours.", "Oslo, Bergen: one of the two is right.",
        "Oslo, Bergen: one of the two is it.", "Oslo, Bergen: one of the two is correct.",
        # Torn, with a question or an abstention.
        "Oslo, Bergen: which one shall I take?", "Oslo or Bergen. Which do you mean?", "Oslo, Bergen, and which holds?",
        "Oslo, Bergen; which of the two?", "Oslo, Bergen. Which of these three?", "Oslo, Bergen. Which is right?",
        "Oslo, Bergen. Which one is correct?", "Oslo, Bergen. Which is true?",
        "Oslo, Bergen. Which of them is current?",
        "Oslo, Bergen. Which is it?", "I know Oslo and Bergen. Was it the first? I forget which it is.",
        "Oslo, Bergen. Which was it?", "Oslo, Bergen. Which applies?", "Oslo, Bergen. Which?",
        "Oslo, Bergen? I forgot which",
        "Oslo, Bergen? I forgot which.", "Oslo, Bergen, which one you?", "Oslo, Bergen. Which of the two it was?",
        "Oslo, Bergen. Either of them could be. Help?", "Oslo, Bergen. Both might well go. Help?",
        "Oslo, Bergen. Either one may hold. Help?", "Oslo, Bergen. Both would do. Help?",
        "Oslo, Bergen. Both could work. Ok?",
        "Oslo, Bergen. Tell me which one? Thanks.", "Oslo, Bergen? One of the two.",
        "Oslo, Bergen? I lost track of which came.",
        "Oslo, Bergen? I can't tell which came.", "Oslo, Bergen? I cannot say which came.",
        "Oslo, Bergen? Couldn't say which came.",
        "Oslo, Bergen? I don't know which came.", "Oslo, Bergen? I do not know which came.",
        "Oslo, Bergen? Not sure which came.",
        "Oslo, Bergen? Unsure which came.", "Could be Oslo or it could be Bergen, no?",
        "It might be Oslo or may be Bergen?",
        "I don't know your city: which one of the two, Oslo, Bergen, I was not told.",
    ],
)  # fmt: skip
def test_a_reply_that_cannot_tell_two_values_apart(text: str) -> None:
    assert torn(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "Which one shall I take?",
        # One case, one value, a memory.
        "If you have time, Oslo; Bergen.", "If you have time, Oslo; if you don't, Oslo.",
        "If I recall it well, Oslo; if the notes are right, Bergen.", "If only, Oslo; if not, Bergen.",
        "If you have time, Oslo; if you don't I'd say, and that is for you to say, Bergen.",
        "If you have time, go for a walk. If you don't, Bergen. And Oslo?", "Oslo if only, Bergen if only.",
        "Oslo was nice, then if you like, Bergen was, then, as we know if you like.",
        # Only one way, or a decision behind it.
        "Oslo, Bergen, it could go wrong.", "Oslo or a train, your call.", "Oslo or Bergen, and on we go.",
        "Oslo or Bergen, your call, but it is Bergen.", "Oslo or Bergen, your call, so Bergen.",
        "Oslo or Bergen, your call. Still Bergen.", "Oslo or Bergen, your call, though Bergen.",
        "Oslo or Bergen, your call. I'd say Bergen.", "Oslo or Bergen, your call. I would like Bergen.",
        "Oslo or Bergen, your call. I'll say Bergen.", "Oslo or Bergen, your call. Go with Bergen.",
        "Oslo or Bergen, your call. Go for Bergen.", "Oslo or Bergen, your call. Take Bergen.",
        "Oslo or Bergen, your call. Pick Bergen.", "Oslo or Bergen, your call. Choose Bergen.",
        "Oslo or Bergen, your call. Bergen suits you.", "Oslo or Bergen, your call. Bergen fits.",
        "Oslo or Bergen, your call. Better Bergen.", "Oslo or Bergen, your call. At best Bergen.",
        "Oslo or Bergen, your call. Bergen wins.",
        # No question of which.
        "Oslo. Which one should I go by?", "Oslo, then Bergen. Which town should I visit?",
        "Oslo, then Bergen. Which should I go by.",
        "Oslo, Bergen.", "Oslo, Bergen, both of them.", "Oslo, Bergen. Which one of them holds.",
        "Oslo, Bergen? I like both.", "Oslo? One of the two.", "Either of them, Oslo and Bergen.",
    ],
)  # fmt: skip
def test_a_reply_that_can(text: str) -> None:
    assert not torn(text)


@pytest.mark.parametrize(
    ("text", "open_ones", "found"),
    [
        ("Either Oslo or Bergen.", "Oslo Bergen", True), ("Either Oslo or Bergen.", "Oslo", False),
        ("Either Oslo or Bergen. Graz it was.", "Oslo Bergen", False), ("Either you or I like Oslo, Bergen.",
        "Oslo Bergen", True),
        ("It could be Oslo, could be Bergen.", "Oslo Bergen", True), ("It could be Oslo, could be Bergen.", "Oslo",
        False),
        ("It may also be Oslo, might well have been Bergen.", "Oslo Bergen", True), ("It could be Oslo, Bergen.",
        "Oslo Bergen", False),
        ("Either Oslo or none. Bergen it is, quite surely and truly.", "Oslo", False),
        ("Either you or I know xxxxxxxx: Oslo, Bergen.", "Oslo Bergen", True),
        ("Either you or I know xxxxxxxxx: Oslo, Bergen.", "Oslo Bergen", False),
        ("Either you or I. We know that each is a place by the sea: Oslo, Bergen.", "Oslo Bergen", False),
    ],
)  # fmt: skip
def test_either_joins_open_values(text: str, open_ones: str, found: bool) -> None:
    assert torn(text, **dict.fromkeys(open_ones.split(), "hypothetical")) == found


@pytest.mark.parametrize("status", ["aside", "past", "foreign"])
def test_values_of_no_matter_are_not_torn(status: str) -> None:
    text = "Oslo, Bergen: one of the two is yours."
    assert not torn(text, Oslo=status)
    assert torn(text, Oslo="denied")


@pytest.mark.parametrize(("status", "found"), [("past", True), ("aside", False), ("foreign", False), ("denied", True)])
def test_a_question_which_counts_whenever_they_held(status: str, found: bool) -> None:
    assert torn("Oslo, then Bergen. Which one should I go by?", Oslo=status) == found


@pytest.mark.parametrize(("more", "found"), [(58, True), (59, False)])
def test_a_reply_that_names_more_than_sixty_values_recites(more: int, found: bool) -> None:
    assert torn("If you have time, Oslo; if you don't, Bergen." + " Graz." * more) == found


@pytest.mark.parametrize(("blanks", "found"), [(24, True), (25, False)])
def test_a_value_stands_within_24_characters_of_its_case(blanks: int, found: bool) -> None:
    # The case ends behind its comma and blank; `x` is the first thing there.
    text = f"If you have time, {'x' * (blanks - 1)} Oslo; if you don't, Bergen."
    assert text.index("Oslo") - len("If you have time, ") == blanks
    assert torn(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I don't know your home. Oslo is nice.", True),
        ("Oslo is nice. I don't know your home.", True),
        ("Oslo is nice, but I don't know your home.", True),
        ("Oslo is nice, whereas I don't know your home city.", True),
        ("I don't know your cities; Oslo is nice.", True),
        ("I don't know your city; Oslo is nice.", True),
        # Of another matter, with a value, without an abstention, or of what will be told.
        ("I don't know your dog. Oslo is nice.", False),
        ("I don't know your home Oslo. It is nice.", False),
        ("I know your home. Oslo is nice.", False),
        ("When you tell me, I'll note that I don't know your home. Oslo is nice.", False),
        ("Once I don't know your home. Oslo is nice.", False),
        ("Whenever I don't know your home. Oslo is nice.", False),
        ("As soon as I don't know your home. Oslo is nice.", False),
        ("Next time I don't know your home. Oslo is nice.", False),
        ("If you add one, I don't know your home. Oslo is nice.", False),
        ("If you move, I don't know your home. Oslo is nice.", True),
        ("I don't know your dog. I don't know your home. Oslo is nice.", True),
        ("I know your home. I don't know your home now. Oslo is nice.", True),
    ],
)
def test_a_part_without_a_value_abstains_about_the_matter(text: str, found: bool) -> None:
    assert abstains_about(text, named(text), HOME) == found


@pytest.mark.parametrize(
    ("words", "found"),
    [("movie", True), ("movies", True), ("movement", False), ("fun", True), ("of that", False), ("f", False)],
)
def test_a_matter_is_known_by_five_letters_of_words_of_three(words: str, found: bool) -> None:
    domain = Domain("fun_of_movies", aliases=CITIES.aliases)
    text = f"I don't know {words}. Oslo is nice."
    assert abstains_about(text, named(text), domain) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Which city, I don't know. Your train goes to Oslo.", True),
        ("I don't know what your home is. Your train goes to Oslo.", True),
        ("I have no idea which is the city. Your train goes to Oslo.", True),
        ("I can't tell where your home is. Your train goes to Oslo.", True),
        ("I don't know whose cities. Your train goes to Oslo.", True),
        ("I don't know who your home. Your train goes to Oslo.", True),
        ("I don't know what was the home. Your train goes to Oslo.", True),
        ("I don't know what the street is. Your train goes to Oslo.", False),
        ("I know which city. Your train goes to Oslo.", False),
        ("I don't know your city. Your train goes to Oslo.", False),
        ("I don't know which city has Oslo. Your train goes there.", False),
    ],
)
def test_a_value_of_something_else_is_all_it_knows(text: str, found: bool) -> None:
    assert knows_another_only(text, named(text), HOME) == found


GUESSED = (
    "It might be Oslo. It could be Oslo. It may also be Oslo. You might have Oslo. "
    "Perhaps Oslo. Possibly Oslo. Maybe in Oslo."
)
FIRM = (
    "Wasn't it Oslo?", "Isn't that Oslo?", "Weren't they in Oslo?", "Aren't this Oslo?", "It'll have been Oslo.",
    "It will surely have been Oslo.", "It must have been Oslo.", "It should have been Oslo.", "It must be Oslo.",
    "I imagine Oslo.", "I suppose Oslo.", "I reckon Oslo.", "I presume Oslo.", "I'd guess Oslo.", "I'd imagine Oslo.",
    "I'd say Oslo.", "I'd bet Oslo.", "Presumably Oslo.", "Most likely Oslo.", "Probably Oslo.", "Something like Oslo.",
    "If memory serves, Oslo.", "If I remember rightly, Oslo.", "If I recall, Oslo.",
)  # fmt: skip


@pytest.mark.parametrize("text", [f"{one}." for one in GUESSED.rstrip(".").split(". ")])
def test_a_light_guess_is_one_unless_it_is_asked(text: str) -> None:
    open_ones = named(text, Oslo="hypothetical")
    assert guesses_only(text, open_ones)
    assert not guesses_only(text, named(text))
    asked = text.replace(".", "?")
    assert not guesses_only(asked, named(asked, Oslo="hypothetical"))
    asked += " That is a guess."
    assert guesses_only(asked, named(asked, Oslo="hypothetical"))


@pytest.mark.parametrize("text", FIRM)
def test_a_firm_guess_is_one_whatever_its_form(text: str) -> None:
    for status in ("current", "questioned", "hypothetical"):
        assert guesses_only(text, named(text, Oslo=status))
    assert not guesses_only(text, named(text, Oslo="denied"))


@pytest.mark.parametrize(
    "text",
    [
        "It might as well be Oslo.", "It might just as well be Oslo.", "Maybe. Oslo.", "Maybe so; Oslo.",
        "Maybe so!\nOslo.",
        "Oslo, maybe Bergen.", "Maybe Oslo, Bergen.", "Oslo.", "Oslo, maybe.", "Probably so. Oslo.",
    ],
)  # fmt: skip
def test_no_guess_at_a_single_value(text: str) -> None:
    assert not guesses_only(text, named(text, Oslo="hypothetical", Bergen="hypothetical"))
    assert not guesses_only(text, [])


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("Maybe Oslo. Oslo is by the sea.", ("hypothetical", "current"), True),
        ("Oslo is by the sea. Maybe Oslo.", ("current", "hypothetical"), False),
        ("Maybe Oslo? Oslo is by the sea.", ("hypothetical", "current"), False),
        ("Maybe Oslo. Is it Oslo?", ("hypothetical", "questioned"), True),
        ("I'd say Oslo. It isn't just any Oslo.", ("current", "denied"), True),
        ("I wouldn't take Oslo. I'd say Oslo.", ("denied", "current"), False),
        ("We had Oslo. I'd say Oslo.", ("current", "hypothetical"), False),
    ],
)
def test_the_first_mention_decides_whether_it_is_a_guess(text: str, statuses: tuple[str, str], found: bool) -> None:
    mentions = [named(text, Oslo=status)[at] for at, status in enumerate(statuses)]
    assert guesses_only(text, mentions) == found


@pytest.mark.parametrize(("letters", "found"), [(73, True), (74, False)])
def test_a_guess_stands_within_80_characters(letters: int, found: bool) -> None:
    # `Maybe`, a blank, the letters and a blank: 80 and 81 characters.
    text = f"Maybe {'x' * letters} Oslo."
    assert guesses_only(text, named(text, Oslo="hypothetical")) == found
    text = f"I'd say {'x' * (letters - 2)} Oslo."
    assert guesses_only(text, named(text)) == found
