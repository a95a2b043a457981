"""Contract checks for your own tests: of a memory, a seat, an environment or a data reader.

Each check raises `ContractError`, an `AssertionError` that says what is wrong, where, what was expected, and the
remedy. `requirements.toml` lists all requirements, and `reply_sets` reads sets of handwritten replies, which measure
the matcher. Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.errors import ContractError
    from regulars.testing.environments import check_environment
    from regulars.testing.memories import check_memory
    from regulars.testing.readers import check_reader
    from regulars.testing.seats import check_seat

__all__ = [
    "ContractError",
    "check_environment",
    "check_memory",
    "check_reader",
    "check_seat",
]

open_face(__name__)
