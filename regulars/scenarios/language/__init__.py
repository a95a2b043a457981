"""Language packs: phrases, the recognition of their wording, ways of speaking of cohorts."""
