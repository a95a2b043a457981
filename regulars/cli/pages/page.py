"""The shell of every page: elements that escape their text, a style with light and dark colours, and a strict policy.

A page is one file. Its content security policy allows only the scripts and styles that this package wrote, by their
hashes, so words of a record could not run even if they were not escaped.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from regulars.cli.escapes import escaped

_VOID = frozenset(("br", "col", "hr", "img", "input", "link", "meta"))
_ADDRESSES = ("action", "data", "formaction", "href", "src", "xlink:href")
_SCHEMES = ("", "data", "http", "https")
"""Schemes of addresses; `javascript` is none of them."""


class Markup(str):
    """HTML that is safe to insert, since `element` or `shown` made it."""

    __slots__ = ()


Child = str | int | Markup | None
"""What an element holds: text, which gets escaped; markup, which does not; None for nothing."""


def shown(text: object) -> Markup:
    r"""`text` as HTML that shows it letter by letter.

    Control characters and marks that turn the direction of writing appear as in Python source.

    Example:
        >>> print(shown("<b>\x07"))
        &lt;b&gt;\x07
    """
    if isinstance(text, Markup):
        return text
    return Markup(escape(escaped(str(text), lines=True)))


def element(name: str, /, *children: Child, **attributes: str | int | float | bool | None) -> Markup:
    """Returns one element. Text and attributes get escaped.

    Args:
        name: The name of the element.
        children: Its content, in order.
        attributes: Its attributes. A last underscore is dropped, others become hyphens: `class_`, `aria_label`. `True`
            gives an attribute without a value; `False` and None leave it out.

    Raises:
        ValueError: An attribute is an event handler, a style, or an address that could run a script.

    Example:
        >>> print(element("p", "1 < 2", element("br"), class_="note"))
        <p class="note">1 &lt; 2<br></p>
    """
    opened = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        label = key.removesuffix("_").replace("_", "-")
        if label.startswith("on") or label == "style":
            raise ValueError(f"attribute {label!r}: use a listener or a class")
        if label in _ADDRESSES and urlsplit(escaped(str(value)).strip()).scheme not in _SCHEMES:
            raise ValueError(f"address {value!r} of {label!r}")
        opened.append(label if value is True else f'{label}="{shown(value)}"')
    start = f"<{' '.join(opened)}>"
    if name in _VOID:
        return Markup(start)
    return Markup(f"{start}{joined(children)}</{name}>")


def joined(children: Sequence[Child]) -> Markup:
    """The children one after the other, as one piece of markup."""
    return Markup("".join(shown(child) for child in children if child is not None))


def embedded(id: str, value: Any) -> Markup:
    """Data for a script: an element with JSON that no text in it can end. Read it with `JSON.parse`."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(f'<script type="application/json" id="{shown(id)}">{text}</script>')


def page(
    title: str,
    *body: Child,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    sources: Mapping[str, str] | None = None,
) -> str:
    """Returns a whole page.

    Args:
        title: The title of the window.
        body: The content of `<main>`. Give it one `<h1>`.
        styles: CSS after that of the shell.
        scripts: JavaScript modules after that of the shell. They run once the page is read.
        sources: Further sources of the content security policy by directive, such as `{"connect-src": "'self'"}`.

    Returns:
        The text of the HTML file.
    """
    every_style = [own("page.css"), *styles]
    every_script = [own("page.js"), *scripts]
    policy = {
        "default-src": "'none'",
        "style-src": " ".join(map(_hash, every_style)),
        "script-src": " ".join(map(_hash, every_script)),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    for directive, more in (sources or {}).items():
        policy[directive] = f"{policy.get(directive, '')} {more}".strip()
    first, *others = every_script
    head = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content="; ".join(f"{k} {v}" for k, v in policy.items())),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        *(Markup(f"<style>{style}</style>") for style in every_style),
        Markup(f"<script>{first}</script>"),
    ]
    content = [
        element("a", "Skip to the content", class_="skip", href="#content"),
        element("main", *body, id="content", tabindex=-1),
        *(Markup(f'<script type="module">{script}</script>') for script in others),
    ]
    document = element("html", element("head", *head), element("body", *content), lang="en")
    return f"<!doctype html>\n{document}\n".encode("utf-8", "replace").decode()


@cache
def own(name: str, package: str = "regulars.cli.pages") -> str:
    """The text of a style or script that a package of pages ships."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def theme_choice() -> Markup:
    """The choice of light or dark colours, for the head of a page. It shows where scripts run."""
    options = [element("option", label, value=value) for value, label in
               (("", "System colours"), ("light", "Light"), ("dark", "Dark"))]  # fmt: skip
    return element("select", *options, id="theme", aria_label="Colours", hidden=True)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
