"""Thompson sampling over the wishes of one person, learned from whether replies pleased.

A `WishPosterior` holds what is believed of a person. Each reply draws its settings from it, one style attribute at a
time (Thompson 1933). A style attribute stays neutral if no setting is likely to be wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from regulars.memory.parts.learning.wish_posterior import WishPosterior
from regulars.seeding import Draws


def choose_settings(
    posterior: WishPosterior,
    style_attributes: Mapping[str, Iterable[str]],
    draws: Callable[[str], Draws],
) -> list[tuple[str, str]]:
    """Draws the settings of a reply from the posteriors, the most likely wanted first.

    Args:
        posterior: What is believed of the person.
        style_attributes: The settings of each style attribute.
        draws: The random draws for a style attribute.

    Returns:
        Pairs of style attribute and setting; a style attribute that stays neutral is not among them.
    """
    neutral = posterior.prior.neutral
    found: list[tuple[float, str, str]] = []
    for style_attribute, settings in style_attributes.items():
        own = draws(style_attribute)
        level = own.beta(*neutral) if neutral is not None else -1.0
        best, name = max((own.beta(*posterior.beta(f"{style_attribute}.{setting}")), setting) for setting in settings)
        if best > level:
            found.append((best, style_attribute, name))
    found.sort(reverse=True)
    return [(style_attribute, name) for _, style_attribute, name in found]
