"""Projects suit the people who have them: no goal and no right option goes against a fact of the person."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from planned import ONTOLOGY, acts, core_lives

from regulars.errors import DataError
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.suites import load_suite


def test_what_speaks_against_a_goal_is_a_value_of_the_ontology():
    for language in ("english", "chinese"):
        ontology, named = Language.load(language).ontology, 0
        for domain in load_domains("", language).values():
            for against in domain.unfit.values():
                for name, values in against.items():
                    assert set(values) <= set(ontology.attribute(name).grid())
                    named += 1
            for name in {name for against in domain.unfit.values() for name in against}:
                for value in ontology.attribute(name).grid():  # everybody can have a project of the domain
                    assert any(domain.suits(goal, {name: [value]}) for goal in domain.goals)
        assert named > 5


def test_no_goal_and_no_right_option_goes_against_what_is_true_of_the_person():
    domains, projects, choices, other = load_domains(), 0, 0, 0
    for scenario in core_lives() + [life for seed in range(4) for life in load_suite("hard").generate(seed)[:2]]:
        for person in scenario.persons:
            held, first = {}, {}
            for fact in person.facts:
                held.setdefault(fact.attribute, set()).add(fact.value)
                first.setdefault(fact.attribute, fact.value)
            for project in person.projects:
                domain = domains[project.domain]
                assert domain.suits(project.goal, held)
                projects, other = projects + 1, other + (not all(domain.suits(goal, held) for goal in domain.goals))
            for _, act in acts(scenario, ActKind.DELEGATE, person=person.id):
                attribute = ONTOLOGY.attribute(act.attribute)
                if attribute.project and act.options:
                    limits = ONTOLOGY.limiting(act.attribute)
                    out = {value for one in limits for value in one.ruled_out(act.attribute, first.get(one.name, ""))}
                    right = [option for option in act.options if option not in out]
                    assert all(domains[attribute.category].suits(option, held) for option in right)
                    choices += 1
    assert projects > 100
    assert choices > 100
    assert other > 30  # these people have a goal less


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('unfit."noodle soup from scratch"', 'unfit."noodle soup"', "neither a goal nor an option; did you mean"),
        ('cooking_dish_limit = ["bony bits"]', 'cooking_dish_limit = ["bony bit"]', "did you mean 'bony bits'"),
    ],
)
def test_an_unknown_goal_or_value_is_named_with_its_line(tmp_path, old, new, said):
    text = files("regulars.scenarios.projects").joinpath("cooking.toml").read_text("utf-8")
    assert old in text
    (tmp_path / "projects").mkdir()
    (tmp_path / "projects" / "cooking.toml").write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError, match=rf"cooking\.toml:\d+: .*{re.escape(said)}"):
        load_domains(str(tmp_path))
