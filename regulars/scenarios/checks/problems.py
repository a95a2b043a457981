"""The problem that a check of a scenario reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a scenario.

    Attributes:
        code: What kind of fault it is, such as `duplicate-id`; stable, for programs.
        where: The id of what is at fault.
        message: What is wrong, for people.
    """

    code: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} [{self.code}]"
