"""A scenario in the making: its parts as read so far, and the line of the file for each part."""

from __future__ import annotations

from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.language.packs import Language
from regulars.scenarios.own.parts import Part, Path
from regulars.scenarios.personas.files import PersonaReader
from regulars.scenarios.world import Person, Scenario
from regulars.seeding import content_hash

ID = 12
"""Number of digits of an id."""

SAID_BY_THE_READER = ("persona-clash", "persona-conduct")
"""Problems that the reader of personas has reported already, with the field."""


class ScenarioDraft:
    """The parts read so far. Faulty parts are noted and left out, and the rest is checked.

    Args:
        reader: The file.
        language: Its ontology has the attributes that can be told and asked.

    Attributes:
        ontology: The attributes of the language.
        places: By id: the part's place in the file.
        people: By name.
        zones: By name: the zone whose clock the person's times are read on.
        projects: By the person's name and the project's name in the file: the project's id.
        steps: By a project's id: the acts that belong to it.
    """

    def __init__(self, reader: PersonaReader, language: Language) -> None:
        self.reader = reader
        self.language = language
        self.ontology = language.ontology
        self.places: dict[str, Path] = {}
        self.people: dict[str, Person] = {}
        self.zones: dict[str, str] = {}
        self.projects: dict[tuple[str, str], str] = {}
        self.steps: dict[str, list[str]] = {}

    def id(self, path: Path, *content: object) -> str:
        """An id by content. If two contents are equal, the place in the file makes their ids differ."""
        id = content_hash("|".join(map(str, content)), ID)
        if id in self.places:
            id = content_hash("|".join(map(str, (*content, *path))), ID)
        self.places[id] = path
        return id

    def fault(self, id: str, message: str) -> None:
        """Notes a fault in the part with that id."""
        self.reader.fault(self.places.get(id, ()), message)

    def of(self, part: Part) -> Person | None:
        """The person of a session or probe. The name may be missing if the file has one person."""
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
