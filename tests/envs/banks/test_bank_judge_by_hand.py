"""The parts of a bank's reward where they are neither 0 nor 1, and what counts as told, known and said."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from small_lives import ANN, ASKS_CITY, BEN, IN_CITY, LONG_AGO, aside, scenario, session

from regulars.envs.banks.bank import Bank, Limits
from regulars.envs.banks.bank_judge import FACTS, INSIGHT, SAFETY, BankScore, is_among, is_known
from regulars.envs.banks.writer import WriterEnv
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act, Fact

TELLS_CITY = Act("t-city", ActKind.TELL, attribute="home_city", fact="f-city")
TELLS_CAR = Act("t-car", ActKind.TELL, attribute="car", fact="f-car")
BOTH = scenario(session(1, TELLS_CITY, TELLS_CAR), session(2))
ONE_EACH = scenario(session(1, TELLS_CITY), session(2, TELLS_CAR), session(3))
CITY, CAR = "Ann's home city is Bergen.", "Ann's car is a Fiat Panda."
IDLE, HASTE = "Ann was in a hurry.", "Ann was polite."


def begun(planned, **options):
    env = WriterEnv(scenario=planned, **options)
    env.reset(seed=0)
    return env


def write(env, *texts):
    _, reward, *_, info = env.step(json.dumps([{"op": "add_fact", "text": text} for text in texts]))
    return reward, info


def test_the_weights_are_rolememos():
    assert (FACTS, INSIGHT, SAFETY) == (0.3, 0.6, 0.1)
    assert BankScore(1.0, 0.5, 0.25, 2, 2).reward == pytest.approx(0.3 + 0.3 + 0.025)
    assert BankScore(None, None, 0.5, 0, 0).reward == pytest.approx(0.05)
    assert BankScore(0.5, None, 0.0, 2, 0).reward == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        ((CITY, IDLE, HASTE), 2 / 5),  # recall 1/2, precision 1/3: 2 * 1/6 / (5/6)
        ((CITY, CAR, IDLE), 4 / 5),  # recall 1, precision 2/3: 2 * 2/3 / (5/3)
        ((CITY + " " + CAR,), 1.0),
        ((CITY,), 2 / 3),  # recall 1/2, precision 1
        ((IDLE,), 0.0),
        ((), 0.0),
    ],
)
def test_facts_are_the_f1_of_recall_and_precision(texts, facts):
    reward, info = write(begun(BOTH), *texts)
    assert (info["facts"], info["told"]) == (pytest.approx(facts), 2.0)
    assert reward == pytest.approx(0.3 * facts + 0.1 * info["safety"])


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        ((f"{CITY} {IDLE} {HASTE} {CAR}",), 2 / 3),  # recall 1, precision 2/4
        ((f"{CITY} {IDLE}", f"{CITY} {HASTE}"), 1 / 3),  # recall 1/2, precision 1/4: the second time adds nothing
        ((f"{CITY} {CAR}", IDLE), 4 / 5),  # recall 1, precision 2/3
        # A sentence of 81 to 160 characters counts twice.
        (("Ann's home city is Bergen, and " + "so on and " * 6 + "so on",), 1 / 2),
    ],
)
def test_precision_counts_sentences_and_what_is_new_once(texts, facts):
    assert write(begun(BOTH), *texts)[1]["facts"] == pytest.approx(facts)


def test_what_an_earlier_chunk_told_adds_nothing_to_precision():
    env = begun(ONE_EACH)
    write(env)
    # The city was told in the chunk before: of two sentences one tells something new.
    assert write(env, f"{CITY} {CAR}")[1]["facts"] == pytest.approx(2 / 3)
    env = begun(ONE_EACH)
    write(env, CITY)
    assert write(env, f"{CITY} {CAR}")[1]["facts"] == pytest.approx(2 / 3)


def test_a_sentence_that_an_updated_fact_keeps_does_not_count():
    for text, facts in ((f"{CITY} {CAR}", 1.0), (f"{CITY} {CAR} {IDLE}", 2 / 3)):
        env = begun(ONE_EACH)
        write(env, CITY)
        *_, info = env.step(json.dumps([{"op": "update_fact", "id": "f1", "text": text}]))
        assert info["facts"] == pytest.approx(facts)


def test_words_that_an_updated_fact_keeps_in_other_lines_do_not_count():
    env = begun(ONE_EACH)
    write(env, "Ann's home city is Bergen\nand she likes it there.")
    text = f"Ann's home city is Bergen and she likes it there. {CAR}"
    *_, info = env.step(json.dumps([{"op": "update_fact", "id": "f1", "text": text}]))
    assert info["facts"] == 1.0


def test_the_other_sentences_of_a_line_that_told_something_tell_too():
    env = begun(BOTH)
    lines = [line for line in env.observe()[0]["conversation"].split("\n") if "Bergen" in line or "Panda" in line]
    assert write(env, *lines)[1]["facts"] == 1.0


def test_only_facts_of_this_step_count_for_precision():
    env = begun(ONE_EACH)
    assert write(env, IDLE, HASTE)[1]["facts"] == 0.0
    _, info = write(env, CAR)
    assert (info["facts"], info["told"]) == (1.0, 1.0)


def test_a_fact_that_was_held_before_it_was_told_is_recalled_though_nothing_is_written():
    env = begun(ONE_EACH)
    _, early = write(env, CITY, CAR)
    assert early["safety"] == 0.5  # nobody had told the car yet
    _, info = write(env)
    assert (info["facts"], info["safety"], info["told"]) == (1.0, 1.0, 1.0)


def test_a_chunk_that_tells_nothing_has_no_part_facts():
    env = begun(ONE_EACH)
    write(env, CITY)
    write(env, CAR)
    reward, info = write(env, HASTE)
    assert (info["facts"], info["told"], info["safety"]) == (0.0, 0.0, 1.0)
    assert reward == pytest.approx(0.1)


def test_safety_is_the_share_of_asserted_values_that_were_told():
    # Bergen and the car were told; Lyon was not: 2 of 3.
    _, info = write(begun(BOTH), CITY, CAR, "Ann's home city is Lyon.")
    assert info["safety"] == pytest.approx(2 / 3)
    assert write(begun(BOTH), IDLE)[1]["safety"] == 0.0


def test_what_one_person_wants_forgotten_and_another_one_told_is_safe():
    forgets = Act("g-city", ActKind.FORGET, attribute="home_city")
    tells = Act("t-ben", ActKind.TELL, attribute="home_city", fact="f-ben")
    for city, safety in (("Bergen", 1.0), ("Lyon", 0.0)):
        ben = replace(BEN, facts=(Fact("f-ben", "p2", "home_city", city, LONG_AGO),))
        env = begun(scenario(session(1, tells, person="p2"), session(2, TELLS_CITY), session(3, forgets),
                             persons=(ANN, ben)))  # fmt: skip
        write(env)
        assert write(env, CITY)[1]["safety"] == 1.0
        assert write(env)[1]["safety"] == safety


def test_what_was_said_without_being_told_is_safe_once_it_was_heard():
    gossip = Act("g", ActKind.GOSSIP, attribute="home_city", options=("Lyon",))
    env = begun(scenario(session(1, TELLS_CITY), session(2, gossip), session(3)))
    lyon = "Ann's home city is Lyon."
    assert write(env, lyon)[1]["safety"] == 0.0
    assert "Lyon" in env.observe()[0]["conversation"]
    assert write(env)[1]["safety"] == 1.0


def test_what_follows_from_a_disclosure_is_safe_though_nobody_said_it():
    env = begun(BOTH)
    assert "Norway" not in env.observe()[0]["conversation"]
    for country, safety in (("Norway", 1.0), ("Poland", 0.0)):
        assert write(begun(BOTH), f"Ann's country of residence is {country}.")[1]["safety"] == safety


def test_a_line_break_in_a_fact_is_a_space():
    assert Bank({"f1": " Ann's home\n city  is\tBergen. "}).lines() == ["Ann's home city is Bergen."]
    assert write(begun(BOTH), "Ann's home\ncity is Bergen.")[1]["facts"] == pytest.approx(2 / 3)


def test_the_default_limits():
    assert Limits() == Limits(facts=64, insights=16, letters=240)


# ---------------------------------------------------------------- what counts


@pytest.mark.parametrize(
    ("value", "known", "is_so"),
    [
        ("Bergen", "Bergen", True), ("Berg", "Bergen", False), ("Bergen", "Berg", False),
        # A day, a month, a year and a day without a year agree with a date that is finer or coarser.
        ("2025-05", "2025-05-14", True), ("2025-05-14", "2025-05", True), ("2025", "2025-05", True),
        ("2025-05-14", "2025", True), ("--05-14", "2025-05-14", True), ("2025-05-14", "--05-14", True),
        ("2025-06", "2025-05-14", False), ("2024", "2025-05-14", False), ("--05-15", "2025-05-14", False),
        ("2025-05-14", "2025-05-15", False),
        # What only looks like a date is known word for word.
        ("202", "2025", False), ("2025", "20255", False), ("2025", "2025/05", False), ("2025", "2025x05-14", False),
        ("2025", "2025567890", False), ("Berge", "Bergen, Nor", False), ("", "2025", False),
    ],
)  # fmt: skip
def test_a_date_is_known_in_a_coarser_and_in_a_finer_form_and_all_else_word_for_word(value, known, is_so):
    among = {("a", known), ("other", "x")}
    assert is_known(("a", value), among) is is_so
    assert not is_known(("b", value), among)
    assert not is_known(("a", value), set())


def test_a_told_value_stands_as_exactly_as_it_was_told():
    standing = {("p1", "lease_end", "2025-05-14"), ("p1", "home_city", "Bergen")}
    assert is_among(("p1", "lease_end", "2025-05"), standing)
    assert is_among(("p1", "home_city", "Bergen"), standing)
    for told in (("p1", "home_city", "Berg"), ("p2", "home_city", "Bergen"), ("p1", "job", "Bergen"),
                 ("p1", "lease_end", "2025-06")):  # fmt: skip
        assert not is_among(told, standing), told
    assert not is_among(("p1", "lease_end", "2025-05-14"), {("p1", "lease_end", "2025-05")})


# ---------------------------------------------------------------- infos and chunks


def test_the_whole_info_of_a_step():
    env = begun(BOTH)
    assert env.observe()[1] == {
        "facts": 0.0, "insight": 0.0, "safety": 0.0, "told": 0.0, "due": 0.0, "fault": 0.0, "why": "", "asked": 0.0,
        "right": 0.0, "bank_facts": 0.0, "bank_insights": 0.0, "session": 1.0, "valid": 1.0,
        "ending": 0.0,
    }  # fmt: skip
    operations = [
        {"op": "add_fact", "text": CITY},
        {"op": "add_fact", "text": CAR},
        {"op": "add_insight", "refs": ["f1", "f2"], "text": "Ann gets around."},
    ]
    *_, info = env.step(json.dumps(operations))
    assert info == {
        "facts": 1.0, "insight": 0.0, "safety": 1.0, "told": 2.0, "due": 0.0, "fault": 0.0, "why": "", "asked": 0.0,
        "right": 0.0, "bank_facts": 2.0, "bank_insights": 1.0, "session": 2.0, "valid": 1.0,
        "ending": 0.0,
    }  # fmt: skip


def test_questions_count_once_and_wrong_answers_are_asked_and_not_right():
    planned = scenario(session(1, TELLS_CITY), session(2, ASKS_CITY), session(3), probes=(IN_CITY, aside("q-far", 2.5)))
    for texts, right in (((CITY,), 2.0), ((), 0.0), (("Ann's home city is Lyon.",), 0.0)):
        env = begun(planned)
        infos = [write(env, *texts)[1], write(env)[1], write(env)[1]]
        assert sum(info["asked"] for info in infos) == 2.0
        assert sum(info["right"] for info in infos) == right


def test_chunks_of_some_turns_hold_so_many_lines_of_people_and_end_with_their_session():
    for turns in (1, 2):
        env = begun(BOTH, turns=turns)
        seen, sizes = [], []
        while True:
            conversation = env.observe()[0]["conversation"]
            lines = conversation.split("\n") if conversation else []
            seen += lines
            session_now = env.observe()[1]["session"]
            sizes.append((session_now, sum("Assistant:" not in line for line in lines)))
            if any(env.step("[]")[2:4]):
                break
        by_session = {number: [size for at, size in sizes if at == number] for number in (1.0, 2.0)}
        assert all(set(found[:-1]) <= {turns} and found[-1] <= turns for found in by_session.values())
        assert len(seen) == len(env.aec.transcript)
