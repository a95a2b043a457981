"""Every word that picks, rejects or leaves open an option, and every branch that weighs them: one reply for each."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.option_rows import find_option_rows, row_picked
from regulars.rewards.choices.options import OptionReference
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
    "words",
    [
        "I'd go with Meridian", "I'll opt for Meridian", "I vote for Meridian", "Let's settle on Meridian",
        "I choose Meridian", "I'm picking Meridian", "I say Meridian", "I'd recommend Meridian", "I suggest Meridian",
        "We'd better call it Meridian", "I'd call her Meridian", "I'd name it Meridian", "I'd christen her Meridian",
        "I'd tick Meridian", "I'm leaning towards Meridian", "I'd favour Meridian", "I prefer Meridian",
        "I'd back Meridian", "I'd stick with Meridian", "I'd make it Meridian", "I propose Meridian",
        "I'd decide on Meridian", "I bet on Meridian", "Go for Meridian", "Take Meridian", "Try Meridian",
        "I settled on Meridian", "I went for Meridian", "My vote goes to Meridian", "How about Meridian?",
        "Say hello to Meridian", "Let it be Meridian", "You'll love Meridian", "I'm drawn to Meridian",
        "My pick: Meridian", "My favourite is Meridian", "The winner is Meridian", "My verdict: Meridian",
        "The best name would be Meridian", "Which leaves Meridian", "That leaves us with Meridian", "It's Meridian",
        "It has to be Meridian", "Hence Meridian", "Therefore Meridian", "Thus Meridian", "In short: Meridian",
        "All in all Meridian", "Bottom line: Meridian", "Finally: Meridian", "→ Meridian", "Of the three, Meridian",
        "Meridian it is", "Meridian wins", "Meridian is my pick", "Meridian gets my vote", "Meridian for me",
        "Meridian, definitely", "Meridian, hands down", "Meridian is the one", "Meridian takes it",
        "Meridian would be my choice", "Meridian is the best", "Meridian comes out on top", "Meridian suits you best",
        "Meridian has my heart", "Meridian steals it", "Meridian feels right", "Meridian ftw", "Meridian 👈",
        "Meridian: recommended", "Meridian has the edge", "Meridian is it", "Meridian. That's the one",
        "Meridian. That's my pick", "Meridian. This is the winner", "Meridian. That's it",
        "Meridian. I'd go with that", "Meridian. That gets my vote", "Meridian. There you go",
        "Meridian. I'd go for it", "Meridian. It's that one", "Meridian. There you have it",
        "Meridian. That's my recommendation", "Meridian. This is my suggestion", "Meridian. That's my final decision",
    ],
)  # fmt: skip
def test_words_that_pick_a_name_beside_another(words: str) -> None:
    end = "" if words.endswith("?") else "."
    assert boat(f"Mistral is a fine name and a loud wind. {words}{end}") == "Meridian"


@pytest.mark.parametrize(
    "words",
    [
        "not Mistral", "I wouldn't take Mistral", "never Mistral", "without Mistral", "I rule out Mistral",
        "rather than Mistral", "instead of Mistral", "I'd drop Mistral", "forget Mistral", "skip Mistral",
        "I discard Mistral", "I exclude Mistral", "cross out Mistral", "strike Mistral", "anything but Mistral",
        "as opposed to Mistral", "I dismiss Mistral", "I reject Mistral", "leaving out Mistral", "apart from Mistral",
        "I thought of Mistral", "I considered Mistral", "at first it was Mistral", "avoid Mistral",
        "steer clear of Mistral", "I'm wary of Mistral", "I'd veto Mistral", "set aside Mistral",
        "I have doubts about Mistral", "I'm less keen on Mistral", "think twice about Mistral",
        "Mistral isn't it", "Mistral is out", "Mistral is wrong", "Mistral was my first thought", "Mistral is too loud",
        "Mistral clashes", "Mistral fails", "Mistral lacks charm", "Mistral can wait", "Mistral: no", "Mistral ✗",
        "Mistral would not do", "Mistral is gone", "Mistral is out of the question",
        "Mistral another time", "Mistral falls away", "Mistral has to go",
    ],
)  # fmt: skip
def test_words_that_reject_one_of_two(words: str) -> None:
    two = BOATS[:2]
    choice = read_choice(f"{words}; Meridian is near the sea.", two, Domain("boat", aliases=dict.fromkeys(two, ())))
    assert (choice.kind, choice.options) == (ChoiceKind.PICKED, (1,))


@pytest.mark.parametrize(
    "text",
    [
        "Maybe Mistral.", "Perhaps Mistral.", "Possibly Mistral.", "It might be Mistral.", "It may be Mistral.",
        "It could be Mistral.", "Either Mistral or Meridian.", "Between Mistral and Meridian.",
        "It depends: Mistral or Meridian.", "Mistral or Meridian.", "Mistral, alternatively Meridian.",
        "I'm torn between Mistral and Meridian.", "Is it Mistral?",
        "Mistral and Meridian: both would do.", "Mistral, Meridian: hard to say.",
        "Mistral, Meridian: I can't make up my mind.", "One of Mistral, Meridian.", "Vielleicht Mistral.",
    ],
)  # fmt: skip
def test_words_that_leave_names_open(text: str) -> None:
    assert boat(text) == "open"


@pytest.mark.parametrize(
    "text",
    [
        "I'd rather not choose.", "I'd rather leave it to you.", "I leave that to you.", "The choice is yours.",
        "That decision is up to you.", "I have no preference.", "I've no favourite.", "I can't pick.",
        "I won't decide.", "I'm unable to choose.", "It's up to you.", "That's your call.", "It isn't my place.",
        "I'd be uneasy naming one.", "Draw lots.", "Flip a coin.", "Let them decide.", "You choose.",
        "It has to come from you.", "You should decide yourselves.",
    ],
)  # fmt: skip
def test_words_that_decline(text: str) -> None:
    assert boat(text) == "declined"
    assert letter(text) == "declined"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # An option alone opens the reply; what corrects it counts, and what only fits beside it does not.
        ("B. C fits me.", "B"),
        ("Sure: B. C fits me.", "B"),
        ("B and C. D fits me.", "several BC"),
        ("B. I'd go with B.", "B"),
        # Told first and later: the one that is told first, within eighty characters.
        ("First B, then C.", "B"),
        ("First B and next C.", "B"),
        # Several under conditions, and one alone.
        ("If it rains, I'd take A.", "A"),
        ("Sun? Then A. Rain? Then B. Snow? Then C.", "open"),
        # Back to an option before, over two sentences at most, and to the last that is not rejected.
        ("A has rooms. It has a hall. That's the one.", "A"),
        ("A has rooms. It has a hall. It is warm. That's the one.", "A"),
        ("A and B have rooms. That's the one.", "several AB"),
        ("A has rooms. Not B. That's the one.", "A"),
        ("Take A. B has rooms. That's my pick.", "B"),
        ("That's the one. A has rooms.", "A"),
        # Ranked in one line.
        ("Ranked: C, A, B", "C"),
        ("In order of preference: C, A, B", "C"),
        ("My order: C, A, B", "C"),
        ("From best to worst: C, A, B", "C"),
        ("C > A > B > D", "C"),
        ("C >> A", "several AC"),
        # What is left over: it says so, or all others are rejected.
        ("A is out, B is out, C is out.", "D"),
        ("A is out, B is out.", "none"),
        ("Not A, not B, not C. What remains.", "D"),
        ("A, B and C are nice.", "several ABC"),
        ("You never mentioned C.", "C"),
        ("You never mentioned C. You never mentioned D.", "none"),
        ("None of them.", "other"),
        ("None of the above.", "other"),
        # Undecided before and behind.
        ("A or B: I can't decide. So A.", "A"),
        ("A has rooms. I'd go with A, though either would do.", "A"),
        ("A? B? C?", "open"),
        # By place and by words.
        ("The second one.", "B"),
        ("The last one.", "D"),
        ("The final option.", "D"),
        ("Option 3.", "C"),
        ("The one at the top.", "A"),
        ("The one at the bottom.", "D"),
        ("The topmost option.", "A"),
        ("The bottom one.", "D"),
        ("The house.", "B"),
        ("A or B: the latter.", "B"),
        ("A or B: the former.", "A"),
        ("Option 5.", "none"),
        ("The fifth one.", "none"),
    ],
)
def test_a_branch_of_lettered_options(text: str, found: str) -> None:
    assert letter(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mistral. Meridian is for winds.", "Mistral"),
        ("Dolphin.", "other"),
        ("Not Dolphin.", "none"),
        ("Dolphin or Mistral.", "open"),
        ("Take Dolphin and Mistral.", "several"),
        ("Would you like a drink with Mistral?", "none"),
        ("Do you want me to paint Mistral?", "none"),
        ("Shall I paint Mistral?", "none"),
        ("Can I say Mistral?", "open"),
        ("Mistral is loud, Meridian soft. But Albatross flies.", "Albatross"),
        ("Mistral is loud, Meridian soft. Albatross flies, Mistral blows.", "several"),
        ("Mistral is loud, however Meridian is soft.", "Meridian"),
        ("Mistral is loud, still Meridian is soft.", "Meridian"),
        ("Mistral, if it is up to me.", "Mistral"),
        ("Mistral, if you like the sea.", "Mistral"),
        ("Mistral unless it rains.", "open"),
        ("Neither Mistral nor Meridian.", "Albatross"),
        ("Not Mistral, not Meridian.", "Albatross"),
        ("Isn't that Mistral?", "Mistral"),
        ("Is that Mistral?", "open"),
        ("Mistral, right?", "Mistral"),
        ("Mistral, agreed?", "Mistral"),
        ("Mistral? Never.", "none"),
        ("Mistral? Exactly.", "Mistral"),
        ("Mistral? Bingo!", "Mistral"),
        ("Mistral? Hardly.", "none"),
        ("Mistral? Hm.", "open"),
        ("Oh, Mistral!", "open"),
        ("<think>Mistral</think>Meridian.", "Meridian"),
        ("~~Mistral~~ Meridian.", "Meridian"),
    ],
)
def test_a_branch_of_named_options(text: str, found: str) -> None:
    assert boat(text) == found


TREES = ("Ash", "Birch", "Cedar")


def pick(text: str) -> str:
    """The tree in the row that stands out, or `-`."""
    told = [
        OptionReference(frozenset({TREES.index(one[0])}), *one.span(), "value")
        for one in re.finditer("|".join(TREES), text)
    ]
    found = find_option_rows(text, told)
    option = row_picked(text, found) if found else None
    return "-" if option is None else TREES[option]


@pytest.mark.parametrize(
    "mark",
    [
        "✓", "✔", "✅", "☑", "🏆", "👑", "🥇", "🎯", "👈", "💯", "take this", "this one", "this is it",
        "this is the one",
        "that's it", "winner", "my pick", "my choice", "my favourite", "my favorite", "my vote", "best", "recommended",
        "I recommend", "I'd pick", "I'd take", "I'd go", "go for it", "choose", "chosen", "picked", "take it",
        "correct", "both fit", "fits both", "right", "top choice", "selected", "yes!",
        "new",
    ],
)  # fmt: skip
def test_a_good_mark_in_a_row(mark: str) -> None:
    assert pick(f"- Ash: tall\n- Birch: {mark}\n- Cedar: red") == "Birch"


@pytest.mark.parametrize(
    "mark",
    [
        "✗", "✘", "❌", "🚫", "👎", "no", "not now", "never", "nothing", "nope", "none", "isn't", "too big",
        "out of town", "wrong", "false", "clashes", "unlikely", "already", "second", "runner up", "another time",
        "other time",
    ],
)  # fmt: skip
def test_a_bad_mark_undoes_a_good_one(mark: str) -> None:
    assert pick(f"- Ash: best\n- Birch: best, {mark}\n- Cedar: red") == "Ash"


@pytest.mark.parametrize("head", ["Total", "Totals", "Sum", "Score", "Points", "Overall", "Rating", "Σ"])
def test_a_column_of_totals(head: str) -> None:
    text = f"| Tree | {head} |\n|---|---|\n| Ash | 7 |\n| Birch | 9 |\n| Cedar | 8 |"
    assert pick(text) == "Birch"


@pytest.mark.parametrize(
    "head",
    [
        "Pick",
        "Choice",
        "Vote",
        "Winner",
        "Verdict",
        "Take",
        "Favourite",
        "Recommended",
        "Choose",
        "Chosen",
        "✓",
        "♥",
        "⭐",
    ],
)
def test_a_column_for_the_pick(head: str) -> None:
    assert pick(f"| Tree | {head} |\n|---|---|\n| Ash | |\n| Birch | x |\n| Cedar | |") == "Birch"
    assert pick(f"| Tree | {head} |\n|---|---|\n| Ash | x |\n| Birch | x |\n| Cedar | |") == "-"
    assert pick(f"| Tree | {head} |\n|---|---|\n| Ash | x |\n| Birch |\n| Cedar |") == "Ash"


@pytest.mark.parametrize(
    "head",
    ["Rank", "Ranking", "Ranked", "Place", "Best to worst", "My order", "Preference", "Podium", "#1", "From best"],
)
def test_a_head_of_a_ranking(head: str) -> None:
    assert pick(f"| {head} | Tree |\n|---|---|\n| I | Cedar |\n| II | Ash |") == "Cedar"
    assert pick(f"{head}\n1. Ash\n2. Birch\n3. Cedar") == "Ash"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- Ash: fits\n- Birch: no", "Ash"),
        ("- Ash: ok\n- Birch: wrong", "Ash"),
        ("- Ash: true\n- Birch: false", "Ash"),
        ("- Ash: matches\n- Birch: clashes", "Ash"),
        ("- Ash: match\n- Birch: match", "-"),
        ("- __Ash__\n- Birch", "Ash"),
        ("- Ash ★★\n- Birch ★", "Ash"),
        ("- Ash ⭐⭐\n- Birch ⭐\n- Cedar ⭐⭐⭐", "Cedar"),
        ("1. Ash\n2. Birch", "-"),
        ("1. Birch\n2. Ash", "Birch"),
        ("2. Birch\n1. Ash", "-"),
        ("1. Birch\n2. Ash\nCedar", "-"),
        # One yes among no's, or one no among yes's, in three rows or more.
        ("| T | Old |\n|---|---|\n| Ash | no |\n| Birch | no |\n| Cedar | yes |", "Cedar"),
        ("| T | Old |\n|---|---|\n| Ash | yes |\n| Birch | no |\n| Cedar | yes |", "Birch"),
        ("| T | Old |\n|---|---|\n| Ash | yes |\n| Birch | yes |\n| Cedar | yes |", "-"),
        ("| T | Old | Big |\n|---|---|---|\n| Ash | no | yes |\n| Birch | yes | no |\n| Cedar | no | no |", "Ash"),
        # Totals: the highest, if it is one row's alone.
        ("| T | Sum |\n|---|---|\n| Ash | 7 |\n| Birch | 9 |\n| Cedar | 9 |", "-"),
        ("| T | Sum |\n|---|---|\n| Ash | 10 |\n| Birch | 9 |\n| Cedar | 9 |", "Ash"),
        ("| T | Sum |\n|---|---|\n| Ash | 1.5 |\n| Birch | 1,25 |", "Ash"),
    ],
)
def test_a_row_that_stands_out(text: str, found: str) -> None:
    assert pick(text) == found
