"""Seeded faults: for each code of a problem a change to a sound scenario that makes it unsound in that phrasing.

A change raises `LookupError` where the scenario has nothing that it could spoil; another one is tried then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from scenario_edits import (
    DAY,
    ONTOLOGY,
    act,
    acts,
    added,
    anchor,
    asking,
    asks_unresolved_for_no_date,
    contrasts,
    fact,
    first,
    in_band,
    moved,
    other_person,
    other_value,
    out,
    plain_tell,
    probe,
    term_fact,
    with_act,
    with_fact,
    with_person,
    with_persona,
    with_probe,
    with_project,
    with_rule,
    with_session,
)

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, DisclosurePhrasing, Form, ProbeKind, RuleDisclosure
from regulars.scenarios.language.exchanges import TalkMoment
from regulars.scenarios.language.packs import Language
from regulars.scenarios.planning.sharing import MARK
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, Conduct, Persona, Project, StandingRule


def two_values(s):
    chosen = term_fact(s)
    owner = s.persons[0]
    more = replace(chosen, id="xx", value=other_value(chosen.attribute, chosen.value), since=chosen.since + DAY)
    return with_person(s, owner, facts=(*owner.facts, more))


def out_of_season(s):
    """Small talk that does not suit the time at which a person of the scenario talks, who does not say it yet."""
    talk = act(s, ActKind.SMALL_TALK)
    start = next(one.start for one in s.sessions if talk in one.agenda)
    said = {one.other for _, one in acts(s, ActKind.SMALL_TALK)}
    others = (one for one in Language.load(s.language).small_talk.values() if one.id not in said)
    return with_act(s, talk, other=first(one.id for one in others if not one.suits(TalkMoment.of(Persona(), start))))


def excluded_value(s):
    """A value of another fact that the ontology rules out, put beside what rules it out."""
    for owner in s.persons:
        for one in owner.facts:
            for other, excluded in ONTOLOGY.attribute(one.attribute).excludes.items():
                values = excluded.get(one.value, ())
                if values and not ONTOLOGY.attribute(other).is_chosen:
                    facts = tuple(f for f in owner.facts if f.attribute != other)
                    more = replace(one, id="xx", attribute=other, value=values[0])
                    return with_person(s, owner, facts=(*facts, more))
    raise LookupError


def shared_value(s):
    pairs = ((one, other) for person in s.persons[1:] for one in s.persons[0].facts for other in person.facts)
    alike = ((one, other) for one, other in pairs if one.attribute == other.attribute)
    one, other = first(pair for pair in alike if ONTOLOGY.attribute(pair[0].attribute).grid())
    return with_fact(s, one, value=other.value)


def shared_anchor(s):
    anchors = (fact(s, one.fact) for session in s.sessions for one in session.agenda if one.anchor)
    told = first(one for one in anchors if ONTOLOGY.attribute(one.attribute).grid())
    other = first(person for person in s.persons if person.id != told.person)
    copied = replace(told, id="copied", person=other.id)
    return replace(with_person(s, other, facts=(*other.facts, copied)), marks={**s.marks, MARK: "1"})


def mentioned_untold(s):
    told = {one.fact for session in s.sessions for one in session.agenda}
    names = {fact(s, id).attribute for id in told if id}
    chosen = act(s, ActKind.MENTION, lambda o, a: a.other == "again")
    owner = first(o.person for o in s.sessions if any(one is chosen for one in o.agenda))
    people = (fact for person in s.persons if person.id == owner for fact in person.facts)
    held = first(f for f in people if f.attribute not in names and f.until is None and f.since < s.start)
    return with_act(s, chosen, attribute=held.attribute, options=(held.value,), target=held.id)


def changed_event(s, **changes):
    owner = first(p for p in s.persons if p.events)
    event = owner.events[0]
    values = {name: value(event) for name, value in changes.items()}
    return with_person(s, owner, events=(replace(event, **values), *owner.events[1:]))


def anchored_asked(s):
    session, told = first(acts(s, ActKind.TELL, lambda s, a: a.anchor))
    quiz = act(s, ActKind.ASK, lambda one, a: one.person == session.person)
    asked = probe(s, lambda p: p.id == quiz.probe)
    return with_probe(with_act(s, quiz, attribute=told.attribute), asked, attribute=told.attribute)


def anchor_behind(s):
    session, told = first(acts(s, ActKind.TELL, lambda s, a: a.anchor))
    return with_session(s, session.number, agenda=(*(a for a in session.agenda if a.id != told.id), told))


def anchor_updated(s):
    twice = Counter((one.person, a.attribute) for one, a in acts(s, ActKind.TELL, lambda s, a: a.anchor))
    slot = first(slot for slot, count in twice.items() if count > 1)
    told = acts(s, ActKind.TELL, lambda one, a: a.anchor and (one.person, a.attribute) == slot)
    return with_act(s, told[-1][1], anchor=False)


def chatter(s):
    talk = replace(act(s, ActKind.SMALL_TALK), other="")
    return added(s, s.sessions[0], *(replace(talk, id=f"x{number}") for number in range(30)))


def ended_first(s):
    """The end of something in the session before it is told."""
    session, over = first(acts(s, ActKind.END))
    told = first(a for _, a in acts(s, ActKind.TELL, lambda one, a: a.fact == over.fact))
    later = first(one.number for one in s.sessions if one.person == session.person and one.number > session.number)
    return moved(s, told, later)


def forgotten_end(s):
    session, over = first(acts(s, ActKind.END))
    return added(s, session, Act("xx", ActKind.FORGET, attribute=over.attribute))


def all_ruled_out(s):
    """A choice of which what is told by then leaves nothing."""
    plan = Planned(s, ONTOLOGY)
    for session, choice, moment in plan.delegations.values():
        ruled = list(plan.ruled_out(session.person, choice.attribute, moment))
        if len(ruled) > 1:
            spoiled = with_act(s, choice, options=tuple(ruled[:2]))
            asked = [p for p in s.probes if p.id == choice.probe]
            return with_probe(spoiled, asked[0], value="|".join(ruled[:2])) if asked else spoiled
    raise LookupError


def all_rules(s, shown, /, **changes):
    """All rules of somebody who has one that becomes known in a phrasing."""
    person = first(p for p in s.persons if any(rule.shown is shown for rule in p.rules))
    return with_person(s, person, rules=tuple(replace(rule, **changes) for rule in person.rules))


def rival_rule(s):
    """A rule beside another that cannot be kept with it."""
    person = first(p for p in s.persons if p.rules)
    for rule in person.rules:
        for setting in sorted(load_rules()[rule.kind].settings[rule.setting].conflicts):
            kind, _, name = setting.partition(".")
            rival = StandingRule("xx", kind, name, rule.since, None, RuleDisclosure.NEVER)
            return with_person(s, person, rules=(*person.rules, rival))
    rule = person.rules[0]
    rival = replace(rule, id="xx", setting=first(n for n in load_rules()[rule.kind].settings if n != rule.setting))
    return with_person(s, person, rules=(*person.rules, replace(rival, shown=RuleDisclosure.NEVER)))


def distasteful_rule(s, weight):
    """Somebody dislikes what a rule of theirs wants, or likes what cannot be beside it."""
    for person in s.persons:
        for rule in person.rules:
            setting = load_rules()[rule.kind].settings[rule.setting]
            rivals = sorted(setting.conflicts) if weight > 0 else [setting.id]
            for rival in rivals:
                tastes = {**person.persona.tastes, rival: str(weight)}
                return with_person(s, person, persona=replace(person.persona, tastes=tastes))
    raise LookupError


def absurd_person(s):
    """Somebody with two traits that exclude each other."""
    person = s.persons[0]
    traits = (*person.persona.traits, "talkative", "taciturn")
    return with_person(s, person, persona=replace(person.persona, traits=traits))


def late_rule(s):
    """A question about a rule that begins only after it."""
    asked = out(s, ProbeKind.RULE_KEEPING)
    person = s.person(asked.owner)
    kind = asked.value.partition(":")[0]
    rules = tuple(replace(r, since=asked.time + DAY, until=None) if r.kind == kind else r for r in person.rules)
    return with_person(s, person, rules=rules)


def early_state(s):
    """A project that comes to something before it is begun."""
    session, begun = first(acts(s, ActKind.PLAN, lambda one, a: a.other == "create" and one.number < len(s.sessions)))
    later = first(o for o in s.sessions if o.number > session.number and o.person == session.person)
    state = Act("xx", ActKind.PLAN, other="update", target=begun.target)
    return added(moved(s, begun, later.number), session, state)


def consulted(s, late=False):
    """Somebody asks how to proceed with a project before it is begun, or when it is over."""
    for session, move in acts(s, ActKind.PLAN):
        if move.other in (("cancel", "finish") if late else ("create",)):
            asking = Act("xx", ActKind.CONSULT, target=move.target)
            agenda = (*session.agenda, asking) if late else (asking, *session.agenda)
            return with_session(s, session.number, agenda=agenda)
    raise LookupError


def hidden_source(s):
    """A question of a special kind whose only source is told on request."""
    plan = Planned(s, ONTOLOGY)
    asked = probe(
        s,
        lambda p: (
            p.kind in ("recall-facts", "single-hop", "episodic-cue")
            and plan.known(p.owner, p.attribute, plan.moment(p))
        ),
    )
    source = plan.known(asked.owner, asked.attribute, plan.moment(asked))[0]
    return with_act(s, source.act, mode=DisclosureMode.ASKED)


def known_control(s):
    """Contrast pairs that both have an answer: the control asks for the same as the question."""
    one, other = contrasts(s, ProbeKind.SINGLE_HOP)
    plan = Planned(s, ONTOLOGY)
    told = one if plan.known(one.owner, one.attribute, plan.moment(one)) else other
    control = other if told is one else one
    return with_probe(s, control, attribute=told.attribute, value="")


def answer_in_goal(s):
    """A goal that names what is asked for."""
    plan = Planned(s, ONTOLOGY)
    for asked in s.probes:
        value = plan.latest(asked.owner, asked.attribute, plan.moment(asked))
        if asked.form is Form.VALUE and value and ONTOLOGY.attribute(asked.attribute).type == "term":
            person = s.person(asked.owner)
            project = Project("xx", "travel", f"a journey because of {value}", s.start)
            if asked.kind in ("single-session-user", "single-hop"):
                return with_person(s, person, projects=(*person.projects, project))
    raise LookupError


def supposed_gold(s):
    """A question that supposes what is right."""
    plan = Planned(s, ONTOLOGY)
    for asked in s.probes:
        value = plan.latest(asked.owner, asked.attribute, plan.moment(asked))
        if asked.kind == ProbeKind.COUNTERFACTUAL and value:
            return with_probe(s, asked, value=value)
    raise LookupError


def assumed(s, value):
    _, told = first(
        acts(s, ActKind.TELL, lambda one, a: a.fact and "assumed" in ONTOLOGY.attribute(a.attribute).phrases)
    )
    return with_act(s, told, phrasing=DisclosurePhrasing.ASSUMED, other=value(fact(s, told.fact)))


def alike_probe(s):
    asked = probe(s, lambda p: p.band is Band.OUT and not p.contrast)
    return replace(s, probes=tuple(q for p in s.probes for q in ([p, replace(p, id="xx")] if p is asked else [p])))


def wrong_clock(s):
    """A session at an offset that its person's zone does not have then."""
    session = first(s.sessions)
    person = s.person(session.person)
    elsewhere = session.start.astimezone(type(session.start.tzinfo)(timedelta(hours=1)))
    persona = replace(person.persona, zone="Asia/Tokyo")
    return with_person(with_session(s, 1, start=elsewhere), person, persona=persona)


