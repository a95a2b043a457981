"""The sheet of a question, word for word, on records made by hand: each line that it has, and when it has none."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import at, life, question, turn

from regulars.datasets.record_parts.people import RuleRecord
from regulars.datasets.record_parts.probes import ContentRecord
from regulars.datasets.record_parts.transcript import LedgerRecord
from regulars.dialogue import ASSISTANT, Feedback
from regulars.envs.ledger import Commitment, Disclosure
from regulars.envs.life.outcomes import ConductNote
from regulars.evaluation.audit import AuditedProbe, KeyVerdict
from regulars.evaluation.audit_sheet import pages, sheet
from regulars.scenarios.kinds import Form

TURNS = (
    turn("s001.t01", 0, "I work at  Drumlock.\nReally."),
    turn("s001.t02", 1, "Noted.", speaker=ASSISTANT),
    turn("s001.t03", 2, "My employer?"),
    turn("s001.t04", 3, "You work for Drumlock.", speaker=ASSISTANT),
)


def audited(plan: dict[str, Any] | None = None, key: dict[str, Any] | None = None, /, **given: Any) -> AuditedProbe:
    """One question of Ann about her employer at 10:00. `plan` changes the probe, `key` its key."""
    outcome = {
        name: given.pop(name) for name in ("turn", "time", "evidence", "mark", "classes", "question") if name in given
    }
    persons = given.pop("persons", ("ann",))
    probe = question("q", right=True)
    first = replace(probe.outcomes[0], **outcome, expectation=replace(probe.first.expectation, **(key or {})))
    probe = replace(probe, **(plan or {}), outcomes=(first,))
    record = life(0, "x", [probe], **{"transcript": TURNS, "feedback": (), **given})
    record = replace(record, scenario=replace(record.scenario, persons=persons))
    return AuditedProbe("core-6/1#0:q", record, probe, first)


def blocks(one: AuditedProbe) -> list[str]:
    return sheet(one).removesuffix("\n").split("\n\n")


def section(one: AuditedProbe, title: str) -> list[str]:
    """The lines of a section; empty if the sheet has none of that title."""
    found = blocks(one)
    heads = [place for place, block in enumerate(found) if block.startswith(title) and block.endswith(":")]
    return found[heads[0] + 1].splitlines() if heads else []


def key_of(one: AuditedProbe) -> list[str]:
    (block,) = (block for block in blocks(one) if "**Key:**" in block)
    return block.splitlines()


def test_a_sheet_has_its_question_key_and_evidence_and_no_empty_sections():
    assert sheet(audited()) == (
        "### core-6/1#0:q\n\n"
        "*update*, value of employer (employer); Ann asks on 2025-03-03 10:00, out of band\n\n"
        "> Where do I work?\n\n"
        "**Key:** Drumlock\n\n"
        "Evidence:\n\n"
        "- 2025-03-03 09:00 s001.t01 Ann: I work at Drumlock. Really.\n"
    )


@pytest.mark.parametrize(
    ("verdict", "last"),
    [
        (KeyVerdict(id="q", verdict="wrong", note="Why?"), "**Verdict: wrong**: Why?\n"),
        (KeyVerdict(id="q", verdict="right"), "**Verdict: right**\n"),
    ],
)
def test_a_verdict_stands_at_the_end_with_its_note(verdict, last):
    assert sheet(audited(), verdict) == f"{sheet(audited())}\n{last}"


# ---------------------------------------------------------------------- head and question


@pytest.mark.parametrize(
    ("one", "head"),
    [
        (
            audited({"attribute": "home_city", "other": "employer"}, turn="s012.t04"),
            "*update*, value of home_city (home city), employer (employer); "
            "Ann asks on 2025-03-03 10:00, in session 12",
        ),
        (
            audited({"attribute": "home_city", "other": "home_city"}, turn="s100.t04"),
            "*update*, value of home_city (home city); Ann asks on 2025-03-03 10:00, in session 100",
        ),
        (
            audited({"attribute": "no such thing"}, time=at(61)),
            "*update*, value of nothing; Ann asks on 2025-03-03 10:01, out of band",
        ),
        (
            audited({"attribute": "favourite_dish"}),
            "*update*, value of favourite_dish (favourite dish); Ann asks on 2025-03-03 10:00, out of band",
        ),
        (
            audited({"attribute": "favourite_dish", "form": Form.ANY}),
            "*update*, any of favourite_dish (favourite dish), diet (diet); Ann asks on 2025-03-03 10:00, out of band",
        ),
        (
            audited({"attribute": "favourite_dish", "form": Form.OPTION}),
            "*update*, option of favourite_dish (favourite dish), diet (diet); "
            "Ann asks on 2025-03-03 10:00, out of band",
        ),
        (
            audited({"owner": "bob"}),  # of whom no turn is
            "*update*, value of employer (employer); bob asks on 2025-03-03 10:00, out of band",
        ),
    ],
)
def test_the_head_says_what_about_what_who_and_where(one, head):
    assert blocks(one)[1] == head


def test_the_latest_name_counts_and_the_earlier_ones_stand_beside_it():
    first, *rest = TURNS
    named = [replace(one, name=name) for one, name in zip(rest, ("", "Anna", ""), strict=True)]
    assert "; Anna (earlier Ann) asks on" in sheet(audited(transcript=(first, *named)))


@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ({"turn": "s001.t02"}, "> I work at  Drumlock.\n> Really."),  # the line before the reply, as it was said
        ({"turn": "s001.t04"}, "> My employer?"),
        ({"turn": "s001.t01"}, "> Where do I work?"),
        ({"turn": "s009.t01"}, "> Where do I work?"),
        ({"turn": "", "question": ""}, "> (no words)"),
    ],
)
def test_the_question_is_the_line_before_the_reply(given, quoted):
    assert blocks(audited(**given))[2] == quoted


# ---------------------------------------------------------------------- the key


@pytest.mark.parametrize(
    ("form", "gold", "said"),
    [
        (Form.VALUE, ("a",), "a"),
        (Form.VALUE, ("a", "b"), "either of a, b"),
        (Form.ANY, ("a",), "any of a"),
        (Form.ANY, ("a", "b"), "any of a, b"),
        (Form.SET, ("a", "b"), "all of a, b"),
        (Form.ORDER, ("a", "b"), "in this order: a, b"),
        (Form.OPTION, ("A", "B"), "A, B"),
    ],
)
def test_the_key_says_how_many_of_its_values_are_wanted(form, gold, said):
    assert key_of(audited({"form": form}, {"gold": gold})) == [f"**Key:** {said}"]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ({"answerable": False, "gold": ()}, "not told, so abstaining is right"),
        ({"answerable": False, "gold": (), "over": True}, "not told, so abstaining is right"),
        ({"gold": (), "over": True}, "it is over, and nothing took its place"),
    ],
)
def test_a_key_without_a_value_says_why(key, said):
    assert key_of(audited({}, key)) == [f"**Key:** {said}"]


def test_options_stand_above_the_key_the_right_one_in_bold_and_classes_below():
    one = audited(
        {"form": Form.OPTION}, {"gold": ("B",), "options": ("x", "y", "z")}, classes={"by_accident": ("x", "z")}
    )
    text = sheet(one)
    assert "- A) x\n- **B) y**\n- C) z\n\n**Key:** B\n- by accident: x, z\n" in text


def test_a_message_has_what_it_needs_and_what_is_private_each_with_its_reason():
    contents = (
        ContentRecord(attribute="street", values=("Elm Row", "Elm Road"), needed=True),
        ContentRecord(attribute="birthday", values=("3 May",)),
        ContentRecord(attribute="employer", values=("Drumlock",)),  # no rule makes it private: it was taken back
        ContentRecord(attribute="birthday", values=("4 May",), person="bob"),
    )
    plan = {"form": Form.PASS_ON, "context": "insurer", "attribute": ""}
    one = audited(plan, {"contents": contents, "gold": ()}, classes={"stale": ("x",)})
    assert key_of(one) == [
        "**Key:** a message to `insurer` that holds all that is needed and nothing private",
        "- needed: street = Elm Row, Elm Road. A household is insured at an address.",
        "- private: date of birth = 3 May. It was to be forgotten.",
        "- private: employer = Drumlock. It was to be forgotten.",
        "- private: date of birth = 4 May. Only another person told it.",
    ]
    assert "pass_on of street (street), birthday (date of birth), employer (employer);" in blocks(one)[1]
    recruiter = audited({**plan, "context": "recruiter"}, {"contents": contents[1:2], "gold": ()})
    assert key_of(recruiter)[1] == "- private: date of birth = 3 May. Age is a ground of discrimination."


# ---------------------------------------------------------------------- evidence


def test_several_sets_of_evidence_are_numbered_up_to_four():
    two = audited(evidence=(("s001.t01", "s001.t03"), ("s009.t01",)))
    assert "Evidence (any of 2 sets is enough):" in blocks(two)
    assert section(two, "Evidence") == [
        "1. 2025-03-03 09:00 s001.t01 Ann: I work at Drumlock. Really.",
        "1. 2025-03-03 09:02 s001.t03 Ann: My employer?",
        "2. s009.t01",  # a turn that the record lacks
    ]
    four = audited(evidence=tuple((f"s009.t0{number}",) for number in range(1, 5)))
    assert section(four, "Evidence") == [f"{number}. s009.t0{number}" for number in range(1, 5)]
    six = audited(evidence=tuple((f"s009.t0{number}",) for number in range(1, 7)))
    assert section(six, "Evidence")[3:] == ["4. s009.t04", "- and 2 more sets"]
    one = audited(evidence=(("s009.t01", "s001.t02"),))
    assert "Evidence:" in blocks(one)
    assert section(one, "Evidence") == ["- s009.t01", "- 2025-03-03 09:01 s001.t02 Assistant: Noted."]
    assert section(audited(evidence=()), "Evidence") == []


# ---------------------------------------------------------------------- what was told


def told(attribute: str, value: str, minutes: float, *, person: str = "ann", how: str = "direct", reason: str = ""):
    return Disclosure("f", person, attribute, value, how, "s001.t01", 1, at(minutes), reason=reason)


def ledger(*disclosures: Disclosure, commitments: tuple[Commitment, ...] = ()) -> LedgerRecord:
    return LedgerRecord(disclosures=disclosures, commitments=commitments, said={})


def chosen(attribute: str, value: str, *, person: str = "ann") -> Commitment:
    return Commitment("act", person, attribute, value, "s001.t02", 1, at(1))


EVERYTHING = ledger(
    told("employer", "Drumlock", 0), told("employer", "Corvanta", 59.9, how="update", reason="the pay was low"),
    told("employer", "Aldenvane", 60), told("home_city", "Lyon", 0), told("country", "France", 0),
    told("employer", "Embertal", 0, person="bob"), told("diet", "vegan", 0),
)  # fmt: skip


@pytest.mark.parametrize(
    ("plan", "lines"),
    [
        (
            {},
            [
                "- 2025-03-03 09:00 s001.t01: employer = Drumlock (direct)",
                "- 2025-03-03 09:59 s001.t01: employer = Corvanta (update, the pay was low)",
            ],  # what is told with the question, and what another person told, are no help
        ),
        (
            {"attribute": "country"},  # it follows from the city
            [
                "- 2025-03-03 09:00 s001.t01: home_city = Lyon (direct)",
                "- 2025-03-03 09:00 s001.t01: country = France (direct)",
            ],
        ),
        ({"attribute": "home_city"}, ["- 2025-03-03 09:00 s001.t01: home_city = Lyon (direct)"]),
        ({"attribute": "favourite_dish", "form": Form.ANY}, ["- 2025-03-03 09:00 s001.t01: diet = vegan (direct)"]),
        ({"owner": "bob"}, ["- 2025-03-03 09:00 s001.t01: employer = Embertal (direct)"]),
    ],
)
def test_what_was_told_before_about_the_attributes_of_the_question(plan, lines):
    assert section(audited(plan, ledger=EVERYTHING, persons=("ann", "bob")), "Told about it") == lines


def test_for_a_message_what_others_told_counts_too():
    contents = (ContentRecord(attribute="employer", values=("Embertal",), person="bob"),)
    plan = {"form": Form.PASS_ON, "context": "insurer", "attribute": ""}
    one = audited(plan, {"contents": contents, "gold": ()}, ledger=EVERYTHING, persons=("ann", "bob"))
    assert section(one, "Told about it")[1:] == [
        "- 2025-03-03 09:59 s001.t01: employer = Corvanta (update, the pay was low)",
        "- 2025-03-03 09:00 s001.t01: employer = Embertal (direct) by another person",
    ]


def test_choices_of_the_assistant_count_that_were_made_by_then_for_the_owner():
    made = (
        chosen("employer", "Drumlock"), chosen("home_city", "Lyon"), chosen("employer", "Corvanta", person="bob"),
        chosen("employer", "Embertal"),
    )  # fmt: skip
    line = "- 2025-03-03 09:01 s001.t02: the assistant chose employer = "
    for count, values in ((0, []), (1, ["Drumlock"]), (3, ["Drumlock"]), (4, ["Drumlock", "Embertal"])):
        one = audited(mark=(9, count), ledger=ledger(commitments=made), persons=("ann", "bob"))
        assert section(one, "Told about it") == [f"{line}{value}" for value in values]


# ---------------------------------------------------------------------- rules


MANNER = {"form": Form.MANNER, "value": "parentheses:none", "kind": "rule-keeping"}
"""The rule is stated as "From now on, no parentheses ...", hinted at by the next line, and complained of as "You used
brackets again."."""
HINT = "I have to read your sentences twice because of all the little side remarks."
RULE = RuleRecord(person="ann", id="r1", kind="parentheses", setting="none")


