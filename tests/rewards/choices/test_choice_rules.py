"""What a reply does with its options: every rule beside a reply to which it just does not apply."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, chosen, read_choice
from regulars.values import Domain

HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")
BOATS = ("Mistral", "Meridian", "Albatross")
NAMES = Domain("boat", aliases=dict.fromkeys((*BOATS, "Dolphin"), ()))


def letter(text: str, options: tuple[str, ...] = HOMES) -> str:
    """The letter that a reply picks, else what it does, with the letters of several."""
    choice = read_choice(text, options)
    named = "".join("ABCD"[option] for option in choice.options)
    return named if choice.kind is ChoiceKind.PICKED else f"{choice.kind.value} {named}".strip()


def boat(text: str) -> str:
    choice = read_choice(text, BOATS, NAMES)
    return BOATS[choice.options[0]] if choice.kind is ChoiceKind.PICKED else choice.kind.value


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # Declines, or only leaves open which of some.
        ("A or B, but I can't choose.", "open", "A, B, C or D, but I can't choose.", "declined"),
        ("Maybe A, but I can't choose.", "declined", "A, but I can't eat.", "A"),
        ("I can't choose.", "declined", "I can't swim.", "none"),
        # A bare option opens the reply, and what only fits stands behind it.
        ("B. C matches both.", "B", "Well now. B. C matches both.", "several BC"),
        ("B. No, C matches both.", "C", "B. Yes, C matches both.", "B"),
        ("B. I'd go with C.", "several BC", "B. Actually, I'd go with C.", "C"),
        # Two picks side by side.
        ("Take A. Take B. Either would do.", "open", "Take A. Take B. Neither would do.", "several AB"),
        ("Take A and take C.", "several AC", "Take A, no, take C.", "C"),
        ("A and C.", "several AC", "A or C.", "open"),
        ("A and C, so A.", "A", "A, so A and C.", "several AC"),
        # Each under a condition of its own.
        ("Rain? Then A. Sun? Then C.", "open", "Rain? Then A. Then C.", "C"),
        ("If it rains, I'd take A.", "A", "If it rains, I'd take A. If it is dry, I'd take B.", "open"),
        # A later sentence refers back, at most two sentences.
        ("A has a garden. That's the one.", "A", "A has a garden. That's the one?", "A"),
        ("A has rooms, B a garden. That's the one.", "B", "A has rooms. B is out. That's the one.", "A"),
        # Ranked in one line.
        ("Best to worst: B, C, A", "B", "Best of all: B, C, A", "several ABC"),
        ("B > C > A", "B", "B / C / A", "several ABC"),
        # What is left over.
        ("Not A, not B, not C.", "D", "Not A, not B.", "none"),
        ("Not A, not B, not D. The remaining one.", "C", "Not A, not B. The remaining one.", "none"),
        ("None of these.", "other", "None of these, so A.", "A"),
        ("You never told me about B.", "B", "You never sold me B.", "none"),
        # Cannot decide, before or behind.
        ("Either would do.", "open", "Rather would do.", "none"),
        ("Either would do, so I'd go with B.", "B", "So it is B, but either would do.", "B"),
        # Rejected, before and behind.
        ("A is out.", "none", "A is outside.", "A"),
        ("A is not it, B is.", "B", "A is it, B is not.", "A"),
        ("Not A but B.", "B", "Not A or B.", "none"),
        ("Anything but A.", "none", "Anything, but A.", "A"),
        # Asked, and answered in the next sentence.
        ("A?", "open", "A!", "A"),
        ("A? No. B? Yes.", "B", "A? Yes. B? No.", "A"),
        ("A? Never.", "none", "A? Later.", "open"),
        ("Isn't that A?", "A", "Is that A?", "open"),
        ("Isn't that A? Or not.", "open", "Isn't that A? No.", "A"),
        ("A, right?", "A", "A, rain?", "open"),
        ("How about A?", "A", "How is A?", "open"),
        # Tentative words in the option's clause, and firm ones that look so.
        ("Maybe A, hm.", "open", "Maybe so: A.", "A"),
        ("A, perhaps.", "open", "A, which is where you perhaps live.", "A"),
        ("Might as well be A.", "A", "Might be A.", "open"),
        # One of several.
        ("It's one of A, B.", "open", "It's both of A, B.", "several AB"),
    ],
)  # fmt: skip
def test_a_rule_of_lettered_options(text: str, found: str, counterpart: str, other: str) -> None:
    assert (letter(text), letter(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        ("Mistral.", "Mistral", "Dolphin.", "other"),
        ("Mistral or Dolphin.", "open", "Mistral, not Dolphin.", "Mistral"),
        ("Take Dolphin. No, take Mistral.", "Mistral", "Take Mistral. No, take Dolphin.", "other"),
        ("Would you like me to paint Mistral?", "none", "Would you say Mistral?", "open"),
        ("Mistral if it rains, Meridian if not.", "open", "Mistral in the rain.", "Mistral"),
        ("Mistral only if it rains.", "open", "Mistral only.", "Mistral"),
        ("Oh, Mistral!", "open", "Oh, Mistral.", "Mistral"),
        ("Mistral is loud. Meridian is quiet.", "Meridian", "Mistral is loud and Meridian is quiet.", "several"),
        ("Mistral is loud but Meridian is quiet.", "Meridian", "Mistral is loud, Meridian is quiet.", "several"),
        ("Not Mistral, Meridian.", "Meridian", "Not Mistral, Meridian or Albatross.", "none"),
        ("I'd pick Mistral over Meridian.", "Mistral", "I'd pick Mistral and Meridian.", "several"),
        ("Albatross wins. Mistral wins.", "several", "Albatross wins. Still, Mistral wins.", "Mistral"),
        ("~~Mistral~~ Meridian", "Meridian", "~Mistral~ Meridian", "several"),
        ("None of them.", "other", "Some of them.", "none"),
        ("The third one.", "Albatross", "The third week.", "none"),
    ],
)
def test_a_rule_of_named_options(text: str, found: str, counterpart: str, other: str) -> None:
    assert (boat(text), boat(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "answer", "found"),
    [
        ("Mistral.", None, "Mistral"),
        ("Mistral.", "", "Mistral"),
        ("Mistral.", "Meridian", "Meridian"),
        ("Mistral.", "a Meridian", "Meridian"),
        ("Mistral.", "Dolphin", ""),
        ("Mistral.", "Mistral, Meridian", ""),
        ("Mistral or Meridian.", None, ""),
        ("Sure.", " " * 1992 + "Meridian", "Meridian"),
        ("Sure.", " " * 1993 + "Meridian", ""),
        ("x " * 15_000 + "Mistral." + " x" * 15_000, None, "Mistral"),
    ],
)
def test_the_option_that_is_chosen(text: str, answer: str | None, found: str) -> None:
    assert chosen(text, answer, BOATS, NAMES) == found
