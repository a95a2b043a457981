"""Where a pattern of English begins and ends: sentences that differ in one word, and what each of them claims."""

from __future__ import annotations

import pytest
from by_hand import draft

from regulars.memory.parts.extraction.clauses import head, singular
from regulars.memory.parts.extraction.rules import RuleReader


def read(text):
    """The claims of a text; a star marks attributes that can have several values, a minus what does not hold."""
    return [
        f"{'' if one.holds else '-'}{one.attribute}{'*' if one.many else ''}: {one.value}"
        for said in RuleReader().statements(draft(text))
        for one in said.claims
    ]


def reads(claims, *sentences):
    return [pytest.param(sentence, claims, id=sentence) for sentence in sentences]


NOTHING = [
    # Empty acts, and objects that name nothing.
    "I want to see it.",
    "I want to show it to them.",
    "I want to tell Bo about it.",
    "I want to carve it.",
    "I want to make sure.",
    "I'm excited to see Bo.",
    "I have a car of her.",
    "I like this and that.",
    "I did not like it.",
    "I want to sail it.",
    "I want to sail to them.",
    "I want to be a nurse.",
    "I'm looking forward to it.",
    "I did it.",
    "I managed it.",
    "I will be there.",
    # No verb where a verb is expected.
    "I did not gronk the van.",
    "I've a boat.",
    "Never been a nurse.",
    "Never a nurse.",
    "I went going.",
    "I get tired.",
    "I'm tired.",
    "I tried.",
    "I help.",
    "I came back.",
    "I plan on boats.",
    "I had no time.",
    "I had time for soup.",
    "I'm used to rain.",
    "I should go to Oslo.",
    "I would go to Oslo.",
    "I must sell boats.",
    "I'm able carve spoons.",
    "I longer carve spoons.",
    "I haven't a boat.",
    "I moved boats to Oslo.",
    "I customized van.",
    "I get boat.",
    "I know Bo.",
    "I know the cook.",
    "I bought him.",
    "I'd love a boat.",
    "I'd love to.",
    "I'm in Oslo.",
    # An action on something that has no name, or an empty act.
    "I consider sailing it.",
    "I look forward to sailing it.",
    "I'm excited to try soup.",
    "I saw it with them.",
    # A clause about a time or a condition, and what follows another subject.
    "It rains when I'm in a choir.",
    "The day I sailed.",
    "If it rains, sold boats.",
    "Rain and sold boats.",
    "Great sailing today!",
    "Rain makes me sad.",
    "She fed the dog Rex.",
    "I know Eva is my boss.",
    "It rained near my boat is old.",
    "Work is busy.",
    "Work keeps busy.",
    "Work has ended.",
    # What can or could be done.
    "I can't sing.",
    "I cannot sing.",
    "I'd rather carve spoons.",
    "I wish I had a boat.",
    # "Call me" needs both words, and no other subject.
    "Call Bo.",
    "You call me Bo.",
    "I said call me Bo.",
    # An action that is somebody else's, or that is only praised.
    "Running improved Bo's mood.",
    "Carving spoons helped Bo.",
    "Carving spoons is fun.",
    "Being nice is hard.",
    "Here's a picture of sailing a boat.",
    "It is good to carve a garden.",
    "It is good to have carved a garden.",
    "It got me a boat.",
    "It makes me sad.",
    "Rain falls a lot to me.",
    # A thing that only a subordinate clause is about.
    "Bo said my boat is broken.",
    "I know my boat is broken.",
    "If my boat is broken, I cry.",
    "The boat is old.",
    "My own.",
    # No way back from a place, and no place to be.
    "I got away from Oslo.",
    "I'm in the mood for eels.",
    "I'm ready for bed.",
]


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_stops_short_of_a_pattern_claims_nothing(sentence):
    assert read(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        # Actions end before what names nothing; an object of more than four words keeps its words before "for them".
        *reads(["plan*: sew hats"], "I want to sew hats for them."),
        *reads(["plan*: sew red hats"], "I want to sew red hats for them."),
        *reads(["plan*: go"], "I want to go."),
        *reads(["-plan*: sail"], "I don't want to sail."),
        *reads(["sister*: paint boats", "family*: sister"], "My sister wants to paint boats."),
        *reads(["do*: sing"], "I sing with them."),
        *reads(["bake*: cake"], "I baked a cake for me."),
        *reads(["have*: book"], "I have a book about it."),
        # Only some attributes have several values, and only those are lists.
        *reads(["name: Ann"], "My name is Ann, Bo, and Eva."),
        *reads(["home: Oslo"], "I live in Oslo, Bergen, and Malmo."),
        *reads(["box: red"], "My box is red, blue, and old."),
        *reads(["be*: nurse"], "I became a nurse, a baker, and a spy."),
        *reads(["get*: hired"], "I was hired, fired and injured."),
        *reads(["buy*: boat", "buy*: harp", "buy*: van"], "I bought a boat, a harp, and a van."),
        *reads(["plan*: hike", "plan*: feast"], "I'm planning a hike, and a feast."),
        # Names follow names in a list; a sentence, a sign or a name after a thing ends it.
        *reads(["like*: Oslo", "like*: Bergen", "like*: Malmo"], "I like Oslo, Bergen, and Malmo."),
        *reads(
            ["like*: eels"],
            "I like eels, Oslo, and Bergen.",
            "I like eels, rain, and Bo.",
            "I like eels, they are fine, and rain.",
            "I like eels, rain is nice, and fog.",
            "I like eels, , and fog.",
        ),
        *reads(["buy*: boat"], "I bought a boat, and Bo left."),
        *reads(["like*: eels"], "I like eels, and rain is nice."),
        *reads(["like*: eels", "like*: rain"], "I like eels, and rain."),
        *reads(
            ["-carve*: spoons", "-carve*: bowls", "-carve*: cups"],
            "I never carve spoons, bowls, and cups.",
            "I don't carve spoons, bowls, and cups.",
        ),
        *reads(["-have*: boats", "-have*: vans", "-have*: cars"], "I no longer have boats, vans, and cars."),
        *reads(["plan*: sail boats"], "I want to sail boats, this is fun."),
        *reads(["plan*: sail red boats to them"], "I want to sail red boats to them."),
        # Names that are given.
        *reads(["name: Annie", "name: Bo"], "Call me Annie, call me Bo."),
        *reads(["dog*: Rex", "cat*: Tom"], "My dog named Rex chased my cat called Tom."),
        *reads(["dog*: old"], "I named Bo my guide and my dog is old."),
        *reads(["boat: Blue"], "My boat is called Blue."),
        *reads(["dog: Rex"], "My dog's name is Rex."),
        # Actions without a subject.
        *reads(["carve*: spoons"], "Carving spoons in the garden.", "Carving spoons was fun for me."),
        *reads(["like*: Carving spoons"], "Carving spoons is fun for me."),
        *reads(["like*: Running"], "Running is my favourite hobby."),
        *reads(["work*: song"], "Working on a song."),
        *reads(["be*: nurse"], "Being a nurse is hard."),
        *reads(["do*: sailing a boat"], "Here's a picture of them sailing a boat."),
        # What something does to the speaker.
        *reads(["help*: relax"], "It helps me to relax.", "It helps me relax."),
        *reads(["think*: boats"], "It got me thinking about boats."),
        *reads(["like*: Rain"], "Rain means the most to me.", "Rain means a lot to me."),
        *reads(["like*: Family"], "Family matters a lot to me."),
        *reads(["have*: garden"], "It is good to have a garden."),
        *reads(["like*: carving spoons"], "It was nice carving spoons."),
        *reads(
            ["like*: long old maps"],
            "Really, in winter, warm rain and long old maps mean a lot to me.",
        ),
        *reads(
            ["family*: aunt", "like*: warm old rooms of my aunt"],
            "Hot soup, and the warm old rooms of my aunt mean a lot to me.",
        ),
        # Of a longer subject the last ten words count, and of these the first eight.
        *reads(
            ["like*: old grey roofs of all three small northern"],
            "Warm rain on the old grey roofs of all three small northern towns means a lot to me.",
        ),
        *reads(["family*: aunt"], "My aunt gave me harps."),
        *reads(["aunt*: harp", "family*: aunt"], "My aunt gave the harp to me."),
        *reads(["get*: harp", "think*: boats"], "I got the harp and it got me thinking of boats."),
        # Possession: an owner's thing, "'s" for "is" or "has", and things that are shown.
        *reads(["sister boat: old"], "My sister's boat is old."),
        *reads(["sister*: nurse"], "My sister's a nurse."),
        *reads(["-sister*: nurse"], "My sister's not a nurse."),
        *reads(["sister*: Oslo"], "My sister's been to Oslo."),
        *reads(["sister*: really kind"], "My sister is really kind."),
        *reads(["-sister*: kind", "family*: sister"], "My sister has never been kind."),
        *reads(["dog*: good boy"], "My dog's a good boy."),
        *reads(["cousin*: ill"], "My cousin's been ill."),
        *reads(["family*: aunt"], "My aunt's the best.", "My aunt's a, b."),
        *reads(["aunt boat: red"], "My aunt's boat was red."),
        *reads(["-parent*: Oslo", "family*: parents"], "My parents have never been to Oslo."),
        *reads(["-parent*: boat", "family*: parents"], "My parents have not seen the boat."),
        *reads(["parent*: boat", "family*: parents"], "My parents have really liked the boat."),
        *reads(["dog*: died", "pet*: dog"], "My dog died."),
        *reads(["have*: own boat"], "My own boat."),
        *reads(["have*: boat"], "This is my boat."),
        *reads(["pet*: dog"], "This is my dog."),
        *reads(["boss*: Eva"], "Eva is my boss."),
        *reads(["boat: broken"], "Sadly my boat is broken."),
        *reads(["work: busy"], "Work's been busy."),
        *reads(["dog*: old"], "The dog is old."),
        *reads(["family*: husband", "sell*: boat"], "My husband and I sold a boat."),
        # Verbs before other verbs.
        *reads(["need*: carve spoons"], "I need to carve spoons.", "I have to carve spoons."),
        *reads(["need*: sell my boat"], "I had to sell my boat."),
        *reads(["want*: carve spoons"], "I'd love to carve spoons."),
        *reads(["carve*: spoons"], "I'm able to carve spoons.", "I carve spoons."),
        *reads(["-carve*: spoons"], "I do not carve spoons.", "I gave up carving spoons.", "I no longer carve spoons."),
        *reads(["do*: swim"], "I kept swimming."),
        *reads(["plan*: carve spoons"], "I'm going to carve spoons.", "I'm excited to carve spoons."),
        *reads(["plan*: carving spoons"], "I think of carving spoons.", "I consider carving spoons."),
        *reads(["think*: eels"], "I'm thinking about eels."),
        *reads(["plan*: concert"], "I'm excited about the concert."),
        *reads(["-plan*: sing"], "I won't sing.", "I shan't sing."),
        *reads(["dislike*: rain"], "I cannot stand rain.", "I cannot bear rain in spring."),
        *reads(["-have*: coffee"], "I stopped coffee."),
        *reads(["give*: coffee"], "I gave coffee to Bo."),
        *reads(["-gronk*: van"], "I have not gronked the van."),
        *reads(["do*: dishes"], "I did the dishes."),
        *reads(["have*: van"], "I had the van."),
        *reads(["sell*: boats"], "I'd sold boats.", "I helped to sell boats."),
        *reads(["plan*: selling boats"], "I will be selling boats."),
        *reads(["-plan*: selling boats"], "I won't be selling boats."),
        *reads(["plan*: sell boats"], "I'm gonna sell boats.", "I was going to sell boats."),
        *reads(["need*: sell boats"], "I gotta sell boats."),
        *reads(["-do*: sail"], "I used to sail."),
        *reads(["plan*: sailing boats"], "I look forward to sailing boats.", "I plan on sailing boats."),
        *reads(["plan*: concert"], "I look forward to the concert."),
        *reads(["plan*: sail boats"], "I hope to sail boats.", "I decided to sail boats."),
        *reads(["dream*: boats"], "I dream of boats."),
        *reads(["end*: sailing boats"], "I ended up sailing boats."),
        *reads(["try*: sail"], "I tried to sail."),
        *reads(["try*: sailing boats"], "I tried sailing boats."),
        *reads(["try*: soup"], "I try soup."),
        *reads(["learn*: sail"], "I'm learning to sail."),
        *reads(["learn*: Greek"], "I'm learning Greek."),
        *reads(["like*: sailing"], "I enjoyed sailing."),
        *reads(["like*: sailing boats"], "I enjoy sailing boats."),
        *reads(["keep*: bees"], "I keep bees."),
        *reads(["be*: nurse"], "I've been a nurse.", "I will be a nurse."),
        *reads(["be*: vegan"], "I'm vegan.", "I'm a vegan.", "I'm very vegan."),
        *reads(["be*: pregnant"], "I got pregnant."),
        *reads(["get*: hired"], "I got hired."),
        *reads(["get*: boat"], "I got a boat."),
        *reads(["dislike*: rain"], "I'm tired of rain."),
        *reads(["like*: rain"], "I'm a fan of rain.", "I'm an old fan of rain."),
        *reads(["proud*: aunt"], "I'm proud of my aunt."),
        *reads(["grateful*: rain"], "I'm grateful for rain."),
        *reads(["busy*: maps"], "I'm busy with maps."),
        *reads(["partner: Bo"], "I'm engaged to Bo."),
        *reads(["birth: Monday"], "I was born on Monday."),
        *reads(["home: Oslo"], "I'm based in Oslo."),
        *reads(["teach*: school"], "I taught at the school."),
        *reads(["spend*: money"], "I spent money on boats."),
        *reads(["spend*: two weeks"], "I spent two weeks at the harbour."),
        *reads(["try*: sail"], "I'm trying to sail."),
        *reads(["-like*: rain"], "I no longer like rain."),
        *reads(["like*: singing in the rain"], "I like singing in the rain."),
        *reads(["like*: sing in the rain"], "I like to sing in the rain."),
        *reads(["like*: songs"], "I like songs in the rain."),
        *reads(["-get*: promoted to captain"], "I never got promoted to captain."),
        *reads(["get*: promoted"], "I got promoted, hired and fired."),
        *reads(["-plan*: boat"], "I don't want a boat."),
        *reads(["-need*: saw"], "I won't need a saw."),
        *reads(["-job: nurse"], "I don't work as a nurse."),
        *reads(["pick*: cake"], "I picked up a cake."),
        *reads(["have*: plans"], "I have plans with Bo."),
        *reads(["plan*: sail"], "I have plans to sail."),
        *reads(["aunt*: sing", "family*: aunt"], "My aunt sings."),
        *reads(["aunt*: hike", "family*: aunt"], "My aunt hikes."),
        *reads(["bake*: cake"], "The cake that I baked."),
        *reads(["do*: bake"], "The week I baked."),
        *reads(["do*: sing"], "I sing when I'm in a choir."),
        *reads(["sell*: boats", "carve*: spoons"], "I sold boats and have carved spoons."),
        *reads(["plan*: sail boats", "plan*: carve spoons"], "I'll sail boats and carve spoons."),
        *reads(["sell*: boats"], "Rain, sold boats."),
        *reads(["have*: boat"], "I had a boat and it was great sailing it.", "I own a boat."),
        *reads(["dog*: ill"], "My big old red fat wet dog is ill."),
        *reads(["dog*: test", "pet*: dog"], "My dog passed the test."),
        *reads(["pet*: dog"], "My dog called me."),
        *reads(["like*: Rain"], "Rain makes me happy.", "Rain makes me so very happy.", "Rain is important to me."),
        *reads(["see*: boats like these"], "I saw boats like these."),
        *reads(["buy*: boat"], "I bought a boat today.", "I bought a boat quickly."),
        *reads(["know*: two cooks"], "I know two cooks."),
        *reads(["get*: boats"], "I get boats."),
        *reads(["cat*: Tom"], "I adopted a cat named Tom."),
        *reads(["see*: cat named Tom"], "I saw a cat named Tom."),
        *reads(["buy*: harp"], "I bought him a harp."),
        *reads(["work*: Bo"], "I work with Bo."),
        *reads(["do*: hike"], "I hike."),
        # "My husband and I" is one subject: a clause and a thing stand before its first word.
        *reads(["family*: husband", "bake*: cake"], "The cake that my husband and I baked."),
        *reads(["family*: husband"], "When my husband and I were in a choir, it rained."),
        *reads(["family*: husband", "be*: choir"], "My husband and I were in a choir."),
        *reads(["sister*: really kind"], "My sister's really kind and is old."),
        *reads(["sister*: cook"], "My sister's a cook and is old."),
        *reads(["sister*: ill"], "My sister's been ill and is old."),
        # What somebody is or aims at has its place and time; a thing has none.
        *reads(["goal: sing in the rain"], "My goal is to sing in the rain."),
        *reads(["be*: nurse in Oslo"], "Being a nurse in Oslo is hard."),
        *reads(["plan*: boat in spring"], "I want a boat in spring."),
        *reads(["visit*: trip in spring"], "I came back from a trip in spring."),
        # A possession is read where a clause begins.
        *reads(
            ["boat: old"],
            "It rained but my boat is old.",
            "It rained because my boat is old.",
            "It rained; my boat is old.",
            "It rained, then my boat is old.",
        ),
        *reads(["meet*: Bo"], "I met Bo last week.", "I met Bo this year."),
        *reads(["see*: this boat"], "I saw this boat."),
        *reads(["see*: each boat"], "I saw each boat."),
        *reads(["get*: hope"], "It gives me some hope."),
        *reads(["get*: two boats"], "It gave me two boats."),
        *reads(["remind*: boats"], "It reminded me of boats then."),
        *reads(["help*: sail boats"], "They helped me sail boats.", "They helped me to sail boats."),
        # Ways and places.
        *reads(["be*: cruise"], "I'm on a cruise."),
        *reads(["visit*: Oslo"], "I took Bo to Oslo."),
        *reads(["go*: Oslo"], "I took a flight to Oslo.", "I did a trip to Oslo."),
        *reads(["see*: trip"], "I saw a trip to Oslo."),
        *reads(["-visit*: Oslo"], "Never been to Oslo."),
        *reads(["visit*: Oslo"], "I'd been to Oslo.", "I'm back from Oslo."),
        *reads(["go*: cruise"], "I've been on a cruise."),
        *reads(["go*: Oslo"], "I'm off to Oslo."),
        *reads(["go*: swimming"], "I go swimming."),
        *reads(["origin: Oslo"], "I came from Oslo.", "I grew up in Oslo."),
        *reads(["visit*: Oslo"], "I got back from Oslo.", "I brought eels to Oslo."),
        *reads(["visit*: trip to Oslo"], "I came back from a trip to Oslo."),
        *reads(["go*: harbour"], "I went out to the harbour.", "I had a walk to the harbour."),
        *reads(["go*: eels"], "I went out for eels."),
        *reads(["stay*: harbour"], "I stayed out at the harbour."),
        *reads(["go*: Oslo"], "I made a trip to Oslo.", "I am going to Oslo."),
        *reads(["make*: cake"], "I made a cake to Oslo."),
        *reads(["take*: niece"], "I took my niece to paint."),
        *reads(["visit*: harbour"], "I had a great time with Bo at the harbour."),
        *reads(["spend*: aunt"], "I spent the day with my aunt."),
        *reads(["origin: Chile"], "I'm originally from Chile.", "I'm from Chile."),
        *reads(["be*: choir"], "I'm in a choir."),
        *reads(["be*: garden"], "I'm in my garden."),
        *reads(["age: 34"], "I'm 34."),
        *reads(["age: 34", "bake*: cakes"], "I'm 34 and I bake cakes."),
        *reads(["age: 34", "carve*: spoons"], "I'm 34, and I carve spoons."),
        *reads(["like*: eels"], "I'm into eels.", "I am fond of eels."),
        # Moments are no part of a thing.
        *reads(
            ["meet*: Bo"],
            "I met Bo a few weeks ago.",
            "I met Bo one week earlier.",
            "I met Bo weeks ago.",
        ),
        *reads(["buy*: boat"], "I bought the boat last week.", "I bought the boat a week back."),
        # "And" joins things, and ends a thing before a verb with an object or another sentence.
        *reads(["like*: eels"], "I like eels and the cook was ill.", "I like eels and where."),
        *reads(["like*: eels and a cook"], "I like eels and a cook."),
        *reads(["like*: eels", "do*: sing"], "I like eels and because of it I sing."),
        *reads(["like*: these boats", "sister*: ill"], "I like these boats and my sister is ill."),
        *reads(["like*: baking and singing"], "I like baking and singing."),
        *reads(["like*: baking"], "I like baking and sang."),
        *reads(["see*: boats and paint"], "I saw boats and paint."),
        *reads(["see*: boats and paint for Bo"], "I saw boats and paint for Bo."),
        *reads(["see*: boats"], "I saw boats and paint fences."),
        *reads(["like*: rock & roll"], "I like rock & roll."),
        *reads(["like*: rock'n'roll and R&B"], "I like rock'n'roll and R&B."),
        # Regular verbs that no list has: a doubled letter, an "i" for "y", a silent "e".
        *reads(["plod*: field"], "I plodded the field."),
        *reads(["jot*: note"], "I jotted a note."),
        *reads(["diss*: song"], "I dissed the song."),
        *reads(["levy*: tax"], "I levied a tax."),
        *reads(["tally*: votes"], "I tallied the votes."),
    ],
)
def test_one_word_decides_what_is_claimed(sentence, claims):
    assert read(sentence) == claims