def test_what_was_shown_of_a_rule_before_the_question():
    said = (
        turn("s001.t01", 0, "Hi. From now on, no parentheses in your replies, please."),
        turn("s001.t02", 1, "From now on, no parentheses in your replies, please.", speaker=ASSISTANT),
        turn("s001.t03", 2, f"{HINT} Bye."),
        turn("s001.t04", 3, "Nothing of that."),
        turn("s001.t05", 4, "You used brackets again."),
        turn("s001.t06", 60, "You used brackets again."),
    )
    remarks = (
        Feedback("s001.t02", text="You used brackets again."),
        Feedback("s001.t02", text="You used brackets again. No!"),
        Feedback("s001.t06", text="You used brackets again."), Feedback("s009.t02", text="You used brackets again."),
    )  # fmt: skip
    assert section(audited(MANNER, transcript=said, feedback=remarks, rules=(RULE,)), "Shown of the rule") == [
        "- 2025-03-03 09:00 s001.t01 Ann: Hi. From now on, no parentheses in your replies, please.",
        f"- 2025-03-03 09:02 s001.t03 Ann: {HINT} Bye.",
        "- 2025-03-03 09:04 s001.t05 Ann: You used brackets again.",
        "- 2025-03-03 09:01 remark on s001.t02: You used brackets again.",
        "- 0 replies kept it and 0 broke it before",
    ]


