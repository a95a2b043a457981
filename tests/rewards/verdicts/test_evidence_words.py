"""Every word that speaks for or against a value, or proposes it: one reply for each."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, named, values_of

from regulars.rewards.verdicts import evidence
from regulars.values import Domain

GYM = Domain("gym", aliases=CITIES.aliases, subjects=("gym",))
DENTIST = Domain("dentist", aliases=CITIES.aliases, subjects=("dentist",))
LIMIT = Domain("snack_limit", aliases=CITIES.aliases, subjects=("snack",))


@pytest.mark.parametrize(
    "words",
    [
        "A stranger said Oslo.", "Somebody said Oslo.", "Someone said Oslo.", "Nobody said Oslo.", "No one said Oslo.",
        "Anybody can say Oslo.", "Anyone can say Oslo.", "Everyone says Oslo.", "Others say Oslo.",
        "Another user has Oslo.", "As a prank: Oslo.", "Oslo is a joke.", "Oslo is a hoax.", "Rumour has Oslo.",
        "Rumors had Oslo.", "Hearsay has Oslo.", "It's gossip about Oslo.", "The premise has Oslo.",
        "Assuming Oslo.", "You presumably mean Oslo.", "That presupposes Oslo.", "Supposedly Oslo.",
        "The supposition is Oslo.", "It was claimed to be Oslo.", "Allegedly Oslo.", "Oslo is mistaken.",
        "Oslo is a misunderstanding.", "Oslo is a mix-up.", "Oslo is wrong.", "Oslo is wrongly there.",
        "Oslo is false.", "Oslo is untrue.", "Oslo is incorrect.", "Oslo is nonsense.", "Oslo is spam.",
        "Your question says Oslo.", "Your last message has Oslo.", "Your message just now has Oslo.",
        "Your wording is Oslo.", "The question has Oslo.", "You now say Oslo.", "You just wrote Oslo.",
        "Now you say Oslo.", "You write Oslo.", "You claim Oslo.", "You state Oslo.", "Oslo is news to me.",
        "Oslo is new to me.", "I ignore Oslo.", "I disregard Oslo.", "I dismiss Oslo.", "I discard Oslo.",
        "Apart from Oslo.", "I can't confirm Oslo.", "I cannot confirm Oslo.", "I couldn't confirm Oslo.",
        "Oslo never came up.", "You never brought up Oslo.", "You never told me Oslo.", "You never mentioned Oslo.",
        "You never said Oslo.",
        # Set aside.
        "I reject Oslo.", "I exclude Oslo.", "I'm against Oslo.", "Instead of Oslo, this.", "Rather than Oslo, this.",
        "Oslo is out.", "Oslo was out.", "Oslo has been out.", "Oslo is too loud.", "Oslo could have won.",
        "Oslo would also have won.", "I left out Oslo.", "I leave Oslo aside.", "I struck Oslo off.",
        "I crossed Oslo out.", "I ruled Oslo out.", "Oslo falls away.", "Oslo dropped out.", "Cut out Oslo.",
        "Oslo won't do.", "Oslo wouldn't work.", "Oslo doesn't fit.", "Oslo can't be.", "Oslo will not suit.",
        "Oslo would not go.", "Oslo does not fit.",
        # Denied.
        "Oslo is not it.", "It's no Oslo.", "Without Oslo.", "Neither Oslo.", "Nor Oslo.", "None of Oslo.",
        "It cannot be Oslo.", "Never Oslo.", "Nothing about Oslo.", "It isn't Oslo.", "It aint, isnt, nt Oslo.",
        # Another person's.
        "Your brother has Oslo.", "His sister has Oslo.", "Her mother has Oslo.", "Their father has Oslo.",
        "The aunt has Oslo.", "Your uncle has Oslo.", "Your cousin has Oslo.", "A colleague has Oslo.",
        "Your old boss has Oslo.", "Your neighbour has Oslo.", "Your neighbor has Oslo.", "A friend has Oslo.",
        "Your in-law has Oslo.", "Your flatmate has Oslo.", "Your room-mate has Oslo.", "The housemates have Oslo.",
        # Of old.
        "You used to have Oslo.", "You started out with Oslo.", "You started with Oslo.", "It began with Oslo.",
        "Once Oslo.", "Formerly Oslo.", "The former Oslo.", "Previously Oslo.", "The previous Oslo.", "Earlier Oslo.",
        "Originally Oslo.", "Initially Oslo.", "At first Oslo.", "No longer Oslo.", "Oslo any more.", "Oslo anymore.",
        "Until May Oslo.", "Before May Oslo.", "Back then Oslo.", "It was Oslo.", "They were Oslo.", "You had Oslo.",
        "Your old one: Oslo.", "Oslo is history.", "Oslo is replaced.", "Oslo is superseded.", "You went to Oslo.",
        "Oslo is gone.", "Oslo ended.", "Oslo, signed in May.", "Oslo for a year.", "Oslo for two winters.",
        "Oslo for some time.", "Oslo for a while.", "Oslo for a short spell.",
    ],
)  # fmt: skip
def test_a_word_against_one_value_leaves_the_other(words: str) -> None:
    text = f"{words} At home Bergen."
    found = named(text)
    assert values_of(evidence.weighed(text, found, found, GYM)) == ["Bergen"]


@pytest.mark.parametrize(
    "words",
    [
        "A string of Oslo.", "Now, no, Oslo.", "You wrote Oslo.", "As you say Oslo.",
        "Oslo is taken for granted.", "Too for granted: Oslo.", "Your garden has Oslo.", "Your mother tongue has Oslo.",
        "Your brother says: Oslo.", "You start on Oslo.", "Oslo for ten years.", "Oslo is near.", "Oslo does fit.",
    ],
)  # fmt: skip
def test_other_words_leave_both(words: str) -> None:
    text = f"{words} At home Bergen."
    found = named(text)
    assert values_of(evidence.weighed(text, found, found, GYM)) == ["Oslo", "Bergen"]


@pytest.mark.parametrize("mine", ["Yours: {}.", "Your own: {}.", "You yourself have {}.", "In your case {}."])
def test_a_word_for_one_value_outweighs_both(mine: str) -> None:
    text = f"At home Bergen. {mine.format('Oslo')}"
    found = named(text)
    assert values_of(evidence.weighed(text, found, found, GYM)) == ["Oslo"]


def vouched(text: str, form: str = "value", status: str = "hypothetical", domain: Domain = GYM) -> list[str]:
    return values_of(evidence.vouched(text, named(text, Oslo=status), form, domain))


@pytest.mark.parametrize(
    "words",
    [
        "You told me Oslo.", "You've said Oslo.", "You had mentioned Oslo.", "You gave Oslo.", "You wrote Oslo.",
        "You named Oslo.", "You once confided Oslo.", "You let me know Oslo.", "You dictated Oslo.",
        "My notes say Oslo.", "The record has Oslo.", "Our files hold Oslo.", "My memory reads Oslo.",
        "My notes show Oslo.", "Oslo is what I have.", "I've it down as Oslo.", "I have noted Oslo.",
        "I have you down for Oslo.", "I have it on file: Oslo.", "I have that on record: Oslo.", "On file: Oslo.",
        "As if I could forget Oslo.", "How could I forget Oslo?", "I haven't forgotten Oslo.",
        # Behind the value.
        "Oslo, as you told me.", "Oslo, you said.", "Oslo, right? You said so.", "Oslo, you've mentioned.",
        "Oslo, yes? As you wrote.", "Oslo. That's your gym.", "Oslo, that is the one.",
        "Oslo - and that's why.", "Oslo. This was your gym.",
    ],
)  # fmt: skip
def test_what_was_told_is_vouched_for(words: str) -> None:
    assert vouched(words) == ["Oslo"]


@pytest.mark.parametrize(
    "words",
    [
        "You sang Oslo.", "Oslo.", "My socks say Oslo.", "Oslo, that's a city.", "Oslo. That's the wrong one.",
        "You told me Oslo, maybe.", "You told me perhaps Oslo.", "You told me possibly Oslo.",
        "You told me conceivably Oslo.", "You told me it might be Oslo.", "You told me it may be Oslo.",
        "You told me it could be Oslo.", "You told me, I guess, Oslo.", "You told me, not sure, Oslo.",
        "You told me, not quite certain, Oslo.", "You told me, unsure, Oslo.", "You told me, uncertain, Oslo.",
        "You told me whether Oslo.", "You told me, I suspect, Oslo.", "You told me, speculating, Oslo.",
        "You told me this or Oslo.", "You told me either Oslo.", "You told me it depends on Oslo.",
        "You told me of plans for Oslo.", "You told me you hope for Oslo.", "You told me you consider Oslo.",
        "You told me you are thinking of Oslo.", "You told me, I suppose, Oslo.", "You told me, I imagine, Oslo.",
        "You told me if Oslo.", "You told me it will be Oslo.", "You told me you'll get Oslo.",
        "You told me of going to Oslo.", "You told me of getting Oslo.", "You told me you wanted to see Oslo.",
        "You told me you would like Oslo.", "You told me you'd like Oslo.", "You told me to try Oslo.",
        "You told me you dream of Oslo.", "You told me next year Oslo.", "You told me one day Oslo.",
        "You told me some day Oslo.", "You told me Oslo someday.",
    ],
)  # fmt: skip
def test_a_doubt_or_no_word_of_it_vouches_for_nothing(words: str) -> None:
    assert vouched(words) == []


@pytest.mark.parametrize(
    "words",
    [
        "I sent you to Oslo.", "I'd told you Oslo.", "I've suggested Oslo.", "I had advised Oslo.",
        "We recommended Oslo.",
        "I have named Oslo.", "I picked Oslo.", "I chose Oslo.", "I warmly pointed to Oslo.", "I proposed Oslo.",
        "I steered you to Oslo.", "I urged Oslo.", "I talked you into Oslo.", "I put you onto Oslo.",
        "I gave you Oslo.",
        "I said Oslo.", "I went for Oslo.", "I came down on Oslo.", "I settled on Oslo.", "I decided on Oslo.",
        "I argued for Oslo.", "I voted for Oslo.", "I wanted you in Oslo.", "My idea: Oslo.", "My advice was Oslo.",
        "My tip: Oslo.", "My suggestion: Oslo.", "My pick: Oslo.", "My first choice: Oslo.", "My recommendation: Oslo.",
        "My counsel: Oslo.", "My word: Oslo.", "My vote: Oslo.", "My proposal: Oslo.", "My answer: Oslo.",
        "My verdict: Oslo.", "You were to see Oslo.", "You were supposed to see Oslo.", "On my advice Oslo.",
        "At my suggestion Oslo.", "By my recommendation Oslo.", "Following my word Oslo.", "Thanks to me Oslo.",
        "You have me to thank for Oslo.", "You owe it to me: Oslo.",
    ],
)  # fmt: skip
def test_what_was_recommended_is_vouched_for(words: str) -> None:
    assert vouched(words, "choice") == ["Oslo"]
    assert vouched(words, "any") == ["Oslo"]


@pytest.mark.parametrize("words", ["I sang of Oslo.", "My sock: Oslo.", "You were in Oslo.", "You owe Oslo."])
def test_other_words_recommend_nothing(words: str) -> None:
    assert vouched(words, "choice") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Behind a label of the attribute, alone on its line.
        ("Dentist: Oslo", ["Oslo"]),
        ("**Your dentist:** Oslo.", ["Oslo"]),
        ("Hello\nYour dentist as a student: _Oslo_\nBye", ["Oslo"]),
        ("Your dentist: lovely Oslo", []),
        ("Your dentist: Oslo is lovely", []),
        ("Your dentist: ~~Oslo", []),
        ("Your school: Oslo", []),
        ("Your dentist Oslo", []),
        ("Not your dentist: Oslo", []),
        ("Your old dentist: Oslo", []),
        ("Your former dentist: Oslo", []),
        ("Your previous dentist: Oslo", []),
        ("Your earlier dentist: Oslo", []),
        ("Your past dentist: Oslo", []),
        ("Your ex dentist: Oslo", []),
        ("Your first dentist: Oslo", []),
        ("Your original dentist: Oslo", []),
        ("Your dentist instead: Oslo", []),
        ("Your dentist question: Oslo", []),
        ("A dentist option: Oslo", []),
        ("A dentist, for example: Oslo", []),
        ("Your dentist, maybe: Oslo", []),
        ("Your dentist perhaps: Oslo", []),
        (f"{'x' * 52} dentist: Oslo", ["Oslo"]),  # a label has sixty characters at most
        (f"{'x' * 53} dentist: Oslo", []),
    ],
)
def test_a_label_vouches_for_its_value(text: str, found: list[str]) -> None:
    assert vouched(text, domain=DENTIST) == found
    assert vouched(text, status="past", domain=DENTIST) == found
    assert vouched(text, status="questioned", domain=DENTIST) == []


def test_a_label_vouches_for_one_value_alone():
    text = "Dentist: Oslo\nDentist: Bergen"
    both = named(text, Oslo="hypothetical", Bergen="hypothetical")
    assert values_of(evidence.vouched(text, both, "value", DENTIST)) == []
    denied = named(text, Oslo="hypothetical", Bergen="denied")
    assert values_of(evidence.vouched(text, denied, "value", DENTIST)) == ["Oslo"]


def proposed(text: str, **statuses: str) -> list[str]:
    return values_of(evidence.proposed(text, named(text, **(statuses or {"Oslo": "hypothetical"}))))


@pytest.mark.parametrize(
    "words",
    [
        "How about Oslo?", "What about Oslo?", "Have you considered Oslo?",
        "Have you thought of Oslo?", "Have you thought about Oslo?", "You could try Oslo.", "You could go to Oslo.",
        "You could make it Oslo.", "You could do Oslo.", "You could take Oslo.",
        "You might like Oslo.", "You might enjoy Oslo.", "You might try Oslo.", "Try Oslo.", "Consider Oslo.",
        "Something like Oslo.", "My gut says Oslo.", "My heart says Oslo.", "My money is on Oslo.",
        "My vote goes to Oslo.",
        "My instinct says Oslo.", "My eye goes to Oslo.", "Oslo would work.", "Oslo could do.", "Oslo might suit you.",
        "Oslo'd fit.", "Oslo may be nice.", "Oslo will please you.", "Oslo would really go well.",
        "Oslo would look good.",
        "Oslo would taste good.",
    ],
)  # fmt: skip
def test_a_value_is_proposed(words: str) -> None:
    assert proposed(words) == ["Oslo"]


@pytest.mark.parametrize(
    "words",
    [
        "Oslo.", "You could sing of Oslo.", "Oslo would rain.", "How near is Oslo?", "Don't try Oslo.",
        "Try Oslo, not.",
        "Try this instead of Oslo.", "Oslo is out, try it.", "Try Oslo if it rains.", "Try Oslo unless it rains.",
        "Try Oslo, whether or not.", "Try Oslo or so.", "Maybe try Oslo.", "Perhaps try Oslo.", "Possibly try Oslo.",
        "Try Oslo, it depends.", "Not sure, try Oslo.", "Try Oslo, I'm unsure.", "At a guess, try Oslo.",
        "Do you like it, try Oslo.", "Did it really mean try Oslo.", "Would you want to try Oslo?",
        "Is it try Oslo?", "Shall I try Oslo?", "Should I try Oslo?", "Can I try Oslo?", "May I try Oslo?",
        "Want me to try Oslo?", "A stranger said try Oslo.", "Your brother says try Oslo.",
    ],
)  # fmt: skip
def test_a_value_is_not_proposed(words: str) -> None:
    assert proposed(words) == []


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("Try Oslo.", {"Oslo": "current"}, ["Oslo"]),
        ("Try Oslo.", {"Oslo": "aside"}, ["Oslo"]),
        ("Try Oslo?", {"Oslo": "questioned"}, ["Oslo"]),
        ("Try Oslo.", {"Oslo": "questioned"}, []),
        ("Try Oslo.", {"Oslo": "denied"}, []),
        ("Try Oslo.", {"Oslo": "past"}, []),
        ("Try Oslo.", {"Oslo": "foreign"}, []),
        # What an aside proposes may stand in another sentence.
        ("Try something. Oslo.", {"Oslo": "aside"}, ["Oslo"]),
        ("Try something. Oslo.", {"Oslo": "hypothetical"}, []),
        # Several are no proposal, unless each of them would do.
        ("Try Oslo. Try Bergen.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, []),
        ("Try Oslo. Try Oslo.", {"Oslo": "hypothetical"}, ["Oslo", "Oslo"]),
        ("Oslo, Bergen: both would do.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ["Oslo", "Bergen"]),
        ("Oslo, Bergen: either.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ["Oslo", "Bergen"]),
        ("Oslo, Bergen: any of them works.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, []),
        ("Oslo, Bergen: any of them could work.", {"Oslo": "hypothetical", "Bergen": "hypothetical"},
         ["Oslo", "Bergen"]),
        ("Oslo? Bergen: both would do.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, []),
        ("Oslo, Bergen: both would do. OK?", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ["Oslo", "Bergen"]),
        ("Oslo, Bergen?: both would do.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, []),
        ("Oslo, Bergen: both would do.", {"Oslo": "hypothetical", "Bergen": "denied"}, []),
        # Of all that are named, those that stand as suggestions would do.
        ("Not Graz. Oslo, Bergen: both would do.", {"Graz": "denied", "Oslo": "hypothetical", "Bergen": "hypothetical"},
         ["Oslo", "Bergen"]),
        ("Formerly Graz. Oslo, Bergen: either.", {"Graz": "past", "Oslo": "hypothetical", "Bergen": "hypothetical"},
         ["Oslo", "Bergen"]),
        ("Oslo, Bergen: both would do.", {"Oslo": "hypothetical", "Bergen": "current"}, ["Oslo"]),
        ("Oslo, Bergen: both would do.", {"Oslo": "current", "Bergen": "aside"}, []),
        ("Oslo, Bergen: nice. Both would do.", {"Oslo": "hypothetical", "Bergen": "questioned"}, ["Oslo"]),
        # What is denied or set aside is not proposed, even in words about what is the user's own.
        ("Try yours rather than Oslo.", {"Oslo": "current"}, []),
        ("Try yours, not Oslo.", {"Oslo": "current"}, []),
        ("Try yours, Oslo.", {"Oslo": "current"}, ["Oslo"]),
        # A second value counts against a proposal even if it is not proposed itself, but not if it is denied.
        ("Try Oslo. Bergen.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, []),
        ("Try Oslo. Not Bergen.", {"Oslo": "hypothetical", "Bergen": "denied"}, ["Oslo"]),
        ("", {}, []),
    ],
)  # fmt: skip
def test_a_proposal_and_its_status(text: str, statuses: dict[str, str], found: list[str]) -> None:
    assert proposed(text, **statuses) == found


def heard(text: str, domain: Domain = DENTIST) -> list[str]:
    found = named(text)
    return values_of(evidence.heard(text, found, found, domain))


@pytest.mark.parametrize(
    "words",
    [
        "My sister told me Oslo.", "Your brother says Oslo.", "His mother claims Oslo.", "Her father mentioned Oslo.",
        "Their aunt insisted Oslo.", "The uncle reports Oslo.", "A colleague reported it's Oslo.",
        "Your boss said Oslo.",
        "Our neighbour said that Oslo.", "Another user said Oslo.", "Your wife said it was Oslo.",
        "My son also said Oslo.",
        "Someone said Oslo.", "Somebody told us Oslo.", "Someone else mentioned Oslo.", "Other people said Oslo.",
        "Others claimed Oslo.", "A stranger told me about Oslo.", "Strangers told me Oslo.",
        "Oslo, your brother said.", "Oslo is what your sister told me.", "Oslo, someone said.",
        "Your vet is Oslo.", "Your doctor is Oslo.", "Your lawyer is Oslo.", "Your landlord is Oslo.",
        "Your accountant is Oslo.", "Your barber is Oslo.", "Your therapist is Oslo.", "Your coach is Oslo.",
        "Your new boss is Oslo.", "Your plumber is Oslo.", "Your breakfast is Oslo.", "Your lunch is Oslo.",
        "Your dinner is Oslo.", "Your laptop is Oslo.", "Your phone is Oslo.", "Your tablet is Oslo.",
        "The car is Oslo.", "Ur bike is Oslo.", "Your vet's name is Oslo.", "Your vet now is called Oslo.",
        "Your vet was Oslo.", "Your vet is still named Oslo.",
    ],
)  # fmt: skip
def test_hearsay_and_other_matters_are_left_out(words: str) -> None:
    assert heard(words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Your sister sings Oslo.", "You told me Oslo.", "Your dentist said Oslo.", "Your dentist is Oslo.",
        "My dentist friend said Oslo.", "Your vet likes Oslo.", "Your cook is Oslo.", "Your vet, Oslo.", "Oslo.",
        "Oslo was nice, your brother has it.",
    ],
)  # fmt: skip
def test_what_is_no_hearsay_is_kept(words: str) -> None:
    assert heard(words) == ["Oslo"]


def test_nouns_of_one_role_are_the_same_matter():
    doctor = Domain("doctor", aliases=CITIES.aliases, subjects=("doctor",))
    for noun in ("doctor", "gp", "physician", "paediatrician", "surgeon"):
        assert heard(f"Your {noun} is Oslo.", doctor) == ["Oslo"]
        assert heard(f"Your {noun} is Oslo.") == []
    for noun in ("vet", "lawyer", "dentist"):
        assert heard(f"Your {noun} is Oslo.", doctor) == []


def test_a_reply_that_names_more_than_sixty_values_recites():
    for count, left in ((60, 0), (61, 61)):
        text = "A stranger said Oslo. " * count
        assert len(evidence.owned(text, named(text), named(text), GYM)) == left
    told = "You told me Oslo. " * 60
    assert len(evidence.vouched(told, named(told, Oslo="hypothetical"), "value", GYM)) == 60
    told += "You told me Oslo."
    assert evidence.vouched(told, named(told, Oslo="hypothetical"), "value", GYM) == []
    said = "Try Oslo. " * 60
    assert len(evidence.proposed(said, named(said, Oslo="hypothetical"))) == 60
    said += "Try Oslo."
    assert evidence.proposed(said, named(said, Oslo="hypothetical")) == []
    heard_60 = "Someone said Oslo. " * 60
    assert evidence.heard(heard_60, named(heard_60), named(heard_60), DENTIST) == []
    heard_61 = heard_60 + "Someone said Oslo."
    assert len(evidence.heard(heard_61, named(heard_61), named(heard_61), DENTIST)) == 61


@pytest.mark.parametrize(("blanks", "found"), [(149, ["Bergen"]), (150, ["Oslo", "Bergen"])])
def test_words_within_160_characters_are_weighed(blanks: int, found: list[str]) -> None:
    # `against` and a blank have eight characters less one blank: the word begins 160 before the value at most.
    text = f"I'm against{' ' * (blanks + 4)}Oslo. At home Bergen."
    some = named(text)
    assert values_of(evidence.weighed(text, some, some, GYM)) == found


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        # A value in the place of those that the reply disowns.
        ("A stranger said Oslo. Bergen is yours.", {"Bergen": "past"}, ["Bergen"]),
        ("A stranger said Oslo. Bergen is yours.", {"Bergen": "hypothetical"}, ["Bergen"]),
        ("A stranger said Oslo. Bergen is yours.", {"Bergen": "foreign"}, ["Bergen"]),
        ("A stranger said Oslo. Bergen is yours.", {"Bergen": "denied"}, ["Oslo"]),
        ("A stranger said Oslo. Bergen is yours.", {"Bergen": "questioned"}, ["Oslo"]),
        ("A string of Oslo. Bergen is yours.", {"Bergen": "past"}, ["Oslo"]),
        ("A stranger said Oslo. Maybe Bergen.", {"Bergen": "hypothetical"}, ["Oslo"]),
        ("A stranger said Oslo. Not Bergen.", {"Bergen": "past"}, ["Oslo"]),
        ("A stranger said Oslo. Once Bergen.", {"Bergen": "past"}, ["Oslo"]),
        ("A stranger said Oslo. Bergen. Graz.", {"Bergen": "past", "Graz": "past"}, ["Oslo"]),
        ("A stranger said Oslo. Oslo it is. Bergen.", {"Bergen": "past"}, ["Oslo", "Oslo"]),
        ("A stranger said Oslo. Your previous one: Bergen.", {"Bergen": "past"}, ["Oslo"]),
    ],
)
def test_a_value_in_place_of_a_disowned_one(text: str, statuses: dict[str, str], found: list[str]) -> None:
    some = named(text, **statuses)
    said = [one for one in some if one.value == "Oslo"]
    assert values_of(evidence.replaced(text, some, said, GYM)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("There are dozens: Oslo, Bergen.", []),
        ("There are so many: Oslo, Bergen.", []),
        ("Cities such as Oslo, Bergen.", []),
        ("For example Oslo, Bergen.", []),
        ("From Rome to Paris, Oslo, Bergen.", []),
        ("There are hundreds. Oslo.", ["Oslo"]),  # one value is no list of examples
        ("Oslo, Bergen.", ["Oslo", "Bergen"]),
        ("A stranger has Oslo. Bergen.", ["Bergen"]),
    ],
)
def test_examples_are_nobodys(text: str, found: list[str]) -> None:
    some = named(text)
    assert values_of(evidence.owned(text, some, some, GYM)) == found
