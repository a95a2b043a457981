"""How many questions of each kind are planned, and which one comes next, from counts worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import exp, sqrt

import pytest
from hand_plan import MINUTE, ONTOLOGY, act, day, tell

from regulars.scenarios.kinds import ActKind, DisclosurePhrasing, Form, ProbeKind
from regulars.scenarios.language.exchanges import SmallTalk, SmallTalkOrder, TalkMoment
from regulars.scenarios.planning.agenda import MOST_SMALL_TALK, apportion, compose, rounds_of
from regulars.scenarios.planning.limits import with_limits
from regulars.scenarios.planning.probes.quotas import NOT_YET, Quota
from regulars.scenarios.planning.probes.scenes import Candidate
from regulars.seeding import SeedTree

USER, ABSENT, CHOICE, UPDATE = (
    ProbeKind.SINGLE_SESSION_USER,
    ProbeKind.ABSTENTION,
    ProbeKind.SINGLE_SESSION_ASSISTANT,
    ProbeKind.KNOWLEDGE_UPDATE,
)
TIMES = 400


def _one(kind=USER, name="city", form=Form.VALUE, purpose="", is_sure=True, owner="ada", twin=None):
    return Candidate(kind, form, name, owner, purpose, is_sure=is_sure, twin=twin)


def _about(share, number, of=TIMES):
    """Whether a number is the share of them, within four standard deviations."""
    return abs(number - of * share) <= 4 * (of * share * (1 - share)) ** 0.5


def _draws(number):
    return SeedTree(number).draws("quota")


# ---------------------------------------------------------------- whole numbers in proportion


@pytest.mark.parametrize(
    ("shares", "total", "counts"),
    [
        # 5.4, 1.8, 1.8: the two largest remainders get the rest.
        ([0.6, 0.2, 0.2], 9, [5, 2, 2]),
        ([1, 1, 1], 4, [2, 1, 1]),
        ([1, 1, 1], 5, [2, 2, 1]),
        ([1, 2], 1, [0, 1]),
        ([0, 1], 3, [0, 3]),
        ([3, 1], 4, [3, 1]),
        ([1, 1], 0, [0, 0]),
        # 2.5, 1.67, .83: the remainders .83 and .67 come before .5.
        ([3, 2, 1], 5, [2, 2, 1]),
    ],
)
def test_a_total_is_split_by_the_largest_remainder_and_ties_go_to_the_first(shares, total, counts):
    assert apportion(shares, total) == counts


def test_a_quota_starts_from_the_split_and_counts_down():
    quota = Quota({USER: 0.6, ABSENT: 0.2, UPDATE: 0.2}, 9, ONTOLOGY)
    assert quota.wanted == quota.left == {USER: 5, ABSENT: 2, UPDATE: 2}
    quota.take(_one())
    quota.take(_one(CHOICE))
    assert quota.left == {USER: 4, ABSENT: 2, UPDATE: 2, CHOICE: -1}
    assert quota.wanted == {USER: 5, ABSENT: 2, UPDATE: 2}


# ---------------------------------------------------------------- the share of unanswerable questions


def _due(users, absents, leeway=0, candidates=(USER, ABSENT), kinds=None):
    """The kinds that are due after this many questions, where four of ten are unanswerable."""
    quota = Quota(kinds or {USER: 6, ABSENT: 4}, 10, ONTOLOGY, leeway)
    for kind, number in ((USER, users), (ABSENT, absents)):
        for _ in range(number):
            quota.take(_one(kind))
    return [one.kind for one in quota.due([_one(kind) for kind in candidates])]


@pytest.mark.parametrize(
    ("users", "absents", "due"),
    [
        # Ahead of the share by absents - .4 (all + 1).
        (0, 0, [USER, ABSENT]),  # -.4
        (0, 1, [USER]),  # .2
        (2, 2, [USER]),  # exactly 0
        (3, 2, [USER, ABSENT]),  # -.4
        (1, 0, [USER, ABSENT]),  # -.8
        (2, 0, [ABSENT]),  # -1.2
        (4, 1, [ABSENT]),  # -1.4
        (3, 1, [USER, ABSENT]),  # exactly -1
    ],
)
def test_unanswerable_questions_keep_their_share(users, absents, due):
    assert _due(users, absents) == due


@pytest.mark.parametrize(
    ("users", "absents", "due"),
    [
        (0, 1, [USER, ABSENT]),  # .2
        (0, 2, [USER, ABSENT]),  # .8
        (1, 3, [USER]),  # exactly 1
        (2, 0, [USER, ABSENT]),  # -1.2
        (4, 0, [USER, ABSENT]),  # exactly -2
        (5, 0, [ABSENT]),  # -2.4
    ],
)
def test_a_leeway_of_one_loosens_the_share_on_both_sides(users, absents, due):
    assert _due(users, absents, leeway=1) == due


def test_the_leeway_ahead_is_for_questions_among_others():
    # Only unanswerable questions are possible: not one more than the share.
    assert _due(0, 1, leeway=1, candidates=[ABSENT]) == []
    assert _due(0, 0, leeway=1, candidates=[ABSENT]) == [ABSENT]
    with_choice = {USER: 6, ABSENT: 4, CHOICE: 10}
    assert _due(0, 0, leeway=1, candidates=[ABSENT, CHOICE], kinds=with_choice) == [ABSENT, CHOICE]


def test_choices_do_not_count_in_the_share():
    # 3 user, 2 absent, 5 choices of 10: the share is 2/5, as of all without choices.
    kinds = {USER: 3, ABSENT: 2, CHOICE: 5}
    assert _due(0, 0, kinds=kinds) == [USER, ABSENT]
    assert _due(2, 0, kinds=kinds) == [ABSENT]
    assert _due(0, 1, kinds=kinds) == [USER]


def test_only_wanted_kinds_are_due_and_without_a_share_all_of_them():
    assert _due(0, 0, candidates=[USER, ABSENT, UPDATE]) == [USER, ABSENT]
    assert _due(3, 0, kinds={USER: 6, UPDATE: 4}, candidates=[USER, ABSENT, UPDATE]) == [USER, UPDATE]
    assert _due(2, 0, candidates=[USER]) == [USER]


# ---------------------------------------------------------------- requests


def _requestable(users, choices, candidates=(USER, CHOICE)):
    quota = Quota({USER: 6, CHOICE: 4, ABSENT: 0}, 10, ONTOLOGY)
    for kind, number in ((USER, users), (CHOICE, choices)):
        for _ in range(number):
            quota.take(_one(kind))
    return [one.kind for one in quota.requestable([_one(kind) for kind in candidates])]


@pytest.mark.parametrize(
    ("users", "choices", "kinds"),
    [
        # Questions about choices cannot be requests: fewer than .35 (all + 1) - 1 of them so far lets in another.
        (0, 0, [USER]),  # -.65
        (1, 0, [USER]),  # -.3
        (2, 0, [USER, CHOICE]),  # .05
        (2, 1, [USER]),  # .4
        (4, 1, [USER, CHOICE]),  # 1.1
    ],
)
def test_requests_keep_their_share(users, choices, kinds):
    assert _requestable(users, choices) == kinds


def test_for_lack_of_others_an_unanswerable_question_or_a_choice_is_asked():
    assert _requestable(0, 0, [CHOICE]) == [CHOICE]
    quota = Quota({USER: 6, CHOICE: 2, ABSENT: 2}, 10, ONTOLOGY)
    quota.take(_one(ABSENT))
    # One absent of one is ahead of its share, so only the choice is due. It is no request; the absent one is.
    assert [one.kind for one in quota.requestable([_one(CHOICE), _one(ABSENT)])] == [ABSENT]


# ---------------------------------------------------------------- which kind, which candidate


def _drawn(kinds, total, offered, taken=()):
    """How often each kind is drawn."""
    counts = Counter()
    for number in range(TIMES):
        quota = Quota(kinds, total, ONTOLOGY)
        for one in taken:
            quota.take(one)
        counts[quota.draw(_draws(number), offered)] += 1
    return counts


def test_a_kind_is_drawn_in_proportion_to_what_is_left_of_it():
    counts = _drawn({USER: 3, UPDATE: 1}, 4, [USER, UPDATE])
    assert _about(0.75, counts[USER])
    lags = _drawn({USER: 3, UPDATE: 1}, 4, [USER, UPDATE], [_one()] * 3)
    assert lags == {UPDATE: TIMES}
    # Nothing is left of either: the kind that was overdrawn less.
    assert _drawn({USER: 1, UPDATE: 1}, 2, [USER, UPDATE], [_one()] * 3 + [_one(UPDATE)]) == {UPDATE: TIMES}
    even = _drawn({USER: 1, UPDATE: 1}, 2, [USER, UPDATE], [_one(), _one(UPDATE)])
    assert _about(0.5, even[USER])


def test_answerable_kinds_stand_in_for_missing_ones_against_abstention():
    # Left: 2 user, 2 update, 4 absent. Offered are user and absent: user counts for both, 4 to 4.
    counts = _drawn({USER: 2, UPDATE: 2, ABSENT: 4}, 8, [USER, ABSENT])
    assert _about(0.5, counts[USER])
    # Choices are not replaced either: 2 user of 4 answerable ones are doubled, 4 : 2 : 4.
    counts = _drawn({USER: 2, UPDATE: 2, CHOICE: 2, ABSENT: 4}, 10, [USER, CHOICE, ABSENT])
    assert _about(0.4, counts[USER])
    assert _about(0.2, counts[CHOICE])
    # Without an answerable kind among those offered, what is left decides.
    counts = _drawn({USER: 6, CHOICE: 1, ABSENT: 3}, 10, [CHOICE, ABSENT])
    assert _about(0.25, counts[CHOICE])
    # An overdrawn kind takes nothing from the others.
    counts = _drawn({USER: 2, UPDATE: 1, ABSENT: 2}, 5, [USER, ABSENT], [_one(UPDATE)] * 4)
    assert _about(0.5, counts[USER])


def test_a_single_kind_takes_one_draw_like_several():
    one, several = _draws(7), _draws(7)
    quota = Quota({USER: 3, UPDATE: 1}, 4, ONTOLOGY)
    assert quota.draw(one, [UPDATE]) is UPDATE
    quota.draw(several, [USER, UPDATE])
    assert one.bits() == several.bits()


def _picked(candidates, taken=(), kinds=None, total=30):
    counts = Counter()
    for number in range(TIMES):
        quota = Quota(kinds or {USER: 1, ABSENT: 1, UPDATE: 1}, total, ONTOLOGY)
        for one in taken:
            quota.take(one)
        counts[quota.pick(_draws(number), candidates)] += 1
    return counts


def test_the_candidate_asked_least_often_comes_next():
    city, pet, diet = _one(name="city"), _one(name="pet"), _one(name="diet")
    assert _picked([city, pet], [city]) == {pet: TIMES}
    assert _picked([city, pet], [city, pet, pet]) == {city: TIMES}
    counts = _picked([city, pet, diet], [city])
    assert _about(0.5, counts[pet])
    assert counts[city] == 0
    # Another person's question, and another form, is another question.
    assert _picked([city, _one(name="city", owner="bo")], [city]) == {_one(name="city", owner="bo"): TIMES}
    # A question before its disclosure makes the question more likely later.
    early = _one(ABSENT, "pet", purpose=NOT_YET)
    assert _picked([city, pet, diet], [early]) == {pet: TIMES}


def test_four_fifths_of_the_answerable_questions_rest_on_disclosures_that_are_not_open():
    sure, earned = _one(name="city"), _one(name="pet", is_sure=False)
    counts = _picked([sure, earned])
    assert _about(0.8, counts[earned])
    # The choice comes before the count of earlier questions.
    counts = _picked([sure, earned], [earned, earned])
    assert _about(0.8, counts[earned])


def test_a_third_of_the_unanswerable_questions_come_before_their_disclosure():
    never, early = _one(ABSENT, "pet"), _one(ABSENT, "city", purpose=NOT_YET)
    counts = _picked([never, early])
    assert _about(0.35, counts[early])
    assert _picked([never]) == {never: TIMES}


def test_an_unanswerable_question_is_mostly_about_the_sort_that_was_asked_most():
    rent, pet = _one(ABSENT, "rent"), _one(ABSENT, "pet")
    # The power of e is twice what the shape is ahead in standard deviations, and once what the sort is ahead.
    # Two answers are wanted for each question without. One city was asked for: (1 - 2) / sqrt(2) and 1, against -2 / 1
    # and 0.
    assert _about(1 / (1 + exp(-5 + sqrt(2))), _picked([rent, pet], [_one(name="city")])[pet])
    # After a pet in vain and a rent: (1 - 2 - 2) / sqrt(3) and -1, against (1 - 2) / sqrt(2) and 1.
    taken = [_one(name="city"), pet, _one(name="rent")]
    assert _about(1 / (1 + exp(-2 - 2 * sqrt(3) + sqrt(2))), _picked([rent, pet], taken)[rent])


def _likelier(counts, one):
    return counts[one] > 0.6 * TIMES


def test_an_unanswerable_question_is_about_what_was_asked_as_often_as_the_answerable_ones():
    """Three answerable questions about one attribute, so the control that was asked about twice comes mostly next."""
    again = 0
    for number in range(TIMES):
        quota = Quota({USER: 3, ABSENT: 1}, 8, ONTOLOGY)
        repeated, fresh = _one(ABSENT, "pet"), _one(ABSENT, "dish")
        for _ in range(2):
            quota.ask(repeated)
        for _ in range(3):
            quota.take(_one(name="city"))
        quota.take(_one(ABSENT, "diet"))
        again += quota.pick(_draws(number), [repeated, fresh]) == repeated
    # Answerable 1 and 1 for no and for two earlier questions; one without an answer counts 3 for none.
    assert _about(exp(1) / (exp(1) + exp(1 - 3)), again)


def test_by_how_many_the_answerable_ones_are_ahead_counts():
    rent, pet = _one(ABSENT, "rent"), _one(ABSENT, "pet")
    # Two answered and one not, against one of each. Bea was asked them, so nothing was asked about twice.
    city, diet, dear = (_one(name=name, owner="bea") for name in ("city", "diet", "rent"))
    no_rent, no_pet = rent._replace(owner="bea"), pet._replace(owner="bea")
    assert _likelier(_picked([rent, pet], [city, diet, no_pet, dear, no_rent]), pet)
    # Where two answers are wanted for each question without, two answered ones are even with one that is not.
    two = {USER: 2, ABSENT: 1}
    even = [city, diet, no_pet]
    assert _likelier(_picked([rent, pet], [*even, dear], two), rent)
    assert _likelier(_picked([rent, pet], [*even, dear, dear, no_rent, city], two), pet)
    # The country is of the shape of a pet, but of another sort: it follows from the city.
    country = _one(ABSENT, "country")
    assert _likelier(_picked([country, pet], [_one(name="city")]), pet)
    assert _likelier(_picked([country, rent], [_one(name="city")]), country)


def test_an_unanswerable_question_is_of_a_kind_that_could_still_be_asked():
    once, twice = _one(ABSENT, "pet", twin=USER), _one(ABSENT, "city", twin=UPDATE)
    taken = [_one(kind, owner="bea") for kind in (USER, USER, UPDATE)]  # of two and two wanted
    counts = _picked([once, twice], taken, {USER: 2, UPDATE: 2, ABSENT: 1}, total=5)
    assert counts == {twice: TIMES}


def test_what_is_expected_counts_before_it_is_taken_and_sets_the_odds():
    rent, pet = _one(ABSENT, "rent"), _one(ABSENT, "pet")
    quota = Quota({USER: 1, ABSENT: 1}, 8, ONTOLOGY)
    quota.expect([_one(name="city")])
    assert quota.pick(_draws(0), [rent, pet]) is pet
    city, diet, dear = (_one(name=name, owner="bea") for name in ("city", "diet", "rent"))
    answered, first, second = [city, diet, diet, diet, dear, dear], Counter(), Counter()
    for number in range(TIMES):
        quota = Quota({USER: 1, ABSENT: 1}, 8, ONTOLOGY)
        quota.expect(answered)  # so that six have an answer and at most two have none
        for one in answered:
            quota.take(one, expected=True)
        picked = quota.pick(_draws(number), [rent, pet])
        first[picked] += 1
        if picked is pet:
            of_cleo = [one._replace(owner="cleo") for one in (rent, pet)]  # who was asked nothing
            second[quota.pick(_draws(TIMES + number), of_cleo).attribute] += 1
    assert _likelier(first, pet)  # four are ahead against two
    assert second["rent"] > 0.6 * second.total()  # and now one against two, since one without stands for three


# ---------------------------------------------------------------- agendas and limits


def _order(*lengths):
    """Small talk in which each exchange has one of the lengths."""
    exchanges = [SmallTalk(f"x-{at}", ("Hm.",) * length) for at, length in enumerate(lengths)]
    return SmallTalkOrder(exchanges, SeedTree(0).draws())


def _composed(tells, raised, small_talk, number=0, lengths=(1, 1)):
    return compose(SeedTree(number), 3, tells, raised, _order(*lengths), small_talk=small_talk)


def test_an_agenda_greets_tells_anchors_first_and_closes():
    anchors = [tell("city", "Graz", "a", anchor=True), tell("wedding", "2025-06-14", "b", anchor=True)]
    tells = [tell("pet", "cat", "c"), *anchors]
    raised = [act(ActKind.ASK, "diet", "d")]
    orders = set()
    for number in range(20):
        agenda = _composed(tells, raised, 0.0, number)
        assert [one.kind for one in (agenda[0], agenda[-1])] == [ActKind.GREET, ActKind.CLOSE]
        assert [one.id for one in agenda[1:3]] == ["a", "b"]
        orders.add(tuple(one.id for one in agenda[3:-1]))
    assert orders == {("c", "d"), ("d", "c")}
    greet = act(ActKind.GREET, "pet", "g", probe="p")
    assert compose(SeedTree(0), 3, tells, raised, _order(1), greet, 0.0)[0] is greet


@pytest.mark.parametrize(
    ("acts", "share", "words"),
    [
        # share / (1 - share) messages for each act.
        (4, 0.0, {0}),
        (4, 0.5, {4}),
        (3, 0.25, {1}),
        (2, 0.2, {0, 1}),
        (6, 0.5, {6}),
        (7, 0.5, {6}),
        (1, 1.0, {6}),
        (4, 0.6, {6}),
        (3, 0.6, {4, 5}),
    ],
)
def test_small_talk_makes_up_its_share_of_a_session_with_six_messages_at_most(acts, share, words):
    tells = [tell("hobby", "chess", f"t{number}", anchor=number % 2 == 0) for number in range(acts)]
    seen = {sum(one.kind is ActKind.SMALL_TALK for one in _composed(tells, [], share, number)) for number in range(40)}
    assert seen == words
    assert MOST_SMALL_TALK == 6


def test_what_is_said_of_others_counts_as_talk_that_is_not_small():
    raised = [act(ActKind.GOSSIP, "pet", "g"), act(ActKind.MENTION, "pet", "m"), act(ActKind.ASK, "diet", "d")]
    agenda = _composed([tell("city", "Graz", "a")], raised, 0.5)  # 4 acts, 4 x .5 / .5 = 4 messages
    assert sum(one.kind is ActKind.SMALL_TALK for one in agenda) == 4


def test_without_a_share_there_are_one_or_two_messages_or_one_exchange():
    words = Counter(
        sum(one.kind is ActKind.SMALL_TALK for one in _composed([], [], None, number)) for number in range(TIMES)
    )
    assert set(words) == {1, 2}
    assert _about(0.5, words[1])
    agendas = [_composed([], [], None, number, lengths=(2, 3)) for number in range(20)]
    assert {sum(one.kind is ActKind.SMALL_TALK for one in agenda) for agenda in agendas} == {1}


@pytest.mark.parametrize(
    ("acts", "lengths", "seen"),
    [
        # 4 x .5 / .5 = 4 messages, which are 2 exchanges of 2 messages, or 1 or 2 of 2.5 on average.
        (4, (2, 2), {2}),
        (4, (2, 3), {1, 2}),
        # 6 messages at most are 2 exchanges of 3.
        (40, (3, 3), {2}),
    ],
)
def test_the_share_of_small_talk_counts_messages_and_not_exchanges(acts, lengths, seen):
    tells = [tell("hobby", "chess", f"t{number}") for number in range(acts)]
    agendas = [_composed(tells, [], 0.5, number, lengths) for number in range(40)]
    assert {sum(one.kind is ActKind.SMALL_TALK for one in agenda) for agenda in agendas} == seen


def test_acts_of_small_talk_name_the_next_exchanges_of_the_life():
    order, fresh = _order(1, 1, 1, 1), _order(1, 1, 1, 1)
    tells = [tell("pet", "cat", "a"), tell("diet", "vegan", "b")]
    for place in (1, 2):
        agenda = compose(SeedTree(0), place, tells, [], order, small_talk=0.5)
        named = {one.other for one in agenda if one.kind is ActKind.SMALL_TALK}
        assert named == {fresh.take(TalkMoment()).id, fresh.take(TalkMoment()).id}


def test_rounds_count_pieces_and_messages_of_small_talk():
    small_talk = {"x-1": SmallTalk("x-1", ("Hm.", "Oh.", "Ah."))}
    talk = act(ActKind.SMALL_TALK, id="t")
    pieces = replace(tell("pet", "cat", "a"), phrasing=DisclosurePhrasing.PIECEMEAL)
    assert rounds_of(replace(talk, other="x-1"), small_talk) == 3
    assert rounds_of(talk, small_talk) == 1
    assert rounds_of(pieces, small_talk) == 2
    assert rounds_of(tell("pet", "cat", "a"), small_talk) == 1
    assert [rounds_of(act(kind, id="g"), small_talk) for kind in (ActKind.GREET, ActKind.CLOSE)] == [0, 0]


def test_a_half_exchange_of_small_talk_is_rounded_by_a_draw():
    tells = [tell("pet", "cat", "a"), tell("diet", "vegan", "b")]
    # 2 x .2 / .8 = .5.
    words = [sum(one.kind is ActKind.SMALL_TALK for one in _composed(tells, [], 0.2, n)) for n in range(TIMES)]
    assert _about(0.5, sum(words))


QUESTIONS = [act(ActKind.ASK, "city", f"a{number}") for number in range(200)]
QUESTIONS += [act(ActKind.REQUEST, "city", f"r{number}") for number in range(200)]


def test_a_limit_is_a_deadline_or_a_time_for_the_answer_and_each_is_drawn_from_its_range():
    limited = with_limits(QUESTIONS, SeedTree(3), 1.0, day(4))
    due = [one.due - day(4) for one in limited if one.due is not None]
    within = [one.within for one in limited if one.within is not None]
    assert all((one.due is None) is not (one.within is None) for one in limited)
    assert _about(0.5, len(due))
    # Ten to 25 minutes after the start, one to four minutes for an answer, both ends included.
    assert {(one / MINUTE) for one in due} == set(range(10, 26))
    seconds = [one.total_seconds() for one in within]
    assert 60 <= min(seconds) <= 65
    assert 235 <= max(seconds) <= 240


def test_the_share_decides_how_many_questions_have_a_limit():
    some = with_limits(QUESTIONS, SeedTree(3), 0.25, day(4))
    limited = [one for one in some if one.due or one.within]
    assert _about(0.25, len(limited))
    assert with_limits(QUESTIONS, SeedTree(3), 0.0, day(4)) == QUESTIONS
    # A larger share limits the same questions and more, each alike.
    more = {one.id: one for one in with_limits(QUESTIONS, SeedTree(3), 0.5, day(4))}
    assert all(more[one.id] == one for one in limited)


@pytest.mark.parametrize("kind", [kind for kind in ActKind if kind not in (ActKind.ASK, ActKind.REQUEST)])
def test_other_acts_have_no_limit(kind):
    others = [act(kind, "city", f"x{number}") for number in range(5)]
    assert with_limits(others, SeedTree(3), 1.0, day(4)) == others
