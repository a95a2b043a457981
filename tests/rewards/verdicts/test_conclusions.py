"""What a reply that asserts several values comes to: every way to conclude, beside a reply that just does not."""

from __future__ import annotations

import pytest
from worked_claims import dated, named, values_of

from regulars.rewards.verdicts.conclusions import concluded
from regulars.rewards.verdicts.named_by_place import first_of_ranking


def come_to(text: str) -> str:
    return " ".join(values_of(concluded(text, named(text))))


@pytest.mark.parametrize(
    ("text", "last", "counterpart", "other"),
    [
        # Words before a value conclude, up to a reason behind the conclusion.
        ("You weighed Oslo long and hard, again and again. So Bergen.", "Bergen",
         "You weighed Oslo long and hard, again and again. Or Bergen.", "Oslo Bergen"),
        ("So Bergen, because Oslo is far too hilly for you.", "Bergen",
         "So Bergen, furthermore Oslo is far too hilly for you.", "Bergen Oslo"),
        ("You like Oslo rather a lot, I know. I'd go for Bergen.", "Bergen",
         "You like Oslo rather a lot, I know. I'd fly over Bergen.", "Oslo Bergen"),
        # Words behind a value conclude.
        ("You weighed Oslo long and hard, again and again, and in the hills Bergen wins.", "Bergen",
         "You weighed Oslo long and hard, again and again, and in the hills Bergen rains.", "Oslo Bergen"),
        # The last conclusion counts, and one that names two values only if it is the last sentence.
        ("So Oslo. You thought again for a very long time. So Bergen.", "Bergen",
         "So Oslo. You thought again for a very long time about Bergen.", "Oslo"),
        ("You weighed Graz for a long while. So Oslo wins and Bergen wins.", "Oslo Bergen",
         "So Oslo wins and Bergen wins. You weighed Graz for a long while.", "Oslo Bergen Graz"),
        # A value listed together with the concluding one is concluded as well.
        ("You know Graz by heart, I think. Oslo, high in the hills Bergen wins.", "Bergen",
         "You know Graz by heart, I think. High in the hills Oslo and Bergen wins.", "Oslo Bergen"),
        # A list of six short things is a recital and concludes nothing; five are a list. A short one has five words.
        ("You weighed Bergen for a good while. So Oslo, Graz, tea, bread, milk.", "Oslo Graz",
         "You weighed Bergen for a good while. So Oslo, Graz, tea, bread, milk, salt.", "Bergen Oslo Graz"),
        ("You weighed Bergen for a good while. So Oslo, Graz, a b c d e f, a b c d e f, milk, salt.", "Oslo Graz",
         "You weighed Bergen for a good while. So Oslo, Graz, a b c d e, a b c d e, milk, salt.", "Bergen Oslo Graz"),
        ("You weighed Bergen for a good while. So Oslo, tea, bread, milk, salt, flour.", "Oslo",
         "You weighed Bergen for a good while. So Oslo, tea, bread, milk, salt, Graz.", "Bergen Oslo Graz"),
    ],
)  # fmt: skip
def test_a_conclusion_counts(text: str, last: str, counterpart: str, other: str) -> None:
    assert come_to(text) == last
    assert come_to(counterpart) == other


def test_a_conclusion_is_drawn_from_at_most_sixty_claims() -> None:
    assert come_to("Oslo. " * 59 + "So Bergen.") == "Bergen"
    assert come_to("Oslo. " * 60 + "So Bergen.") == "Oslo " * 60 + "Bergen"
    assert come_to("So nothing.") == ""
    assert come_to("So Bergen, so Bergen.") == "Bergen Bergen"


