"""Situations that come back, in which a memory that learns from what it is shown must do better each time.

Run: python benchmarks/learning_situations.py [--rows rememberer,rmm:rate=0.01]
Each is lived once by a seed and gives, reply by reply, how good it was, from 0 to 1. At first nobody rates: these
replies are the level that is compared with, paired by seed. From then on the person shows what the policy lets them
show; the policies are the built-in ones, so that a placebo has all of a policy but the information. Checked: under
`diagnostic` and `instructive` the 95 % interval of the gain (Student, twenty seeds) is above 0; under `sealed` and the
placebo it holds 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from math import sqrt
from statistics import mean, stdev

from regulars.agents import roster
from regulars.agents.assistant.wording import styled
from regulars.agents.feedback import Moment, feedback_policy
from regulars.dialogue import ASSISTANT, Feedback, PlanAct, Turn, Verdict, VerdictKind, turn_id
from regulars.memory import Cue, Recollections, build_memory
from regulars.memory.parts.extraction.extract import verbatim
from regulars.memory.parts.learning.experiences import lesson_reader
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.language.packs import Language
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import StandingRule
from regulars.seeding import SeedTree

assert roster.__name__

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
NOTHING = ("sealed", "placebo:of=instructive")
TEACHING = ("diagnostic", "instructive")
SEEDS = range(20)
STUDENT = 2.093
"""Of nineteen degrees of freedom, for 95 %."""
A_SESSION = 10
"""Turns of a session."""

Situation = Callable[[str, str, int], Sequence[float]]
"""From a memory's spec, a policy and a seed to how good each reply was."""


class Person:
    """One person, what they say to a memory, and what they show of replies."""

    def __init__(self, spec: str, policy: str, seed: int) -> None:
        self.tree = SeedTree(seed)
        self.memory = build_memory(spec, seed=seed)
        self.said = 0
        self._policy = feedback_policy(policy)
        self._language = Language.load("english")

    @property
    def now(self) -> datetime:
        """An hour for each turn."""
        return START + timedelta(hours=self.said)

    def say(self, text: str, speaker: str = "p1") -> str:
        """A turn is taken in; every tenth ends a session. Returns its id."""
        session, place = divmod(self.said, A_SESSION)
        name = "Assistant" if speaker == ASSISTANT else "Ann"
        turn = Turn(turn_id(session + 1, place + 1), "p1", "p1", speaker, name, session + 1, text, self.now)
        self.memory.observe(turn)
        self.said += 1
        if place == A_SESSION - 1:
            self.memory.close_session(turn.time)
        return turn.id

    def recall(self, text: str, k: int = 10) -> Recollections:
        """What the memory brings back for a reply."""
        return self.memory.recall(Cue(text, self.now, "p1", k=k))

    def texts(self, found: Recollections) -> list[str]:
        """The words of what was brought back, best first."""
        return [item.text for item in (self.memory.journal.get(hit.id) for hit in found.hits) if item is not None]

    def rate(
        self,
        reply: str,
        found: Recollections | None,
        kind: VerdictKind,
        kept: Sequence[StandingRule] = (),
        broken: Sequence[StandingRule] = (),
    ) -> None:
        """The person shows what the policy lets them."""
        moment = Moment(Verdict(kind), self._language, tuple(kept), tuple(broken), (*kept, *broken), reply=reply)
        shown = self._policy.show(moment, self.tree.child("act", reply)) if moment.is_judged else None
        if shown is not None:
            said = Feedback(reply, shown.action, shown.satisfaction, shown.remark, self.now)
            self.memory.feedback(said, found)


def gains(situation: Situation, spec: str, policy: str, first: int, last: int) -> tuple[float, float]:
    """From the first replies to the last ones: the mean gain over seeds, and the half-width of its 95 % interval."""
    curves = [situation(spec, policy, seed) for seed in SEEDS]
    found = [mean(curve[-last:]) - mean(curve[:first]) for curve in curves]
    return mean(found), STUDENT * stdev(found) / sqrt(len(found))


# ---------------------------------------------------------------------- how to reply

ANSWER = "I see, and I have taken it down. That may well be of use later; we will come back to it. Thank you very much."
DAYS = 10
"""After so many replies the same is said and tried again, so that nothing but what was learnt makes a difference."""
TASKS = ("I went for a walk", "My boss is on leave", "The dentist moved my visit", "We had soup", "It rained all day")


@cache
def _wishes() -> dict[str, tuple[Sequence[StandingRule], Sequence[StandingRule]]]:
    """By style attribute: settings that a plain reply keeps, and those that only a reply styled for them keeps."""
    found = {}
    for style_attribute, kind in load_rules().items():
        rules = [
            StandingRule(f"{style_attribute}={setting}", style_attribute, setting, START) for setting in kind.settings
        ]
        kept = [rule for rule in rules if rule.id in _tried(ANSWER, "")[0]]
        broken = [rule for rule in rules if rule.id in _tried(ANSWER, "")[1]]
        broken = [rule for rule in broken if rule.id in _tried(_styled({style_attribute: rule.setting}, ""), "")[0]]
        if kept and broken:
            found[style_attribute] = kept, broken
    return found


