"""The registry: specs, what they build, and the errors of those that cannot be built."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from regulars import registry
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.registry import build, entries, find, parse_spec, register, split_specs

KIND = "kettle"


class KeepsArguments:
    """What the tests build: it shows what it was made with."""

    def __init__(self, litres: float = 1.0, colour: str = "red", *, whistles: bool = False, seed: int = 0) -> None:
        self.made_with = (litres, colour, whistles, seed)


@pytest.fixture(autouse=True)
def shelf(monkeypatch) -> None:
    """A kind of its own, gone after the test."""
    monkeypatch.setitem(registry._ENTRIES, KIND, {})
    register(KIND, "kettle", KeepsArguments, summary="boils", tall=True)
    register(KIND, "kettle-small", f"{__name__}:KeepsArguments")
    register(KIND, "shop", lambda model, **options: (model, options), provider=True)


@pytest.fixture
def mine(tmp_path):
    """Writes a Python file of the user's and gives its path."""

    def write(source: str, name: str = "mine.py") -> str:
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return str(path)

    yield write
    for name in [name for name in sys.modules if name.startswith("regulars_user_")]:
        del sys.modules[name]


def test_a_name_builds_the_thing_with_its_defaults():
    assert build(KIND, "kettle").made_with == (1.0, "red", False, 0)


def test_an_entry_by_path_builds_the_same_thing():
    assert type(build(KIND, "kettle-small")) is sys.modules[__name__].KeepsArguments


def test_arguments_stand_behind_a_colon():
    assert build(KIND, "kettle:litres=0.3;colour=blue").made_with == (0.3, "blue", False, 0)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("0.3", 0.3),
        ("1e-3", 0.001),
        ("true", True),
        ("False", False),
        ("null", None),
        ("none", "none"),
        ("3 litres", "3 litres"),
        ("http://host:80/v1", "http://host:80/v1"),
        ("", ""),
    ],
)
def test_arguments_are_read_as_what_they_look_like(written, value):
    read = parse_spec(KIND, f"kettle:litres={written}").arguments["litres"]
    assert read == value
    assert type(read) is type(value)


def test_defaults_reach_only_factories_that_take_them_and_arguments_win():
    made = build(KIND, "kettle:colour=blue", seed=7, colour="green", unheard_of=1)
    assert made.made_with == (1.0, "blue", False, 7)


def test_a_provider_is_given_the_rest_colons_and_all():
    assert build(KIND, "shop:model-name:with:colons") == ("model-name:with:colons", {})
    assert build(KIND, "shop:a=b", seed=3) == ("a=b", {"seed": 3})


def test_a_registered_name_wins_over_a_module_of_that_name():
    register(KIND, "json", lambda model: f"asked {model}", provider=True)
    assert build(KIND, "json:loads") == "asked loads"
    register(KIND, "json", KeepsArguments)
    with pytest.raises(ConfigurationError, match="arguments 'loads'"):
        build(KIND, "json:loads")


def test_a_word_where_the_default_is_a_number_is_refused(mine):
    path = mine(
        "from __future__ import annotations\n"
        "class Pot:\n    def __init__(self, size=1, lid=True, name: int | str = 3, rest=None):\n"
        "        self.size = size\n"
    )
    with pytest.raises(ConfigurationError, match="size is 'five'; expected a number, as its default 1"):
        build(KIND, f"{path}:Pot:size=five")
    with pytest.raises(ConfigurationError, match="lid is 'open'; expected true or false"):
        build(KIND, f"{path}:Pot:lid=open")
    assert build(KIND, f"{path}:Pot:size=2.5;name=big;rest=blue").size == 2.5


@pytest.mark.parametrize("text", ["127.0.0.1:8713", "localhost:8713/bot"])
def test_the_address_of_a_bot_without_http_is_told_how_to_write_it(text):
    with pytest.raises(UnknownNameError, match=f"unknown assistant '{text}'; write http://{text} if a server"):
        build("assistant", text)


def test_a_class_in_a_file_is_built(mine):
    path = mine("class Pot:\n    def __init__(self, size=1, seed=0):\n        self.made = (size, seed)\n")
    assert build(KIND, f"{path}:Pot", seed=5).made == (1, 5)
    assert build(KIND, f"{path}:Pot:size=4").made == (4, 0)


def test_a_file_is_loaded_once(mine):
    path = mine("class Pot:\n    pass\n")
    assert type(build(KIND, f"{path}:Pot")) is type(build(KIND, f"{path}:Pot"))


