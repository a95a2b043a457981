"""Plans lives: the calendar, what is true, what is told, and what is asked."""