def _styled(settings: dict[str, str], message: str) -> str:
    occasion = Occasion(message, "Ann", START, act=PlanAct.ACKNOWLEDGE)
    return styled(ANSWER, PlanAct.ACKNOWLEDGE, settings, occasion)


def _tried(text: str, message: str) -> tuple[Sequence[str], Sequence[str]]:
    asked, reply = (
        verbatim(Turn(turn_id(1, place), "p1", "p1", speaker, name, 1, words, START))[0]
        for place, speaker, name, words in ((1, "p1", "Ann", message), (2, ASSISTANT, "Assistant", text))
    )
    found = lesson_reader("words").attempt(asked, reply, False)
    return found.kept, found.broken


def manner(spec: str, policy: str, seed: int, unrated: int = DAYS, rated: int = 2 * DAYS) -> Sequence[float]:
    """A person with four wishes says the same few things over and over: the share of the wishes that replies keep.

    A plain reply keeps two of them and breaks two, so that lessons of nobody's do as much harm as good. The assistant
    does what lessons say from a confidence of .5 on, and tries a setting at random in half of its replies.
    """
    person = Person(spec, policy, seed)
    style_attributes = person.tree.draws("wishes").sample(sorted(_wishes()), 4)
    wanted = [
        person.tree.draws("wish", style_attribute).choice(_wishes()[style_attribute][at % 2])
        for at, style_attribute in enumerate(style_attributes)
    ]
    good = []
    for number in range(unrated + rated):
        message = person.tree.draws("says", number % DAYS).choice(TASKS)
        found = person.recall(message)
        settings = {
            lesson.style_attribute: lesson.value for lesson in reversed(found.lessons) if lesson.confidence >= 0.5
        }
        draws = person.tree.draws("explore", number % DAYS)
        if draws.uniform() < 0.5:
            rule = draws.choice([rule for pair in _wishes().values() for one in pair for rule in one])
            settings[rule.kind] = rule.setting
        person.say(message)
        text = _styled(
            {
                style_attribute: setting
                for style_attribute, setting in settings.items()
                if style_attribute in load_rules()
            },
            message,
        )
        reply = person.say(text, ASSISTANT)
        did = _tried(text, message)[0]
        kept, broken = [one for one in wanted if one.id in did], [one for one in wanted if one.id not in did]
        good.append(len(kept) / len(wanted))
        if number >= unrated:
            person.rate(reply, found, VerdictKind.NONE, kept, broken)
    return good


# ---------------------------------------------------------------------- what to bring back

FIRST, LAST = ("kol", "mir", "tav", "ben", "sor", "lud", "fip", "gan", "hux", "jol"), ("ven", "ta", "rik", "mo", "ska")
NAMES = [first + last for first in FIRST for last in LAST]
PLACES = ("attic", "cellar", "garage", "pantry", "hallway", "balcony", "shed", "study", "wardrobe", "loft")
CHAT = ("The {0} again, oh the {0}!", "I like the {0}.", "Such a {0}, this {0}.", "My {0} is fine.", "Nice, the {0}!")
LEDGER = "Ledger entry: the {0} went with the heavy old boxes into the {1} upstairs"
SMALL_TALK, OF_LEDGER = "The {0}, the {0}, how is it?", "What does the ledger say of the {0}?"
UNKNOWN = "I do not know that."


def ledger(spec: str, policy: str, seed: int, unrated: int = 16, rated: int = 32) -> Sequence[float]:
    """Half of a person's questions want an entry of a ledger, half want chat on the same thing.

    Similarity ranks chat near the last place that is shown, among what was asked before, and entries far below it. Each
    thing is asked about once, so that what is learnt has to hold for things that were not asked about. A reply is right
    where what it needs is among what was brought back; else it abstains, and the person finds that wrong.
    """
    person = Person(spec, policy, seed)
    things = person.tree.draws("things").sample(NAMES, unrated + rated)
    for thing in things:
        for chat in CHAT:
            person.say(chat.format(thing))
        person.say(LEDGER.format(thing, person.tree.draws("place", thing).choice(PLACES)))
    for number in range(2 * len(NAMES)):  # what was asked before, which is ranked with the rest
        person.say((SMALL_TALK if number % 2 else OF_LEDGER).format(NAMES[number * 7 % len(NAMES)]))
        person.say(UNKNOWN, ASSISTANT)
    good = []
    for number, thing in enumerate(things):
        chats = number % 2 == 1
        asked = (SMALL_TALK if chats else OF_LEDGER).format(thing)
        found = person.recall(asked)
        needed = CHAT[3].format(thing) if chats else LEDGER.format(thing, "")[:40]
        right = [text for text in person.texts(found) if needed in text]
        place = person.tree.draws("place", thing).choice(PLACES)
        person.say(asked)
        reply = person.say(("It is fine." if chats else f"Into the {place}.") if right else UNKNOWN, ASSISTANT)
        good.append(float(bool(right)))
        if number >= unrated:
            person.rate(reply, found, VerdictKind.CORRECT if right else VerdictKind.WRONG)
    return good