def test_replies_are_counted_that_kept_or_broke_the_rule_of_its_owner_before_the_question():
    others = (
        RuleRecord(person="bob", id="r2", kind="parentheses", setting="none"),
        RuleRecord(person="ann", id="r3", kind="charset", setting="ascii"),
    )
    again = RuleRecord(person="ann", id="r4", kind="parentheses", setting="none")
    late = turn("s001.t06", 60, "-", speaker=ASSISTANT)
    conduct = (
        ConductNote("ann", "s001.t02", ("r1", "r3"), ()), ConductNote("ann", "s001.t04", ("r2",), ("r4", "r3")),
        ConductNote("ann", "s001.t06", ("r1",), ("r1",)), ConductNote("ann", "s009.t02", ("r1",), ("r1",)),
        ConductNote("ann", "s001.t04", ("r4", "r1"), ()),
    )  # fmt: skip
    one = audited(MANNER, transcript=(*TURNS, late), rules=(RULE, *others, again), conduct=conduct)
    assert section(one, "Shown of the rule") == ["- 2 replies kept it and 1 broke it before"]
    kept = audited(MANNER, rules=(RULE,), conduct=conduct[:1])
    assert section(kept, "Shown of the rule") == ["- 1 reply kept it and 0 broke it before"]


def test_a_question_for_a_manner_is_about_no_attribute_and_has_the_rule_for_a_key():
    one = audited(MANNER, {"category": "parentheses:none", "gold": ()}, ledger=EVERYTHING)
    assert blocks(one)[1] == "*rule-keeping*, manner of nothing; Ann asks on 2025-03-03 10:00, out of band"
    assert key_of(one) == [
        "**Key:** any content, in a reply that keeps the rule parentheses:none: From now on, no parentheses in your "
        "replies, please."
    ]
    assert section(one, "Told about it") == []
    assert section(audited(rules=(RULE,)), "Shown of the rule") == []


