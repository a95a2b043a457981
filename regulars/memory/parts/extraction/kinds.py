"""Routers of memories with typed stores: they choose the store of a statement.

Sources: MIRIX (Mirix-AI/MIRIX, commit 51f3342), six stores with a manager each; MMAG, five layers. Models route there.
Here claims and lists of cues do, and the first match decides.
"""

from __future__ import annotations

from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.claims import sensitivity, slot_of
from regulars.memory.parts.text.cues import has_cue

MIRIX = ("core", "episodic", "semantic", "procedural", "resource", "vault")
"""The kinds of MIRIX's stores."""

MMAG = ("biography", "event", "surroundings")
"""The kinds of MMAG's layers, besides the conversation itself and the current turn."""

VAULT_LEVEL = 3
"""The lowest sensitivity of claims that belong in the vault."""


def mirix_kind(draft: Draft) -> str:
    """`vault` for claims of sensitivity 3, `core` for other single-valued claims, `semantic` for multi-valued ones.

    Without claims, cues decide: `episodic` for what the assistant did, `procedural`, `resource`, `episodic`, else
    `semantic`.
    """
    if sensitivity(draft.claims) >= VAULT_LEVEL:
        return "vault"
    if any(map(slot_of, draft.claims)):
        return "semantic" if all(claim.many for claim in draft.claims) else "core"
    for cues, kind in (("proposal", "episodic"), ("procedure", "procedural"), ("resource", "resource")):
        if has_cue(cues, draft.text):
            return kind
    return "episodic" if has_cue("happening", draft.text) else "semantic"


def mmag_kind(draft: Draft) -> str:
    """`biography` for claims, `surroundings` and `event` by their cues; the rest stays in the conversation only."""
    if any(map(slot_of, draft.claims)):
        return "biography"
    if has_cue("surroundings", draft.text):
        return "surroundings"
    return "event" if has_cue("happening", draft.text) else ""