@pytest.mark.parametrize(
    ("before", "attribute"),
    [
        ("I need", "need*"),
        ("I'll need", "need*"),
        ("I can't wait for", "plan*"),
        ("I can't stand", "dislike*"),
        ("I spent the day with", "spend*"),
        ("I had a great time at", "visit*"),
        ("I work as", "job"),
        ("I moved from", "origin"),
        ("I've been to", "visit*"),
        ("I got back from", "visit*"),
        ("It reminds me of", "remind*"),
        ("It was nice to have", "have*"),
        ("Call me", "name"),
        ("I'm from", "origin"),
        ("I'm originally from", "origin"),
        ("I'm into", "like*"),
        ("I'm allergic to", "allergy*"),
        ("I'm excited about", "plan*"),
        ("I look forward to", "plan*"),
        ("I gave up", "-have*"),
        ("I love", "like*"),
        ("I bought", "buy*"),
        ("I became", "be*"),
        ("My boat is", "boat"),
    ],
)
def test_a_title_in_quotes_is_one_thing(before, attribute):
    # "Then" ends a thing elsewhere: "I like rain then sun" claims rain.
    assert read(f'{before} "Rain then sun".') == [f"{attribute}: Rain then sun"]


def test_then_ends_a_thing_outside_quotes():
    assert read("I like rain then sun.") == ["like*: rain"]


