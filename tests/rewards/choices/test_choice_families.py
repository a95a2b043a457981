"""Families of replies that pick one of several options, each beside replies that pick none."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.values import Domain

BOATS = ("Mistral", "Meridian", "Albatross")
COLOURS = ("racing green", "brick red", "canary yellow")
BOOKS = ("Ghost Orchard", "Hymns for Magpies", "Gulls over Inverlay")
GIFTS = ("wine decanter", "bird feeder", "jigsaw puzzle")
CLAIMS = (
    "Turnstile Bay is my parking space, Georgian my mother tongue.",
    "Turnstile Bay is my parking space, Catalan my mother tongue.",
    "Vestibule Deck is my parking space, Georgian my mother tongue.",
    "Vestibule Deck is my parking space, Catalan my mother tongue.",
)
EARLIER = (
    "That as far as my parking space is concerned the word was Transom Row.",
    "My family doctor: Thorvaldsen.",
)
DISHES = ("Pierogi", "Bibimbap", "Risotto", "Poutine")
LANDS = tuple(f"{land} is my country of birth." for land in ("Switzerland", "Greece", "Montenegro", "Iceland"))
OTHERS = ("Dolphin", "indigo")
NAMED = {
    options: Domain("thing", aliases=dict.fromkeys((*options, *OTHERS), ()))
    for options in (BOATS, COLOURS, BOOKS, GIFTS)
}


def picked(text: str, options: tuple[str, ...]) -> str:
    """The option that a reply picks, by its letter or name; else what the reply does."""
    choice = read_choice(text, options, NAMED.get(options))
    if choice.kind is not ChoiceKind.PICKED:
        return choice.kind.value
    return options[choice.options[0]] if options in NAMED else "ABCD"[choice.options[0]]


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (BOATS, "Mistral! Short, windy, done.", "Mistral"),
        (BOATS, "Paint Albatross on the stern and never look back.", "Albatross"),
        (BOATS, "If it were my boat, it would say Meridian on the hull.", "Meridian"),
        (BOATS, "Mistral is overused and Albatross tempts fate. The remaining one has dignity.", "Meridian"),
        (BOATS, "I keep coming back to Meridian.", "Meridian"),
        (BOATS, "Meridian has the edge, I feel, although Mistral runs it close.", "Meridian"),
        (BOATS, "My gut says Albatross.", "Albatross"),
        (
            BOATS,
            "Albatross, hands down. Mistral is a wind that capsizes boats, and Meridian is a line on a map.",
            "Albatross",
        ),
        (BOATS, "Of the three, the one with wings: Albatross.", "Albatross"),
        (BOATS, "Let's have Mistral, shall we?", "Mistral"),
        (BOATS, "Albatross is a bird of ill omen to some, but Coleridge had it wrong. Albatross.", "Albatross"),
        (BOATS, "I've written Mistral into the form for you.", "Mistral"),
        (BOATS, "Done: your boat is registered as Meridian.", "Meridian"),
        (
            BOATS,
            "Dear Kim,\n\nafter much thought: Meridian. Mistral came second, Albatross a distant third.\n\nYours",
            "Meridian",
        ),
        (
            BOATS,
            "| Name | Ring | Luck | Verdict |\n|---|---|---|---|\n"
            "| Mistral | 4 | 2 | |\n| Meridian | 3 | 4 | |\n| Albatross | 5 | 4 | take it |",
            "Albatross",
        ),
        (
            BOATS,
            "| Name | Score |\n|---|---|\n| Mistral | 6/10 |\n| Meridian | 8/10 |\n| Albatross | 5/10 |",
            "Meridian",
        ),
        (BOATS, "1. Albatross\n2. Mistral\n3. Meridian", "Albatross"),
        (BOATS, "- Mistral: strong\n- Meridian: bland\n- Albatross: heavy\n\nSo the first.", "Mistral"),
        (BOATS, "Mistral is nice. Meridian too. But Albatross makes me smile.", "Albatross"),
        (BOATS, "No contest: it has to be the Albatross.", "Albatross"),
        (BOATS, "Not Mistral, not Meridian.", "Albatross"),
        (BOATS, "I'd sooner sail on the Meridian than on either of the others.", "Meridian"),
        (BOATS, "Meridian > Mistral > Albatross", "Meridian"),
        (BOATS, "Tough call, but I lean towards Albatross.", "Albatross"),
        (BOATS, "Mistral or Meridian, both lovely.", "open"),
        (BOATS, "I'd take Mistral if she's fast, Albatross if she's slow.", "open"),
        (BOATS, "Whatever you like best!", "none/declined"),
        (BOATS, "That's not for me to say.", "declined"),
        (BOATS, "Neither of these; call her Dolphin.", "other"),
        (BOATS, "Mistral and Meridian are both great names.", "open/several"),
        (BOATS, "Boats are fun! Where will you sail her?", "none"),
        (BOATS, "Mistral could work, and so could Albatross.", "open"),
        (BOATS, "Toss a coin between Mistral and Albatross.", "open/declined"),
        (BOATS, "Have you asked the kids about Mistral?", "open"),
        (BOATS, "Why not Dolphin?", "other"),
        (COLOURS, "Red. Brick, that is.", "brick red"),
        (COLOURS, "Against white walls, racing green looks best.", "racing green"),
        (COLOURS, "Go green!", "racing green"),
        (COLOURS, "Get the yellow. Life is short.", "canary yellow"),
        (COLOURS, "White walls? Then brick red. Old stone? Then racing green.", "open"),
        (COLOURS, "With stone I'd pick racing green.", "racing green"),
        (BOOKS, "Hymns for Magpies, because book clubs love an argument.", "Hymns for Magpies"),
        (BOOKS, "The magpies get my vote.", "Hymns for Magpies"),
        (BOOKS, "Start with Ghost Orchard; the other two can wait until summer.", "Ghost Orchard"),
        (BOOKS, "Ghost Orchard: 1/3. Gulls over Inverlay: 1/3. Hymns for Magpies: 3/3.", "Hymns for Magpies"),
        (BOOKS, "I haven't read them, so draw lots.", "declined"),
        (BOOKS, "Ghost Orchard first, and Gulls over Inverlay next month.", "Ghost Orchard"),
        (GIFTS, "He drinks, so the decanter.", "wine decanter"),
        (GIFTS, "Birds will thank you: bird feeder.", "bird feeder"),
        (GIFTS, "Wrap up the puzzle.", "jigsaw puzzle"),
        (CLAIMS, "B. The other three each get at least one thing wrong.", "B"),
        (CLAIMS, "Only the second one squares with what you told me.", "B"),
        (CLAIMS, "Turnstile Bay and Catalan, so B.", "B"),
        (CLAIMS, "You park in Turnstile Bay and you grew up with Catalan.", "B"),
        (CLAIMS, "A, C and D all clash; what remains is B.", "B"),
        (CLAIMS, "Not A (Georgian), not C (both wrong), not D (wrong bay).", "B"),
        (
            CLAIMS,
            "It can't be C or D because you park in Turnstile Bay, and it can't be A because you speak Catalan.",
            "B",
        ),
        (CLAIMS, "A ✗\nB ✓\nC ✗\nD ✗", "B"),
        (
            CLAIMS,
            "| | bay | tongue |\n|---|---|---|\n| A | yes | no |\n| B | yes | yes |\n| C | no | no |\n| D | no | yes |",
            "B",
        ),
        (CLAIMS, "| Claim | Consistent? |\n|---|---|\n| A | no |\n| B | yes |\n| C | no |\n| D | no |", "B"),
        (CLAIMS, "The one just below the top: B", "B"),
        (CLAIMS, "Either A or B.", "open"),
        (CLAIMS, "A or B; I know the bay but not the language.", "open"),
        (CLAIMS, "No idea, you never told me.", "none/declined"),
        (CLAIMS, "C.", "C"),
        (CLAIMS, "The last one.", "D"),
        (CLAIMS, "The option at the bottom of your list.", "D"),
        (EARLIER, "A came later, so B.", "B"),
        (EARLIER, "If memory serves, A was the later one, so B.", "B"),
        (EARLIER, "First Thorvaldsen (3 January), then Transom Row (9 January).", "B"),
        (EARLIER, "The doctor came up on the 3rd, the parking space on the 9th. So the doctor.", "B"),
        (EARLIER, "B was first, A followed a week later.", "B"),
        (EARLIER, "You told me about Thorvaldsen before you told me about Transom Row.", "B"),
        (EARLIER, "Thorvaldsen was mentioned first.", "B"),
        (EARLIER, "Both on the same day, I think.", "open/several/none"),
        (DISHES, "The bibimbap, since you're off bread.", "B"),
        (
            DISHES,
            "Bibimbap! Easily done with cauliflower rice. Pierogi are dough, risotto is rice, poutine is chips.",
            "B",
        ),
        (DISHES, "Rice, chips and dough are out on low carb, which leaves the bibimbap.", "B"),
        (LANDS, "Greece.", "B"),
        (LANDS, "You were born in Greece, weren't you?", "B"),
        (LANDS, "Isn't it Greece?", "B"),
        (LANDS, "Wasn't it Greece? Or am I mixing you up?", "open"),
        (LANDS, "Was it Greece or Iceland?", "open"),
        (LANDS, "Somewhere warm: Greece.", "B"),
        (LANDS, "I thought Iceland at first, but no: Greece.", "B"),
        (LANDS, "You said you left Iceland for good, but your cradle stood in Greece.", "B"),
    ],
)
def test_pick(options: tuple[str, ...], text: str, expected: str) -> None:
    assert picked(text, options) in expected.split("/")