def test_two_files_of_one_name_do_not_meet(mine, tmp_path):
    (tmp_path / "other").mkdir()
    one, two = mine("def pot():\n    return 1\n"), mine("def pot():\n    return 2\n", "other/mine.py")
    assert (build(KIND, f"{one}:pot"), build(KIND, f"{two}:pot")) == (1, 2)


def test_a_name_in_a_module_is_built():
    assert build(KIND, "types:SimpleNamespace:a=1") == SimpleNamespace(a=1)


def test_a_function_in_the_assistants_seat_is_the_assistant_itself(mine):
    path = mine("def reply(message, date):\n    return 'yes'\n")
    assert build("assistant", f"{path}:reply")("hello", "today") == "yes"


def test_a_ready_object_is_taken_as_it_is_and_takes_no_arguments(mine):
    path = mine("pot = [1, 2]\n")
    assert build(KIND, f"{path}:pot") == [1, 2]
    with pytest.raises(ConfigurationError, match="takes no arguments"):
        build(KIND, f"{path}:pot:size=3")


def test_an_unknown_name_suggests_the_closest():
    with pytest.raises(UnknownNameError, match=r"unknown kettle 'ketle'; did you mean 'kettle'\?") as caught:
        build(KIND, "ketle")
    assert "FILE.py:NAME" in str(caught.value)


def test_an_unknown_name_close_to_none_lists_all():
    with pytest.raises(UnknownNameError, match="known are: kettle, kettle-small, shop"):
        build(KIND, "zzz")


def test_an_unknown_kind_has_no_names():
    with pytest.raises(UnknownNameError, match="there are none"):
        build("teapot", "zzz")


def test_an_unknown_argument_suggests_the_closest():
    with pytest.raises(ConfigurationError, match=r"takes no argument 'liters'; did you mean 'litres'\?"):
        build(KIND, "kettle:liters=2")


def test_a_needed_argument_that_is_not_given_is_named(mine):
    path = mine("class Pot:\n    def __init__(self, size, lid, seed=0):\n        pass\n")
    with pytest.raises(ConfigurationError, match="needs a value for 'lid'"):
        build(KIND, f"{path}:Pot:size=3")
    with pytest.raises(ConfigurationError, match="Pot:size=VALUE;lid=VALUE"):
        build(KIND, f"{path}:Pot")


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_spec_is_refused(text):
    with pytest.raises(ConfigurationError, match="empty"):
        build(KIND, text)


@pytest.mark.parametrize("text", ["kettle:litres", "kettle:=3", "kettle:3=litres", "kettle:litres=3;;colour=red"])
def test_malformed_arguments_are_refused(text):
    with pytest.raises(ConfigurationError, match="cannot be read") as caught:
        build(KIND, text)
    assert "key=value" in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(UnknownNameError, match=r"none\.py does not exist"):
        build(KIND, f"{tmp_path / 'none.py'}:Pot")


def test_a_file_without_a_name_in_it_is_told_how_to_name_one():
    with pytest.raises(UnknownNameError, match=r"write mine\.py:NAME"):
        build(KIND, "mine.py")


def test_a_missing_module_is_named():
    with pytest.raises(UnknownNameError, match="no module 'no_such_module_here'"):
        build(KIND, "no_such_module_here:Pot")


def test_a_name_that_the_file_lacks_suggests_the_closest(mine):
    path = mine("class Memory:\n    pass\n")
    with pytest.raises(UnknownNameError, match=r"has no 'Memroy'; did you mean 'Memory'\?"):
        build(KIND, f"{path}:Memroy")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise RuntimeError('the lid is on')\n", "RuntimeError: the lid is on"),
        ("def broken(:\n", "SyntaxError"),
        ("import no_such_module_here\n", "No module named 'no_such_module_here'"),
    ],
)
def test_a_file_that_fails_at_import_says_why_and_may_be_mended(mine, source, told):
    path = mine(source)
    with pytest.raises(ConfigurationError, match="cannot be imported") as caught:
        build(KIND, f"{path}:Pot")
    assert told in str(caught.value)
    assert caught.value.__cause__ is not None
    mine("class Pot:\n    pass\n")
    assert type(build(KIND, f"{path}:Pot")).__name__ == "Pot"


