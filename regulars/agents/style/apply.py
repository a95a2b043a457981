"""Rewrites a plain reply so that it keeps standing rules.

Each check has a repair, which proposes texts that keep the rule, the least changed first. The proposal that breaks the
fewest of all wanted settings wins. Broken settings are tried again until none is left or nothing helps, so the result
is a witness that the settings can be kept together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from regulars.agents.style.repairs import REPAIRS
from regulars.agents.style.rules import default_book
from regulars.dialogue import PlanAct
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion, has_words
from regulars.scenarios.rules.standing import RuleSetting

PASSES = 6
"""The number of passes over broken settings."""

PROPOSALS = 48
"""The number of a repair's proposals that are tried."""

REPLIES = 4096
"""The number of rewritten replies that are cached: people with the same wishes often get the same words."""

BASES: tuple[tuple[str, Occasion], ...] = (
    ("It is Bergen.", Occasion("Where did I say that I live now?", asked=True)),
    ("As far as I know, it is 14 May 2025.", Occasion("When is my exam again?", asked=True)),
    ("You have told me of Bergen, Oslo and Graz.", Occasion("Which towns have I told you of so far?", asked=True)),
    ("That is 1250 euros.", Occasion("What do I pay for the flat?", asked=True, opening=True)),
    ("I don't know that; you have not told me.", Occasion("What is my boat called?", asked=True, act=PlanAct.ABSTAIN)),
    ("Good to know.", Occasion("My sister came to visit.", act=PlanAct.ACKNOWLEDGE, opening=True)),
    ("I would go with Bergen.", Occasion("Which one would you take?", asked=True, act=PlanAct.CONFIRM)),
)
"""Plain replies for trying rules: one for each act, with and without a date or a number."""

_NAME = "Anna"


def apply_style(text: str, settings: Mapping[str, str], occasion: Occasion) -> str:
    """Rewrites a reply so that it keeps settings, as far as possible.

    Args:
        text: The plain reply.
        settings: From style attribute to setting.
        occasion: What surrounds the reply; its `name`, `date` and `told` supply what a setting has to name.

    Returns:
        The text found that breaks the fewest settings; `text` itself if it breaks none.

    Raises:
        ConfigurationError: A style attribute or setting is unknown.

    Example:
        >>> apply_style("It is Bergen.", {"address": "first_name"}, Occasion(name="Anna"))
        'It is Bergen, Anna.'
    """
    return _applied(text, tuple(settings.items()), occasion) if settings else text


@lru_cache(maxsize=REPLIES)
def _applied(text: str, settings: tuple[tuple[str, str], ...], occasion: Occasion) -> str:
    book = default_book()
    wanted = _Wanted([book.setting(style_attribute, name) for style_attribute, name in settings], occasion)
    best, least = text, len(wanted.broken_by(text))
    for turn in range(len(settings)):
        if not least:
            break
        found = _gone_through(text, wanted.from_place(turn))
        left = len(wanted.broken_by(found))
        if left < least:
            best, least = found, left
    return best


class _Wanted:
    """The settings that a reply must keep on an occasion; caches which settings each text breaks, and its repairs.

    The caches help because the orders of settings share most of their proposals, and the order changes no repair.
    """

    def __init__(
        self,
        settings: Sequence[RuleSetting],
        occasion: Occasion,
        found: dict[str, dict[str, bool | None]] | None = None,
        repaired: dict[tuple[str, str], str] | None = None,
    ) -> None:
        self.settings = settings
        self.occasion = occasion
        self._named = [(setting, setting.id) for setting in settings]
        self._found: dict[str, dict[str, bool | None]] = {} if found is None else found
        self._repaired: dict[tuple[str, str], str] = {} if repaired is None else repaired

    def from_place(self, place: int) -> _Wanted:
        """The same settings in another order: rotated to start at `place`."""
        rotated = [*self.settings[place:], *self.settings[:place]]
        return _Wanted(rotated, self.occasion, self._found, self._repaired)

    def repaired(self, text: str, setting: RuleSetting) -> str:
        """The text repaired so that it keeps one of the settings."""
        key = text, setting.id
        if key not in self._repaired:
            self._repaired[key] = _repaired(text, setting, self)
        return self._repaired[key]

    def keeps(self, text: str, setting: RuleSetting) -> bool | None:
        """Whether a text keeps a setting; None if the text gives no opportunity to."""
        return self._keeps(text, self._found.setdefault(text, {}), setting, setting.id)

    def _keeps(self, text: str, known: dict[str, bool | None], setting: RuleSetting, id: str) -> bool | None:
        if id not in known:
            known[id] = comply(text, self.occasion, setting.check, setting.opportunity, setting.parameters)
        return known[id]

    def broken_by(self, text: str, most: int | None = None) -> list[RuleSetting]:
        """The settings that a text breaks; stops searching after `most`."""
        broken: list[RuleSetting] = []
        known = self._found.setdefault(text, {})
        for setting, id in self._named:
            if (known[id] if id in known else self._keeps(text, known, setting, id)) is False:
                broken.append(setting)
                if most is not None and len(broken) >= most:
                    break
        return broken


def _gone_through(text: str, wanted: _Wanted) -> str:
    """`text` repaired setting by setting in that order, until nothing is broken or nothing helps."""
    best, least = text, len(wanted.settings) + 1
    tried: set[str] = set()
    for _ in range(PASSES):
        if text in tried:  # from here on the passes go round in a circle
            break
        tried.add(text)
        broken = wanted.broken_by(text)
        if len(broken) < least:
            best, least = text, len(broken)
        if not broken:
            break
        for setting in broken:
            if wanted.keeps(text, setting) is False:
                text = wanted.repaired(text, setting)
    return best


def _repaired(text: str, setting: RuleSetting, wanted: _Wanted) -> str:
    """The proposal that breaks the fewest wanted settings and keeps this one; `text` if there is none."""
    best, least = text, len(wanted.settings) + 1
    proposals: Iterator[str] = REPAIRS[setting.check](text, wanted.occasion, setting.parameters)
    for _, proposal in zip(range(PROPOSALS), proposals, strict=False):
        if not has_words(proposal) or wanted.keeps(proposal, setting) is False:
            continue
        broken = len(wanted.broken_by(proposal, least))
        if broken < least:
            best, least = proposal, broken
        if not broken:
            break
    return best


def compose_witness(rules: Sequence[tuple[str, str]], occasion: Occasion, text: str = "") -> str | None:
    """A reply that keeps all rules on an occasion; None if none was found.

    Args:
        rules: Pairs of style attribute and setting, of different style attributes.
        occasion: What surrounds the reply.
        text: The plain reply; empty for the one that belongs to the occasion's act.
    """
    settings = dict(rules)
    text = text or next((base for base, around in BASES if around.act is occasion.act), BASES[0][0])
    reply = apply_style(text, settings, occasion)
    book = default_book()
    if any(book.keeps(reply, occasion, style_attribute, name) is False for style_attribute, name in settings.items()):
        return None
    return reply


def has_witness(rules: Sequence[tuple[str, str]]) -> bool:
    """Whether the rules of one person can be kept together, in each of `BASES`."""
    return all(
        compose_witness(rules, replace(occasion, name=occasion.name or _NAME), text) is not None
        for text, occasion in BASES
    )