HERE, HEARD = "The {0} stands in the {1}, I think, that {0}.", "Bob has a {0}, too, and his {0} stands in the {1}."


def whose(spec: str, policy: str, seed: int, rounds: int = 5) -> Sequence[float]:
    """A person asks after the same eight things again and again; of each, two memories name a place, and one is wrong.

    A reply names the place of the one that is ranked first. Which of the two ranks first is no matter of which
    is right. Nobody rates in the first round.
    """
    person = Person(spec, policy, seed)
    things = person.tree.draws("things").sample(NAMES, 8)
    right, wrong = {}, {}
    for number, thing in enumerate(things):
        right[thing], wrong[thing] = person.tree.draws("places", thing).sample(PLACES, 2)
        pair = [HERE.format(thing, right[thing]), HEARD.format(thing, wrong[thing])]
        if number % 2:
            pair = [HERE.format(thing, wrong[thing]), HEARD.format(thing, right[thing])]
        for text in pair:
            person.say(text)
    good = []
    for number in range(rounds):
        for thing in things:
            asked = f"And my {thing}?"
            found = person.recall(asked)
            named = [place for text in person.texts(found) if thing in text for place in PLACES if place in text]
            person.say(asked)
            reply = person.say(f"In the {named[0]}." if named else UNKNOWN, ASSISTANT)
            is_right = named[:1] == [right[thing]]
            good.append(float(is_right))
            if number:
                person.rate(reply, found, VerdictKind.CORRECT if is_right else VerdictKind.WRONG)
    return good


SLOTS = ("job", "manager_name", "partner_name", "diet", "breakfast", "workout", "board_game", "podcast")
COPIES, EVERYTHING = 3, 1000


def attacked(spec: str, policy: str, seed: int, rounds: int = 8) -> Sequence[float]:
    """Of eight things that a person told, somebody contradicts four, in each of several attacks, by a lie they repeat.

    The lies are the majority, so that consensus is on their side. A person asks after each thing once an attack, and
    the reply names what is ranked first. It is good if it names what is true, and where there is a lie, if it does not
    name that. Nobody rates after the first attack.
    """
    person = Person(spec, policy, seed)
    language = Language.load("english")
    grids = {slot: language.ontology.attribute(slot).grid() for slot in SLOTS}
    values = {slot: person.tree.draws("values", slot).sample(grid, 2) for slot, grid in grids.items()}

    def tell(slot: str, value: str) -> None:
        person.say(language.tell(slot, value, "", person.tree.draws("tell", slot)))

    for slot in SLOTS:
        tell(slot, values[slot][0])
    good = []
    for number in range(rounds):
        for slot in SLOTS[::2]:
            for _ in range(1 if number else COPIES):
                tell(slot, values[slot][1])
        for place, slot in enumerate(SLOTS):
            asked = language.ask(slot, person.tree.draws("ask", slot))
            found = person.recall(asked, k=EVERYTHING)
            named = [value for text in person.texts(found) for value in values[slot] if value in text]
            person.say(asked)
            reply = person.say(f"{named[0]}, as you said." if named else UNKNOWN, ASSISTANT)
            is_true = named[:1] == [values[slot][0]]
            good.append(float(is_true if place % 2 else named[:1] != [values[slot][1]]))
            if number:
                kind = VerdictKind.CORRECT if is_true else VerdictKind.WRONG if named else VerdictKind.ABSTAINED
                person.rate(reply, found, kind)
    return good


SITUATIONS: dict[str, tuple[Situation, int]] = {
    "rememberer": (manner, 10),
    "reme": (manner, 10),
    "rmm": (ledger, 16),
    "h-mem": (whose, 8),
    "a-memguard": (attacked, 8),
}
"""By memory: its situation, and how many of the first and of the last replies are compared."""


def main() -> int:
    """Prints a row for each memory and policy. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default=",".join(SITUATIONS), help="memories, parted by commas")
    good = True
    for spec in parser.parse_args().rows.split(","):
        situation, window = SITUATIONS[spec.partition(":")[0]]
        for policy in (*NOTHING, *TEACHING):
            gain, half = gains(situation, spec, policy, window, window)
            met = gain - half > 0 if policy in TEACHING else abs(gain) <= half
            good &= met
            name = situation.__name__
            print(f"{spec:28}{name:10}{policy:24}{gain:+.3f} +- {half:.3f}  {'yes' if met else 'NO'}", flush=True)
    print("bars met" if good else "a bar is missed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
