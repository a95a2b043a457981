r"""Makes text of users and assistants safe to print: a reply may hold anything, and a terminal obeys some of it.

Control characters, such as those of ANSI codes, marks that turn the direction of writing, invisible characters and lone
surrogates are shown as Python writes them: `\x1b`, `\u202e`, `\ud800`.
"""

from __future__ import annotations

from unicodedata import category

_OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The Unicode categories of characters that a terminal does not show as themselves."""
LONGEST = 4_000
"""The number of characters of one text that are printed."""


def escaped(text: str, *, lines: bool = False) -> str:
    r"""`text` with the characters escaped that a terminal would not show.

    Args:
        text: Any text.
        lines: Whether line breaks stay.

    Example:
        >>> print(escaped("\x1b[31mred\u202e"))
        \x1b[31mred\u202e
    """
    if text.isprintable():
        return text
    return "".join(sign if lines and sign == "\n" else _shown(sign) for sign in text)


def shortened(text: str) -> str:
    """The first `LONGEST` characters of `text`, and how many follow."""
    more = len(text) - LONGEST
    return f"{text[:LONGEST]} ... ({more} more characters)" if more > 0 else text


def is_safe(text: str) -> bool:
    """Whether `escaped` would leave `text` as it is, apart from line breaks."""
    return escaped(text, lines=True) == text


def _shown(sign: str) -> str:
    return sign.encode("unicode_escape").decode() if category(sign) in _OBEYED else sign
