"""What was told, entered by hand, and questions about it."""

from __future__ import annotations

from datetime import timedelta

from small_lives import NOON

from regulars.agents.assistant.question_parsing import Question
from regulars.dialogue import Phase, Turn
from regulars.envs.ledger import Disclosure
from regulars.envs.numeric.asking import Asking
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.seeding import Draws

ENGLISH = Language.load("english")
ONTOLOGY = ENGLISH.ontology


class Extreme(Draws):
    """Draws of which every whole number is the least or the greatest that can come; lists keep their order."""

    def __init__(self, greatest: bool):
        super().__init__(b"")
        self.greatest = greatest

    def integer(self, stop):
        return stop - 1 if self.greatest else 0

    def choice(self, items):
        return items[-1 if self.greatest else 0]

    def sample(self, items, size):
        return list(items)[:size]

    def shuffle(self, items):
        pass


def told_to(*entries):
    """What was told: for each entry (person, attribute, value, how) a turn, a day after the last, and a disclosure."""
    told = ToldSoFar(ENGLISH)
    for number, (person, name, value, how, *fact) in enumerate(entries):
        id, moment = f"s{number + 1:03d}.t01", NOON + timedelta(days=number)
        told._hear(Turn(id, "scope", person, person, person, number + 1, f"It is {value}.", moment))
        fact = fact[0] if fact else f"f{number}"
        told.ledger.enter(Disclosure(fact, person, name, value, how, id, number + 1, moment))
    return told


def say(told, text, session, person="p1"):
    """A line that tells nothing."""
    told._hear(Turn(f"s{session:03d}.t90{len(told.lines)}", "scope", person, person, person, session, text, NOON))


def question(form, name="home_city", **more):
    return Asking(Question(more.pop("kind", ""), Form(form), name, **more))


def seen(message="?", phase=Phase.TALK, **more):
    return {"message": message, "speaker": "p1", "scope": "scope", "reply_id": "s009.t02", "date": "d",
            "phase": int(phase), **more}  # fmt: skip