@pytest.mark.parametrize(("letters", "found"), [(396, "Bergen"), (397, "Oslo Bergen")])
def test_a_conclusion_stands_within_400_characters(letters: int, found: str) -> None:
    # A blank, `so`, a blank, and the letters with another one: in the first case 401 characters, of which the words
    # need the last 400 and the blank before `so` opens them.
    text = f"You know Oslo rather well by heart. And so {'x' * (letters - 1)} Bergen."
    assert text.index("Bergen") - text.index(" so ") == letters + 4
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We spoke of Oslo in May or so, and a while on of Bergen. The newer one counts.", "Bergen"),
        ("We spoke of Oslo at length, and a while on of Bergen. The newer one counts.", "Bergen"),
        ("We spoke of Oslo at length, and a while on of Bergen. The first one counts.", "Oslo"),
        ("We spoke of Oslo at length, and a while on of Bergen. The second one holds.", "Bergen"),
        ("We spoke of Oslo at length, and a while on of Bergen. The third one holds.", "Oslo Bergen"),
        ("We spoke of Oslo at length, a while on of Graz and of Bergen. The third one holds.", "Bergen"),
        ("We spoke of Oslo at length, a while on of Graz and of Bergen. The second one holds.", "Graz"),
        ("We spoke of Oslo at length, and a while on of Bergen. The first one is nicer.", "Oslo Bergen"),
        # The place that is replaced is not meant.
        ("We spoke of Oslo at length, and a while on of Bergen. The latter replaces the former.", "Bergen"),
        ("We spoke of Oslo at length, and a while on of Bergen. I hold the former.", "Oslo"),
    ],
)
def test_a_value_is_pointed_out_by_its_place(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On 8 January you said Oslo, on 3 March Bergen.", "Bergen"),
        ("On 8 January you said Oslo; it was Bergen on 3 March.", "Bergen"),
        ("On 8 January you said Oslo, and on the hill Bergen.", "Oslo Bergen"),
        # The earlier value needs a time too, at most forty characters behind it.
        ("You said Oslo when we met in the old library near the river; on 3 March Bergen.", "Oslo Bergen"),
        ("You said Oslo when we met in January; on 3 March Bergen.", "Bergen"),
        # At most three stages, and the last value has to be new.
        ("In May Oslo, in June Graz, in July Bergen.", "Bergen"),
        ("In May Oslo, in June Graz, in July Lyon, in August Bergen.", "Oslo Graz Lyon Bergen"),
        ("In May Oslo, in June Bergen, in July Oslo.", "Oslo Bergen Oslo"),
        # Values that are joined have one time.
        ("In May you had Oslo and Bergen in June.", "Oslo Bergen"),
        ("In May you had Oslo, Bergen in June.", "Oslo Bergen"),
        ("In May you had Oslo there, Bergen in June.", "Bergen"),
    ],
)
def test_the_last_of_a_dated_story_counts(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bergen! Oslo was where you studied.", "Bergen"),
        ("Bergen, yes, Bergen! Oslo was where you studied.", "Bergen"),
        ("Bergen! And we spoke of Oslo.", "Bergen Oslo"),
        ("Bergen! Oslo was where you studied as well.", "Bergen Oslo"),
        ("Bergen! Oslo.", "Bergen Oslo"),
        ("Bergen, because Oslo was too far.", "Bergen"),
        ("Bergen, as well as Oslo.", "Bergen Oslo"),
        # At most three words stand around a bare answer, and six before its sentence.
        ("Bergen, my dear friend. Oslo was your home.", "Bergen"),
        ("Bergen, my dear old friend. Oslo was your home.", "Bergen Oslo"),
        ("Good morning and a nice day! Bergen. Oslo was your home.", "Bergen"),
        ("Good morning and a very nice day! Bergen. Oslo was your home.", "Bergen Oslo"),
    ],
)
def test_a_reply_opens_with_its_answer(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You have a weak spot for **Bergen**, and on another evening by the sea we spoke of Oslo.", "Bergen"),
        ("You have a weak spot for Bergen, and on another evening by the sea we spoke of **Oslo**.", "Bergen Oslo"),
        ("You have a weak spot for **Bergen**, and we also spoke of **Oslo**.", "Bergen Oslo"),
        (
            "You have a weak spot for **Bergen**, and on one evening by the sea we spoke of Oslo, then of **Bergen**.",
            "Bergen Bergen",
        ),
    ],
)
def test_the_first_value_in_bold_alone_counts(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "days", "found"),
    [
        # Dates that agree are one answer, and a conclusion drops neither.
        ("It is in June, so 20 June.", {"June,": "2025-06", "20 June": "2025-06-20"}, ["2025-06", "2025-06-20"]),
        ("It is in May, so 20 June.", {"May": "2025-05", "20 June": "2025-06-20"}, ["2025-06-20"]),
        # A month before a date is a part of it and no time of the telling.
        ("First we had 14 May, later 20 June.", {"14 May": "2025-05-14", "20 June": "2025-06-20"}, ["2025-06-20"]),
        ("On 3 April we had 14 May, on 8 April 20 June.", {"14 May": "2025-05-14", "20 June": "2025-06-20"},
         ["2025-05-14", "2025-06-20"]),
    ],
)  # fmt: skip
def test_dates_conclude_by_words_of_order(text: str, days: dict[str, str], found: list[str]) -> None:
    assert values_of(concluded(text, dated(text, days))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. Bergen\n2. Oslo", "Bergen"),
        ("1) **Bergen**\n2) Oslo\n3) Graz", "Bergen"),
        ("2. Bergen\n3. Oslo", "Bergen Oslo"),
        ("1. Bergen\n1. Oslo", "Bergen Oslo"),
        ("2. Bergen\n1. Oslo", "Bergen Oslo"),
        ("1. Bergen\nand Oslo", "Bergen Oslo"),
        ("1. Bergen", "Bergen"),
    ],
)
def test_a_numbered_list_is_a_ranking_from_one_on(text: str, found: str) -> None:
    assert " ".join(values_of(first_of_ranking(text, named(text)))) == found
