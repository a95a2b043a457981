"""Texts that a reply wrote for somebody else, and its lists: where they begin and end, and what is none."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.drafts import ReplyLists, draft_spans, is_message, is_set_apart, message_of

TWELVE = "one two three four five six seven eight nine ten eleven twelve"
ELEVEN = TWELVE.removesuffix(" twelve")
"""A message has twelve words."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"Sure:\n> {TWELVE}\nOK?", f"> {TWELVE}"),
        (f"Sure:\n> {ELEVEN[4:]}\nOK?", f"Sure:\n> {ELEVEN[4:]}\nOK?"),
        (f"Sure:\n```\n{TWELVE}\n```\nOK?", f"\n{TWELVE}\n"),
        (f'Sure:\n"{TWELVE}"\nOK?', TWELVE),
        (f'Sure: "{TWELVE}" OK?', TWELVE),
        (f'You said "{TWELVE}" OK?', f'You said "{TWELVE}" OK?'),
        (f'Sure:\n"{ELEVEN}"\nOK?', f'Sure:\n"{ELEVEN}"\nOK?'),
        (f"Sure:\n---\n{TWELVE}\n---\nOK?", f"\n{TWELVE}\n"),
        (f"Sure:\n---\n{TWELVE}\nOK?", f"Sure:\n---\n{TWELVE}\nOK?"),
        (f"Sure:\n---\n{TWELVE}\n---\nOK?\n---\n", f"Sure:\n---\n{TWELVE}\n---\nOK?\n---\n"),
        # Several blocks are one message; marks of a lower order count only without those of a higher one.
        (f"> {TWELVE}\n\nand\n\n> {ELEVEN}", f"> {TWELVE}\n> {ELEVEN}"),
        (f'> {TWELVE}\n\n"{TWELVE}"', f"> {TWELVE}"),
        (TWELVE, TWELVE),
    ],
)
def test_a_message_is_set_apart_by_marks(text: str, message: str) -> None:
    assert message_of(text) == message


def drafts(text: str) -> list[str]:
    return [text[low:high] for low, high in draft_spans(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Four words in quotation marks or italics are a text of their own, fewer only behind words that dictate.
        ('Here: "any stairs at home?"', ['"any stairs at home?"']),
        ('Here: "any steep stairs?"', []),
        ('Like so: "any steep stairs?"', []),
        ('Just say: "no steep stairs"', ['"no steep stairs"']),
        ('As you say: "no steep stairs"', []),
        ('Tell them "no steep stairs"', ['"no steep stairs"']),
        ("Here: *any stairs at home?*", ["*any stairs at home?*"]),
        ("Here: **any stairs at home?**", []),
        ("Here: “any stairs at home?”", ["“any stairs at home?”"]),
        # Words of the user are none.
        ('You told me: "any stairs at home?"', []),
        ('You told me so, and we had tea. So: "any stairs at home?"', ['"any stairs at home?"']),
        ('"any stairs at home?" were your words', []),
        ('"any stairs at home?" were her words', ['"any stairs at home?"']),
        ('"any stairs at home?", as you said', []),
        # Quotation marks hold eight characters or more, in one line.
        ('Just say: "no steps"', ['"no steps"']),
        ('Just say: "no step"', []),
        ('Just say: "no steep\nstairs"', []),
        # A line that introduces a text, and a salutation of others: everything behind.
        ("Here's a draft:\nno stairs", ["\nno stairs"]),
        ("Your letter: no stairs", [" no stairs"]),
        ("Your letter says: no stairs", []),
        ("Here's a draft:", []),
        ("Here's a chair:\nno stairs", []),
        ("Dear neighbours, no stairs", [", no stairs"]),
        ("Dear Mrs Smith, no stairs", [" Smith, no stairs"]),
        ("Dear Anna, no stairs", []),
        ("Hello there, no stairs", []),
        # Blocks.
        ("OK\n> no stairs\nBye", ["> no stairs"]),
        ("No stairs.", []),
    ],
)
def test_a_text_for_somebody_else_is_found_by_its_marks(text: str, found: list[str]) -> None:
    assert drafts(text) == found


def test_eighty_characters_introduce_a_quotation():
    # `told` begins 80 characters before the quotation in the first text, and 81 in the second.
    for blanks, found in ((72, []), (73, ['"any stairs at home?"'])):
        text = "told me:" + " " * blanks + '"any stairs at home?"'
        assert text.index('"') == blanks + 8
        assert drafts(text) == found


@pytest.mark.parametrize(
    ("text", "apart", "message"),
    [
        (f"So:\n> {TWELVE}", True, True),
        ("Dear neighbours,\nno stairs", True, False),
        (f"Dear neighbours,\n{ELEVEN[4:]}", True, True),  # ten words and two of the greeting
        (f"Dear neighbours,\n{ELEVEN[8:]}", True, False),  # nine and two
        ("No stairs.\nKind regards,\nAnna", True, True),
        ("No stairs.\nA kind offer.", False, False),
        (f"{TWELVE}. {TWELVE}.", False, True),
        (f"{TWELVE}. {ELEVEN}.", False, False),
        (f"{TWELVE}. {TWELVE}?", False, False),  # what is asked back is no message
        (f"Hello!\n{TWELVE}?", True, False),
        ("", False, False),
    ],
)
def test_a_message_is_told_from_small_talk(text: str, apart: bool, message: bool) -> None:
    assert (is_set_apart(text), is_message(text)) == (apart, message)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        # Parts of a sentence: at most five words each.
        ("Tea, milk, X and bread", 4),
        ("Tea; milk or X", 3),
        ("Tea, a b c d e, X", 3),
        ("Tea, a b c d e f, X", 2),
        ("Tea, , X", 2),
        ("Salt, sugar. Tea, X! Milk, eggs, ham", 2),
        ("Salt, sugar: tea, X? Milk, eggs, ham", 2),
        ("Salt, sugar\ntea, X\nmilk, eggs, ham", 2),
        # Bullets, all over the reply.
        ("- tea\n- X\n\n- milk\nbread", 3),
        ("1. tea\n2) X", 2),
        ("tea\n- X, milk, bread", 1),
        # Rows of a table.
        ("| tea | a |\n| X | b, c |\n| milk | d |", 3),
        ("| tea | a |\n| milk | d |\nX, bread", 2),
    ],
)
def test_the_list_around_a_thing_is_counted(text: str, length: int) -> None:
    at = text.index("X")
    lists = ReplyLists(text)
    assert lists.length_around(at, at + 1) == length
    assert lists.length_around(at, at + 1) == length
