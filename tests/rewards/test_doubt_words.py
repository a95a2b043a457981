"""Every word by which a reply takes a value back, beside replies with nearly the same words that do not."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.doubts import is_taken_back
from regulars.values import Domain, ValueType

STREET = Domain("street", aliases={"Mill Lane": (), "Elm Street": (), "Oak Road": ()}, subjects=("street", "address"))
SISTER = Domain("sister_name", aliases={"Ada": (), "Berta": ()}, subjects=("sister",))
BOOK = Domain("favourite_book", aliases={"Emma": (), "It": ()}, subjects=("book",))
MOVE = Domain("moving_date", ValueType.DATE, subjects=("moving", "move"))


def taken_back(text: str, domain: Domain = STREET, value: str = "Mill Lane") -> bool:
    found = assertions(text, domain)
    assert value in {one.value for one in found}, text
    return is_taken_back(text, found, value, domain)


@pytest.mark.parametrize(
    "reply",
    [
        # Something that fills a gap.
        "{} is my placeholder.",
        "{} and others are placeholders.",
        "{} is a stopgap.",
        "{} is a dummy.",
        "{} is made-up.",
        "{} is made up.",
        "{} is make-believe.",
        "Take {} for the sake of argument.",
        "Take {} for the sake of the example.",
        "Say {} and treat it as a guess.",
        "Say {} and treat that as a guess.",
        "Say {} and treat this as a guess.",
        "{}, just an example.",
        "{}, only an assumption.",
        "{}, merely a hypothesis.",
        "{}, purely an invention.",
        "{} is a wild assumption.",
        "{} was an invention.",
        "Take {} as an example.",
        "{}, an assumption of mine.",
        "{}, an assumption on my part.",
        "{}, picked at random.",
        "{}, I picked it at random.",
        "{}, I picked that at random.",
        "Let's assume {}.",
        "Let's suppose {}.",
        "Let's pretend it's {}.",
        "Let's imagine {}.",
        "I'm assuming {}.",
        "I am inventing {}.",
        "{}, I was making it up.",
        "{}, just making that up.",
        "{}, only making this up.",
        "{}, merely inventing.",
        "I assumed {}.",
        "I've assumed {}.",
        "I have invented {}.",
        "{}, I just made it up.",
        "{}, I made that up.",
        "{}, I made this up.",
        "{}, and correct it later.",
        "My bet is {}.",
        "My best bet was {}.",
        "My bet would be {}.",
        "{} is my bet.",
        "{} was my best bet.",
        "{} would be my bet.",
        "{}, that's my bet.",
        "{}, that'd be my bet.",
        "{}, because it's the most common one.",
        "{}, because it's the longest one.",
        "{}, for want of something better.",
        "{} sounds about right.",
        "{} sounds familiar.",
        "{} sounds plausible.",
        *(
            f"In the {each} she lives on {{}}."
            for each in ("film", "movie", "book", "novel", "series", "song", "story")
        ),
        # Something withdrawn.
        "{} is crossed out.",
        "{} is struck out.",
        "{} is struck off.",
        "{} is struck through.",
        "{} has been withdrawn.",
        "{} was retracted.",
        "{} has been taken back.",
        "{}, which you took back.",
        "{}, which you've taken back, it seems.",
        "{}, and you later withdrew it; no more.",
        "{}, but you've withdrawn that!",
        "{}, and I retracted this.",
        "{}, and I've taken it back",
        "{} is from a mix-up.",
        "{} is from a mixup.",
        "{}: I mixed up two notes.",
        "{}, I mixed it up.",
        "{}, I mixed that up.",
        "{}, I mixed them up.",
        *(f"{{}}, I'd have said {each}." for each in ("last week", "before", "until May", "back then", "in May")),
        "{}, I'd have said a week ago.",
        "{} is a mistake.",
        "{} was an error.",
        "{} and the rest were typos or a typo: it were a typo.",
        "{}, being a slip.",
        "{} may be a joke.",
        "{} counts as a misunderstanding.",
        "{} was confusion.",
        "{} turned out wrong.",
        "{} turned out to be false.",
        "{}, but I got it wrong.",
        "{}, but I had that wrong.",
        # Another person's.
        "{} is your brother.",
        "{} is for my colleague.",
        "{} was the landlord's.",
        "{}, that's a friend.",
        "{} and more were your cousin's.",
        "{} belongs to your old boss.",
        "{} and others belong to your uncle.",
        "{} belonged to your aunt.",
        "{} is all about your mum.",
        "{} was meant for your dad.",
        "{} meant your client.",
        "{} is your sister's flat.",
        "{} is your sister's new home.",
        "{} belongs to Oskar.",
        "{} and others belong to Oskar.",
        "{} is someone else again.",
        "{}, somebody with your name.",
        "{}, a person of that name.",
        "{} is what a man else says.",
        "{}, a woman of that name.",
        *(
            f"Your brother {each} {{}}."
            for each in (
                "can't bear",
                "cannot bear",
                "won't bear",
                "doesn't like",
                "never bears",
                "can see",
                "has seen",
            )
        ),
        *(f"His old friend {each} {{}}." for each in ("is on", "hates", "hate", "avoids", "avoid")),
        *(f"Her aunt {each} {{}}." for each in ("likes", "like", "loves", "love", "prefers", "prefer")),
        "My colleagues? My boss have {}.",
        "{} is not yours.",
        "{} was never yours.",
        "{}, that's not yours to take.",
        "{} and more are never yours to take.",
        "{}, not you.",
        "{}, not yours!",
        "{}, not your own;",
        *(f"{{}} is from another {each}." for each in ("user", "person", "chat", "conversation", "customer")),
        "{} is from a different user.",
        "{} is from some other user.",
        "{}, that's the neighbourhood's.",
        "{}, it is a baker's, I see.",
        "{}, which was the baker's;",
        "{} is where your sister lives.",
        "{} was what his old boss chose.",
        "{}, that's who her friend likes.",
        "{} is where their cousin lives.",
        "{} is where my son lives.",
        # Something that the user was curious about.
        *(
            f"You {each} about {{}}."
            for each in ("asked", "wondered", "enquired", "inquired", "read", "dreamt", "dreamed", "joked")
        ),
        "You once asked me about {}.",
        "You only asked about the flat on {}.",
        "You just asked about the white house down by {}.",
    ],
)
def test_a_value_is_taken_back(reply: str) -> None:
    assert taken_back(reply.format("Mill Lane")), reply


@pytest.mark.parametrize(
    "reply",
    [
        "{} it is.",
        "{}, and you took the bus.",
        "{}, and you took it to heart.",
        "{} is an exemplary street.",
        "My bet is the one you told me of, {}.",
        "My bet is a short name, {}.",
        "My bet is an easy name, {}.",
        "My best bet is to say {}.",
        "Whatever I'd have said, {}.",
        "{} is your brother's suggestion.",
        "{} belongs to you.",
        "{} belongs to your past.",
        "{} belongs to the past.",
        "{} belongs to a list.",
        "{} belongs to this list.",
        "{}, not you alone.",
        "{} is yours.",
        "{} is on another list.",
        "{}, that's the baker's street.",
        "{} is where your sister lives too.",
        "{} is where your sister also lives.",
        "{} is where your sister lives as well.",
        "When you asked about {}, you were there.",
        "As you asked about {}, you were there.",
        "You asked about it: {}.",
        "You asked about the white house far down by {}.",
        "{} is from the friend who told me.",
        "Your brother has seen you on {}.",
        "Your brother has seen what I call {}.",
        "{}, and your brother has a dog.",
        "Your brother said {}.",
        "{} is the street of your brother.",
    ],
)
def test_nearly_the_same_words_take_nothing_back(reply: str) -> None:
    assert not taken_back(reply.format("Mill Lane")), reply


@pytest.mark.parametrize(
    ("reply", "is_taken_back"),
    [
        # What was asked for is unknown, whatever is named.
        *(
            (f"Your own street I don't {each}. {{}} is near.", True)
            for each in ("know", "have", "recall", "remember", "record")
        ),
        *(
            (f"{each[0]} street is {each[1]}. {{}} is near.", True)
            for each in (
                ("Your own", "unknown"),
                ("What your actual", "missing"),
                ("Which real", "no idea"),
                ("Your home", "unknown"),
                ("Your personal", "unknown"),
            )
        ),
        ("Your other street is unknown. {} is near.", False),
        ("Your own dog is unknown. {} is near.", False),
        *(
            (f"Your own street has not been {each}. {{}} is near.", True)
            for each in (
                *(
                    "known",
                    "told",
                    "got",
                    "recorded",
                    "noted",
                    "mentioned",
                    "said",
                    "given",
                    "shared",
                    "saved",
                    "stored",
                ),
                *("on file", "in my notes"),
            )
        ),
        *((f"Your own street never {each}. {{}} is near.", True) for each in ("came up", "got a note")),
        ("Your own street has never come up. {} is near.", True),
        *(
            (f"Your own street you did not {each}. {{}} is near.", True)
            for each in ("tell me", "mention", "say", "share", "note down")
        ),
        ("Your own street I'm not sure of. {} is near.", True),
        ("Your own street isn't long. {} is near.", False),
        ("Your own street is known. {} is near.", False),
        ("Your own street is long! Unknown people say {}.", False),
        # A part of the reply that names it before says only that more is unknown.
        ("{} is your own street; the number is unknown.", False),
        ("{} it is, but your own street number is unknown.", True),
        ("{} it is. Your own street number is unknown.", True),
        ("{} it is and your own street number is unknown.", False),
        # Without a word for the matter, or with one.
        *(
            (f"{{}} is one, but I {each} yours.", True)
            for each in (
                *("don't have", "do not know", "haven't got", "can't recall", "couldn't find", "never learned"),
                *("don't remember", "don't really know"),
            )
        ),
        ("{} is one, but I don't know your street.", True),
        ("{} is one, but I don't know your own address!", True),
        ("{} is one, but I don't know your number.", False),
        ("{} is one, but I don't know your street number.", False),
        ("{} is one, but I don't know yours (yet", False),
        ("{} is one (I don't know yours)", True),
        ("{} is one, and I don't know yours", True),
    ],
)
def test_the_users_own_may_be_unknown_beside_any_value(reply: str, is_taken_back: bool) -> None:
    assert taken_back(reply.format("Mill Lane")) is is_taken_back, reply


def domain_of(name: str, *subjects: str) -> Domain:
    return Domain(name, ValueType.DATE, subjects=subjects)


EVENTS = (
    *("lease", "contract", "passport", "warranty", "visa", "exam", "wedding", "birthday", "surgery", "operation"),
    *("race", "vaccination", "jab", "project", "deadline", "anniversary", "licence", "insurance", "flight", "trip"),
)


@pytest.mark.parametrize("event", EVENTS)
def test_the_date_of_an_event_answers_for_that_event_alone(event: str) -> None:
    reply = f"Your {event} is on 3 May 2025."
    assert taken_back(reply, MOVE, "2025-05-03")
    assert not taken_back(reply, domain_of("event", event), "2025-05-03")
    assert not taken_back(reply, domain_of(f"{event}_day"), "2025-05-03")


def test_moving_is_the_event_of_a_move_and_not_of_a_race() -> None:
    assert not taken_back("Your move is on 3 May 2025.", domain_of("date", "moving"), "2025-05-03")
    assert taken_back("Your move is on 3 May 2025.", domain_of("date", "race"), "2025-05-03")


@pytest.mark.parametrize(
    ("event", "others"),
    [
        ("trip", ("flight", "holiday", "holidays", "vacation", "journey", "travel")),
        ("flight", ("trip",)),
        ("surgery", ("operation",)),
        ("operation", ("surgery",)),
        ("deadline", ("project", "thesis", "due", "submission", "application", "paper", "essay")),
        ("project", ("deadline",)),
        ("vaccination", ("jab", "shot")),
        ("jab", ("vaccination",)),
        ("race", ("marathon", "run")),
        ("exam", ("test", "licence", "license")),
        ("licence", ("exam",)),
        ("wedding", ("marriage",)),
        ("lease", ("tenancy", "rental")),
        ("insurance", ("policy",)),
        ("birthday", ("birth",)),
    ],
)
def test_words_for_the_same_event_are_no_other_event(event: str, others: tuple[str, ...]) -> None:
    for other in others:
        assert not taken_back(f"The {event} is on 3 May 2025.", domain_of("day", other), "2025-05-03"), other


@pytest.mark.parametrize(
    ("reply", "is_taken_back"),
    [
        *(
            (f"The lease {each} 3 May 2025.", True)
            for each in (
                *("ends on", "end on", "starts on", "start on", "begins on", "begin on", "is until", "was for"),
                *("takes place on", "expires on", "runs out on", "falls on"),
            )
        ),
        ("Your new lease ends on 3 May 2025.", True),
        ("Your lease on Elm Street ends on 3 May 2025.", False),
        ("Your lease for Elm ends on 3 May 2025.", True),
        ("My lease ends on 3 May 2025.", False),
        ("The lease ends later, on 3 May 2025.", False),
        ("The lease needs a look: 3 May 2025.", False),
        ("The lease needs 3 May 2025.", False),
    ],
)
def test_the_form_in_which_another_events_date_is_told(reply: str, is_taken_back: bool) -> None:
    assert taken_back(reply, MOVE, "2025-05-03") is is_taken_back


@pytest.mark.parametrize(
    "relation",
    [
        *("flatmate", "flat-mate", "roommate", "house-mate", "brother", "sister", "mother", "father", "mum", "mom"),
        *("dad", "aunt", "uncle", "cousin", "colleague", "boss", "neighbour", "neighbor", "friend", "in-law"),
        *("partner", "wife", "husband", "son", "daughter", "client", "namesake", "predecessor", "landlord"),
    ],
)
def test_what_is_a_relations_is_the_answer_only_where_it_was_asked_for(relation: str) -> None:
    reply = f"Mill Lane is your {relation}."
    assert taken_back(reply)
    for word in (relation, f"{relation}s"):
        assert not taken_back(reply, Domain("place", aliases={"Mill Lane": ()}, subjects=(word,)))


@pytest.mark.parametrize(
    "relation",
    [
        *("child", "children", "kid", "kids", "sibling", "siblings", "spouse", "fiancé", "fiancée"),
        *("manager",),
    ],
)
def test_an_attribute_may_be_about_any_person(relation: str) -> None:
    domain = Domain("place", aliases={"Mill Lane": ()}, subjects=(relation,))
    assert not taken_back("Mill Lane is your brother.", domain)


@pytest.mark.parametrize(
    ("owned", "is_taken_back"),
    [
        *((each, True) for each in ("place", "home", "house", "flat", "room", "address", "new flat", "street")),
        *((each, False) for each in ("choice", "tip", "new old flat")),
    ],
)
def test_a_relations_place_is_that_persons_and_a_relations_tip_may_be_the_users(
    owned: str, is_taken_back: bool
) -> None:
    assert taken_back(f"Mill Lane is your brother's {owned}.") is is_taken_back


@pytest.mark.parametrize("said", ["told", "said", "calls", "call", "mentioned", "and you"])
def test_a_relation_who_tells_owns_nothing(said: str) -> None:
    assert not taken_back(f"Mill Lane it is, that's your friend {said} it.")
    assert taken_back("Mill Lane it is, that's your friend singing it.")


@pytest.mark.parametrize(
    "helped",
    [
        *("told", "said", "mentioned", "suggested", "recommended", "found", "helped", "showed", "picked", "chose"),
        *("gave", "talked", "once told"),
    ],
)
def test_a_relation_who_helped_owns_nothing(helped: str) -> None:
    assert not taken_back(f"Mill Lane it is, that's the friend who {helped} you.")
    assert taken_back("Mill Lane it is, that's the friend who smiled at you.")


def test_a_word_for_the_matter_among_the_words_about_another_person_takes_nothing_back() -> None:
    colleague = Domain("team", aliases={"Mill Lane": ()}, subjects=("flatmate", "team"))
    assert not taken_back("Mill Lane is your colleague.", colleague)
    lots = Domain("lot", aliases={"Mill Lane": ()}, subjects=("own",))
    assert taken_back("Mill Lane is your own brother.", lots), "words of three letters name no matter"
    mine = Domain("lot", aliases={"Mill Lane": ()}, subjects=("lost",))
    assert not taken_back("Mill Lane is your lost brother.", mine)


@pytest.mark.parametrize(
    ("reply", "is_taken_back"),
    [
        # Only the words of a value's own sentence and part count.
        ("Nothing is made up. Mill Lane it is.", False),
        ("Nothing is made up! Mill Lane it is.", False),
        ("Was it made up? Mill Lane it is.", False),
        ("It is made up… Mill Lane it is.", False),
        ('"It is made up." Mill Lane it is.', False),
        ("(It is made up.) Mill Lane it is.", False),
        ("**Made up.** Mill Lane it is.", False),
        ("Made up\nMill Lane it is.", False),
        ("Made up: Mill Lane it is.", False),
        ("Made up, Mill Lane it is.", True),
        ("Mill Lane it is. Elm is made up.", False),
        ("Mill Lane it is\nMade up", False),
        # A sentence behind that refers to it.
        ("Mill Lane it is. That is made up.", True),
        ("Mill Lane it is. It's made up.", True),
        ("Mill Lane it is. This was made up.", True),
        ("Mill Lane it is. Which I made up.", True),
        ("Mill Lane it is. But that's made up.", True),
        ("Mill Lane it is. Though, that's made up.", True),
        ("Mill Lane it is. Although it was made up.", True),
        ("Mill Lane it is. And this was made up.", True),
        ("Mill Lane it is. Yet it was made up", True),
        ("Mill Lane it is. (That was made up.)", True),
        ("Mill Lane it is. That is it. It's made up.", False),
        ("Mill Lane it is. That is not Oak Road, made up.", False),
        # Beside another value, from the part before it on and up to the part after it.
        ("Oak Road is made up; Mill Lane it is.", False),
        ("Oak Road is made up, Mill Lane it is.", False),
        ("Oak Road is made up — Mill Lane it is.", False),
        ("Oak Road is made up - Mill Lane it is.", False),
        ("Oak Road is made up – Mill Lane it is.", False),
        *(
            (f"Oak Road is made up {each} Mill Lane it is.", False)
            for each in ("but", "while", "whereas", "though", "although", "and", "so")
        ),
        ("Oak Road, not made up Mill Lane.", True),
        ("Oak Road made up Mill Lane.", True),
        ("Made up, Mill Lane, and Oak Road.", True),
        ("Mill Lane made up Oak Road.", True),
        ("Mill Lane, made up Oak Road.", False),
        ("Mill Lane and made up Oak Road.", False),
        ("Mill Lane made up, and Oak Road.", True),
        ("Mill Lane made up. Oak Road.", True),
        ("Mill Lane it is. Oak Road is made up.", False),
        ("Oak Road, made up, Mill Lane it is.", False),
        ("Mill Lane for him, not you, Oak Road it is.", False),
        ("Mill Lane for him not you, Oak Road it is.", True),
        # What is said before the first of two mentions is said of both.
        ("Made up, Mill Lane, Mill Lane.", True),
        # All its mentions must be taken back.
        ("Mill Lane is made up. Yes, Mill Lane.", False),
        ("Mill Lane is made up. Yes, Mill Lane is a joke.", True),
        ("Mill Lane, Mill Lane, made up.", True),
    ],
)
def test_words_count_for_the_value_that_they_are_about(reply: str, is_taken_back: bool) -> None:
    assert taken_back(reply) is is_taken_back, reply


def test_a_line_behind_is_about_the_value_that_it_begins_with() -> None:
    # `It` at the start of the next line is the novel here, so what is made up is not `Emma`.
    for text, is_emma in (
        ("Emma\nIt was made up.", False),
        ("Emma\nThat was made up.", True),
        ("Emma\nThat was It, made up.", False),
        ("Emma\nThat was made up. It was not.", True),
        ("Emma\nThat was made up.It was not.", False),
        ("Emma\nThat was made up\nIt was not.", True),  # the line behind that one does not count
        ("You asked about Emma\nIt was fine.", True),
    ):
        assert taken_back(text, BOOK, "Emma") is is_emma, text


def test_words_further_than_240_characters_away_count_for_nothing() -> None:
    # `made up` and a blank are eight characters; the rest are filled.
    for gap, is_near in ((240, True), (241, False)):
        assert taken_back("made up " + "x" * (gap - 9) + " Mill Lane") is is_near
        assert taken_back("Mill Lane " + "x" * (gap - 9) + " made up") is is_near


def test_a_reply_that_names_more_than_forty_values_recites() -> None:
    assert taken_back("Mill Lane is made up." + " Oak Road." * 39)
    assert not taken_back("Mill Lane is made up." + " Oak Road." * 40)


def test_a_text_that_changes_its_length_in_small_letters_is_left_alone() -> None:
    assert not taken_back("Mill Lane is made up, İpek.")
    assert taken_back("Mill Lane is made up, Ipek.")
    assert taken_back("Mill Lane, I’d have said before.")


def test_a_value_that_is_not_named_is_not_taken_back() -> None:
    assert not is_taken_back("It is made up.", [], "Mill Lane", STREET)


def test_a_sisters_name_is_not_taken_back_for_being_a_sisters() -> None:
    assert not taken_back("Ada is your sister.", SISTER, "Ada")
    assert taken_back("Ada is made up.", SISTER, "Ada")
