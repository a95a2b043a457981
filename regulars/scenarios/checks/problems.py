"""The problem that a check of a scenario reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a scenario.

    Attributes:
        code: The kind of fault, such as `duplicate-id`. Stable, for programs.
        where: The id of the faulty part.
        message: What is wrong, for people.
    """

    code: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} [{self.code}]"
