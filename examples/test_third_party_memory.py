"""A memory's own test: `pytest examples`, or `python examples/test_third_party_memory.py`."""

from __future__ import annotations

from third_party_memory import Keywords

from regulars.testing import check_memory


def test_keywords_keep_the_contract_of_memories():
    check_memory(Keywords)


if __name__ == "__main__":
    test_keywords_keep_the_contract_of_memories()
    print("Keywords keep the contract of memories.")
