"""Lists, orders, messages and reminders: one line for each word that the rules read, and both sides of each length."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named

from regulars.rewards.verdicts.drafts import ReplyLists, draft_spans, is_message, is_set_apart, message_of
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.listings import counted_in, lists_unknown
from regulars.rewards.verdicts.messages import judge_message, revealed
from regulars.rewards.verdicts.reminders import brought_up_in_other_words
from regulars.rewards.verdicts.sequences import told_order
from regulars.values import Domain, ValueType

INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp", "tuba", "viola"), ()))


def order(text: str) -> str:
    """The first letters of the values in their order."""
    return "".join(value[0] for value in told_order(text, INSTRUMENTS))


@pytest.mark.parametrize(
    "words",
    [
        "before that", "before this", "before it", "before them", "prior to that", "prior to it", "preceded by",
        "earlier still", "earlier on", "earlier than that", "even earlier", "previously", "came after the",
        "comes after the", "was told after the", "were added after the", "was mentioned after the", "was after the",
        "after the", "following the", "followed on from the", "later than the",
    ],
)  # fmt: skip
def test_words_that_go_back(words: str) -> None:
    assert order(f"The cello {words} banjo.") == "bc"


@pytest.mark.parametrize(
    "words",
    [
        "then", "after that", "after which", "afterwards", "after this", "following that", "following this", "after,",
        "joined", "later", "and", "beside that", "before that. Then", "earlier on; now", "prior to that\n",
    ],
)  # fmt: skip
def test_words_that_go_on(words: str) -> None:
    assert order(f"The cello {words} banjo.") == "cb"


@pytest.mark.parametrize("words", ["Before the", "Before your", "Prior to the", "Ahead of the", "Before that"])
def test_words_before_a_value_that_comes_second(words: str) -> None:
    assert order(f"{words} banjo there was the cello.") == "cb"
    assert order(f"{words} banjo. There was the cello.") == "bc"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Each name of a place.
        ("Cello second, banjo first.", "bc"),
        ("Cello 2nd, banjo 1st.", "bc"),
        ("Cello second, banjo earliest.", "bc"),
        ("It began with banjo: cello second, banjo began.", "bc"),
        ("Cello second; banjo started it.", "bc"),
        ("Cello second; banjo opens.", "bc"),
        ("Cello third, banjo second.", "bc"),
        ("Cello 3rd, banjo 2nd.", "bc"),
        ("Cello fourth, banjo third.", "bc"),
        ("Cello 4th, banjo 3rd.", "bc"),
        ("Cello fifth, banjo fourth.", "bc"),
        ("Cello 5th, banjo 4th.", "bc"),
        ("Cello last, banjo fifth.", "bc"),
        ("Cello latest, banjo 5th.", "bc"),
        ("Cello finally, banjo fourth.", "bc"),
        ("Cello final, banjo third.", "bc"),
        ("Cello newest, banjo second.", "bc"),
        ("Cello fifth, banjo fourth, oboe third, harp second, tuba first.", "thobc"),
        # One value without a place stands in the middle; two without one leave all as they are.
        ("Cello last, banjo, oboe first.", "obc"),
        ("Cello fourth, banjo fifth, oboe.", "cbo"),
        ("Cello last, banjo, oboe, harp first.", "cboh"),
        ("Cello, banjo first, oboe.", "cbo"),
        # Two of one place.
        ("Cello last, banjo latest.", "cb"),
        ("Cello second, banjo second, oboe first.", "cbo"),
        # A place belongs to the nearest value.
        ("First the banjo; last the cello.", "bc"),
        ("Last the banjo; first the cello.", "cb"),
        ("The last was banjo\nThe first was cello", "cb"),
        ("Banjo and then last cello.", "bc"),
        ("Cello (a fine old thing that came second), banjo first.", "bc"),
    ],
)
def test_places_by_name(text: str, found: str) -> None:
    assert order(text) == found


@pytest.mark.parametrize(
    "words",
    [
        "So", "Thus", "Hence", "Therefore", "In short", "In other words", "To sum up", "All in all", "In order",
        "The order is", "The order was", "The order", "Right sequence", "Correct sequence", "Full sequence", "Sequence",
        "The list", "From the top", "From first to last", "From oldest to newest", "From earliest to latest",
        "Chronologically", "Chronological", "Final list", "Final order", "Final answer", "Final", "Result", "Answer",
        "Correction", "Wait", "Actually", "→", "->", "=>",
    ],
)  # fmt: skip
def test_words_that_conclude_an_order(words: str) -> None:
    assert order(f"Oboe was odd, banjo loud, cello deep. {words}: cello, banjo, oboe.") == "cbo"


@pytest.mark.parametrize("words", ["Also", "Sequel", "Lists", "Add", "Oh"])
def test_words_that_conclude_no_order(words: str) -> None:
    assert order(f"Oboe was odd, banjo loud, cello deep. {words}: cello, banjo, oboe.") == "obc"


@pytest.mark.parametrize(
    "words",
    [
        "is something other people play", "is what others play", "is by somebody else", "is of someone else",
        "is from other people", "among others", ", left it off", ", which I left out, left that out",
        "is there but it wasn't told", "doesn't count", "does not count", "wasn't yours", "isn't one of yours",
        "was not yours", "came from Anna", "is from Anna", "was Anna's", "is Tom's idea", "belongs to Anna's",
    ],
)  # fmt: skip
def test_a_value_that_is_left_out(words: str) -> None:
    assert order(f"Cello. The banjo {words}. Oboe.") == "co"


@pytest.mark.parametrize(
    "words", ["is from you", "is from your shop", "was yours", "is what you play", "came from the shop", "is that's"]
)
def test_a_value_that_is_not_left_out(words: str) -> None:
    assert order(f"Cello. The banjo {words}. Oboe.") == "cbo"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Two cities altogether.", 2), ("Three cities in all.", 3), ("Four cities in total.", 4),
        ("Five cities all told.", 5), ("Six cities so far.", 6), ("Seven cities altogether.", 7),
        ("Eight cities in all.", 8), ("One city in all.", 0), ("10 cities in total.", 10), ("Total: 4", 4),
        ("A total of three", 3), ("Altogether five", 5), ("In all 6", 6), ("That makes seven", 7),
        ("The two you told me", 2), ("The three that you mentioned", 3), ("The 4 cities you named", 4),
        ("The five you gave me", 5), ("The five you sang", 0), ("You have 2 cities: Oslo", 2),
        ("You've got 3: Oslo", 3),
        ("You've told me about four: Oslo", 4), ("You've mentioned five: Oslo", 5), ("There are six: Oslo", 6),
        ("I have seven: Oslo", 7), ("I count eight: Oslo", 8), ("I know of 9: Oslo", 9), ("You sang 9: Oslo", 0),
        ("", 0),
    ],
)  # fmt: skip
def test_how_many_things_a_reply_says_it_lists(text: str, count: int) -> None:
    assert counted_in(text) == count


@pytest.mark.parametrize(
    "text",
    [
        "Oslo, Bergen plus Paris.", "Oslo, Bergen as well as Paris.", "Oslo, Bergen & Paris.", "Oslo, Bergen + Paris",
        "Oslo, Bergen and also Paris.", "Oslo, Bergen and a bit of Paris.", "Oslo, Bergen and some Paris.",
        "Oslo, Bergen and then Paris.", "Oslo, Bergen and finally Paris.", "Oslo, Bergen and recently Paris.",
        "Oslo, Bergen and of course Paris.", "Oslo, Bergen and lately Paris.", "Oslo, Bergen and **Paris**.",
        "Oslo, Bergen and Paris - home.",
        "Oslo, Bergen and Paris (home).", "Oslo, Bergen and Paris noted.", "Oslo, Bergen and Paris down.",
        "Oslo, Bergen and Paris!",
        "Oslo, Bergen and Paris :)", "Oslo, Bergen (home) and Paris.",
        "Oslo, Paris & Bergen", "Oslo, Paris plus Bergen", "Oslo, Paris as well as Bergen",
        "**Oslo**, Paris, **Bergen**",
        "I see that you speak Paris, Oslo, Bergen.", "I see that you have Paris, Oslo, Bergen.",
        "I see that you like Paris, Oslo, Bergen.",
        "I see that you love Paris, Oslo, Bergen.", "Here: Paris, Oslo, Bergen.", "Here:\nParis, Oslo, Bergen.",
        "Oslo, Bergen. You took up Paris.", "Oslo, Bergen. You started Paris.",
        "Oslo, Bergen. You told me about Paris.",
        "Oslo, Bergen. You added Paris.", "Oslo, Bergen. You have Paris.", "Oslo, Bergen. I also have Paris.",
        "Oslo, Bergen. I have Paris down.", "Oslo, Bergen; and also Paris.", "Oslo, Bergen. There's also Paris.",
        "Oslo, Bergen. There is also Paris.", "Oslo, Bergen. You also have Paris on file.",
        "Oslo, Bergen. I have Paris for you.", "Oslo, Bergen. You also have a bit of Paris.",
    ],
)  # fmt: skip
def test_an_unknown_item(text: str) -> None:
    assert lists_unknown(text, named(text))


@pytest.mark.parametrize(
    "text",
    [
        "Oslo, Bergen and nothing else.", "Oslo, Bergen and perhaps others.", "Oslo, Bergen and that's all.",
        "Oslo, Bergen, thanks.", "Oslo, Bergen, as you said.", "Oslo, today, Bergen", "Oslo, respectively, Bergen",
        "Well, Oslo, Bergen.", "Both, Oslo, Bergen.", "Oslo, Bergen. You also have it.",
        "Oslo, Bergen. You lack Paris.",
        "Oslo, Bergen; once.", "Oslo, Bergen (Paris).", "Oslo, Bergen or Paris.", "Oslo and Bergen, Paris.",
        "Oslo & Bergen, Paris.", "Oslo plus Bergen, Paris.", "Oslo, Bergen, the old big grey town.",
        "Oslo, Bergen and Paris rains a lot.", "Oslo.", "",
    ],
)  # fmt: skip
def test_no_unknown_item(text: str) -> None:
    assert not lists_unknown(text, named(text))


TWELVE = "one two three four five six seven eight nine ten eleven twelve"


def drafts(text: str) -> list[str]:
    return [text[low:high] for low, high in draft_spans(text)]


@pytest.mark.parametrize(
    "words",
    [
        "You told me", "You said", "You wrote", "You mentioned", "You put it", "You stated",
        "You asked", "It reads", "Her words", "A quote", "Verbatim",
        "From our chat", "In our last conversation", "In your records", "In the file", "From our talks",
    ],
)  # fmt: skip
def test_words_before_what_was_quoted(words: str) -> None:
    assert drafts(f'{words}: "any stairs at home?"') == []
    assert drafts(f'{words}. So: "any stairs at home?"') == ['"any stairs at home?"']


@pytest.mark.parametrize(
    "words",
    [
        "that's from you", "you said", "from May", "as you said", "what you said",
        "how you put it", "quote", "said Anna", "in our chat", "in your note", "on 3 May", "on the phone",
        "dated May", "were your words", "is exactly what you said", "- just your words",
    ],
)  # fmt: skip
def test_words_behind_what_was_quoted(words: str) -> None:
    assert drafts(f'Here: "any stairs at home?" {words}') == []


@pytest.mark.parametrize(
    "words", ["Say", "Write", "Put", "Answer", "Reply", "Enter", "Tell them", "Tell him", "Tell her"]
)
def test_words_that_dictate(words: str) -> None:
    assert drafts(f'{words}: "no stairs"') == ['"no stairs"']
    assert drafts(f'You {words.lower()} it: "no stairs"') == []


@pytest.mark.parametrize(
    "thing",
    [
        "script", "question", "questions", "draft", "card", "note", "memo", "message", "call", "checklist", "voucher",
        "invitation", "letter", "flyer", "poster", "email", "e-mail", "mail", "text", "phone", "ask",
    ],
)  # fmt: skip
def test_a_line_that_introduces_a_text(thing: str) -> None:
    assert drafts(f"Here's the {thing}:\nno stairs") == ["\nno stairs"]
    assert drafts(f"**The {thing}** no stairs") == [" no stairs"]
    assert drafts(f"The {thing} reads: no stairs") == []
    assert drafts(f"The {thing} no stairs") == []


@pytest.mark.parametrize(
    "name",
    [
        "Dear neighbours", "Chère Madame", "Cher Monsieur", "Liebe Frau", "Lieber Herr", "Gentile Signora",
        "Dear Team", "Hi team", "Hello landlord", "Hey boss", "Dear Sir", "Dear Dr", "Dear Ms", "Dear Mr", "> Dear Sir",
    ],
)  # fmt: skip
def test_a_salutation_of_others(name: str) -> None:
    assert drafts(f"{name}, no stairs")[-1:] == [", no stairs"]


@pytest.mark.parametrize(
    "name", ["Hi there", "Hello again", "Hey you", "Dear friend", "Hi back", "Hi and", "Hello my dear"]
)
def test_a_salutation_of_the_user(name: str) -> None:
    assert drafts(f"{name}, no stairs") == []


@pytest.mark.parametrize(
    "opening",
    [
        "Dear all", "Hi", "Hello", "Hey", "To whom it may concern", "Good morning", "Good afternoon", "Good evening",
        "Good day", "Greetings", "Subject: stairs", "Re: stairs", "To: Anna", "Sehr geehrte Damen", "Liebe Anna",
        "Bonjour", "Madame", "Estimado", "Hola", "Ciao", "Gentile", "Beste", "Geachte", "Welcome",
        "Ladies and gentlemen",
        "> Hi", "**Hi**",
    ],
)  # fmt: skip
def test_a_greeting_sets_apart(opening: str) -> None:
    assert is_set_apart(f"{opening},\nno stairs.")
    assert is_message(f"{opening},\n{TWELVE}")
    assert not is_message(f"{opening},\nno stairs.")


@pytest.mark.parametrize(
    "ending",
    [
        "Best", "Kind regards", "Kindest regards", "Warm wishes", "Warmest wishes", "Many thanks", "Thanks",
        "Thank you", "Yours", "Regards", "Sincerely", "Cheers", "Love", "See you", "All the best", "With best wishes",
        "With kind regards", "With warm wishes", "Respectfully", "Faithfully", "Mit freundlichen Grüßen",
        "Viele Grüße", "Cordialement", "Saludos",
    ],
)  # fmt: skip
def test_an_ending_sets_apart(ending: str) -> None:
    assert is_set_apart(f"No stairs.\n{ending},\nAnna")
    assert is_message(f"No stairs.\n{ending},\nAnna")
    assert not is_message(f"No stairs, {ending}")


@pytest.mark.parametrize("opening", ["Oh", "Stairs", "Today", "Reply"])
def test_other_openings_set_nothing_apart(opening: str) -> None:
    assert not is_set_apart(f"{opening},\nno stairs.")
    assert not is_message(f"{opening},\n{TWELVE}")


def test_a_quoted_message_has_forty_characters():
    # Twelve words of two letters with blanks are 36 characters.
    for behind, apart in (("ab " * 12 + "abc", False), ("ab " * 12 + "abcd", True)):
        assert len(behind) == 39 + apart
        text = f'So:\n"{behind}"\nOK?'
        assert (message_of(text) == behind) is apart


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Tea. X, milk, bread. Salt, eggs", 3),
        ("Tea! X, milk! Salt, eggs", 2),
        ("Tea, salt? X? Eggs, ham, milk", 1),
        ("Tea, salt: X", 1),
        ("Tea, salt. Eggs, X, milk\nHam, bread", 3),
        ("Tea, X", 2),
        ("X", 1),
        ("a b c d e f X", 0),
        ("* tea\n• X\n– milk\n3) ham", 4),
        ("123. tea\nX, milk", 2),
        ("-X, milk", 2),
    ],
)
def test_the_length_of_a_list(text: str, length: int) -> None:
    at = text.index("X")
    assert ReplyLists(text).length_around(at, at + 1) == length


KITCHEN = Domain("label", aliases={"the nuisance of our kitchen": ()})


@pytest.mark.parametrize(
    "words",
    [
        "A reminder: the kitchen.", "I remind you: the kitchen.", "I bring it up: the kitchen.",
        "Bringing this up: the kitchen.", "I bring up the kitchen.", "I brought the kitchen up again.",
        "The kitchen came up.", "I raise the kitchen again.", "I mention the kitchen unasked.",
        "I mentioned the kitchen without a word.", "You asked me about the kitchen.", "You wanted us at the kitchen.",
        "You told me the kitchen.", "You wished me the kitchen.", "You begged me for the kitchen.",
        "You'd said the kitchen.", "You meant the kitchen.", "You had asked: kitchen.", "u said kitchen.",
        "Don't forget the kitchen.", "Not to forget the kitchen.", "You shouldn't forget the kitchen.",
        "You mustn't let you forget the kitchen.", "Before I forget, the kitchen.", "Before we forget, the kitchen.",
        "b4 i forget, the kitchen.", "As promised, the kitchen.", "As agreed, the kitchen.", "As requested, kitchen.",
        "I promised the kitchen.", "I was to name the kitchen.", "I am to name the kitchen.",
        "I should name the kitchen.", "I had to name the kitchen.", "It's on your mind: kitchen.",
        "On your list: kitchen.", "A nudge: kitchen.", "Heads up: kitchen.", "Heads-up: kitchen.",
        "Keep in mind the kitchen.",
    ],
)  # fmt: skip
def test_words_that_remind(words: str) -> None:
    found = brought_up_in_other_words(words, KITCHEN)
    assert [words[low:high] for low, high in found] == ["kitchen"]


@pytest.mark.parametrize(
    "words",
    ["I like the kitchen.", "Forget the kitchen.", "You ran to the kitchen.", "I bring the kitchen.", "Kitchen!"],
)
def test_words_that_do_not_remind(words: str) -> None:
    assert brought_up_in_other_words(words, KITCHEN) == []


@pytest.mark.parametrize("owner", ["your", "the", "that", "ur"])
def test_the_label_in_the_words_of_the_assistant(owner: str) -> None:
    text = f"And the nuisance of {owner} kitchen?"
    assert brought_up_in_other_words(text, KITCHEN) == [(4, len(text) - 1)]
    assert brought_up_in_other_words(f"And the nuisance of her {owner} kitchen?", KITCHEN) == []


def test_a_sentence_after_the_next_reminds_of_nothing():
    assert brought_up_in_other_words("As promised. So. The kitchen.", KITCHEN) == []
    assert len(brought_up_in_other_words("So. As promised. The kitchen.", KITCHEN)) == 1
    assert len(brought_up_in_other_words("As promised. The kitchen. So.", KITCHEN)) == 1
    assert brought_up_in_other_words("The kitchen. As promised.", KITCHEN) == []


RENT = Domain("rent", ValueType.NUMBER, unit="euros")
CITY_AND_RENT = Expectation(
    "pass_on",
    CITIES,
    True,
    ("Oslo", "900"),
    others=("Graz", "70"),
    contents=(
        Content("city", CITIES, ("Oslo",), needed=True),
        Content("rent", RENT, ("900",), needed=True),
        Content("old_city", CITIES, ("Graz",)),
        Content("fee", RENT, ("70",)),
    ),
)


@pytest.mark.parametrize(
    ("text", "kind", "score", "said"),
    [
        ("In Oslo for 900 euros.", "CORRECT", 1.0, ("Oslo", "900")),
        ("In Oslo.", "PARTIAL", 0.5, ("Oslo",)),
        ("For 900 euros.", "PARTIAL", 0.5, ("900",)),
        ("In Oslo for 900 euros, and 70 euros for tea.", "LEAKED", 0.0, ("Oslo", "900", "70")),
        ("In Graz for 900 euros.", "LEAKED", 0.0, ("900", "Graz")),
        ("For 901 euros.", "OFF_TASK", 0.0, ()),
        ("In Porto.", "OFF_TASK", 0.0, ()),
    ],
)
def test_a_message_holds_values_of_several_kinds(text: str, kind: str, score: float, said: tuple[str, ...]) -> None:
    verdict = judge_message(text, "", CITY_AND_RENT)
    assert (verdict.kind.name, verdict.score, verdict.asserted) == (kind, score, said)


def test_what_is_revealed_comes_with_its_content():
    found = revealed("In Graz for 900 euros, not in Oslo.", CITY_AND_RENT)
    assert [(content.attribute, values) for content, values in found] == [
        ("city", ("Oslo",)),
        ("rent", ("900",)),
        ("old_city", ("Graz",)),
    ]