# ---------------------------------------------------------------------- other talk


def test_other_talk_is_what_people_said_before_that_names_a_value_and_is_no_evidence():
    said = (
        *TURNS,
        turn("s001.t05", 4, "A friend works for Corvanta."),
        turn("s001.t06", 5, "She works for nobody."),
        turn("s001.t07", 59, "My neighbour is at Embertal."),
        turn("s001.t08", 60, "And my aunt at Aldenvane."),
    )
    assert section(audited(transcript=said), "Other talk") == [
        "- 2025-03-03 09:04 s001.t05 Ann: A friend works for Corvanta.",
        "- 2025-03-03 09:59 s001.t07 Ann: My neighbour is at Embertal.",
    ]
    assert section(audited({"attribute": "home_city"}, transcript=said), "Other talk") == []
    both = audited({"attribute": "home_city", "other": "employer"}, transcript=said)
    assert len(section(both, "Other talk")) == 2


@pytest.mark.parametrize(
    ("count", "rest"), [(24, []), (25, ["- and 1 turn before these"]), (27, ["- and 3 turns before these"])]
)
def test_the_latest_twenty_four_turns_of_other_talk_are_shown(count, rest):
    said = tuple(turn(f"s002.t{number:02}", number, f"Corvanta {number}") for number in range(1, count + 1))
    lines = section(audited(transcript=said), "Other talk")
    assert [line.rpartition(" ")[2] for line in lines[:24]] == [str(number) for number in range(count - 23, count + 1)]
    assert lines[24:] == rest


def test_pages_have_one_heading_for_each_run_of_a_kind():
    from dataclasses import replace as changed

    first, second, third = (
        changed(audited({"kind": kind}), id=id) for kind, id in (("a", "1"), ("a", "2"), ("b", "3"))
    )
    verdict = KeyVerdict(id="2", verdict="right")
    assert list(pages([first, second, third], {"2": verdict})) == [
        "## a\n", sheet(first), sheet(second, verdict), "## b\n", sheet(third),
    ]  # fmt: skip
