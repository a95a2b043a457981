"""What people say beside their news: packs of phrases, how their wording is recognised, a cohort's ways."""
