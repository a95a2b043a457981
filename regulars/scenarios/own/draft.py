"""A scenario in the making: what was read so far, and the line of the file for each part."""

from __future__ import annotations

from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.own.parts import Part, Path
from regulars.scenarios.personas.files import PersonaReader
from regulars.scenarios.world import Person, Scenario
from regulars.seeding import content_hash

ID = 12
"""Digits of an id."""

SAID_BY_THE_READER = ("persona-clash",)
"""Problems of which the reader of personas has named the field already."""


class ScenarioDraft:
    """What was read so far. Invalid parts are noted and left out; the rest is checked.

    Args:
        reader: The file.
        ontology: What there is to tell and to ask.

    Attributes:
        places: Where in the file things stand, by their ids.
        people: By name.
        zones: By name: on whose clock times are read.
        projects: By the person's name and the name that the file has for the project: its id.
        steps: By a project's id: the acts that belong to it.
    """

    def __init__(self, reader: PersonaReader, ontology: Ontology) -> None:
        self.reader = reader
        self.ontology = ontology
        self.places: dict[str, Path] = {}
        self.people: dict[str, Person] = {}
        self.zones: dict[str, str] = {}
        self.projects: dict[tuple[str, str], str] = {}
        self.steps: dict[str, list[str]] = {}

    def id(self, path: Path, *content: object) -> str:
        """An id by content. Equal contents get different ids by their place."""
        id = content_hash("|".join(map(str, content)), ID)
        if id in self.places:
            id = content_hash("|".join(map(str, (*content, *path))), ID)
        self.places[id] = path
        return id

    def fault(self, id: str, message: str) -> None:
        """Notes a fault in the part that has the id."""
        self.reader.fault(self.places.get(id, ()), message)

    def of(self, part: Part) -> Person | None:
        """The person of a session or probe. With one person in the file the name may be left out."""
        if "person" not in part and len(self.people) == 1:
            return next(iter(self.people.values()))
        return self.people.get(part.one_of("person", self.people))

    def check(self, scenario: Scenario) -> None:
        """Notes the validator's problems, with the lines of the parts that they name."""
        for problem in validate_scenario(scenario, self.ontology):
            if problem.code in SAID_BY_THE_READER:
                continue
            message = problem.message
            for id in (id for id in self.places if len(id) == ID and id in message):
                message = message.replace(id, f"line {self.reader.lines.get(self.places[id], 0)}")
            self.fault(problem.where, f"{message} [{problem.code}]")