def shown_without_words(scenario):
    """Everybody is sceptical as well, for which the pack has no lines."""
    persons = tuple(
        replace(one, persona=replace(one.persona, traits=(*one.persona.traits, "sceptical")))
        for one in scenario.persons
    )
    return with_act(replace(scenario, persons=persons), act(scenario, ActKind.SHOW), other="sceptical")


FAULTS = {
    # ids and people
    "duplicate-id": lambda s: with_act(s, act(s, ActKind.SMALL_TALK), id=plain_tell(s).id),
    "empty-id": lambda s: with_probe(s, in_band(s), id=""),
    "unknown-person": lambda s: with_probe(s, in_band(s), owner="nobody"),
    "no-person": lambda s: replace(s, persons=()),
    "no-session": lambda s: replace(s, sessions=()),
    "impossible-persona": lambda s: with_person(s, s.persons[0], persona=replace(s.persons[0].persona, patience=0.0)),
    "persona-clash": absurd_person,
    "persona-conduct": lambda s: with_person(
        s, s.persons[0], persona=replace(s.persons[0].persona, conduct=Conduct(half=0.6, silent=0.6))
    ),
    "unknown-language": lambda s: replace(s, language="klingon"),
    "unknown-phrasing": lambda s: replace(s, phrasing="sung"),
    "renaming": lambda s: with_person(s, s.persons[-1], renamed="Zoe", renamed_at=None),
    # calendar
    "no-zone": lambda s: with_session(s, 4, start=s.sessions[3].start.replace(tzinfo=None)),
    "session-number": lambda s: with_session(s, 4, number=40),
    "before-start": lambda s: with_session(s, 1, start=s.start - DAY),
    "time-backwards": lambda s: with_session(s, 4, start=s.sessions[2].start - timedelta(hours=1)),
    "session-overlap": lambda s: with_session(s, 4, start=s.sessions[2].start + timedelta(minutes=5)),
    "session-length": lambda s: with_session(s, 4, budget=timedelta(0)),
    "session-empty": lambda s: with_session(s, 4, agenda=()),
    "session-day": wrong_clock,
    "unknown-zone": lambda s: with_person(s, s.persons[0], persona=replace(s.persons[0].persona, zone="Mars/Olympus")),
    # constraints of time
    "no-window": lambda s: with_persona(s, windows=("evening",)),
    "no-recurrence": lambda s: with_persona(s, engagements=("every other tuesday",)),
    "engaged": lambda s: with_persona(s, engagements=(f"every day from {s.start.date()}",)),
    "no-time": lambda s: with_persona(s, windows=("3-4",)),
    "limit-kind": lambda s: with_act(s, act(s, ActKind.SMALL_TALK), within=timedelta(minutes=1)),
    "deadline-passed": lambda s: with_act(s, asking(s), due=s.start),
    "limit": lambda s: with_act(s, asking(s), within=timedelta(hours=2)),
    "order": lambda s: with_act(s, asking(s), after=s.sessions[-1].agenda[-1].id),
    "cool-down": lambda s: with_act(s, asking(s), after=s.sessions[0].agenda[0].id, rest=24.0 * 365),
    # lives
    "fact-interval": lambda s: with_fact(s, term_fact(s), until=term_fact(s).since),
    "unknown-value": lambda s: with_fact(s, term_fact(s), value="plaid"),
    "contradiction": two_values,
    "excluded-value": excluded_value,
    "event-time": lambda s: changed_event(s, time=lambda event: event.time + DAY),
    "unknown-fact": lambda s: changed_event(s, begins=lambda event: ("gone",)),
    "shared-value": shared_value,
    "shared-values": lambda s: replace(s, marks={**s.marks, MARK: "9"}),
    "shared-anchor": shared_anchor,
    "unknown-attribute": lambda s: with_fact(s, term_fact(s), attribute="hat"),
    # disclosures
    "foreign-fact": lambda s: with_fact(
        s, fact(s, plain_tell(s).fact), person=other_person(s, fact(s, plain_tell(s).fact).person)
    ),
    "told-too-early": lambda s: with_fact(s, fact(s, plain_tell(s).fact), since=s.sessions[-1].start + DAY),
    "told-too-late": lambda s: with_fact(s, fact(s, plain_tell(s).fact), until=s.start),
    "told-twice": lambda s: added(s, s.sessions[-1], replace(plain_tell(s), id="xx")),
    "told-phrasing": lambda s: with_act(
        s,
        act(s, ActKind.TELL, lambda o, a: a.fact and "assumed" not in ONTOLOGY.attribute(a.attribute).phrases),
        phrasing=DisclosurePhrasing.ASSUMED,
    ),
    "told-granularity": lambda s: with_act(s, plain_tell(s), granularity="decade"),
    "act-attribute": lambda s: with_act(s, plain_tell(s), attribute=anchor(s).attribute),
    "assumed-value": lambda s: assumed(s, lambda told: told.value),
    "anchor-mode": lambda s: with_act(s, anchor(s), mode=DisclosureMode.ASKED),
    "anchor-place": anchor_behind,
    "anchor-asked": anchored_asked,
    "anchor-updated": anchor_updated,
    "anchor-unprobed": lambda s: replace(s, probes=tuple(replace(p, anchor=False) for p in s.probes)),
    "agenda-too-long": chatter,
    "unknown-small-talk": lambda s: with_act(s, act(s, ActKind.SMALL_TALK), other="kitchen-99"),
    "unsuitable-small-talk": out_of_season,
    "small-talk-twice": lambda s: added(s, s.sessions[0], replace(act(s, ActKind.SMALL_TALK), id="x")),
    "options": lambda s: with_act(s, act(s, ActKind.DELEGATE), options=("Rex", "Bello")),
    "no-option-left": all_ruled_out,
    # incidents
    "ended-untold": ended_first,
    "ended-too-early": lambda s: with_fact(s, fact(s, act(s, ActKind.END).fact), until=None),
    "ended-forgotten": forgotten_end,
    "forgot-untold": lambda s: with_act(s, act(s, ActKind.FORGET), attribute=untold(s, act(s, ActKind.FORGET))),
    "remind-untold": lambda s: with_act(s, act(s, ActKind.REMIND), attribute=untold(s, act(s, ActKind.REMIND))),
    "remind-unmet": lambda s: with_probe(s, probe(s, lambda p: p.form is Form.MENTION), target="gone"),
    "show-trait": lambda s: with_act(s, act(s, ActKind.SHOW), other="invented"),
    "show-words": shown_without_words,
    "claimed-value": lambda s: with_act(s, act(s, ActKind.RELAY), other="plaid"),
    "mention-sort": lambda s: with_act(s, act(s, ActKind.MENTION), other="sung"),
    "mention-value": lambda s: with_act(s, act(s, ActKind.MENTION, lambda o, a: not a.target), options=()),
    "mention-time": lambda s: with_act(s, act(s, ActKind.MENTION, lambda o, a: a.other == "former"), other="again"),
    "mention-untold": mentioned_untold,
    "gossip-value": lambda s: with_act(s, act(s, ActKind.GOSSIP), options=("plaid",)),
    "outcome": lambda s: with_act(
        s, act(s, ActKind.TELL, lambda o, a: a.mode is DisclosureMode.OUTCOME), target="gone"
    ),
    # rules and projects
    "unknown-rule": lambda s: with_rule(s, setting="sung"),
    "rule-interval": lambda s: with_rule(s, until=s.start - 9 * DAY),
    "rule-conflict": rival_rule,
    "rule-taste": lambda s: distasteful_rule(s, -0.4),
    "rule-unsaid": lambda s: all_rules(s, RuleDisclosure.NEVER, shown=RuleDisclosure.STATED),
    "wish-rule": lambda s: with_act(s, act(s, ActKind.WISH), target="gone"),
    "wish-time": lambda s: all_rules(s, RuleDisclosure.STATED, since=s.sessions[-1].start + DAY),
    "unknown-project": lambda s: with_project(s, domain="alchemy"),
    "plan-project": lambda s: with_act(s, act(s, ActKind.PLAN), other="sung"),
    "plan-order": early_state,
    "consult-project": lambda s: added(s, s.sessions[-1], Act("xx", ActKind.CONSULT, target="gone")),
    "consult-time": consulted,
    # probes
    "probe-order": lambda s: replace(s, probes=s.probes[::-1]),
    "probe-gold": lambda s: with_probe(s, in_band(s), gold="Bergen"),
    "probe-session": lambda s: with_probe(s, in_band(s), session=len(s.sessions) + 1),
    "probe-time": lambda s: with_probe(s, out(s, "abstention"), time=s.sessions[6].start + timedelta(minutes=3)),
    "probe-form": lambda s: with_probe(s, out(s, "single-session-user"), form=Form.SET),
    "probe-field": lambda s: with_probe(s, in_band(s), other="home_city"),
    "unknown-kind": lambda s: with_probe(s, in_band(s), kind="riddle"),
    "probe-kind": lambda s: with_probe(s, out(s, "temporal"), kind="single-session-user"),
    "probe-choice": lambda s: with_probe(s, probe(s, lambda p: p.form is Form.CHOICE), target="gone"),
    "probe-answerable": lambda s: with_probe(s, out(s, "single-session-user"), kind="abstention"),
    "probe-unreachable": lambda s: with_probe(s, probe(s, asks_unresolved_for_no_date), kind="single-session-user"),
    "probe-rule": late_rule,
    "probe-mode": hidden_source,
    "probe-anchor": lambda s: with_probe(s, probe(s, lambda p: p.kind == "abstention"), anchor=True),
    "probe-act": lambda s: with_act(s, act(s, ActKind.ASK), kind=ActKind.SMALL_TALK, probe=""),
    "act-probe": lambda s: with_act(s, act(s, ActKind.ASK), probe="gone"),
    "duplicate-probe": alike_probe,
    "contrast-unknown": lambda s: with_probe(s, contrasts(s)[0], contrast="gone"),
    "contrast-one-sided": lambda s: with_probe(s, contrasts(s)[0], contrast=""),
    "contrast-moment": lambda s: with_probe(s, contrasts(s)[0], time=contrasts(s)[0].time + timedelta(minutes=1)),
    "contrast-kind": lambda s: with_probe(s, contrasts(s, "adversarial")[0], kind="single-hop"),
    "contrast-alike": known_control,
    # words
    "leaked-answer": answer_in_goal,
    "value-is-gold": supposed_gold,
}
"""By code: what is done to a sound scenario."""


def untold(s, wish):
    """An attribute that the wish's person never tells."""
    session = first(one for one, a in acts(s, wish.kind) if a is wish)
    told = {a.attribute for one, a in acts(s, ActKind.TELL) if one.person == session.person}
    return first(a.name for a in ONTOLOGY if a.is_told and a.name not in told)
