"""Who a person is: stage of life, traits, style, tastes; sampled or read from a file."""
