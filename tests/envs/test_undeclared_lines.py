"""Lines without declarations: their text decides what they ask and tell."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from regulars.agents.cast import Cast
from regulars.agents.user.scripted import ScriptedUser
from regulars.envs.aec import LifeAEC
from regulars.envs.ledger import Ledger
from regulars.envs.life.grounding import ATTEMPTS, AgendaProgress, UserLine
from regulars.envs.life.life import Life
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.world import Act, Project, Session

ONTOLOGY = load_ontology()
LANGUAGE = Language.load("english")
NOW = datetime(2025, 3, 3, 9, tzinfo=UTC)
JOURNEY = Project("p1", "travel", "a week of hiking in autumn", NOW)
FLAT = Project("p2", "home", "the old kitchen", NOW)
ACTS = (
    Act("a1", ActKind.CONSULT, target="p1"),
    Act("a2", ActKind.CONSULT, target="p2"),
    Act("a3", ActKind.ASK, attribute="home_city", probe="q1"),
)


class Unmarked(ScriptedUser):
    """Says what a scripted person says, and never what it means to carry."""

    def act(self, observation, briefing):
        return {name: value for name, value in super().act(observation, briefing).items() if name != "tells"}


def raised(text, agenda):
    found, unresolved = UserLine(text, "s001.t01", NOW, agenda, {}, Ledger(), ONTOLOGY, LANGUAGE).ground(None)
    assert unresolved == []
    return found.id if found is not None else ""


def both():
    return AgendaProgress(Session(1, "p", NOW, agenda=ACTS), 1, projects=(JOURNEY, FLAT))


def played(user) -> Life:
    stream = generate_stream(4, blocks=1, people=1, cohorts=1, sessions=8, rho=1.0, language=False)
    env = LifeAEC(scenario=stream.blocks[0].train[0], reward_to="nobody")
    cast = Cast(env, assistant=lambda observation: "I see.", user=user)
    cast.reset(seed=0)
    cast.run()
    return env.life


def judged_by_procedure(life: Life) -> Counter[tuple[int, str]]:
    """How often replies to a line of the person are judged by a rule on procedures, by session and words."""
    rules = {rule.id for person in life.scenario.persons for rule in person.rules if rule.kind == "procedure"}
    judged = {note.turn for note in life.conduct if rules & {*note.kept, *note.broken}}
    found = Counter[tuple[int, str]]()
    for line, reply in pairwise(life.transcript):
        if reply.speaker == "assistant":
            found[line.session, line.text] += reply.id in judged
    return found


def test_a_person_who_declares_nothing_is_given_plans_as_often():
    """Each line that both people say is judged by the procedure in both lives, or in neither."""
    declared, undeclared = (judged_by_procedure(played(user)) for user in (None, Unmarked(LANGUAGE, ONTOLOGY)))
    said_by_both = declared.keys() & undeclared.keys()
    assert sum(declared[line] for line in said_by_both) > 5
    assert {line: undeclared[line] for line in said_by_both} == {line: declared[line] for line in said_by_both}


@pytest.mark.parametrize("project", [JOURNEY, FLAT])
@pytest.mark.parametrize("phrasing", ["open", "held_out"])
def test_every_wording_of_a_domain_is_recognised(project, phrasing):
    act = next(act.id for act in ACTS if act.target == project.id)
    for line in load_domains()[project.domain].lines("ask_plan", phrasing):
        assert raised(f"Hm. {line.replace('{goal}', project.goal)} Honestly.", both()) == act


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("So, a week of hiking in autumn: where do I start?", "a1"),
        ("What's the next step with the old kitchen?", "a2"),
        ("And the trip, how should I go on with it?", "a1"),
        ("How should I go on with it?", ""),
        ("The old kitchen is a mess.", ""),
        ("I wonder where to start with the old kitchen.", ""),
        ("Which city do I live in?", "a3"),
        ("Is the old kitchen worth it?", ""),
    ],
)
def test_other_wordings_count_if_they_ask_for_a_way_and_name_the_project(text, act):
    assert raised(text, both()) == act


def test_the_name_may_be_missing_where_one_project_only_could_be_meant():
    agenda = AgendaProgress(Session(1, "p", NOW, agenda=ACTS[1:]), 1, projects=(JOURNEY, FLAT))
    assert raised("How should I go on with it?", agenda) == "a2"
    agenda.attempts["a2"] = ATTEMPTS
    assert raised("How should I go on with it?", agenda) == ""


SHOWS = Act("s1", ActKind.SHOW, other="impatient")
LEFT = LANGUAGE.lines("traits", "impatient")[0]


@pytest.mark.parametrize(
    ("text", "tells", "shown", "unresolved"),
    [
        (f"Hello. {LEFT}", ["s1"], True, []),
        (f"Hello. {LEFT}", None, True, []),
        # The trait's name, another trait's line and other words show nothing.
        ("I am impatient.", ["s1"], False, ["tells s1"]),
        (LANGUAGE.lines("traits", "patient")[0], ["s1"], False, ["tells s1"]),
        ("I am impatient.", None, False, []),
        (f"Hello. {LEFT}", [], False, []),
    ],
)
def test_a_trait_is_shown_by_one_of_the_packs_lines(text, tells, shown, unresolved):
    agenda, ledger = AgendaProgress(Session(1, "p", NOW, agenda=(SHOWS,)), 1), Ledger()
    line = UserLine(text, "s001.t01", NOW, agenda, {}, ledger, ONTOLOGY, LANGUAGE)
    assert line.ground(tells) == (None, unresolved)
    assert ledger.turn_of("s1") == ("s001.t01" if shown else None)
