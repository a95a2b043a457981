"""Thompson sampling over what one person may want of replies, learnt from whether replies pleased.

What is believed of a person is a `WishPosterior`. A reply is made with settings drawn from it, knob by knob (Thompson
1933); a knob at which none is likely to be wanted stays neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from regulars.memory.learning.wish_posterior import Prior, WishPosterior
from regulars.seeding import Draws

__all__ = ["Prior", "WishPosterior", "choose_settings"]


def choose_settings(
    posterior: WishPosterior,
    knobs: Mapping[str, Iterable[str]],
    draws: Callable[[str], Draws],
) -> list[tuple[str, str]]:
    """One draw from the posteriors: the settings to reply with, those most likely wanted first.

    Args:
        posterior: What is believed of the person.
        knobs: By knob: its settings.
        draws: From a knob to its draws.

    Returns:
        Pairs of knob and setting; a knob that stays neutral is not among them.
    """
    neutral = posterior.prior.neutral
    found: list[tuple[float, str, str]] = []
    for knob, settings in knobs.items():
        own = draws(knob)
        level = own.beta(*neutral) if neutral is not None else -1.0
        best, name = max((own.beta(*posterior.beta(f"{knob}.{setting}")), setting) for setting in settings)
        if best > level:
            found.append((best, knob, name))
    found.sort(reverse=True)
    return [(knob, name) for _, knob, name in found]
