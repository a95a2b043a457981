"""Which option a reply picks, as chat models say it: by letter, place or words, with what they say around it."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, chosen, read_choice
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Attribute
from regulars.values import Domain

ENGLISH = Language.load("english")
ASSISTANT_LINES = (
    "I would go with {value} as your {label}.",
    "Let us take {value} for your {label}.",
    "My choice for your {label} is {value}.",
)

HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")
DENTISTS = ("My dentist is Dr Holm.", "My dentist is Dr Aas.", "My dentist is Dr Lie.", "My dentist is Dr Berg.")
PEAKS = ("Mont Blanc", "Kilimanjaro", "Ben Nevis", "Elbrus")
HOBBIES = ("Knitting", "Falconry", "Origami", "Rowing")
REASONS = ("For lack of time", "Because of a quarrel", "A friend's advice", "Out of boredom")
PLANS = (
    "Begin with jazz and end with olives.",
    "Begin with jazz and end with anchovies.",
    "Begin with opera and end with olives.",
    "Begin with opera and end with anchovies.",
)
HISTORIES = (
    "It went tram, then bus, then ferry.",
    "It went bus, then tram, then ferry.",
    "It went ferry, then bus, then tram.",
    "It went tram, then ferry, then bus.",
)
NUMBERS = ("The first number.", "The last number.")
TOLD = ("My gym: Fit Corner.", "That as far as my car is concerned the word was Saab 900.")
NEW_HOBBIES = ("Quilting", "Geocaching", "Beekeeping", "Archery")


def outcome(text: str, options: tuple[str, ...], domain: Domain | None = None) -> int | ChoiceKind:
    """The place of the option picked, or what the reply does instead."""
    choice = read_choice(text, options, domain)
    return choice.options[0] if choice.kind is ChoiceKind.PICKED else choice.kind


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (HOMES, "B, because you said you wanted a garden.", 1),
        (HOMES, "I believe it's C (you told me on 3 May, when we talked about your holiday).", 2),
        (HOMES, "Not A, not B, not D. C.", 2),
        (HOMES, "A is out since it's too small, B and D are too far away, so C it is.", 2),
        (HOMES, "Looks like D to me!", 3),
        (HOMES, "D. You mentioned it twice; A was your sister's.", 3),
        (HOMES, "The answer: **C**", 2),
        (HOMES, "Final answer: B\n\nReasoning: A was ruled out in March.", 1),
        (HOMES, "My vote goes to the boat.", 2),
        (HOMES, "The tent, hands down.", 3),
        (HOMES, "Option 3 matches what you've told me.", 2),
        (HOMES, "I'd cross out A and D straight away. Between B and C, the latter had no garden, so B.", 1),
        (HOMES, "I was going to say A, but no: it's B.", 1),
        (HOMES, "A? No. B? No. C? Yes.", 2),
        (HOMES, "It can't be A. It could be B, though C is what you actually described.", 2),
        (HOMES, "A or B, hard to tell.", ChoiceKind.OPEN),
        (HOMES, "Possibly A.", ChoiceKind.OPEN),
        (HOMES, "Is it C?", ChoiceKind.OPEN),
        (HOMES, "Both A and C apply.", ChoiceKind.SEVERAL),
        (HOMES, "A and C are both right.", ChoiceKind.SEVERAL),
        (HOMES, "I can't choose among these, sorry.", ChoiceKind.DECLINED),
        (HOMES, "a) because u wanted a flat", 0),
        (HOMES, "its b", 1),
        (HOMES, "b i think", 1),
        (HOMES, "prob c", 2),
        (HOMES, "C!!", 2),
        (HOMES, "I'd choose **A** over B.", 0),
        (HOMES, "A rather than D.", 0),
        (HOMES, "Rather D than A.", 3),
        (HOMES, "D instead of A.", 3),
        (HOMES, "The house in Oslo is the one you told me about; the flat in Bergen was your brother's.", 1),
        (HOMES, "You never said anything about Graz or Porto, and Bergen belongs to your brother. Oslo it is.", 1),
        (DENTISTS, "You go to Dr Lie.", 2),
        (DENTISTS, "Dr Holm was your old one, now it's Dr Aas.", 1),
        (DENTISTS, "That would be Dr Berg, wouldn't it?", 3),
        (DENTISTS, "It's the second one: Dr Aas.", 1),
        (DENTISTS, "Dr Holm? No, that's your sister's. Yours is Dr Berg.", 3),
        (DENTISTS, "Statement C is correct. The other three were never mentioned.", 2),
        (DENTISTS, "Only the third statement agrees with what you've said.", 2),
        (DENTISTS, "Let's see: A) wrong, B) wrong, C) right, D) wrong.", 2),
        (DENTISTS, "A ❌\nB ❌\nC ✅\nD ❌", 2),
        (DENTISTS, "I have nothing on your dentist, sorry.", ChoiceKind.NONE),
        (DENTISTS, "Hm, might be Aas or Lie.", ChoiceKind.OPEN),
        (PEAKS, "1. Ben Nevis – a gentle walk\n2. Kilimanjaro – long but not technical\n3. Elbrus\n4. Mont Blanc", 2),
        (
            PEAKS,
            "With your knee I'd recommend **Ben Nevis**. Mont Blanc and Elbrus need crampons, and Kilimanjaro is high.",
            2,
        ),
        (
            PEAKS,
            "- **Mont Blanc**: too icy\n- **Kilimanjaro**: high but doable ← my pick\n- **Ben Nevis**: too "
            "rainy\n- **Elbrus**: too cold",
            1,
        ),
        (PEAKS, "Top pick: Elbrus. Runner-up: Kilimanjaro.", 3),
        (PEAKS, "Best to worst: Kilimanjaro, Ben Nevis, Elbrus, Mont Blanc.", 1),
        (PEAKS, "Ranking: 1) Kilimanjaro 2) Ben Nevis 3) Elbrus 4) Mont Blanc", 1),
        (PEAKS, "If you want snow, take Elbrus; if you want warmth, Kilimanjaro.", ChoiceKind.OPEN),
        (PEAKS, "Kilimanjaro. If that's booked out, Ben Nevis would be my second choice.", 1),
        (
            PEAKS,
            "I wouldn't go up Mont Blanc or Elbrus with that heart, and Kilimanjaro is too high. So Ben Nevis remains.",
            2,
        ),
        (PEAKS, "Anything but Elbrus.", ChoiceKind.NONE),
        (PEAKS, "With a fear of heights, Ben Nevis is the most sensible of the four.", 2),
        (PEAKS, "Given your asthma, I would steer you to B, Kilimanjaro.", 1),
        (PEAKS, "Skip Mont Blanc. Skip Elbrus. Try Ben Nevis!", 2),
        (HOBBIES, "Falconry's new to me; the other three have come up before.", 1),
        (HOBBIES, "You've told me about knitting, origami and rowing, but falconry would be a first.", 1),
        (HOBBIES, "Rowing. Knitting, falconry and origami are all things you do already.", 3),
        (HOBBIES, "The one I haven't heard of yet is origami.", 2),
        (
            HOBBIES,
            "| Hobby | Told? |\n|---|---|\n| Knitting | yes |\n| Falconry | no |\n| Origami | yes |\n| "
            "Rowing | yes |\n\nSo B is the fresh one.",
            1,
        ),
        (REASONS, "You'd got bored with the old one.", 3),
        (REASONS, "A friend advised you to.", 2),
        (REASONS, "It was down to a quarrel, you said.", 1),
        (REASONS, "B. There'd been a quarrel at the club, you told me on the 4th.", 1),
        (REASONS, "Because you had no time (A).", 0),
        (REASONS, "Nothing to do with boredom or lack of time: you'd quarrelled with the owner, so B.", 1),
        (PLANS, "You like opera and can't do without olives, so the third plan fits.", 2),
        (PLANS, "Opera first, anchovies last: D.", 3),
        (PLANS, "Jazz to open the evening and anchovies to close it.", 1),
        (PLANS, "The plan with jazz and olives.", 0),
        (PLANS, "Jazz is yours, opera isn't, so C and D fall. Olives are yours too, which leaves A.", 0),
        (PLANS, "Opera is what you love (not jazz), and olives are what you crave (never anchovies).", 2),
        (HISTORIES, "First the bus, then the tram, and now the ferry.", 1),
        (HISTORIES, "tram → ferry → bus", 3),
        (
            HISTORIES,
            "You started with the tram, switched to the bus in May and have been taking the ferry since "
            "July. A, in other words.",
            0,
        ),
        (HISTORIES, "From ferry to bus to tram, as in C.", 2),
        (NUMBERS, "The later figure is higher: 60 against 45.", 1),
        (NUMBERS, "It was greater at the start.", 0),
        (NUMBERS, "B, since 60 is more than 45.", 1),
        (NUMBERS, "You began with 60 and ended at 45, so the first one.", 0),
        (NUMBERS, "The number went down over time, so the first was greater.", 0),
        (TOLD, "You told me about Fit Corner before the Saab.", 0),
        (TOLD, "The Saab came up first, on 3 March; the gym followed a week later.", 1),
        (TOLD, "The gym. I heard of the Saab only in May.", 0),
        (TOLD, "Gym: 5 May. Car: 2 May. So the car came first, which makes it B.", 1),
        (NEW_HOBBIES, "C – never mentioned before, unlike the others.", 2),
        (NEW_HOBBIES, "Archery is the only one you haven't brought up.", 3),
    ],
)
def test_an_option_of_a_question(options: tuple[str, ...], text: str, expected: int | ChoiceKind) -> None:
    assert outcome(text, options) == expected


OPTIONS = {
    "boat": ("Meridian", "Corsair", "Petrel"),
    "col": ("sage", "ochre", "plum"),
    "cat": ("Biscuit", "Mango", "Pixel"),
    "gift": ("pocket watch", "fountain pen", "silk scarf"),
    "film": ("Silent Harbour", "The Glass Orchard", "Winter Post"),
    "team": ("Owls", "Foxes", "Badgers"),
    "theme": ("Casino Night", "Garden Party", "Space Odyssey"),
    "baby": ("Agatha", "Clement", "Isolde"),
    "pub quiz": ("Owls", "Foxes", "Badgers"),
}
DOMAINS = {
    "boat": Domain(
        "boat", aliases=dict.fromkeys(("Meridian", "Corsair", "Petrel", "Albatross", "Zephyr", "Lodestar"), ())
    ),
    "col": Domain("col", aliases=dict.fromkeys(("sage", "ochre", "plum", "teal", "ivory", "rust"), ())),
    "cat": Domain("cat", aliases=dict.fromkeys(("Biscuit", "Mango", "Pixel", "Waffles", "Ziggy"), ())),
    "gift": Domain(
        "gift", aliases=dict.fromkeys(("pocket watch", "fountain pen", "silk scarf", "tea set", "globe"), ())
    ),
    "film": Domain(
        "film", aliases=dict.fromkeys(("Silent Harbour", "The Glass Orchard", "Winter Post", "Red Kites"), ())
    ),
    "team": Domain("team", aliases=dict.fromkeys(("Owls", "Foxes", "Badgers", "Otters", "Lynxes"), ())),
    "theme": Domain(
        "theme", aliases=dict.fromkeys(("Casino Night", "Garden Party", "Space Odyssey", "Pirates", "Fifties"), ())
    ),
    "baby": Domain("baby", aliases=dict.fromkeys(("Agatha", "Clement", "Isolde", "Quentin", "Ottilie"), ())),
    "pub quiz": Domain("pub quiz", aliases=dict.fromkeys(("Owls", "Foxes", "Badgers", "Otters", "Lynxes"), ())),
}


@pytest.mark.parametrize(
    ("request_", "text", "expected"),
    [
        ("boat", "Meridian!", 0),
        ("boat", "I'd name her Corsair.", 1),
        ("boat", "Petrel, no doubt about it.", 2),
        ("boat", "Definitely the Petrel 🐦", 2),
        ("boat", "Meridian is lovely, Corsair is bold, but Petrel has my heart.", 2),
        ("boat", "Meridian sounds posh and Petrel sounds wet. Corsair wins.", 1),
        ("boat", "Go with Meridian. Corsair is taken by half the harbour and Petrel is dull.", 0),
        ("boat", "Well, if it were mine, it would be Corsair.", 1),
        ("boat", "Call her Meridian, then.", 0),
        ("boat", "**Decision:** Petrel", 2),
        ("boat", "# Petrel\n\nShort, salty, unmistakable.", 2),
        ("boat", "~~Meridian~~ ~~Corsair~~ **Petrel**", 2),
        ("boat", "Let me think… Meridian? Too geographic. Corsair? Too violent. Petrel? Perfect.", 2),
        ("boat", "Corsair. Though Meridian would also do.", 1),
        ("boat", "Can't go wrong with Corsair!", 1),
        ("boat", "Why not Petrel?", 2),
        ("boat", "How about Petrel?", 2),
        ("boat", "Would Petrel suit you?", ChoiceKind.OPEN),
        ("boat", "Meridian or Corsair, I can't decide.", ChoiceKind.OPEN),
        ("boat", "All three are fine.", ChoiceKind.OPEN),
        ("boat", "Name her Albatross.", ChoiceKind.OTHER),
        ("boat", "None of them. I'd call it Zephyr.", ChoiceKind.OTHER),
        ("boat", "I'd leave that to you, captain.", ChoiceKind.DECLINED),
        ("boat", "That's your call, really.", ChoiceKind.DECLINED),
        ("boat", "You once told me you like birds, so I'd plump for Petrel.", 2),
        ("boat", "The second one.", 1),
        ("boat", "Option two: Corsair.", 1),
        ("boat", "The last of the three.", 2),
        ("boat", "My pick is the first: Meridian.", 0),
        ("boat", "Dear harbour office,\n\nplease register the boat under the name Corsair.\n\nKind regards", 1),
        ("boat", "| Name | Score |\n|---|---|\n| Meridian | 7 |\n| Corsair | 9 |\n| Petrel | 8 |", 1),
        ("boat", "1. Petrel\n2. Meridian\n3. Corsair", 2),
        ("boat", "My ranking: Corsair > Petrel > Meridian.", 1),
        ("boat", "Let's do Meridian, shall we?", 0),
        ("boat", "No to Meridian, no to Petrel, yes to Corsair.", 1),
        ("boat", "Between Meridian and Corsair I'd take the latter.", 1),
        ("boat", "I've flipped a coin for you: Petrel.", 2),
        ("boat", "Corsair and Petrel are both great.", ChoiceKind.SEVERAL),
        ("boat", "It should be Meridian, I'd say. Congratulations on the boat!", 0),
        ("boat", "Not Corsair, please. Meridian has a ring to it, and that's what I'd paint on the stern.", 0),
        ("boat", "Sounds like a Petrel to me.", 2),
        ("boat", "petrel obvs", 2),
        ("boat", "Petrel gets the nod.", 2),
        ("boat", "I'd be happy with Meridian or Petrel; Corsair is a bit much.", ChoiceKind.OPEN),
        ("boat", "Take Petrel or take Meridian.", ChoiceKind.SEVERAL),
        ("boat", "Honestly? Corsair. It's cheeky.", 1),
        ("boat", "Good luck with the boat! What kind is it?", ChoiceKind.NONE),
        ("col", "Sage, it shall be.", 0),
        ("col", "Long live ochre!", 1),
        ("col", "Paint it plum and don't look back.", 2),
        ("col", "I'm all for ochre.", 1),
        ("col", "Ochre does it for me.", 1),
        ("col", "I've always had a weakness for plum, so plum.", 2),
        ("col", "My finger landed on sage.", 0),
        ("col", "Sage is restful, ochre is warm, plum is moody. For a bedroom? Restful. Sage.", 0),
        ("col", "For a hallway that gets little light I'd want something warm, which is ochre.", 1),
        ("col", "Consider it ochre.", 1),
        ("col", "Sage is nice enough, but ochre simply glows.", 1),
        ("col", "Ochre beats sage, and plum isn't in the running.", 1),
        ("col", "Plum. Next question 😄", 2),
        ("col", "You'll want plum. Sage dates quickly; ochre shows every fingerprint.", 2),
        ("col", "ochre, cuz sage is so 2019", 1),
        ("col", "def plum", 2),
        ("col", "lets go ochre", 1),
        ("col", "Without seeing the room: sage. It forgives everything.", 0),
        ("col", "<think>sage? ochre? plum goes with the curtains.</think>Plum it is.", 2),
        (
            "col",
            "I asked myself which one you'd still like in ten years. That rules out plum and ochre. Sage stays.",
            0,
        ),
        ("col", "Hmm, tricky! Let me be bold: plum.", 2),
        ("col", "It has to be sage; you told me in March that loud colours give you a headache.", 0),
        ("col", "Verdict\n=======\nochre", 1),
        ("col", "**Sage** 🌿 – calm, cool, classic.", 0),
        ("col", "Out of the three, ochre would make the room glow. Plum would shrink it and sage would cool it.", 1),
        ("col", "If you can only pick one, pick plum.", 2),
        ("col", "Teal would be better than any of these.", ChoiceKind.OTHER),
        ("col", "Neither sage nor ochre nor plum: go teal.", ChoiceKind.OTHER),
        ("col", "Sage or ochre?", ChoiceKind.OPEN),
        ("col", "What light does the room get?", ChoiceKind.NONE),
        ("col", "It depends on the light: with north light ochre, with south light sage.", ChoiceKind.SEVERAL),
        ("col", "I don't do colours, sorry. You choose.", ChoiceKind.DECLINED),
        ("cat", "She looks like a Pixel.", 2),
        ("cat", "Mango! It suits a ginger cat down to the ground.", 1),
        (
            "cat",
            'Say it out loud at the back door: "Biscuit!" Everyone\'s cat comes. "Mango!" Everyone\'s '
            'smoothie comes. "Pixel!" Only yours. There you go.',
            2,
        ),
        ("cat", "Welcome home, little Biscuit 🐾", 0),
        ("cat", "Meet Mango.", 1),
        ("cat", "I vote Biscuit.", 0),
        ("cat", "Biscuit gets my paw of approval.", 0),
        ("cat", "The vet will ask for a name, so write down Pixel.", 2),
        ("cat", "Let's call him Mango; Biscuit can be his middle name.", 1),
        ("cat", "Mango was my first thought, but Pixel is the one that stuck.", 2),
        ("cat", "Definitely not Biscuit (half the street has one). Mango is fun, yet Pixel wins by a whisker.", 2),
        ("cat", "Ok decision made: Biscuit. No take-backs!", 0),
        (
            "cat",
            "Hi there,\n\nthanks for asking! After some thought I'd register the kitten as Mango.\n\nWarm "
            "regards,\nYour assistant",
            1,
        ),
        ("cat", "I like Biscuit best.", 0),
        ("cat", "Biscuit's my favourite.", 0),
        ("cat", "My favourite of the bunch is Pixel.", 2),
        ("cat", "Pixel > Mango > Biscuit", 2),
        ("cat", "🥇 Mango\n🥈 Pixel\n🥉 Biscuit", 1),
        ("cat", "Mango, Biscuit and Pixel are all adorable!", ChoiceKind.SEVERAL),
        ("gift", "Get the pen.", 1),
        ("gift", "A fountain pen never goes out of fashion. Go for that.", 1),
        ("gift", "The scarf, since she told you she's always cold.", 2),
        (
            "gift",
            "He checks his phone for the time, he never wears scarves, but he does write letters: a fountain "
            "pen, then.",
            1,
        ),
        (
            "gift",
            "A watch says retirement, a scarf says aunt, a pen says respect. Respect it is, so the fountain pen.",
            1,
        ),
        (
            "gift",
            "I'd steer clear of the scarf (sizes, colours...) and the watch (too dear). That leaves the pen!",
            1,
        ),
        (
            "gift",
            "| | Price | Joy |\n|---|---|---|\n| Pocket watch | €€€ | 😐 |\n| Fountain pen | €€ | 😍 |\n| Silk "
            "scarf | €€ | 🙂 |\n\n→ **Fountain pen**",
            1,
        ),
        ("gift", "Perhaps the pocket watch?", ChoiceKind.OPEN),
        ("gift", "You can't go wrong with a silk scarf.", 2),
        ("gift", "A tea set, I'd say.", ChoiceKind.OTHER),
        ("film", "Tonight: The Glass Orchard.", 1),
        ("film", "I'd put on Winter Post. Popcorn ready?", 2),
        ("film", "Winter Post is the shortest, and you said you're tired, so that one.", 2),
        ("film", "Watch Silent Harbour first, it's leaving the catalogue on Friday.", 0),
        ("film", '"The Glass Orchard", hands down; the other two can wait.', 1),
        ("film", "Film ab für Winter Post! Enjoy.", 2),
        (
            "film",
            "I'd been going to say Silent Harbour, but you saw that one in May. The Glass Orchard, therefore.",
            1,
        ),
        ("film", "Silent Harbor it is", 0),
        ("film", "The second. It has the best ending of the three.", 1),
        ("film", "My suggestion would be number three, Winter Post.", 2),
        ("film", "Make yourselves comfortable and start Winter Post at eight.", 2),
        ("film", "None of them appeals to me; have you considered Red Kites?", ChoiceKind.OTHER),
        ("team", "You know what? Foxes. Final answer, no backsies.", 1),
        ("team", "I'd lean Badgers, since you said last week that stubborn is the team's middle name.", 2),
        ("team", "If I may be so bold: Owls.", 0),
        ("team", "Probably Foxes, though I'd sleep on it.", 1),
        ("team", "I suppose I'd say Owls if pushed.", 0),
        ("team", "Hmm, I'm torn, but gun to my head: Foxes.", 1),
        ("team", "It's a close call between Owls and Foxes, but Foxes edges it.", 1),
        ("team", "Tough choice! I'd say Owls, but you can't go wrong with any of them.", 0),
        ("team", "All three are great, but Badgers made me laugh out loud, so Badgers!", 2),
        ("team", "Sorry for the slow answer. I've thought it over and Owls feels right.", 0),
        ("team", "Apologies, I should have answered sooner: Foxes it is.", 1),
        ("team", "Sorry if that's not your favourite, but I'd pick Badgers.", 2),
        (
            "team",
            "Which of them would look best on a T-shirt? The fox, if you ask me. So: Foxes. Do you need a logo too?",
            1,
        ),
        (
            "team",
            "What do quizzers do? Stay up late and know things. So do owls. Owls, then! Shall I sign you up?",
            0,
        ),
        ("team", "Do you want to sound clever or fierce? If clever, go for Owls, which is what I'd do.", 0),
        ("team", "Back in March you told me that owls give you the creeps, so Foxes.", 1),
        ("team", "Last time I suggested Otters and you didn't like it; this time let me suggest Badgers.", 2),
        ("team", "Eulen nach Athen tragen... no: Foxes, bitte!", 1),
        ("team", "¡Los zorros! I mean Foxes.", 1),
        ("team", "Je vote pour Badgers.", 2),
        ("team", "foxes lol", 1),
        ("team", "badgers imo, owls r overdone", 2),
        ("team", "owls!!! obvs", 0),
        ("team", "id go w foxes", 1),
        ("team", "gotta be badgers", 2),
        ("team", "Foxes. (Owls is taken by the team from the bakery, and Badgers sounds like a rugby club.)", 1),
        (
            "team",
            "| Name | Pros | Cons |\n|---|---|---|\n| Owls | wise | common |\n| Foxes | clever, catchy | – "
            "|\n| Badgers | tough | slow |\n\nMy choice: **Foxes**.",
            1,
        ),
        ("team", "| Name | Fit |\n|---|---|\n| Owls | ★★☆ |\n| Foxes | ★★★ |\n| Badgers | ★☆☆ |", 1),
        (
            "team",
            "| Name | Verdict |\n|---|---|\n| Owls | nice |\n| Foxes | nicer |\n| Badgers | nicest – take it |",
            2,
        ),
        (
            "theme",
            "Subject: Party theme\n\nHi all,\n\nit's decided: we're doing Garden Party this year. Wear "
            "something flowery and bring a deckchair.\n\nSee you there!",
            1,
        ),
        ("theme", "Garden Party, provided the weather holds.", 1),
        ("theme", "Space Odyssey! 🚀 Imagine the costumes. (If foil makes you itch, tell me.)", 2),
        (
            "theme",
            "Casino Night was last year, Garden Party needs a garden. Space Odyssey needs nothing but foil.",
            2,
        ),
        ("theme", "My money's on Casino Night.", 0),
        ("theme", "I'd say let's have a Garden Party; Casino Night would be my runner-up.", 1),
        (
            "theme",
            "Garden Party is the safe choice, Space Odyssey the daring one. You asked me to be daring. So be it!",
            2,
        ),
        (
            "theme",
            "Step 1: budget is small, so no Casino Night. Step 2: it's February, so no Garden Party. Step 3: "
            "what's left is Space Odyssey.",
            2,
        ),
        ("theme", "Garden Party? In February? No. Casino Night? Maybe. Space Odyssey? Oh yes.", 2),
        ("theme", "Consider it settled. The invitations say Casino Night.", 0),
        ("baby", "Isolde, because Agatha rhymes with nothing and Clement is a weather report.", 2),
        ("baby", "I'm partial to Clement.", 1),
        (
            "baby",
            "Clement has a gentle sound and nobody else in the nursery will have it. That settles it for me.",
            1,
        ),
        ("baby", "Agatha gets my vote, with Isolde a close second.", 0),
        ("baby", "In my humble opinion little Agatha would be very happy with her name.", 0),
        ("baby", "Agatha! It's got gravitas; Isolde ends badly in the opera, and Clement... well.", 0),
        ("baby", "Not sure it's my place, but Isolde.", 2),
        ("baby", "I wouldn't presume to name your child, but Isolde made me smile.", 2),
        ("baby", "I can't name your child for you. All three are lovely.", ChoiceKind.OPEN),
        ("baby", "It's not for me to say.", ChoiceKind.DECLINED),
        ("baby", "Perhaps ask your partner first?", ChoiceKind.NONE),
        ("baby", "Isolde or Agatha; both would be grand.", ChoiceKind.OPEN),
        ("baby", "Ottilie, to be honest, suits her better than the three of them.", ChoiceKind.OTHER),
        ("baby", "Of the three I find Clement the strongest.", 1),
        ("baby", "The first is stern, the second is soft, the third is sad. Soft it is: the second.", 1),
        ("pub quiz", "Foxes, don't you reckon?", 1),
        ("pub quiz", "Foxes, what do you say?", 1),
        ("pub quiz", "Let's go Badgers – sound good?", 2),
        ("pub quiz", "Shall we go with Owls?", 0),
        ("pub quiz", "May I suggest Foxes?", 1),
        ("pub quiz", "Foxes. What do you think?", 1),
        ("pub quiz", "I'd say Foxes. Does that work for you?", 1),
        ("pub quiz", "Sorry, I really can't decide between Owls and Foxes.", ChoiceKind.OPEN),
        ("pub quiz", "Foxes! Unless your mates object, of course.", 1),
        ("pub quiz", "If it were up to me alone: Badgers.", 2),
        ("pub quiz", "Personally I'd be tempted by Owls, but for a quiz team Foxes has more bite.", 1),
        ("pub quiz", "Badgers has my full support 💪", 2),
        ("pub quiz", "Let the record show that I voted Foxes.", 1),
        ("pub quiz", "Put me down for Owls.", 0),
        ("pub quiz", "Team Badgers all the way!", 2),
        ("pub quiz", "Your team shall henceforth be known as the Foxes.", 1),
        ("pub quiz", "The Foxes it shall be, then.", 1),
        ("pub quiz", "You should be the Badgers.", 2),
        ("pub quiz", "You're the Owls now. Congratulations!", 0),
        ("pub quiz", "Sign up as Foxes before somebody else does.", 1),
        ("pub quiz", "Owls sounds wise, and wise wins quizzes.", 0),
        ("pub quiz", "I've gone for Foxes.", 1),
        ("pub quiz", "Decision: Foxes ✅\nOwls ❌\nBadgers ❌", 1),
        ("pub quiz", "> Foxes\n\nThat's my verdict.", 1),
        ("pub quiz", "My recommendation, for what it's worth, would be to enter as the Badgers.", 2),
        ("pub quiz", "In second place: Foxes. In first place: Owls!", 0),
        ("pub quiz", "Not Foxes, not Owls, so you know what's left. 🦡", 2),
        ("pub quiz", "Both Owls and Foxes are taken in your pub, I believe, which leaves you with Badgers.", 2),
        ("pub quiz", "Scrap Owls, scrap Badgers.", 1),
        ("pub quiz", "Eeny, meeny, miny, moe... Foxes!", 1),
        ("pub quiz", "To be honest none of them, but if I must, Badgers.", 2),
        ("pub quiz", "Owls (though Foxes came close).", 0),
        ("pub quiz", "Foxes came close, but Owls.", 0),
        ("pub quiz", "Foxes by a nose.", 1),
        ("pub quiz", "I'd choose Foxes every time over Owls or Badgers.", 1),
        ("pub quiz", "Better Foxes than Owls.", 1),
        ("pub quiz", "Less is more: Owls.", 0),
        ("pub quiz", "Hmm... Foxes? Yes, Foxes.", 1),
        ("pub quiz", "Badgers, obviously; what a question!", 2),
    ],
)
def test_an_option_of_a_request_to_choose(request_: str, text: str, expected: int | ChoiceKind) -> None:
    assert outcome(text, OPTIONS[request_], DOMAINS[request_]) == expected


SEEDS = (
    ("Corsair.", 1),
    ("I'd go with Petrel.", 2),
    ("Meridian is dull, Petrel is wet. Corsair it is.", 1),
    ("My pick: Meridian.", 0),
    ("Corsair or Petrel, I can't decide.", ChoiceKind.OPEN),
    ("Maybe Petrel.", ChoiceKind.OPEN),
    ("Call her Albatross.", ChoiceKind.OTHER),
    ("I'd rather leave that to you.", ChoiceKind.DECLINED),
)
FRAMES = (
    "Good morning! {}",
    "{} Is there anything else that I can do?",
    "{} Congratulations on the boat!",
    "Thanks for asking. {}",
    "<think>Meridian? Petrel? Corsair?</think>{}",
    "{}\n\nBest,\nyour assistant",
)


@pytest.mark.parametrize(("text", "expected"), SEEDS)
@pytest.mark.parametrize("frame", FRAMES)
def test_what_is_said_around_it_changes_nothing(text: str, expected: int | ChoiceKind, frame: str) -> None:
    assert outcome(frame.format(text), OPTIONS["boat"], DOMAINS["boat"]) == expected


@pytest.mark.parametrize(
    "pick", ["I'd go with {}.", "{} it is.", "**{}**", "So: {}.", "{}, because it's short.", "{}, isn't it?"]
)
@pytest.mark.parametrize("place", range(3))
def test_another_option_in_the_same_words_is_another_pick(pick: str, place: int) -> None:
    options = OPTIONS["boat"]
    assert outcome(pick.format(options[place]), options, DOMAINS["boat"]) == place


@pytest.mark.parametrize(
    "denial", ["Not {}.", "I wouldn't take {}.", "Anything but {}!", "{} is out.", "I'd rule out {}."]
)
@pytest.mark.parametrize("place", range(4))
def test_a_rejected_option_is_not_picked(denial: str, place: int) -> None:
    assert outcome(denial.format("ABCD"[place]), HOMES) is not place
    assert outcome(f"{denial.format('ABCD'[place])} {'ABCD'[place - 1]} it is.", HOMES) == (place - 1) % 4


@pytest.mark.parametrize("frame", ["{} or {}.", "Either {} or {}.", "Maybe {}, maybe {}.", "{}? {}?"])
def test_alternatives_are_no_pick(frame: str) -> None:
    assert outcome(frame.format("A", "C"), HOMES) is ChoiceKind.OPEN
    assert chosen(frame.format("Petrel", "Corsair"), None, OPTIONS["boat"], DOMAINS["boat"]) == ""


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize(
    "frame",
    ["{}", "{}.", "({})", "**{}**", "{} (you told me on 3 May)", "Option {}, since you said so.", "The answer is {}!"],
)
def test_a_letter_with_what_was_told_and_when(letter: str, frame: str) -> None:
    assert outcome(frame.format(letter), HOMES) == "ABCD".index(letter)


def test_a_very_long_reply_is_read() -> None:
    assert outcome("b, " * 20_000 + "\n\nAnswer: C", HOMES) == 2


CHOSEN = [attribute for attribute in ENGLISH.ontology if attribute.is_chosen]


@pytest.mark.parametrize("attribute", CHOSEN, ids=lambda attribute: attribute.name)
def test_what_the_scripted_assistant_says_picks_what_it_means(attribute: Attribute) -> None:
    values = attribute.grid()
    for start in range(0, len(values) - 2, 3):
        options = values[start : start + 3]
        for value in options:
            for line in ASSISTANT_LINES:
                said = line.format(value=value, label=attribute.label)
                assert chosen(said, None, options, attribute.domain) == value, said
