"""Finds defects in conversation data of others, place by place, and repairs what has one right repair."""
