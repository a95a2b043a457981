"""What an asked probe asks for, in the form from which the scripted assistant answers (`Question`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.agents.assistant.question_parsing import Question
from regulars.scenarios.kinds import Form, ProbeKind

if TYPE_CHECKING:
    from regulars.envs.probes.gold import AskedProbe
    from regulars.scenarios.language.packs import Language


def question_of(asked: AskedProbe, language: Language) -> Question:
    """The question of an asked probe: what its words say, and no answer."""
    probe, slots = asked.probe, asked.resolution.slots
    day = probe.value if probe.kind == ProbeKind.EPISODIC_CUE else ""
    entry = language.insights.get(probe.context) if probe.form is Form.OPTION else None
    names = (entry.first.attribute, entry.second.attribute) if entry is not None else (probe.attribute, probe.other)
    key = asked.resolution.expectation
    options = key.options if key is not None and probe.form is Form.OPTION else ()
    value = slots.get("value", "")
    return Question(probe.kind, probe.form, *names, value=value, day=day, options=options, context=probe.context)