def test_a_module_that_lacks_something_itself_is_not_called_unknown(tmp_path, monkeypatch):
    (tmp_path / "kettle_parts_for_test.py").write_text("import kettle_part\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigurationError, match="No module named 'kettle_part'") as caught:
        build(KIND, "kettle_parts_for_test:Pot")
    assert not isinstance(caught.value, UnknownNameError)


def test_an_entry_whose_package_is_not_installed_says_what_to_install():
    register(KIND, "steam", "no_such_module_here:Steam")
    with pytest.raises(ConfigurationError, match=r"kettle 'steam' cannot be loaded.*install no_such_module_here"):
        build(KIND, "steam")


def test_an_error_of_the_thing_itself_names_the_thing_and_the_error(mine):
    path = mine("class Pot:\n    def __init__(self):\n        raise KeyError('lid')\n")
    with pytest.raises(ConfigurationError, match=r"Pot' cannot be made: KeyError: 'lid'"):
        build(KIND, f"{path}:Pot")


def test_a_file_may_import_its_neighbours(mine, tmp_path):
    (tmp_path / "neighbour_of_pots.py").write_text("LID = 'iron'\n")
    path = mine("from neighbour_of_pots import LID\nclass Pot:\n    lid = LID\n")
    assert build(KIND, f"{path}:Pot").lid == "iron"


def test_arguments_of_a_file_without_a_value_are_named(mine):
    path = mine("class Pot:\n    pass\n")
    with pytest.raises(ConfigurationError, match="key=value"):
        build(KIND, f"{path}:Pot:lid")


def test_entries_come_in_order_with_what_is_known_of_them():
    listed = entries(KIND)
    assert [entry.name for entry in listed] == ["kettle", "kettle-small", "shop"]
    assert listed[0].summary == "boils"
    assert listed[0].marks == {"tall": True}
    assert entries("teapot") == []


def test_registering_again_replaces():
    register(KIND, "kettle", dict)
    assert build(KIND, "kettle") == {}
    assert len(entries(KIND)) == 3


def test_nothing_is_loaded_before_it_is_built():
    register(KIND, "late", "no_such_module_here:Late", summary="comes late")
    assert find(KIND, "late").summary == "comes late"


def test_find_gives_the_entry_a_spec_names_and_none_for_foreign_ones():
    assert find(KIND, "kettle:litres=2").name == "kettle"
    assert find(KIND, "shop:any:thing").provider
    assert find(KIND, "mine.py:Pot") is None


def test_a_list_of_specs_is_split_at_commas():
    assert split_specs(" kettle:litres=1;colour=red , shop:a,, ") == ["kettle:litres=1;colour=red", "shop:a"]


def test_a_factory_without_a_signature_is_called_with_the_arguments_alone(monkeypatch):
    made: list[dict[str, Any]] = []

    class HidesItsSignature:
        __signature__ = "none"

        def __call__(self, **arguments: Any) -> str:
            made.append(arguments)
            return "odd"

    register(KIND, "odd", HidesItsSignature())
    assert build(KIND, "odd:a=1", seed=2) == "odd"
    assert made == [{"a": 1}]


def test_a_value_in_parentheses_is_taken_as_it_stands():
    inner = "shop:(x)y:a=1;b=(c=2;d=3)"
    assert parse_spec(KIND, f"kettle:colour=({inner});litres=2").arguments == {"colour": inner, "litres": 2}
    assert build(KIND, "shop:model:of=(kettle:litres=2;colour=red);n=1") == (
        "model",
        {"of": "kettle:litres=2;colour=red", "n": 1},
    )
    assert parse_spec(KIND, "my.package:KeepsArguments:of=(a:b=1;c=2)").arguments == {"of": "a:b=1;c=2"}
    assert (
        parse_spec(KIND, "my.package:KeepsArguments:url=http://127.0.0.1:8000/v1").name == "my.package:KeepsArguments"
    )


def test_parentheses_elsewhere_are_letters():
    assert parse_spec(KIND, "kettle:colour=dark (red);litres=2").arguments == {"colour": "dark (red)", "litres": 2}
    assert parse_spec(KIND, "kettle:colour=(a) and (b)").arguments == {"colour": "(a) and (b)"}
    assert parse_spec(KIND, "kettle:colour=:(").arguments == {"colour": ":("}


def test_a_list_of_specs_is_not_split_within_parentheses():
    assert split_specs("a, b:of=(c:x=1,2;of=(d,e)), f") == ["a", "b:of=(c:x=1,2;of=(d,e))", "f"]


def test_a_parenthesis_that_is_not_closed_is_told():
    for text in ("kettle:colour=(a;litres=2", "kettle:colour=(a:b=(c)"):
        with pytest.raises(ConfigurationError, match="not closed"):
            parse_spec(KIND, text)
    with pytest.raises(ConfigurationError, match="not closed"):
        split_specs("a:of=(b, c")


def test_built_in_entries_are_found_in_a_fresh_process():
    asked = "registry.find('assistant', 'interrogator').name, registry.find('reader', 'rules').name"
    script = f"from regulars import registry; print({asked})"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["interrogator", "rules"]
