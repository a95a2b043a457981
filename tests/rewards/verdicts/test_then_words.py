"""Words for times: one line for each word that the rules of an earlier time read, beside one that says no time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from worked_claims import dated, named

from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.times.then import (
    as_of_then,
    placed_later,
    points_back,
    speaks_of_then,
    tells_then_and_later,
)


def held(text: str, **statuses: str) -> str:
    """The cities that a reply gives for the time asked about; `?` behind them if it leaves open which of them held."""
    found, is_open = as_of_then(text, named(text, **statuses))
    current = dict.fromkeys(one.value for one in found if one.status is AssertionStatus.CURRENT)
    return " ".join(current) + "?" * is_open


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("that's what you named on the 13th", "Oslo"),
        ("this is what you told me on 13 May", "Oslo"),
        ("which was what you said on May 13", "Oslo"),
        ("that's also what you gave me that day", "Oslo"),
        ("that's just what you mentioned that time", "Oslo"),
        ("that's exactly what you reported back then", "Oslo"),
        ("that's precisely what you noted then", "Oslo"),
        ("that's what I wrote in that letter", "Oslo"),
        ("that's what I'd called it in our talk", "Oslo"),
        ("that's what I've always heard then", "Oslo"),
        ("that's what you had named then", "Oslo"),
        ("that's what you had first named then", "Oslo"),
        ("that's what you have first named then", "Oslo"),
        ("that's what you named over a cup of coffee then", "Oslo"),
        # The day stands within 30 characters and in the same sentence.
        ("that's what you named over a cup of strong black coffee then", ""),
        ("that's what you named. And then", ""),
        ("that's what you named in March", ""),
        ("that's what you named on a whim", ""),
        ("that's what he named then", ""),
        ("that's where you lived then", ""),
        ("so it was then", ""),
    ],
)
def test_what_was_named_on_a_day_is_no_answer_about_the_present(words: str, found: str) -> None:
    text = f"You lived in Oslo, and {words}. A move to Bergen."
    assert points_back(text, named(text, Oslo="past")) == found
    # A value of the present is one, and so is the last that is told.
    assert points_back(text, named(text)) == ""
    assert points_back(text, named(text, Oslo="past", Bergen="past")) == ""
    assert points_back(text.replace("Bergen", "Oslo"), named(text.replace("Bergen", "Oslo"), Oslo="past")) == ""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("What you named on the 13th was", "Oslo"),
        ("What you told me on 13 May is", "Oslo"),
        ("What you said on 13th of May, was", "Oslo"),
        ("What you gave me that day was", "Oslo"),
        ("What you mentioned at that time was", "Oslo"),
        ("What you reported that time was", "Oslo"),
        ("What you wrote back then was", "Oslo"),
        ("What I'd named then was", "Oslo"),
        ("What I've named then was", "Oslo"),
        ("What you had first named then was", "Oslo"),
        ("What you have first named then was", "Oslo"),
        ("What you sang then was", ""),
        ("What you named then rained on", ""),
        ("What you named over tea was", ""),
    ],
)
def test_what_was_named_on_a_day_may_follow(words: str, found: str) -> None:
    text = f"You know Graz. {words} Oslo. A move to Bergen."
    assert points_back(text, named(text)) == found
    assert points_back(text, named(text, Oslo="past")) == found
    assert points_back(text, named(text, Bergen="past")) == ""
    assert points_back(f"Oslo, Bergen. {words} it.", named(f"Oslo, Bergen. {words} it.")) == ""


PRESENT = (
    "now", "nowadays", "today", "these days", "the current one", "currently", "at present", "at the moment",
    "since May", "still", "the latest", "the most recent one", "most recently", "that is right", "that's quite correct",
    "they are what counts", "they're just about right",
)  # fmt: skip


@pytest.mark.parametrize("words", PRESENT)
def test_a_reply_that_says_what_holds_now_tells_of_no_other_time(words: str) -> None:
    back = f"You lived in Oslo, and that's what you named then. Bergen, {words}."
    assert points_back(back, named(back, Oslo="past")) == ""
    then = f"It was Oslo at that point. Bergen later, {words}."
    assert tells_then_and_later(then, named(then)) == ""


@pytest.mark.parametrize("words", ["by far", "since when", "in that quite odd right", "known", "stillness"])
def test_other_words_say_nothing_of_the_present(words: str) -> None:
    back = f"You lived in Oslo, and that's what you named then. Bergen, {words}."
    assert points_back(back, named(back, Oslo="past")) == "Oslo"
    then = f"It was Oslo at that point. Bergen later, {words}."
    assert tells_then_and_later(then, named(then)) == "Oslo"


@pytest.mark.parametrize(
    "time",
    [
        "on that day", "on that very day", "by that time", "at that point", "up to that stage", "until that moment",
        "at that date", "back then", "by then", "in those days", "in that conversation", "in that chat", "in that talk",
        "in that session", "then",
    ],
)  # fmt: skip
@pytest.mark.parametrize("later", ["later", "after", "afterwards", "afterward", "subsequently", "thereafter"])
def test_a_value_of_then_beside_one_of_later(time: str, later: str) -> None:
    text = f"It was Oslo {time}. You moved to Bergen {later}."
    assert tells_then_and_later(text, named(text)) == "Oslo"
    assert tells_then_and_later(text, named(text, Bergen="hypothetical")) == "Oslo"
    assert tells_then_and_later(text, named(text, Bergen="past")) == ""
    assert tells_then_and_later(text, named(text, Oslo="denied")) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The value of then is the first of the sentence that points to the time, whatever stands around it.
        ("Graz is nice. It was Oslo at that point. You moved to Bergen later.", "Oslo"),
        ("Graz is nice! It was Oslo at that point. You moved to Bergen later.", "Oslo"),
        ("Graz is nice? It was Oslo at that point. You moved to Bergen later.", "Oslo"),
        ("Graz is nice; it was Oslo at that point. You moved to Bergen later.", "Oslo"),
        ("Graz is nice\nIt was Oslo at that point. You moved to Bergen later.", "Oslo"),
        ("Graz is nice, it was Oslo at that point. You moved to Bergen later.", "Graz"),
        ("Yes! Oh? Hm; so: it was\nOslo at that point. You moved to Bergen later.", "Oslo"),
        ("It was grey at that point. Oslo it was. You moved to Bergen later.", ""),
        ("It was grey at that point; Oslo it was. You moved to Bergen later.", ""),
        ("It was grey at that point, Oslo it was! You moved to Bergen later.", "Oslo"),
        ("Back then it rained. At that point it was Oslo. You moved to Bergen later.", "Oslo"),
        ("Oslo at that point. Oslo later.", ""),
        ("Oslo at that point. Bergen.", ""),
        ("Later, you see. Oslo at that point. Bergen.", ""),
        ("Oslo at that point, from then on Bergen.", "Oslo"),
        ("Oslo at that hotel. Bergen later.", ""),
        ("Oslo, and then tea. Bergen later.", ""),
        ("You moved to Bergen later.", ""),
        ("Bergen it is. Oslo at that point. Later tea.", ""),
        ("Back then it was Oslo. Bergen later.", "Oslo"),
        ("By then it was Oslo. Bergen later.", "Oslo"),
        ("And then it was Oslo. Bergen later.", ""),
    ],
)
def test_the_sentence_of_a_time(text: str, found: str) -> None:
    assert tells_then_and_later(text, named(text)) == found


@pytest.mark.parametrize(
    "words",
    [
        "At that time", "By the point", "Up to this stage", "Till that day", "At that date",
        "Till then", "At that moment", "Back then", "By then", "On the 1st", "On the 2nd", "By 3rd May",
        "On that day", "On the date", "On that occasion", "On the 13th",
        "As of 13 May", "On 13 May", "By 13 May", "Going by what was said", "Going by our talks", "As far as I knew",
        "I'd heard", "I had already told", "You'd mentioned", "You had first learned", "I'd learnt", "As you knew then",
        "As known then", "As I heard then", "In those days", "In that conversation", "In our chat", "In the talk",
        "In our session", "In that message", "When you told me", "When you mentioned it", "When you said so",
        "When you spoke", "This was what you reported", "That is what you told me", "That is what you said",
        "That is what you gave me", "That is what you noted", "That is what you mentioned",
    ],
)  # fmt: skip
def test_words_of_then(words: str) -> None:
    assert speaks_of_then(f"{words}: Oslo.")


@pytest.mark.parametrize(
    "words",
    [
        "Until that moment", "At that", "By the way", "At the sea", "At home", "On a day", "On the hill",
        "As of late", "I heard", "When you came", "In a chat", "It is what you do",
        "Going by train", "You told me",
    ],
)  # fmt: skip
def test_words_of_no_earlier_time(words: str) -> None:
    assert not speaks_of_then(f"{words}: Oslo.")


@pytest.mark.parametrize(
    "words",
    [
        "used to be", "is no longer", "was the former", "formerly", "not any more", "not anymore", "your old town",
        "the previous one", "previously", "you left", "you've quit", "you have sold it", "you moved away",
        "you moved out", "you moved on", "it is gone", "it is over", "it ended", "it is closed", "that is history",
        "behind you", "it was replaced", "once", "until May",
    ],
)  # fmt: skip
def test_what_has_ended_is_not_told_of_then(words: str) -> None:
    assert not speaks_of_then(f"Back then Oslo, {words}.")
    assert speaks_of_then("Back then Oslo, you moved by train.")


THEN = (
    "at that time", "by the point", "up to this stage", "until that moment", "till the day", "around that date",
    "at that very time", "at the same time", "on that day", "in the same talk", "during that very chat",
    "on that date", "on that occasion", "in that conversation", "in that session", "in that message", "that morning",
    "that evening", "that afternoon", "that time", "that very day", "that Sunday", "that Monday", "that Tuesday",
    "that Wednesday", "that Thursday", "that Friday", "that Saturday", "back then", "by then", "in those days",
    "when you told me", "by the time you mentioned it", "by the time that you said so", "the moment you spoke",
    "as you named it", "when you brought it up", "when you gave it", "when we talked", "when I spoke", "when I heard",
    "when we learned", "when your sister was ill", "when your sisters were ill", "when your sister came",
    "as it stood", "as things stood", "then", "as known then to me", "as I knew then of it", "valid then to all",
    "living then by the sea", "were then by the sea", "when you mentioned it", "when you said so", "at the very time",
    "on the same day", "back then by the sea", "by then and there",
)  # fmt: skip
BEFORE = (
    "before that", "before then", "you used to", "at first", "first", "originally", "initially", "earlier",
    "previously", "formerly", "no longer", "not any more", "not anymore", "you had left", "you'd already quit",
    "you had just given up", "you'd stopped", "you'd moved away", "you'd moved on", "you'd moved out", "you'd dropped",
    "you'd cancelled", "you'd switched from", "was over", "was already gone", "was history", "was behind you",
    "until then", "you moved on from", "it lay behind you", "it lies behind you",
)  # fmt: skip
AFTER = (
    "now", "nowadays", "today", "these days", "current", "currently", "at present", "at the moment", "since then",
    "since that", "at this moment", "it has since", "they have since", "you've since", "later", "the latest",
    "afterwards",
    "afterward", "after that", "only after", "subsequently", "thereafter", "meanwhile", "in the meantime",
    "eventually", "and then on", "most recent", "most recently", "newest", "it came after", "it comes after",
    "it is new", "it is newer", "it is recent", "it changed it", "it corrected that", "it updated it",
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS = (
    "on 13 May", "of the 13th of June", "from the 1st May", "from the 2nd of June", "from the 2nd June",
    "from 3rd July",
    "from the 4th May", "from 3 May", "on the 1st", "on the 2nd", "on 3", "of the month of May", "from July",
    "in early August", "in late September", "in mid-March",
    "in mid April", "on Monday, the 3 May", "on Friday, May", "on the 13th", "on Sunday, the 3rd", "on 13",
    "till October", "until November",
    *(f"{word} {month[:letters]}" for word in ("in", "up to") for month in MONTHS for letters in (3, None)),
    "in Sept", "to Sept", *(f"from {day}, 3 May" for day in WEEKDAYS), *(f"on {day}, the 3rd" for day in WEEKDAYS),
)  # fmt: skip


@pytest.mark.parametrize("words", THEN)
def test_a_value_of_then_holds_then(words: str) -> None:
    # Beside a value of a day, which would hold without one of then.
    assert held(f"It is Bergen on 3 April. Oslo {words}.", Oslo="past", Bergen="past") == "Oslo"


@pytest.mark.parametrize("words", DAYS)
def test_a_value_of_a_day_holds_if_none_is_of_then(words: str) -> None:
    assert held(f"Bergen in the hills. Oslo {words}.", Oslo="past", Bergen="past") == "Oslo"


@pytest.mark.parametrize("words", BEFORE)
def test_a_value_from_before_then_held_no_more(words: str) -> None:
    assert held(f"On 3 April Oslo. Bergen on 3 May {words}.") == "Oslo"


@pytest.mark.parametrize("words", AFTER)
def test_a_value_from_after_then_did_not_hold_yet(words: str) -> None:
    assert held(f"On 3 April Oslo. Bergen on 3 May {words}.") == "Oslo"


@pytest.mark.parametrize(
    "words",
    ["in the hills", "earlier this", "earlier that", "earlier in", "a knownness", "then you", "then it", "then I"],
)
def test_two_values_of_days_leave_it_open(words: str) -> None:
    assert held(f"On 3 April Oslo. Bergen on 3 May {words} rains.") == "Oslo Bergen?"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A report before the first value makes all of them count but those from before.
        ("You told me Oslo.", "Oslo"),
        ("You told me Oslo, later Bergen.", "Oslo Bergen?"),
        ("You'd told me that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You had once told me that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You have just told me that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You told me that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You'd announced that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You've just mentioned that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You had said that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You have written it. It used to be Oslo. Bergen was next.", "Oslo Bergen?"),
        ("You wrote that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You explained that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You let me know that it used to be Oslo. Bergen was next.", "Bergen"),
        ("You reported that it used to be Oslo. Bergen was next.", "Bergen"),
        ("It was announced that it used to be Oslo. Bergen was next.", "Bergen"),
        ("It was reported that it used to be Oslo. Bergen was next.", "Bergen"),
        ("It used to be Oslo. You told me that. Bergen was next.", "Oslo Bergen?"),
        # A report changes nothing where one value is of then.
        ("You told me: Oslo at that time, Bergen now.", "Oslo"),
        # The words for a time belong to the value next to them, in its own sentence and part.
        ("Oslo, and at that time Bergen.", "Bergen"),
        ("Oslo. At that time Bergen.", "Bergen"),
        ("Oslo or Graz on 3 May, in the hills Bergen.", "Oslo Graz Bergen"),
        ("Oslo, on 3 May Graz, Bergen in the hills.", "Oslo Graz Bergen"),
        ("It rained. At that time it rained. Oslo. Bergen today.", "Oslo Bergen?"),
        ("At that time Oslo and Bergen, Graz today.", "Oslo Bergen Graz?"),
        # Values without any time stay as they are.
        ("Oslo, Bergen.", "Oslo Bergen"),
        ("", ""),
        # A value that is of before then alone does not hold, if the reply speaks of then; else it does.
        ("Oslo it used to be at that time.", "Oslo"),
        # The part of a sentence that belongs to the value.
        ("Oslo at that time but Bergen now.", "Oslo"),
        ("Oslo at that time, Bergen now.", "Oslo"),
        # A sentence ends with a mark and a blank, or before the value.
        ("At that time it rained. Oslo. Bergen today.", "Oslo Bergen?"),
        ("At that time it rained\nOslo. Bergen today.", "Oslo Bergen?"),
        ("At that time v.2 rained in Oslo. Bergen today.", "Oslo"),
        ("Oslo at that time and Bergen now.", "Oslo"),
        ("Oslo at that time while Bergen now.", "Oslo"),
        ("Oslo at that time whereas Bergen now.", "Oslo"),
        ("Oslo at that time though Bergen now.", "Oslo"),
        ("Oslo at that time although Bergen now.", "Oslo"),
        ("Oslo at that time (Bergen now).", "Oslo"),
        ("Oslo at that time — Bergen now.", "Oslo"),
        ("Oslo at that time - Bergen now.", "Oslo"),
        ("Oslo at that time: Bergen now.", "Oslo"),
        ("Oslo at that time; Bergen now.", "Oslo"),
        ("Oslo at that time! Bergen now.", "Oslo"),
        ("Oslo at that time\nBergen now.", "Oslo"),
    ],
)
def test_what_held_then(text: str, found: str) -> None:
    assert held(text) == found


def test_one_value_from_before_then_does_not_hold_then() -> None:
    # Both say that it had ended before; the second does not speak of that time, so its value is all there is.
    assert held("At that time you no longer lived in Oslo.", Oslo="past") == ""
    assert held("You no longer lived in Oslo.", Oslo="past") == "Oslo"
    # What is denied of then and told of later leaves it open.
    assert held("Not Graz at that time; Oslo later.", Graz="denied") == "Oslo?"
    assert held("Not Graz; Oslo later.", Graz="denied") == "Oslo"
    assert held("Not Graz at that time; Oslo.", Graz="denied") == "Oslo"
    assert held("Not Graz at that time; not Lyon; Oslo later.", Graz="denied", Lyon="denied") == "Oslo?"
    assert held("Graz at that time? Oslo later.", Graz="questioned") == "Oslo"


def test_what_is_not_asserted_keeps_its_status() -> None:
    text = "At that time Oslo, not Graz, Bergen today. Lyon?"
    found, _ = as_of_then(text, named(text, Graz="denied", Lyon="questioned"))
    assert [one.status for one in found] == ["current", "denied", "past", "questioned"]


def test_the_value_next_to_the_words_is_the_one_that_was_named() -> None:
    text = "You had Graz, then Oslo, and that's what you named on the 13th. A move to Bergen."
    assert points_back(text, named(text, Graz="past", Oslo="past")) == "Oslo"
    # The later value is another one, and stands behind all of these words.
    again = "You lived in Oslo, and that's what you named then. A move to Oslo."
    first, second = named(again)
    assert points_back(again, [replace(first, status=AssertionStatus.PAST), second]) == ""
    inside = "You lived in Oslo, and that's what you named over Graz then."
    assert points_back(inside, named(inside, Oslo="past")) == ""


def test_dates_are_no_values_of_a_time() -> None:
    text = "It was 3 May at that point. You moved it to 8 June later."
    assert tells_then_and_later(text, dated(text, {"3 May": "2025-05-03", "8 June": "2025-06-08"})) == ""


@pytest.mark.parametrize(("more", "found"), [(38, "Oslo"), (39, "Bergen Oslo")])
def test_a_reply_that_names_more_than_forty_values_recites(more: int, found: str) -> None:
    text = "Bergen today. Oslo at that time." + " Graz?" * more
    assert held(text, Graz="questioned") == found
    one = "Oslo later." + " Graz?" * (more + 1)
    assert placed_later(one, named(one, Graz="questioned")) is (more == 38)


def test_a_letter_that_changes_its_length_is_not_read() -> None:
    # The capital has a dot, and is two characters in small letters.
    assert held("\u0130: Bergen today. Oslo at that time.") == "Bergen Oslo"
    assert not placed_later("\u0130: Oslo later.", named("\u0130: Oslo later."))


NOW = (
    "nowadays", "today", "these days", "current", "currently", "at present", "at the moment", "at this moment",
    "at this point", "at this time", "by now", "now", "now, right", "now that it rains",
)  # fmt: skip
LATER = (
    "later", "later on", "afterwards", "after that", "after then", "only after", "subsequently", "thereafter",
    "from then on", "meanwhile", "in the meantime", "it came after", "it comes after", "it has since",
    "they have since",
    "you've since", "it's since",
)  # fmt: skip
ALL_ALONG = (
    "still", "the same", "already", "always", "all along", "since then", "ever since", "unchanged", "hasn't changed",
    "has not changed", "never changed", "didn't change", "nothing have changed", "nothing has changed",
    "they remain", "it remained", "too", "as well",
    "also", "both", "just like", "no different",
)  # fmt: skip


@pytest.mark.parametrize("words", NOW)
def test_a_value_of_today_is_of_a_later_time(words: str) -> None:
    text = f"It is Oslo {words}."
    assert placed_later(text, named(text))
    assert not placed_later(text, named(text, Oslo="past"))


@pytest.mark.parametrize("words", LATER)
def test_a_value_of_later_is_of_a_later_time(words: str) -> None:
    text = f"It is Oslo {words}."
    assert placed_later(text, named(text))
    assert placed_later(text, named(text, Oslo="past"))


@pytest.mark.parametrize("words", ALL_ALONG)
def test_a_value_that_held_all_along_is_not(words: str) -> None:
    text = f"It is Oslo now, {words}."
    assert not placed_later(text, named(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is Oslo.", False),
        ("As of now it is Oslo.", False),
        ("By now as far as I know it is Oslo.", True),
        ("Before today Oslo.", False),
        ("Until now Oslo.", False),
        ("Like today Oslo.", False),
        ("Now I have it: Oslo.", False),
        ("Now, let me see Oslo.", False),
        ("Now we have Oslo.", False),
        ("Now that I think, Oslo.", False),
        ("Now that you ask, Oslo.", False),
        ("Now as for that, Oslo.", False),
        ("Now for Oslo.", False),
        ("Now, Anna was in Oslo.", False),
        ("Now, they were in Oslo.", False),
        ("Now, she had Oslo.", False),
        ("Now, she lived in Oslo.", False),
        ("Now, she is in Oslo.", True),
        ("Sooner or later Oslo.", False),
        ("A moment later Oslo.", False),
        ("A minute later Oslo.", False),
        ("A second later Oslo.", False),
        ("A sentence later Oslo.", False),
        ("In the same breath later Oslo.", False),
        ("A week later Oslo.", True),
        ("Later than Oslo.", False),
        ("A day afterwards Oslo.", False),
        ("A time afterwards Oslo.", False),
        ("After that talk you came to Oslo.", False),
        # The words for then decide, but not where they are of something else.
        ("It is Oslo now, as it was at that time.", False),
        ("It is Oslo now, but at that time unclear.", True),
        ("It is Oslo now, elsewhere at that time.", True),
        ("It is Oslo now, somewhere else at that time.", True),
        ("It is Oslo now, another town at that time.", True),
        ("It is Oslo now, a different one at that time.", True),
        ("It is Oslo now, some other town at that time.", True),
        ("It is Oslo now, not at that time.", True),
        ("It is Oslo now, it wasn't at that time.", True),
        ("It is Oslo now, unknown at that time.", True),
        ("It is Oslo now, I'm unsure of that time.", True),
        # What ended later held before.
        ("It is Oslo later, before you left.", True),
        ("Later on Oslo before you moved.", False),
        ("Later on Oslo until you moved.", False),
        ("Later on Oslo till you moved.", False),
        ("Later on Oslo, the first time.", True),
        ("Later on first Oslo.", False),
        # All mentions have to be of later, of one value, and none reported before.
        ("It is Oslo now. Oslo!", False),
        ("It is Oslo now. Oslo today!", True),
        ("It is Oslo now, Bergen later.", False),
        ("You told me that it is Oslo now.", False),
        ("It is Oslo now, you told me.", True),
        ("It is Oslo now. You told me. Oslo today.", True),
        ("No idea.", False),
    ],
)
def test_when_one_value_is_of_a_later_time(text: str, found: bool) -> None:
    assert placed_later(text, named(text)) is found


CORRECTIONS = (
    "no", "nope", "wait", "sorry", "actually", "correction", "rather", "or", "I mean", "I meant", "oops", "hm", "hmm",
    "hang on", "hold on", "scratch that", "apologies", "mistake", "it should be", "oh, no", "well, no", "but no",
    "and no", "my mistake",
)  # fmt: skip
PAST_TENSE = (
    "was", "were", "had", "did", "could", "would", "came", "went", "took", "kept", "drank", "ate", "wore", "drove",
    "rode", "ran", "slept", "spent", "paid", "gave", "chose", "bought", "wrote", "taught", "sang", "lived", "wasn't",
)  # fmt: skip


@pytest.mark.parametrize("words", CORRECTIONS)
def test_a_correction_competes_with_a_value_of_then(words: str) -> None:
    assert held(f"At that time it was Oslo. {words}, Bergen.") == "Oslo Bergen"


@pytest.mark.parametrize("words", PAST_TENSE)
def test_a_value_told_in_the_past_competes_with_one_of_then(words: str) -> None:
    assert held(f"At that time it was Oslo. You {words} in Bergen.") == "Oslo Bergen"
    assert held(f"At that time it was Oslo. In Bergen you {words} there.") == "Oslo Bergen"


@pytest.mark.parametrize(
    "words",
    ["live", "moved", "switched", "changed", "started", "turned", "mentioned", "named", "noted", "'ve lived",
    "have had",
     "know it has had"],
)  # fmt: skip
def test_a_value_without_a_time_does_not(words: str) -> None:
    assert held(f"At that time it was Oslo. You {words} in Bergen.".replace("You '", "You'")) == "Oslo"


@pytest.mark.parametrize(
    "words", ["and", ". And", ", and", "or", "as well as", "&", "/", "and also", "and both in", "and at the", "or with"]
)
def test_values_that_share_the_time_leave_it_open(words: str) -> None:
    text = f"At that time Oslo {words} Bergen."
    assert held(text) == "Oslo Bergen?"
    assert held(text.replace("At that time ", "")) == "Oslo Bergen"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("At that time Oslo and Oslo, Bergen.", "Oslo"),
        ("At that time Oslo, and today Bergen.", "Oslo"),
        ("At that time Oslo. Bergen.", "Oslo"),
        ("At that time Oslo. Graz and Bergen.", "Oslo"),
    ],
)
def test_values_that_do_not_share_it(text: str, found: str) -> None:
    assert held(text) == found
