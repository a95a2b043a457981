"""A life on the calendar, what is told in it and what is asked."""