@pytest.mark.parametrize(("count", "claims"), [(7, ["like*: rain"]), (25, ["like*: rain"]), (26, [])])
def test_a_verb_is_looked_for_among_25_words(count, claims):
    assert read(f"I {'really ' * count}love rain.") == claims


def test_an_action_beyond_its_length_keeps_eight_words():
    words = ["big", "red", "old", "flat", "thin", "odd", "wet", "tin", "cups"]
    assert read(f"I bought {' '.join(words[:8])}.") == [f"buy*: {' '.join(words[:8])}"]
    assert read(f"I bought {' '.join(words)}.") == [f"buy*: {' '.join(words[:8])}"]


@pytest.mark.parametrize(
    ("phrase", "noun"),
    [
        ("", ""),
        ("old boats", "boat"),
        ("car at the lake", "car"),
        ("of boats", "boat"),  # nothing stands before the preposition
        ("big sister's red boat", "sister boat"),
        ("sister's name", "sister"),
        ("name", "name"),
        ("aunt's", "aunt"),
        ("fam", "family"),
        ("aunt of Oslo's friend", "aunt"),
    ],
)
def test_the_head_of_a_phrase_stands_before_its_first_preposition(phrase, noun):
    assert head(phrase) == noun


@pytest.mark.parametrize(
    ("plural", "noun"),
    [
        ("bus", "bus"),
        ("dogs", "dog"),
        ("gas", "gas"),
        ("cats", "cat"),
        ("glass", "glass"),
        ("virus", "virus"),
        ("tennis", "tennis"),
        ("cities", "city"),
        ("movies", "movie"),
        ("dishes", "dish"),
        ("benches", "bench"),
        ("boxes", "box"),
        ("glasses", "glass"),
        ("houses", "house"),
        ("harp", "harp"),
    ],
)
def test_plural_endings_are_taken_off(plural, noun):
    assert singular(plural) == noun
